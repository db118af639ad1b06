// The table of distances of pairings from the one in which all partners are together.
#include "reduction/pair_table.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "core/job.hpp"

namespace puzzlery::reduction {

namespace {

Pairing as_pairing(const Perm &images) {
    if (images.size() > most_pairs || !is_permutation(images))
        throw std::invalid_argument("expected a permutation of at most 12 pairs");
    Pairing out{};
    for (std::size_t i = 0; i < images.size(); ++i) out[i] = static_cast<std::uint8_t>(images[i]);
    return out;
}

}  // namespace

bool is_even(const Pairing &pairing, std::size_t pairs) {
    unsigned odd = 0, seen = 0;
    for (unsigned i = 0; i < pairs; ++i)
        for (unsigned j = i; !(seen >> j & 1); j = pairing[j]) {
            seen |= 1u << j;
            if (pairing[j] != i) odd ^= 1;
        }
    return !odd;
}

PairTurn::PairTurn(const Perm &on_first, const Perm &on_second)
    : first(as_pairing(on_first)), second(as_pairing(on_second)) {
    if (on_first.size() != on_second.size())
        throw std::invalid_argument("both sets of slots need the same size");
}

PairNumbers::PairNumbers(std::size_t pairs, const std::vector<Perm> &symmetries) : pairs_(pairs) {
    if (pairs < head + 2 || pairs > most_pairs)
        throw std::invalid_argument("expected 6 to 12 pairs");
    for (const Perm &symmetry : symmetries) {
        symmetries_.push_back(as_pairing(symmetry));
        for (std::size_t i = 0; i < head; ++i)
            if (symmetry.size() != pairs || symmetry[i] >= head)
                throw std::invalid_argument("a symmetry moves the first four slots away");
    }
    if (symmetries_.empty() || symmetries_.size() > 255 || !is_permutation(symmetries[0]) ||
        symmetries[0] != identity(pairs))
        throw std::invalid_argument("expected 1 to 255 symmetries, the identity first");
    // The last two images are known, since the pairing is even.
    for (std::size_t i = head; i < pairs - 2; ++i) tail_ *= pairs - i;
    std::uint64_t heads = 1;
    for (std::size_t i = 0; i < head; ++i) heads *= pairs - i;
    constexpr std::uint32_t open = ~0u;
    classes_.assign(heads, open);
    // From an image back to the representative leads the inverse symmetry.
    std::vector<std::uint8_t> inverses(symmetries_.size(), 255);
    for (std::size_t a = 0; a < symmetries_.size(); ++a)
        for (std::size_t b = 0; b < symmetries_.size(); ++b) {
            bool undoes = true;
            for (std::size_t i = 0; i < pairs; ++i)
                undoes = undoes && symmetries_[b][symmetries_[a][i]] == i;
            if (undoes) inverses[a] = static_cast<std::uint8_t>(b);
        }
    for (std::uint64_t code = 0; code < heads; ++code) {
        if (classes_[code] != open) continue;
        const auto number = static_cast<std::uint32_t>(representatives_.size());
        const Pairing own = from_code(code * tail_);
        representatives_.push_back(static_cast<std::uint32_t>(code));
        keeping_.emplace_back();
        for (std::size_t s = 0; s < symmetries_.size(); ++s) {
            if (inverses[s] == 255) throw std::invalid_argument("the symmetries are no group");
            const std::uint64_t image = digits<head>(conjugated(own, s));
            if (image == code && s) keeping_.back().push_back(static_cast<std::uint8_t>(s));
            if (classes_[image] == open) classes_[image] = number << 8 | inverses[s];
        }
    }
}

Pairing PairNumbers::from_code(std::uint64_t code) const {
    std::array<std::uint8_t, most_pairs> digit{};
    for (std::size_t i = pairs_ - 2; i-- > 0;) {
        digit[i] = static_cast<std::uint8_t>(code % (pairs_ - i));
        code /= pairs_ - i;
    }
    std::uint64_t left = 0xfedcba9876543210u;  // a nibble for each image that is left
    Pairing out{};
    for (std::size_t i = 0; i < pairs_; ++i) {
        const unsigned shift = 4u * digit[i];
        const std::uint64_t below = (std::uint64_t{1} << shift) - 1;
        out[i] = left >> shift & 15;
        left = (left & below) | (left >> 4 & ~below);
    }
    if (!is_even(out, pairs_)) std::swap(out[pairs_ - 1], out[pairs_ - 2]);
    return out;
}

Pairing PairNumbers::pairing(std::uint64_t number) const {
    return from_code(representatives_[number / tail_] * tail_ + number % tail_);
}

namespace {

// Distances up to `reach`, breadth first; pairings that are farther away get one more.
class PairTableJob final : public Job {
public:
    using Turns = std::vector<std::pair<Perm, Perm>>;

    PairTableJob(const std::vector<Perm> &symmetries, const Turns &turns, unsigned reach)
        : numbers_(turns.empty() ? 0 : turns[0].first.size(), symmetries), reach_(reach) {
        if (reach < 1 || reach > 14) throw std::invalid_argument("expected a reach from 1 to 14");
        for (const auto &[first, second] : turns) {
            const PairTurn turn(first, second);
            if (first.size() != numbers_.pairs() ||
                is_even(turn.first, first.size()) != is_even(turn.second, first.size()))
                throw std::invalid_argument("a move changes the sign of pairings");
            turns_.push_back(turn);
        }
        entries_.assign(numbers_.size(), open);
        Pairing solved{};
        for (std::size_t i = 0; i < numbers_.pairs(); ++i) solved[i] = static_cast<std::uint8_t>(i);
        mark(numbers_.number(solved), 0);
    }
    Progress progress() const override {
        return {found_, numbers_.size(), "pairings, depth " + std::to_string(depth_)};
    }
    const std::vector<std::uint8_t> &table() {
        if (depth_ < reach_) throw std::runtime_error("the table is not finished");
        if (packed_.empty()) {
            std::vector<std::uint8_t> bounds(entries_);
            const auto far = static_cast<std::uint8_t>(reach_ + 1);
            for (auto &bound : bounds) bound = std::min(bound, far);
            packed_.resize(nibble_bytes(bounds.size()));
            pack_nibbles(bounds.data(), bounds.size(), packed_.data());
        }
        return packed_;
    }

protected:
    bool advance() override {
        constexpr std::uint64_t piece = 4096;  // entries between two looks at the clock
        while (depth_ < reach_) {
            const std::uint64_t stop = std::min<std::uint64_t>(numbers_.size(), next_ + piece);
            for (; next_ < stop; ++next_)
                if (entries_[next_] == depth_) expand(next_);
            if (next_ == numbers_.size()) next_ = 0, ++depth_;
            if (out_of_time()) return depth_ == reach_;
        }
        return true;
    }
    void save(Writer &writer) const override {
        writer.put(reach_);
        writer.put(depth_);
        writer.put(next_);
        writer.put(entries_);
    }
    void load(Reader &reader) override {
        reader.expect(reach_, "snapshot belongs to another table");
        const auto depth = reader.get<unsigned>();
        const auto next = reader.get<std::uint64_t>();
        auto entries = reader.get_vector<std::uint8_t>();
        reader.finish();
        if (depth > reach_ || next >= numbers_.size() || entries.size() != numbers_.size())
            throw std::invalid_argument("snapshot is out of its range");
        depth_ = depth, next_ = next, entries_ = std::move(entries);
        found_ = static_cast<std::uint64_t>(std::count_if(
            entries_.begin(), entries_.end(), [](std::uint8_t entry) { return entry != open; }));
    }
    std::uint32_t magic() const override { return 0x31524150; }

private:
    static constexpr std::uint8_t open = 255;

    void mark(std::uint64_t number, unsigned distance) {
        if (entries_[number] != open) return;
        entries_[number] = static_cast<std::uint8_t>(distance);
        ++found_;
        numbers_.each_equal(number, [&](std::uint64_t equal) {
            if (entries_[equal] != open) return;
            entries_[equal] = static_cast<std::uint8_t>(distance);
            ++found_;
        });
    }
    void expand(std::uint64_t number) {
        const Pairing pairing = numbers_.pairing(number);
        for (const PairTurn &turn : turns_)
            mark(numbers_.number(turn.after(pairing, numbers_.pairs())), depth_ + 1);
    }

    PairNumbers numbers_;
    std::vector<PairTurn> turns_;
    unsigned reach_, depth_ = 0;
    std::uint64_t next_ = 0, found_ = 0;
    std::vector<std::uint8_t> entries_, packed_;
};

}  // namespace

}  // namespace puzzlery::reduction

namespace puzzlery {

void bind_pair_table(nb::module_ &m) {
    using reduction::PairTableJob;
    nb::class_<PairTableJob, Job>(m, "PairTableJob",
                                  "Distances of pairings of two sets of slots, by symmetry.")
        .def(nb::init<const std::vector<Perm> &, const PairTableJob::Turns &, unsigned>(),
             nb::arg("symmetries"), nb::arg("turns"), nb::arg("reach"))
        .def(
            "data",
            [](nb::handle_t<PairTableJob> self) {
                const auto &table = nb::cast<PairTableJob &>(self).table();
                return nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>(
                    table.data(), {table.size()}, self);
            },
            "The finished table, four bits an entry.");
}

}  // namespace puzzlery
