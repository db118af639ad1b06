// The tables of the general solver, made step by step; see tables.hpp.
#include "general/tables/tables.hpp"

#include "general/tables/stage.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace puzzlery::general {

namespace {

constexpr double EASY = 26;  // the average length of 3-cycles that are worth waiting for
constexpr double EASILY_LISTED = 100'000;  // states of orbits without 3-cycles, all together

// How many states an orbit has at most.
double states(const Orbit &orbit) {
    double count = 1;
    for (int k = 1; k <= orbit.slots(); ++k) count *= k * orbit.turns;
    return count;
}

}  // namespace

Tables::Tables(std::vector<int> slots, std::vector<int> turns,
               std::vector<std::vector<Frame>> layers, std::vector<Power> orders,
               const std::vector<std::vector<Power>> &powers,
               std::vector<std::vector<std::uint8_t>> fits, std::vector<Coordinate> coordinates)
    : Tables(Model(std::move(slots), std::move(turns), std::move(layers), std::move(orders), powers,
                   std::move(fits), std::move(coordinates)),
             false) {}

Tables::Tables(Model model, bool is_part) : model_(std::move(model)), is_part_(is_part) {
    for (std::size_t o = 0; o < model_.orbits.size(); ++o)
        cycles_.emplace_back(model_, static_cast<int>(o), false);
}

const std::vector<Tables::Part> &Tables::parts() const {
    if (!finished()) throw std::runtime_error("the tables are not made yet");
    return parts_;
}

Progress Tables::progress() const {
    const char *notes[] = {"3-cycles that were kept", "3-cycles",
                           "longer 3-cycles",         "3-cycles of unruly orbits",
                           "powers of words",         "parities and small orbits",
                           "3-cycles of a part",      "ready"};
    const auto done = static_cast<int>(step_);
    return {static_cast<double>(done), static_cast<double>(Step::done), notes[done]};
}

bool Tables::advance() {
    return go_on([this] { return out_of_time(); });
}

bool Tables::go_on(const Pause &pause) {
    while (!finished() && step(pause)) {
        step_ = step_ == Step::kept ? after_kept_ : static_cast<Step>(static_cast<int>(step_) + 1);
        if (pause()) break;
    }
    return finished();
}

bool Tables::step(const Pause &pause) {
    if (step_ == Step::kept) return close_kept(pause);
    if (step_ == Step::deep) return search_deep(pause);
    if (step_ == Step::parts) return is_part_ || make_parts(pause);
    if (step_ != Step::complete) return search(pause);
    is_free_.clear();
    for (std::size_t o = 0; o < cycles_.size(); ++o)
        is_free_.push_back(cycles_[o].complete() || is_told(o));
    if (!is_part_) completion_ = std::make_unique<Completion>(model_, is_free_);
    weigh();
    return true;
}

// 3-cycles of all orbits; then longer ones where these are missing; then such as carry along pieces
// of the orbits that have some, because these are solved later.
bool Tables::search(const Pause &pause) {
    if (!bases_) {
        const std::vector<char> all(model_.orbits.size(), 1), missing = hard();
        if (step_ == Step::first) {
            level_.clear();
            for (const char m : missing) level_.push_back(!m);
        }
        if (std::ranges::none_of(missing, [](char m) { return m; })) return true;
        begin(missing, step_ == Step::first ? missing : all, step_ != Step::quick);
    }
    if (!bases_->advance(pause) || !close(pause)) return false;
    take();
    bases_.reset();
    return true;
}

void Tables::begin(const std::vector<char> &wanted, const std::vector<char> &counts,
                   bool thorough) {
    again_.clear();
    closed_ = 0;
    for (std::size_t o = 0; o < wanted.size(); ++o)
        again_.emplace_back(model_, static_cast<int>(o), wanted[o]);
    bases_ = std::make_unique<BaseSearch>(model_, again_, slots_of(model_, counts), thorough);
}

bool Tables::close(const Pause &pause) {
    for (; closed_ < again_.size(); ++closed_)
        if (!again_[closed_].empty() && !again_[closed_].close(pause)) return false;
    return true;
}

// What was found replaces what there was, unless pieces are carried along for nothing.
void Tables::take() {
    for (std::size_t o = 0; o < again_.size(); ++o)
        if (again_[o].complete() || (step_ == Step::first && !level_[o]))
            cycles_[o] = std::move(again_[o]);
    again_.clear();
}

bool Tables::search_deep(const Pause &pause) {
    if (!deep_) {
        if (states_without_cycles() <= EASILY_LISTED) return true;
        std::vector<char> counts;
        again_.clear();
        closed_ = 0;
        for (std::size_t o = 0; o < cycles_.size(); ++o) {
            again_.emplace_back(model_, static_cast<int>(o), !cycles_[o].complete() && !is_told(o));
            counts.push_back(!level_[o]);
        }
        deep_ = std::make_unique<Deep>(model_, again_, slots_of(model_, counts));
    }
    if (!deep_->advance(pause) || !close(pause)) return false;
    take();
    deep_.reset();
    return true;
}

// Whether coordinates tell all about an orbit: a single slot whose turns add up, or none.
bool Tables::is_told(std::size_t orbit) const {
    if (!model_.orbits[orbit].slots()) return true;
    int values = 1;
    for (const Coordinate &c : model_.coordinates)
        if (c.orbit == static_cast<int>(orbit)) values *= c.modulus;
    return model_.orbits[orbit].slots() == 1 && values == model_.orbits[orbit].turns;
}

// Orbits without 3-cycles, or with long ones; not those that can be listed after the first search.
std::vector<char> Tables::hard() const {
    const bool listed = step_ != Step::quick && states_without_cycles() <= EASILY_LISTED;
    std::vector<char> found;
    for (const Cycles &table : cycles_) {
        const bool missing = !table.complete() && !is_told(found.size()) && !listed;
        found.push_back(missing || (table.complete() && table.average() > EASY));
    }
    return found;
}

double Tables::states_without_cycles() const {
    double count = 1;
    for (std::size_t o = 0; o < cycles_.size(); ++o)
        if (!cycles_[o].complete() && !is_told(o)) count *= states(model_.orbits[o]);
    return count;
}

bool Tables::two_levels() const {
    bool low = false, high = false;
    for (std::size_t o = 0; o < level_.size(); ++o)
        if (is_free_[o] && model_.orbits[o].slots()) (level_[o] ? high : low) = true;
    return low && high;
}

// A 3-cycle brings two or three pieces home, and merges with what stands around it.
void Tables::weigh() {
    weights_.clear();
    for (const Cycles &table : cycles_) {
        const double price = 0.7 * table.least() + 0.3 * table.average() - 1.5;
        weights_.push_back(table.complete() ? std::max(0.8, price / 2.7) : 1.0);
    }
}

// An orbit of level 0 that is solved in an early stage may have pure 3-cycles there.
void Tables::begin_parts() {
    std::vector<char> solved(model_.orbits.size(), 0);
    const bool all_free = std::ranges::all_of(is_free_, std::identity{});
    for (std::vector<int> &orbits : stages_of(model_, is_free_)) {
        bool hard = false;
        for (const int o : orbits) solved[o] = 1;
        for (std::size_t o = 0; o < solved.size(); ++o) hard |= solved[o] && !level_[o];
        const bool whole = std::ranges::all_of(solved, std::identity{});
        parts_.push_back({std::move(orbits), nullptr});
        if (all_free && hard && !whole && two_levels())
            parts_.back().own.reset(new Tables(model_.with_only(solved), true));
    }
}

bool Tables::make_parts(const Pause &pause) {
    if (parts_.empty()) begin_parts();
    for (Part &part : parts_) {
        if (!part.own) continue;
        if (!part.own->go_on(pause)) return false;
        if (!std::ranges::all_of(part.own->is_free_, std::identity{})) part.own.reset();
    }
    return true;
}

}  // namespace puzzlery::general
