// Beam search for a skeleton; see beam.hpp.
#include "general/beam.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace puzzlery::general {

namespace {

// The sources of the values below are not recorded; docs/general-table.md measures the solver.
constexpr int MOST_LEVELS = 1'000;  // a safety bound
constexpr int STALE_LEVELS = 8;     // the search ends after this many levels without a better value
constexpr std::size_t COMPLETED_NODES = 24;  // of each level
constexpr std::uint8_t UNREACHABLE = 99;
// The penalty for a distance in moves. It is concave because the moves that bring a piece nearer
// also bring others nearer.
constexpr float DISTANCE_PENALTY[] = {0, 1.0f, 1.45f, 1.75f, 1.95f, 2.1f, 2.2f, 2.3f};

float distance_penalty(std::uint8_t distance) {
    return DISTANCE_PENALTY[std::min<int>(distance, 7)];
}

}  // namespace

Beam::Beam(const Model &model, const Completion &completion, std::vector<double> weights)
    : model_(model), completion_(completion), weights_(std::move(weights)) {
    const auto counts = [&](OrientedSlot place) { return weights_[model.orbit_of[place]] > 0; };
    std::ranges::copy_if(model.first_of, std::back_inserter(places_), counts);
    for (const Move &move : model.moves) {
        slots_.emplace_back();
        for (const auto &slot : move.slots)
            if (counts(slot.first)) slots_.back().push_back(slot);
    }
    RandomGenerator dice(1);
    distance_.resize(model.oriented_slots());
    keys_.resize(model.oriented_slots());
    for (const Orbit &orbit : model.orbits) {
        const int n = orbit.oriented_slots();
        if (!n || !counts(static_cast<OrientedSlot>(orbit.begin))) continue;
        std::vector<std::pair<int, int>> queue;
        for (int p = orbit.begin; p < orbit.end; ++p) {
            distance_[p].assign(n, UNREACHABLE);
            keys_[p].resize(n);
            for (std::uint64_t &key : keys_[p]) key = dice();
            for (int x = 0; x < n; ++x)
                if (model.fits(static_cast<OrientedSlot>(p),
                               static_cast<OrientedSlot>(orbit.begin + x))) {
                    distance_[p][x] = 0;
                    queue.emplace_back(p, x);
                }
        }
        for (std::size_t k = 0; k < queue.size(); ++k) {
            const auto [p, x] = queue[k];
            for (const Move &move : model.moves) {
                const int q = move.to[p];
                if (distance_[q][x] != UNREACHABLE) continue;
                distance_[q][x] = static_cast<std::uint8_t>(distance_[p][x] + 1);
                queue.emplace_back(q, x);
            }
        }
    }
}

Beam::Scores Beam::scores(double jitter, RandomGenerator &dice) const {
    Scores result(model_.oriented_slots());
    double factor = 1;
    for (int p = 0; p < model_.oriented_slots(); ++p) {
        const OrientedSlot first = model_.first_of[model_.slot_of[p]];
        if (p == first)
            factor = 1 + jitter * (2.0 * static_cast<double>(dice() >> 11) * 0x1.0p-53 - 1);
        const auto scale = static_cast<float>(factor * weights_[model_.orbit_of[p]]);
        for (const std::uint8_t distance : distance_[p])
            result[p].push_back(scale * distance_penalty(distance));
    }
    return result;
}

std::vector<Beam::Node> Beam::children(const std::vector<State> &states,
                                       const std::vector<Node> &level, const Scores &scores) const {
    std::vector<Node> result;
    for (std::size_t k = 0; k < states.size(); ++k) {
        const State &state = states[k];
        const int last = level[k].parent < 0 ? -1 : level[k].move;
        for (std::size_t m = 0; m < model_.moves.size(); ++m) {
            if (slots_[m].empty() || !model_.may_follow(static_cast<Letter>(m), last)) continue;
            const int price = model_.price[m];
            Node node{static_cast<int>(k), static_cast<Letter>(m), level[k].score,
                      level[k].cost + price, level[k].hash};
            node.score += static_cast<float>(price - model_.least_price);
            for (const auto &[from, to] : slots_[m]) {
                const int piece = state[from] - model_.orbits[model_.orbit_of[from]].begin;
                node.score += scores[to][piece] - scores[from][piece];
            }
            result.push_back(node);
        }
    }
    return result;
}

// The cost of a word to a state and of the rest from there, with what wrong pieces will cost.
double Beam::value(const State &state, const Word &rest, int cost,
                   const BeamOptions &options) const {
    const State end = model_.after(state, rest);
    double value = cost + model_.cost(rest);
    for (const OrientedSlot place : places_)
        if (!model_.fits(place, end[place]))
            value += options.wrong_piece_cost * weights_[model_.orbit_of[place]];
    return value;
}

std::optional<Word> Beam::run(const State &start, const std::vector<int> &totals,
                              const BeamOptions &options, RandomGenerator &dice) const {
    const Scores scored = scores(options.jitter, dice);
    const auto hash = [&](const State &state) {
        std::uint64_t value = 0;
        for (const OrientedSlot place : places_)
            value ^= keys_[place][state[place] - model_.orbits[model_.orbit_of[place]].begin];
        return value;
    };
    std::vector<std::vector<Node>> levels{{{-1, 0, 0, 0, hash(start)}}};
    std::vector<State> states{start};
    std::vector<std::vector<int>> sums{totals};
    std::unordered_set<std::uint64_t> seen{levels[0][0].hash};
    Best best;
    const auto consider = [&](int level, std::size_t node) {
        const auto rest = completion_.word(states[node], sums[node]);
        if (!rest) return;
        const double found = value(states[node], *rest, levels[level][node].cost, options);
        if (found < best.value) best = {found, level, static_cast<int>(node), *rest};
    };
    consider(0, 0);
    for (int level = 1, stale = 0; level < MOST_LEVELS && stale < STALE_LEVELS; ++level, ++stale) {
        std::vector<Node> found = children(states, levels.back(), scored);
        const auto kept =
            std::min<std::size_t>(found.size(), 2 * static_cast<std::size_t>(options.width));
        const auto less = [](const Node &a, const Node &b) { return a.score < b.score; };
        std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept),
                          found.end(), less);
        found.resize(kept);
        std::vector<Node> next;
        std::vector<State> next_states;
        std::vector<std::vector<int>> next_sums;
        for (Node &node : found) {
            if (static_cast<int>(next.size()) == options.width) break;
            State state;
            model_.apply(node.move, states[node.parent], state);
            node.hash = hash(state);
            if (!seen.insert(node.hash).second) continue;
            next_sums.push_back(sums[node.parent]);
            model_.add(next_sums.back(), node.move);
            next_states.push_back(std::move(state));
            next.push_back(node);
        }
        if (next.empty()) break;
        states.swap(next_states);
        sums.swap(next_sums);
        levels.push_back(std::move(next));
        const double before = best.value;
        for (std::size_t k = 0; k < std::min(states.size(), COMPLETED_NODES); ++k)
            consider(level, k);
        if (best.value < before) stale = -1;
    }
    if (best.value >= 1e18) return std::nullopt;
    Word word;
    for (int level = best.level, node = best.node; level > 0; --level) {
        word.push_back(levels[level][node].move);
        node = levels[level][node].parent;
    }
    std::ranges::reverse(word);
    word.insert(word.end(), best.rest.begin(), best.rest.end());
    return model_.simplified(word);
}

}  // namespace puzzlery::general
