// What searches side by side tell each other: the cheapest word of each stage of each pass.
#pragma once

#include "general/model.hpp"

#include <map>
#include <mutex>
#include <optional>

namespace puzzlery::general {

class Exchange {
public:
    // A stage of the pass that ends at a planned time.
    using Key = std::pair<double, std::size_t>;

    void offer(const Key &key, int cost, const Word &word) {
        const std::lock_guard lock(mutex_);
        const auto [at, is_new] = best_.emplace(key, Entry{cost, word});
        if (!is_new && cost < at->second.cost) at->second = {cost, word};
    }
    // The cheapest word so far, if it costs less than `cost`.
    std::optional<Word> cheaper(const Key &key, int cost) const {
        const std::lock_guard lock(mutex_);
        const auto found = best_.find(key);
        if (found == best_.end() || found->second.cost >= cost) return std::nullopt;
        return found->second.word;
    }

private:
    struct Entry {
        int cost;
        Word word;
    };
    mutable std::mutex mutex_;
    std::map<Key, Entry> best_;
};

}  // namespace puzzlery::general
