// The tables of the general solver, made step by step; see general.hpp.
#include "general.hpp"

#include <algorithm>

namespace puzzlery::general {

namespace {

constexpr double EASY = 26;  // the average length of 3-cycles that are worth waiting for

}  // namespace

Tables::Tables(std::vector<int> slots, std::vector<int> turns,
               std::vector<std::vector<Frame>> layers, std::vector<int> orders,
               std::vector<std::vector<std::uint8_t>> fits, std::vector<Coordinate> coordinates)
    : model_(std::move(slots), std::move(turns), std::move(layers), std::move(orders),
             std::move(fits), std::move(coordinates)) {}

Progress Tables::progress() const {
    const char *notes[] = {"3-cycles", "longer 3-cycles", "3-cycles of unruly orbits",
                           "parities and small orbits", "ready"};
    return {static_cast<double>(step_), 4, notes[step_]};
}

bool Tables::advance() {
    while (!finished_) {
        if (step_ == 0) search();
        if (step_ == 1) search_pure();
        if (step_ == 2) search_first();
        if (step_ == 3) {
            for (const Cycles &table : cycles_) is_free_.push_back(table.complete());
            completion_ = std::make_unique<Completion>(model_, is_free_);
            weigh();
        }
        finished_ = ++step_ == 4;
        if (out_of_time()) break;
    }
    return finished_;
}

void Tables::search() {
    const std::vector<char> all(model_.orbits.size(), 1);
    cycles_ = find_cycles(model_, all, all, false);
    for (Cycles &table : cycles_)
        if (table.usable()) table.close();
}

std::vector<char> Tables::hard() const {
    std::vector<char> found;
    for (const Cycles &table : cycles_)
        found.push_back(!table.complete() || table.average() > EASY);
    return found;
}

// Longer words for the orbits that have no pure 3-cycle yet.
void Tables::search_pure() {
    const std::vector<char> all(model_.orbits.size(), 1), missing = hard();
    if (std::ranges::none_of(missing, [](char m) { return m; })) return;
    std::vector<Cycles> again = find_cycles(model_, missing, all, true);
    for (std::size_t o = 0; o < missing.size(); ++o) {
        if (!missing[o] || !again[o].usable()) continue;
        again[o].close();
        if (again[o].complete()) cycles_[o] = std::move(again[o]);
    }
}

// Orbits without pure 3-cycles are solved before the others, and need not spare these.
void Tables::search_first() {
    const std::vector<char> missing = hard();
    for (const char m : missing) level_.push_back(!m);
    if (std::ranges::none_of(missing, [](char m) { return m; })) return;
    std::vector<Cycles> again = find_cycles(model_, missing, missing, true);
    for (std::size_t o = 0; o < missing.size(); ++o) {
        if (!missing[o]) continue;
        if (again[o].usable()) again[o].close();
        cycles_[o] = std::move(again[o]);
    }
}

bool Tables::two_levels() const {
    bool low = false, high = false;
    for (std::size_t o = 0; o < level_.size(); ++o)
        if (is_free_[o]) (level_[o] ? high : low) = true;
    return low && high;
}

// A 3-cycle brings two or three pieces home, and merges with what stands around it.
void Tables::weigh() {
    for (const Cycles &table : cycles_) {
        const double price = 0.7 * table.least() + 0.3 * table.average() - 1.5;
        weights_.push_back(table.complete() ? std::max(0.8, price / 2.7) : 1.0);
    }
}

// Tables are made again quickly; what a snapshot keeps is whose tables they are.
void Tables::save(Writer &writer) const { writer.put<std::uint64_t>(model_.frames()); }

void Tables::load(Reader &reader) {
    if (reader.get<std::uint64_t>() != static_cast<std::uint64_t>(model_.frames()))
        throw std::invalid_argument("snapshot belongs to another puzzle");
    reader.finish();
}

}  // namespace puzzlery::general
