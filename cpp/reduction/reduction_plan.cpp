#include "reduction/reduction_plan.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

namespace puzzlery::reduction {

namespace {

constexpr std::uint8_t open = ReductionPhase::unreachable;
constexpr std::uint64_t most_values = 1u << 27;

void check_all(const std::vector<Perm> &moves, std::size_t degree) {
    for (const Perm &move : moves)
        if (move.size() != degree || !is_permutation(move))
            throw std::invalid_argument("expected permutations of all stickers");
}

}  // namespace

Perm moved(const Perm &content, const Perm &move) {
    Perm out(content.size());
    for (std::size_t place = 0; place < move.size(); ++place) out[move[place]] = content[place];
    return out;
}

ReductionPhase::ReductionPhase(std::vector<Perm> moves, const Follow &follow,
                               std::vector<Split> splits, std::vector<Sign> signs)
    : moves_(std::move(moves)), splits_(std::move(splits)), signs_(std::move(signs)) {
    if (splits_.size() > most_splits) throw std::invalid_argument("a phase has up to 4 splits");
    if (follow.shape(1) != moves_.size())
        throw std::invalid_argument("the automaton is one of other moves");
    for (const Split &split : splits_) {
        turns_.emplace_back();
        for (const Perm &move : moves_) turns_.back().push_back(split.turn(move));
    }
    const Perm solved = identity(moves_.front().size());
    for (const Perm &move : moves_) odd_.push_back(odd(moved(solved, move)));
    for (std::size_t state = 0; state < follow.shape(0); ++state) {
        first_.push_back(static_cast<std::uint32_t>(choices_.size()));
        for (std::size_t move = 0; move < moves_.size(); ++move)
            if (follow(state, move) < follow.shape(0))
                choices_.push_back({static_cast<std::uint16_t>(move), follow(state, move)});
    }
    first_.push_back(static_cast<std::uint32_t>(choices_.size()));
}

std::uint8_t ReductionPhase::odd(const Perm &content) const {
    std::uint8_t odd = 0;
    for (const Sign &sign : signs_) odd ^= sign.read(content);
    return odd;
}

Seen ReductionPhase::read(const Perm &content) const {
    Seen seen;
    for (std::size_t k = 0; k < splits_.size(); ++k) seen.masks[k] = splits_[k].read(content);
    seen.odd = odd(content);
    return seen;
}

bool ReductionPhase::fits(const Seen &seen) const {
    for (std::size_t k = 0; k < splits_.size(); ++k)
        if (!splits_[k].fits(seen.masks[k])) return false;
    return true;
}

Seen ReductionPhase::seen(std::uint64_t number) const {
    Seen seen;
    for (std::size_t k = splits_.size(); k-- > 0; number /= splits_[k].size())
        seen.masks[k] = splits_[k].mask(static_cast<std::uint32_t>(number % splits_[k].size()));
    seen.odd = static_cast<std::uint8_t>(number);
    return seen;
}

// Replaces a layer by what these moves lead to and nobody has seen yet.
void ReductionPhase::spread(std::vector<std::uint64_t> &layer,
                            const std::vector<std::size_t> &moves, std::uint8_t distance) {
    std::vector<std::uint64_t> found;
    for (const std::uint64_t from : layer) {
        const Seen here = seen(from);
        for (const std::size_t move : moves) {
            const std::uint64_t to = number(after(here, move));
            if (distances_[to] != open) continue;
            distances_[to] = distance;
            found.push_back(to);
        }
    }
    layer = std::move(found);
}

void ReductionPhase::measure(const std::vector<Perm> &goals, const std::vector<Perm> &next) {
    std::uint64_t size = 2;
    for (const Split &split : splits_) {
        size *= split.size();
        if (size > most_values) throw std::invalid_argument("a phase has too many values");
    }
    distances_.assign(size, open);
    std::vector<std::uint64_t> layer, reached;
    for (const Perm &goal : goals) {
        const Seen at = read(inverse(goal));
        if (!fits(at)) throw std::invalid_argument("a goal differs from the solved puzzle");
        const std::uint64_t value = number(at);
        if (distances_[value] == open) layer.push_back(value);
        distances_[value] = 0;
    }
    std::vector<std::size_t> kept, all;
    for (std::size_t move = 0; move < moves_.size(); ++move) {
        all.push_back(move);
        stays_.push_back(std::find(next.begin(), next.end(), moves_[move]) != next.end());
        if (stays_.back()) kept.push_back(move);
    }
    while (!layer.empty()) {
        reached.insert(reached.end(), layer.begin(), layer.end());
        spread(layer, kept, 0);
    }
    layer = std::move(reached);
    for (std::uint8_t distance = 1; !layer.empty(); ++distance) spread(layer, all, distance);
}

ReductionPlan::ReductionPlan(std::vector<Perm> goals) : goals_(std::move(goals)) {
    if (goals_.empty()) throw std::invalid_argument("expected a goal");
    check_all(goals_, goals_.front().size());
}

void ReductionPlan::add_phase(const std::vector<Perm> &moves, const ReductionPhase::Follow &follow,
                              const std::vector<std::pair<Perm, std::vector<std::uint8_t>>> &splits,
                              const std::vector<std::pair<Perm, Perm>> &signs,
                              const std::vector<Perm> &next) {
    check_all(moves, degree());
    if (moves.empty()) throw std::invalid_argument("a phase needs moves");
    std::vector<Split> seen;
    for (const auto &[places, kinds] : splits) {
        if (kinds.size() != degree()) throw std::invalid_argument("a split needs all kinds");
        seen.emplace_back(places, kinds);
    }
    std::vector<Sign> counted;
    for (const auto &[slots, pieces] : signs) {
        for (const Point slot : slots)
            if (slot >= degree() || pieces.size() != degree())
                throw std::invalid_argument("a slot is not one of the puzzle's places");
        counted.push_back({slots, pieces});
    }
    phases_.emplace_back(moves, follow, std::move(seen), std::move(counted));
    phases_.back().measure(goals_, next);
}

void ReductionPlan::pair(const Perm &first, const Perm &second, const Perm &partners,
                         const std::vector<Perm> &symmetries, Bytes table) {
    if (phases_.empty() || first.size() != second.size() || partners.size() != degree())
        throw std::invalid_argument("expected phases, and two sets of as many slots");
    first_ = first, second_ = second, partners_ = partners;
    slots_ = first;
    slots_.insert(slots_.end(), second.begin(), second.end());
    home_.assign(degree(), static_cast<Point>(slots_.size()));
    for (std::size_t i = 0; i < slots_.size(); ++i) home_.at(slots_[i]) = static_cast<Point>(i);
    for (const Point slot : slots_)
        if (partners_[slot] >= degree() || home_[partners_[slot]] == slots_.size())
            throw std::invalid_argument("a partner is not in one of the slots");
    numbers_.emplace(pairs(), symmetries);
    if (table.size() != nibble_bytes(numbers_->size()))
        throw std::invalid_argument("the table belongs to other pairs");
    table_ = std::move(table);
    std::vector<PairTurn> turns;
    for (const Perm &move : phases_.back().moves()) {
        Perm on_first(pairs()), on_second(pairs());
        for (std::size_t i = 0; i < pairs(); ++i) {
            on_first[i] = home_[move[first_[i]]];
            on_second[i] = static_cast<Point>(home_[move[second_[i]]] - pairs());
        }
        turns.emplace_back(on_first, on_second);
    }
    phases_.back().measure_pairing(std::move(turns));
}

bool ReductionPlan::read_pairing(std::span<const Point> stickers, Pairing &out) const {
    // Where each sticker of these slots is, by its own slot.
    std::array<std::uint8_t, 2 * most_pairs> place_of{};
    for (std::size_t i = 0; i < slots_.size(); ++i)
        place_of[home_[stickers[i]]] = static_cast<std::uint8_t>(i);
    for (std::size_t i = 0; i < pairs(); ++i) {
        const std::size_t at = place_of[home_[partners_[stickers[i]]]];
        if (at < pairs()) return false;
        out[i] = static_cast<std::uint8_t>(at - pairs());
    }
    return is_even(out, pairs());
}

}  // namespace puzzlery::reduction

namespace puzzlery {

void bind_reduction_plan(nb::module_ &m) {
    using reduction::ReductionPlan;
    nb::class_<ReductionPlan>(m, "ReductionPlan", "Phases that lead to a smaller puzzle.")
        .def(nb::init<std::vector<Perm>>(), nb::arg("goals"))
        .def("add_phase", &ReductionPlan::add_phase, nb::arg("moves"), nb::arg("follow"),
             nb::arg("splits"), nb::arg("signs"), nb::arg("later"),
             "Add a phase, and measure its distances.")
        .def("pair", &ReductionPlan::pair, nb::arg("first"), nb::arg("second"), nb::arg("partners"),
             nb::arg("symmetries"), nb::arg("table"),
             "Let the last phase bring the partners of two sets of slots together.");
}

}  // namespace puzzlery
