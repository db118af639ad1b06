// Forms of equal width, numbered in the order in which they are found, and found again by a key.
//
// A form is one byte a place. Its key is a sum of random numbers, one for each (place, byte), so
// that the key of a moved form takes one addition a place. While forms are numbered, equal keys are
// compared in full. If two forms ever share a key, the owner begins anew with other random numbers.
// So among the numbered forms a key stands for one form, without a doubt left.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "core/job.hpp"
#include "core/random.hpp"

namespace puzzlery {

class FormIndex {
public:
    using Byte = std::uint8_t;

    // Forget all forms and draw other random numbers.
    void begin(std::size_t width) {
        width_ = width;
        RandomGenerator random(seed_++);
        secrets_.resize(width << 8);
        for (std::uint64_t &secret : secrets_) secret = random();
        forms_.clear();
        keys_.clear();
        slots_.assign(fewest_slots, 0);
        clash_ = false;
    }

    std::uint32_t size() const { return static_cast<std::uint32_t>(keys_.size()); }
    bool has_clash() const { return clash_; }
    std::uint64_t key_of(std::size_t place, Byte byte) const { return secrets_[place << 8 | byte]; }
    std::uint64_t key_of(const Byte *form) const {
        std::uint64_t key = 0;
        for (std::size_t i = 0; i < width_; ++i) key += key_of(i, form[i]);
        return key;
    }
    const Byte *form(std::uint32_t number) const {
        return forms_.data() + static_cast<std::size_t>(number) * width_;
    }

    // The number of the form with this key; -1 if there is none.
    std::int64_t find(std::uint64_t key) const {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = key & mask;; at = (at + 1) & mask) {
            if (!slots_[at]) return -1;
            if (keys_[slots_[at] - 1] == key) return slots_[at] - 1;
        }
    }

    // The number of a form, which is added if it is new.
    std::uint32_t number(const Byte *seen, std::uint64_t key) {
        const std::int64_t known = find(key);
        if (known < 0) {
            add(seen, key);
            return size() - 1;
        }
        const auto number = static_cast<std::uint32_t>(known);
        if (!std::equal(seen, seen + width_, form(number))) clash_ = true;
        return number;
    }

    // Once all forms are numbered, their keys alone find them.
    void drop_forms() { forms_ = {}; }

    void save(Writer &writer) const {
        writer.put(seed_);
        writer.put(forms_);
        writer.put(keys_);
    }
    // `expanded` forms are done with: only if all are, the forms themselves may be missing.
    void load(Reader &reader, std::uint32_t expanded, bool gave_up) {
        seed_ = reader.get<std::uint64_t>() - 1;
        begin(width_);
        auto forms = reader.get_vector<Byte>();
        auto keys = reader.get_vector<std::uint64_t>();
        const bool whole = forms.size() == keys.size() * width_;
        if (keys.empty() || expanded > keys.size() ||
            (!whole && !gave_up && expanded < keys.size()))
            throw std::invalid_argument("snapshot contradicts itself");
        forms_ = std::move(forms);
        keys_ = std::move(keys);
        std::size_t slots = fewest_slots;
        while (slots < 2 * keys_.size()) slots *= 2;
        place_all(slots);
    }

private:
    static constexpr std::size_t fewest_slots = 1 << 10;

    void add(const Byte *seen, std::uint64_t key) {
        forms_.insert(forms_.end(), seen, seen + width_);
        keys_.push_back(key);
        if (2 * keys_.size() > slots_.size()) return place_all(2 * slots_.size());
        place(size() - 1);
    }
    void place(std::uint32_t number) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = keys_[number] & mask;
        while (slots_[at]) at = (at + 1) & mask;
        slots_[at] = number + 1;
    }
    void place_all(std::size_t slots) {
        slots_.assign(slots, 0);
        for (std::uint32_t number = 0; number < size(); ++number) place(number);
    }

    std::size_t width_ = 0;
    std::uint64_t seed_ = 1;
    std::vector<std::uint64_t> secrets_;
    std::vector<Byte> forms_;
    std::vector<std::uint64_t> keys_;
    std::vector<std::uint32_t> slots_;  // open addressing: number + 1, or 0
    bool clash_ = false;                // two forms had one key
};

}  // namespace puzzlery
