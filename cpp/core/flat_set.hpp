// A hash set whose entries lie in one array, with linear probing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace puzzlery {

// An entry that was made without arguments is_free(); others tell their hash(), and is_like(other)
// whether they stand for the same. The array is a power of two long and at most half full.
template <class Entry> class FlatSet {
public:
    std::uint64_t size() const { return size_; }
    const Entry *find(const Entry &like) const {
        const Entry &entry = entries_[place(like)];
        return entry.is_free() ? nullptr : &entry;
    }
    // False if there is such an entry already.
    bool insert(const Entry &entry) {
        if (2 * (size_ + 1) > entries_.size()) enlarge();
        Entry &free = entries_[place(entry)];
        if (!free.is_free()) return false;
        free = entry;
        ++size_;
        return true;
    }
    std::vector<Entry> entries() const {
        std::vector<Entry> all;
        std::ranges::copy_if(entries_, std::back_inserter(all),
                             [](const Entry &entry) { return !entry.is_free(); });
        return all;
    }
    // The others move to where a search finds them without the erased ones.
    template <class Unwanted> void erase_if(Unwanted unwanted) {
        std::vector<Entry> old(entries_.size());
        old.swap(entries_);
        size_ = 0;
        for (const Entry &entry : old)
            if (!entry.is_free() && !unwanted(entry)) insert(entry);
    }

private:
    std::size_t place(const Entry &like) const {
        const std::size_t mask = entries_.size() - 1;
        std::size_t at = like.hash() & mask;
        while (!entries_[at].is_free() && !entries_[at].is_like(like)) at = (at + 1) & mask;
        return at;
    }
    void enlarge() {
        std::vector<Entry> old(2 * entries_.size());
        old.swap(entries_);
        for (const Entry &entry : old)
            if (!entry.is_free()) entries_[place(entry)] = entry;
    }

    std::vector<Entry> entries_ = std::vector<Entry>(1024);
    std::uint64_t size_ = 0;
};

}  // namespace puzzlery
