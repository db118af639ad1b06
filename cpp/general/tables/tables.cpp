// The tables of the general solver; see tables.hpp.
#include "general/tables/tables.hpp"

#include "general/tables/stage.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace puzzlery::general {

namespace {

// Moves: orbits whose 3-cycles are longer on average get further searches. The source of the value
// is not recorded.
constexpr double ACCEPTABLE_AVERAGE = 26;
// If all orbits without 3-cycles have fewer states together, the completion lists them, and no
// further search for 3-cycles is needed.
constexpr double EASILY_LISTED_STATES = 100'000;

// An upper bound of the number of states of an orbit.
double states(const Orbit &orbit) {
    double count = 1;
    for (int k = 1; k <= orbit.slots(); ++k) count *= k * orbit.orientations;
    return count;
}

}  // namespace

Tables::Tables(Model model, bool is_stage) : model_(std::move(model)), is_stage_(is_stage) {
    for (std::size_t o = 0; o < model_.orbits.size(); ++o)
        cycles_.emplace_back(model_, static_cast<int>(o), false);
}

const std::vector<Tables::StageTables> &Tables::stages() const {
    if (!finished()) throw std::runtime_error("the tables are not finished");
    return stages_;
}

Progress Tables::progress() const {
    const char *notes[] = {"3-cycles from the store", "3-cycles",
                           "longer 3-cycles",         "3-cycles that move other orbits",
                           "powers of words",         "parities and small orbits",
                           "3-cycles of a stage",     "ready"};
    const auto done = static_cast<int>(step_);
    return {done, static_cast<int>(Step::done), notes[done]};
}

bool Tables::advance() {
    return resume([this] { return out_of_time(); });
}

bool Tables::resume(const Pause &pause) {
    while (!finished() && step(pause)) {
        step_ = step_ == Step::restored ? after_restored_
                                        : static_cast<Step>(static_cast<int>(step_) + 1);
        if (pause()) break;
    }
    return finished();
}

bool Tables::step(const Pause &pause) {
    if (step_ == Step::restored) return close_restored(pause);
    if (step_ == Step::powers) return search_powers(pause);
    if (step_ == Step::stages) return is_stage_ || build_stages(pause);
    if (step_ != Step::completion) return search(pause);
    is_free_.clear();
    for (std::size_t o = 0; o < cycles_.size(); ++o)
        is_free_.push_back(cycles_[o].complete() || is_given_by_coordinates(o));
    if (!is_stage_) completion_ = std::make_unique<Completion>(model_, is_free_);
    weigh();
    return true;
}

// The first two steps count the slots of all orbits. The third counts only orbits that lack
// 3-cycles, because the others are solved later.
bool Tables::search(const Pause &pause) {
    if (!commutator_search_) {
        const std::vector<char> all(model_.orbits.size(), 1), missing = lacking();
        if (step_ == Step::disturbing_cycles) {
            level_.clear();
            for (const char m : missing) level_.push_back(!m);
        }
        if (std::ranges::none_of(missing, [](char m) { return m; })) return true;
        begin_candidates(missing);
        commutator_search_ = std::make_unique<CommutatorSearch>(
            model_, candidates_, slots_of(model_, step_ == Step::disturbing_cycles ? missing : all),
            step_ != Step::short_cycles);
    }
    if (!commutator_search_->advance(pause) || !close(pause)) return false;
    take_candidates();
    commutator_search_.reset();
    return true;
}

// Empty tables for the wanted orbits.
void Tables::begin_candidates(const std::vector<char> &wanted) {
    candidates_.clear();
    closed_ = 0;
    for (std::size_t o = 0; o < wanted.size(); ++o)
        candidates_.emplace_back(model_, static_cast<int>(o), wanted[o]);
}

bool Tables::close(const Pause &pause) {
    for (; closed_ < candidates_.size(); ++closed_)
        if (!candidates_[closed_].empty() && !candidates_[closed_].close(pause)) return false;
    return true;
}

// Complete candidates replace the tables, and so do those that move other orbits at level 0.
void Tables::take_candidates() {
    for (std::size_t o = 0; o < candidates_.size(); ++o)
        if (candidates_[o].complete() || (step_ == Step::disturbing_cycles && !level_[o]))
            cycles_[o] = std::move(candidates_[o]);
    candidates_.clear();
}

bool Tables::search_powers(const Pause &pause) {
    if (!power_search_) {
        if (states_without_cycles() <= EASILY_LISTED_STATES) return true;
        std::vector<char> wanted, counts;
        for (std::size_t o = 0; o < cycles_.size(); ++o) {
            wanted.push_back(!cycles_[o].complete() && !is_given_by_coordinates(o));
            counts.push_back(!level_[o]);
        }
        begin_candidates(wanted);
        power_search_ =
            std::make_unique<PowerSearch>(model_, candidates_, slots_of(model_, counts));
    }
    if (!power_search_->advance(pause) || !close(pause)) return false;
    take_candidates();
    power_search_.reset();
    return true;
}

// Whether coordinates determine an orbit: it has no slots, or one slot whose orientations add up.
bool Tables::is_given_by_coordinates(std::size_t orbit) const {
    if (!model_.orbits[orbit].slots()) return true;
    int values = 1;
    for (const Coordinate &c : model_.coordinates)
        if (c.orbit == static_cast<int>(orbit)) values *= c.modulus;
    return model_.orbits[orbit].slots() == 1 && values == model_.orbits[orbit].orientations;
}

// Orbits without 3-cycles, or with long ones. After the first search, orbits without 3-cycles do
// not count if the completion can list their states.
std::vector<char> Tables::lacking() const {
    const bool listed =
        step_ != Step::short_cycles && states_without_cycles() <= EASILY_LISTED_STATES;
    std::vector<char> found;
    for (const ThreeCycles &table : cycles_) {
        const bool missing = !table.complete() && !is_given_by_coordinates(found.size()) && !listed;
        found.push_back(missing || (table.complete() && table.average() > ACCEPTABLE_AVERAGE));
    }
    return found;
}

double Tables::states_without_cycles() const {
    double count = 1;
    for (std::size_t o = 0; o < cycles_.size(); ++o)
        if (!cycles_[o].complete() && !is_given_by_coordinates(o))
            count *= states(model_.orbits[o]);
    return count;
}

bool Tables::two_levels() const {
    bool low = false, high = false;
    for (std::size_t o = 0; o < level_.size(); ++o)
        if (is_free_[o] && model_.orbits[o].slots()) (level_[o] ? high : low) = true;
    return low && high;
}

// A 3-cycle solves two or three pieces (2.7 on average), and merging with its neighbors saves about
// 1.5 moves. The insertion chooses among many 3-cycles, so that short ones count most.
void Tables::weigh() {
    weights_.clear();
    for (const ThreeCycles &table : cycles_) {
        const double price = 0.7 * table.least() + 0.3 * table.average() - 1.5;
        weights_.push_back(table.complete() ? std::max(0.8, price / 2.7) : 1.0);
    }
}

// An orbit of level 0 may have 3-cycles that move nothing else in its stage.
void Tables::begin_stages() {
    std::vector<char> solved(model_.orbits.size(), 0);
    const bool all_free = std::ranges::all_of(is_free_, std::identity{});
    for (std::vector<int> &orbits : stages_of(model_, is_free_)) {
        bool hard = false;
        for (const int o : orbits) solved[o] = 1;
        for (std::size_t o = 0; o < solved.size(); ++o) hard |= solved[o] && !level_[o];
        const bool whole = std::ranges::all_of(solved, std::identity{});
        stages_.push_back({std::move(orbits), nullptr});
        if (all_free && hard && !whole && two_levels())
            stages_.back().own = std::make_unique<Tables>(model_.restricted_to(solved), true);
    }
}

bool Tables::build_stages(const Pause &pause) {
    if (stages_.empty()) begin_stages();
    for (StageTables &stage : stages_) {
        if (!stage.own) continue;
        if (!stage.own->resume(pause)) return false;
        if (!std::ranges::all_of(stage.own->is_free_, std::identity{})) stage.own.reset();
    }
    return true;
}

}  // namespace puzzlery::general
