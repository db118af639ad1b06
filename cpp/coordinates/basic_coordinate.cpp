// Ranks of sets of pieces, orientations and chosen pieces; see basic_coordinate.hpp.
#include "coordinates/basic_coordinate.hpp"

#include <algorithm>
#include <stdexcept>

namespace puzzlery {

namespace {

// Values: far more than any table can have.
constexpr std::uint64_t largest_size = std::uint64_t{1} << 40;

Basic::Kind kind_of(const std::string &name) {
    if (name == "sets") return Basic::Kind::sets;
    if (name == "places") return Basic::Kind::places;
    throw std::invalid_argument("unknown kind of coordinate: " + name);
}

std::uint64_t times(std::uint64_t size, std::uint64_t factor) {
    if (size > largest_size / factor) throw std::invalid_argument("this coordinate is too large");
    return size * factor;
}

}  // namespace

Basic::Basic(const std::string &kind, std::vector<std::uint8_t> classes, unsigned turns, bool law)
    : kind_(kind_of(kind)), classes_(std::move(classes)), turns_(turns), law_(law) {
    if (classes_.empty() || classes_.size() > 255 || turns_ < 1 || turns_ > 255)
        throw std::invalid_argument("an orbit has 1 to 255 slots and 1 to 255 orientations");
    counts_.resize(1u + *std::max_element(classes_.begin(), classes_.end()));
    for (const auto c : classes_) ++counts_[c];
    if (kind_ == Kind::places) {
        for (unsigned c = 1; c < kinds(); ++c) {
            if (counts_[c] != 1)
                throw std::invalid_argument("each chosen piece needs a class of its own");
            arrangements_ = times(arrangements_, slots() - (c - 1));
            scale_ = times(scale_, turns_);
        }
    } else {
        unsigned filled = 0;
        for (const auto count : counts_)
            for (unsigned k = 1; k <= count; ++k)
                arrangements_ = times(arrangements_, ++filled) / k;
        count_words();
        for (unsigned k = 0; turns_ > 1 && k < free_turns(); ++k) scale_ = times(scale_, turns_);
    }
    size_ = times(arrangements_, scale_);
}

std::uint64_t Basic::rank(const SlotLetters &letters) const {
    if (kind_ == Kind::places) return rank_places(letters);
    const std::uint64_t arranged = arrangements_ > 1 ? rank_sets(letters) : 0;
    return scale_ > 1 ? arranged * scale_ + rank_turns(letters) : arranged;
}

void Basic::unrank(std::uint64_t number, SlotLetters &letters) const {
    if (kind_ == Kind::places) return unrank_places(number, letters);
    unrank_sets(number / scale_, letters);
    unrank_turns(number % scale_, letters);
}

// The remaining pieces of all classes are encoded in one index, so that ranking needs neither
// products nor divisions.
void Basic::count_words() {
    std::uint64_t size = 1;
    for (const auto count : counts_) {
        strides_.push_back(static_cast<std::uint32_t>(size));
        size *= count + 1u;
        if (size > std::uint64_t{1} << 20)
            throw std::invalid_argument("too many classes for sets; choose pieces instead");
    }
    words_.assign(size, 0);
    words_[0] = 1;
    for (std::uint64_t left = 1; left < size; ++left)
        for (unsigned c = 0; c < kinds(); ++c)
            if (left / strides_[c] % (counts_[c] + 1u)) words_[left] += words_[left - strides_[c]];
}

// Lexicographic order: count the words that have a smaller letter at the first difference.
std::uint64_t Basic::rank_sets(const SlotLetters &letters) const {
    auto open = counts_;
    std::uint64_t left = words_.size() - 1, rank = 0;
    for (unsigned q = 0; q + 1 < slots(); ++q) {
        const unsigned here = letters.kind[q];
        for (unsigned c = 0; c < here; ++c)
            if (open[c]) rank += words_[left - strides_[c]];
        --open[here];
        left -= strides_[here];
    }
    return rank;
}

void Basic::unrank_sets(std::uint64_t number, SlotLetters &letters) const {
    auto open = counts_;
    std::uint64_t left = words_.size() - 1;
    for (unsigned q = 0; q < slots(); ++q) {
        unsigned c = 0;
        for (;; ++c) {
            if (!open[c]) continue;
            const std::uint64_t own = words_[left - strides_[c]];
            if (number < own) break;
            number -= own;
        }
        letters.kind[q] = static_cast<std::uint8_t>(c);
        --open[c];
        left -= strides_[c];
    }
}

std::uint64_t Basic::rank_turns(const SlotLetters &letters) const {
    std::uint64_t rank = 0;
    for (unsigned q = free_turns(); q-- > 0;) rank = rank * turns_ + letters.turn[q];
    return rank;
}

void Basic::unrank_turns(std::uint64_t number, SlotLetters &letters) const {
    unsigned sum = 0;
    for (unsigned q = 0; q < slots(); ++q) {
        letters.turn[q] = static_cast<std::uint8_t>(number % turns_);
        number /= turns_;
        sum += letters.turn[q];
    }
    if (law_)
        letters.turn[slots() - 1] = static_cast<std::uint8_t>((turns_ - sum % turns_) % turns_);
}

// For each piece: its position among the slots that the pieces before it left free.
std::uint64_t Basic::rank_places(const SlotLetters &letters) const {
    std::array<std::uint8_t, 256> where;
    for (unsigned q = 0; q < slots(); ++q) where[letters.kind[q]] = static_cast<std::uint8_t>(q);
    std::uint64_t rank = 0, turned = 0, scale = 1;
    std::array<bool, 255> used{};
    for (unsigned c = 1; c < kinds(); ++c) {
        const unsigned q = where[c];
        unsigned free = 0;
        for (unsigned k = 0; k < q; ++k) free += !used[k];
        used[q] = true;
        rank = rank * (slots() - (c - 1)) + free;
        turned += scale * letters.turn[q];
        scale *= turns_;
    }
    return rank * scale + turned;
}

void Basic::unrank_places(std::uint64_t number, SlotLetters &letters) const {
    std::uint64_t turned = number % scale_, rank = number / scale_;
    std::array<std::uint8_t, 255> digits{};
    for (unsigned c = kinds(); c-- > 1;) {
        const unsigned open = slots() - (c - 1);
        digits[c - 1] = static_cast<std::uint8_t>(rank % open);
        rank /= open;
    }
    for (unsigned q = 0; q < slots(); ++q) letters.kind[q] = letters.turn[q] = 0;
    for (unsigned c = 1; c < kinds(); ++c) {
        unsigned q = 0;
        for (unsigned skip = digits[c - 1];; ++q)
            if (!letters.kind[q] && skip-- == 0) break;
        letters.kind[q] = static_cast<std::uint8_t>(c);
        letters.turn[q] = static_cast<std::uint8_t>(turned % turns_);
        turned /= turns_;
    }
}

void Basic::act(const SlotAction &action, const SlotLetters &from, SlotLetters &to) const {
    for (unsigned q = 0; q < slots(); ++q) {
        const unsigned target = action.to[q], kind = from.kind[q];
        to.kind[target] = action.relabel[kind];
        const unsigned turn = action.unit * from.turn[q] + action.twist[q] + action.shift[kind];
        to.turn[target] = static_cast<std::uint8_t>(turn % turns_);
    }
    // Orientations of pieces that are not chosen do not count.
    for (unsigned q = 0; kind_ == Kind::places && q < slots(); ++q)
        if (!to.kind[q]) to.turn[q] = 0;
}

SlotAction Basic::action(const std::uint8_t *bytes, std::size_t size) const {
    const unsigned n = slots(), c = kinds();
    if (size != 2 * n + 2 * c + 1) throw std::invalid_argument("an action has another size");
    SlotAction action{{bytes, bytes + n},
                      {bytes + n, bytes + 2 * n},
                      {bytes + 2 * n, bytes + 2 * n + c},
                      {bytes + 2 * n + c, bytes + 2 * n + 2 * c},
                      bytes[2 * n + 2 * c]};
    auto seen = action.to;
    std::sort(seen.begin(), seen.end());
    for (unsigned q = 0; q < n; ++q)
        if (seen[q] != q) throw std::invalid_argument("an action is not a permutation of slots");
    auto renamed = action.relabel;
    std::sort(renamed.begin(), renamed.end());
    for (unsigned k = 0; k < c; ++k)
        if (renamed[k] != k || counts_[action.relabel[k]] != counts_[k])
            throw std::invalid_argument("an action does not permute the classes");
    return action;
}

}  // namespace puzzlery
