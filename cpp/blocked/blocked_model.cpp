#include "blocked/blocked_model.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <string>

namespace puzzlery::blocked {

Model::Model(std::size_t moves, const std::vector<nb::bytes> &kinds, const nb::bytes &bodies)
    : moves_(moves) {
    if (!moves || moves > 128) throw std::invalid_argument("expected 1 … 128 moves");
    for (const auto &bytes : kinds) {
        Kind kind;
        kind.next = from_bytes<Pose>(bytes);
        kind.poses = kind.next.size() / moves;
        if (!kind.poses || kind.next.size() % moves)
            throw std::invalid_argument("a kind of body needs each pose for each move");
        kind.blocked.resize(kind.poses);
        for (std::size_t m = 0; m < moves; ++m)
            for (std::size_t p = 0; p < kind.poses; ++p) {
                const Pose to = kind.next[m * kind.poses + p];
                if (to == torn)
                    kind.blocked[p][m / 64] |= std::uint64_t{1} << (m % 64);
                else if (to >= kind.poses)
                    throw std::invalid_argument("a pose is out of range");
            }
        kinds_.push_back(std::move(kind));
    }
    unsigned used = 0;  // bits of the last word
    for (const auto kind : from_bytes<std::uint16_t>(bodies)) {
        if (kind >= kinds_.size()) throw std::invalid_argument("a kind of body is out of range");
        if (!bodies_.empty() && kind < bodies_.back().kind)
            throw std::invalid_argument("bodies of one kind must follow one another");
        has_alike_ |= !bodies_.empty() && bodies_.back().kind == kind;
        const auto bits = static_cast<unsigned>(std::bit_width(kinds_[kind].poses - 1));
        if (used + bits > 64) ++words_, used = 0;  // no body lies across two words
        bodies_.push_back({kind, words_ - 1, used, bits});
        used += bits;
    }
    if (words_ > most_words)
        throw std::length_error("a state takes more than " + std::to_string(64 * most_words) +
                                " bits");
}

Key Model::pack(const Poses &poses) const {
    Key key;
    std::fill_n(key.begin(), words_, 0);
    for (std::size_t b = 0; b < bodies_.size(); ++b)
        if (bodies_[b].bits) key[bodies_[b].word] |= std::uint64_t{poses[b]} << bodies_[b].shift;
    return key;
}

void Model::unpack(const Key &key, Poses &poses) const {
    poses.resize(bodies_.size());
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        const Body &body = bodies_[b];
        const std::uint64_t mask = (std::uint64_t{1} << body.bits) - 1;
        poses[b] = static_cast<Pose>(body.bits ? key[body.word] >> body.shift & mask : 0);
    }
}

void Model::sort(Poses &poses) const {
    for (std::size_t first = 0; first < bodies_.size();) {
        std::size_t last = first + 1;
        while (last < bodies_.size() && bodies_[last].kind == bodies_[first].kind) ++last;
        if (last - first > 1)
            std::sort(poses.begin() + static_cast<std::ptrdiff_t>(first),
                      poses.begin() + static_cast<std::ptrdiff_t>(last));
        first = last;
    }
}

Poses Model::read(const nb::bytes &bytes) const {
    Poses poses = from_bytes<Pose>(bytes);
    if (poses.size() != bodies_.size())
        throw std::invalid_argument("expected a pose for each body");
    for (std::size_t b = 0; b < bodies_.size(); ++b)
        if (poses[b] >= kinds_[bodies_[b].kind].poses)
            throw std::invalid_argument("a pose is out of range");
    sort(poses);
    return poses;
}

// Twice as many slots at a time up to here, then a quarter more: memory counts more than time.
constexpr std::size_t doubled = 1 << 24;

std::size_t KeySet::place(const Key &key) const {
    const std::size_t size = slots_.size();
    std::uint64_t hash = 0;
    for (std::size_t w = words_; w-- > 0;) hash = mix(key[w] ^ hash);
    std::size_t at = (hash >> 32) * size >> 32;
    while (slots_[at] != empty && !std::equal(key.begin(), key.begin() + words_, from(slots_[at])))
        if (++at == size) at = 0;
    return at;
}

std::uint32_t KeySet::find(const Key &key) const { return slots_[place(key)]; }

bool KeySet::add(const Key &key) {
    if (4 * (count_ + 1) > 3 * slots_.size()) grow();
    const std::size_t at = place(key);
    if (slots_[at] != empty) return false;
    if (count_ % block == 0)
        blocks_.push_back(std::make_unique_for_overwrite<std::uint64_t[]>(block * words()));
    std::copy_n(key.begin(), words_, &blocks_.back()[count_ % block * words_]);
    slots_[at] = static_cast<std::uint32_t>(count_++);
    return true;
}

void KeySet::grow() {
    const std::size_t old = slots_.size(), size = old < doubled ? 2 * old : old + old / 4;
    // A place is found by 32 bits of the hash.
    if (size > std::numeric_limits<std::uint32_t>::max())
        throw std::length_error("too many states to keep");
    std::vector<std::uint32_t>().swap(slots_);
    slots_.assign(size, empty);
    for (std::size_t k = 0; k < count_; ++k) slots_[place(at(k))] = static_cast<std::uint32_t>(k);
}

void KeySet::move_to(std::vector<std::uint64_t> &to) {
    std::vector<std::uint32_t>().swap(slots_);
    std::size_t left = count_;
    for (auto &one : blocks_) {
        const std::size_t some = std::min(left, block);
        to.insert(to.end(), one.get(), one.get() + some * words());
        left -= some;
        one.reset();
    }
    *this = KeySet(words_);
}

}  // namespace puzzlery::blocked
