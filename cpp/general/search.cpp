// The search of the general solver: skeleton, annealing, insertion and rebuilding; see search.hpp.
#include "general/search.hpp"

#include "core/work_clock.hpp"

#include <algorithm>
#include <cmath>

namespace puzzlery::general {

namespace {

// The sources of the values below are not recorded; docs/general-table.md measures the solver.

// Proposals between two looks at the clock: 0.2 ms on a megaminx at 5.7 million a second.
constexpr std::size_t CHUNK_PROPOSALS = 1'000;
// Each pass ends at this multiple of the time at which the one before ended. So a fair answer comes
// early, and the last pass gets most of the time.
constexpr double PASS_TIME_FACTOR = 8;
constexpr double SHORTEST_PASS_SECONDS = 0.01;
// The time of a stage in a pass is proportional to this power of its number of slots.
constexpr double STAGE_TIME_EXPONENT = 0.9;
// A round of the first stage takes this fraction of the time that is left, within the bounds below,
// so that there are several rounds from different skeletons.
constexpr double ROUND_TIME_FRACTION = 0.1;
// Proposals of a round for each slot. More of them hardly shorten the word.
constexpr double LEAST_PROPOSALS_PER_SLOT = 600, MOST_PROPOSALS_PER_SLOT = 10'000;
constexpr double MOST_LATER_PROPOSALS_PER_SLOT = 20'000;  // in all stages but the first
// Fractions of a later stage's time that go to rounds; the rest goes to rebuilding. In the last
// stage many pieces look alike, and annealing anew gains more than rebuilding.
constexpr double ROUNDS_FRACTION = 0.5, LAST_ROUNDS_FRACTION = 0.7;
// Average length of the annealing of a rebuild, as a fraction of a round.
constexpr double REBUILD_EFFORT_FRACTION = 0.25;
// The last solutions are completed in the time of an insertion, times this for safety: on a machine
// that gets busy, an insertion may take twice as long as the longest one so far.
constexpr double WRAP_UP_MARGIN = 2.5;
// Temperatures in moves.
constexpr double START_TEMPERATURE = 0.35, REBUILD_TEMPERATURE = 0.3, END_TEMPERATURE = 0.15;
// Rewards for a solved piece, as factors of `Tables::weights`: the average cost in moves of solving
// a piece by an inserted 3-cycle. The reward rises during annealing and ends slightly above it.
constexpr double START_REWARD = 0.25, END_REWARD = 1.1;
constexpr double LEAST_REBUILD_REWARD = 0.5;  // of the random reward at which a rebuild starts
constexpr double SOLVED_REWARD = 2;           // for pieces that an earlier stage solved
constexpr double LEVEL_0_FACTOR = 3;          // for level 0 while it is solved before level 1
constexpr double TIED_REWARD = 1e6;           // for tied orbits: they never get unsolved
// In later stages a proposal is dropped when it has lost this many pieces more than allowed.
constexpr double ABORT_MARGIN_PIECES = 3;
// The "temperature" in moves at which a longer rebuilt word is accepted.
constexpr double REBUILD_ACCEPTANCE_MOVES = 0.5;
// Start a new round after this many failed rebuilds, plus one for every so many slots, if there is
// time left for this many rounds.
constexpr int LEAST_FAILED_REBUILDS = 3, SLOTS_PER_FAILED_REBUILD = 12;
constexpr double ROUNDS_LEFT_TO_RESTART = 1.5;
// The first answer uses a narrow beam and quick insertions, everything after it the others. The
// insertion at the end of the time is in between.
constexpr InsertionLimits QUICK_INSERTION{.pairs = 30'000, .tolerance = 1.6};
constexpr InsertionLimits LAST_INSERTION{.pairs = 100'000, .tolerance = 1.25};
constexpr InsertionLimits CAREFUL_INSERTION{.pairs = 500'000, .tolerance = 1.12};
constexpr BeamOptions NARROW_BEAM{.width = 4, .jitter = 0, .wrong_piece_cost = 1};
constexpr BeamOptions WIDE_BEAM{.width = 30, .jitter = 0.1, .wrong_piece_cost = 1};

// Without a clock, a second is so many proposals; an insertion examines so many pairs in the time
// of a proposal.
constexpr double PROPOSALS_PER_SECOND = 1e6, PAIRS_PER_PROPOSAL = 10;
// Moves in the smallest window of a rebuild.
constexpr double LEAST_WINDOW_MOVES = 24;

}  // namespace

Search::Search(const Tables &tables, State start, std::vector<int> totals, double seconds,
               std::uint64_t seed, std::uint64_t proposals, Wildcards wildcards)
    : tables_(tables), model_(tables.model()), start_(std::move(start)), totals_(std::move(totals)),
      wildcards_(std::move(wildcards)), beam_(model_, tables.completion(), tables.weights()),
      inserter_(model_, tables.cycles(), tables.level()), dice_(seed), by_clock_(!proposals),
      planned_seconds_(proposals ? static_cast<double>(proposals) / PROPOSALS_PER_SECOND
                                 : seconds) {
    if (start_.size() != static_cast<std::size_t>(model_.oriented_slots()) ||
        totals_.size() != model_.coordinates.size())
        throw std::invalid_argument("the state does not belong to these tables");
    if (wildcards_.stickers && wildcards_.of_orbit.size() != model_.orbits.size())
        throw std::invalid_argument("wildcards need the stickers of each orbit's pieces");
    check_start();
}

// Every piece must be in exactly one place, which belongs to its orbit.
void Search::check_start() const {
    std::vector<char> there(start_.size(), 0);
    for (std::size_t place = 0; place < start_.size(); ++place) {
        const OrientedSlot piece = start_[place];
        if (piece >= start_.size() || there[piece]++ ||
            model_.orbit_of[piece] != model_.orbit_of[place])
            throw std::invalid_argument(
                "the state is not a permutation of the pieces of each orbit");
    }
}

Progress Search::progress() const {
    const std::string note =
        found_ ? std::to_string(model_.cost(best_)) + " moves" : "first answer";
    return {proposals_, std::nullopt, note};
}

bool Search::advance() {
    slice_began_ = WorkClock::now();
    if (!found_ && !failed_) find_first_answer();
    const auto ended = [this] {
        return failed_ || is_shortest() || (!by_clock_ && seconds() >= planned_seconds_);
    };
    while (!ended() && !out_of_time()) {
        if (!traced_) begin();
        if (!wrapped_up_ && seconds() + wrap_up_seconds() >= planned_seconds_) wrap_up();
        anneal();
        if (plan_.done >= 1) current_ ? end_rebuilding() : end_annealing();
    }
    spent_ = seconds();
    return ended();
}

void Search::share_with(Search &other) {
    if (!other.exchange_) other.exchange_ = std::make_shared<Exchange>();
    exchange_ = other.exchange_;
}

// Whether nothing can be shorter: there are no moves, or one of the cheapest.
bool Search::is_shortest() const {
    return best_.empty() || (best_.size() == 1 && model_.cost(best_) == model_.least_price);
}

void Search::plan(double start_temperature, double end_temperature, double start_reward,
                  double seconds) {
    const double slots = stage().slots();
    plan_ = {start_temperature,
             end_temperature,
             start_reward,
             seconds,
             LEAST_PROPOSALS_PER_SLOT * slots,
             (stage_ ? MOST_LATER_PROPOSALS_PER_SLOT : MOST_PROPOSALS_PER_SLOT) * slots};
}

void Search::anneal() {
    const auto between = [&](double from, double to) { return from + (to - from) * plan_.done; };
    const double before = seconds();
    stage().annealer().run(*traced_, dice_, CHUNK_PROPOSALS,
                           between(plan_.start_temperature, plan_.end_temperature),
                           rewards(between(plan_.start_reward, END_REWARD)), window_);
    proposals_ += CHUNK_PROPOSALS;
    plan_.proposals += CHUNK_PROPOSALS;
    annealing_seconds_ += seconds() - before;
    const double part = (seconds() - before) / std::max(1e-9, plan_.seconds);
    plan_.done += std::clamp(part, CHUNK_PROPOSALS / plan_.most_proposals,
                             CHUNK_PROPOSALS / plan_.least_proposals);
}

Rewards Search::rewards(double factor) const {
    const Tables &tables = stage().tables();
    std::vector<double> of_orbit = tables.weights();
    const bool two_levels = tables.two_levels();
    double greatest = 0;  // of the orbits that this stage solves
    for (std::size_t o = 0; o < of_orbit.size(); ++o) {
        const bool first = two_levels && !tables.level()[o];
        if (!tables.is_free()[o] || (first && !at_level_0_)) {
            of_orbit[o] = TIED_REWARD;
            continue;
        }
        const bool done = stage().before(static_cast<int>(o)) && !current_;
        of_orbit[o] *= done ? SOLVED_REWARD : first ? LEVEL_0_FACTOR * factor : factor;
        if (!done) greatest = std::max(greatest, of_orbit[o]);
    }
    Rewards result{{}, stage_ ? ABORT_MARGIN_PIECES * greatest : TIED_REWARD};
    for (const int o : stage().model().orbit_of)
        result.of_place.push_back(static_cast<float>(of_orbit[o]));
    return result;
}

double Search::seconds() const {
    if (!by_clock_)
        return (static_cast<double>(proposals_) +
                static_cast<double>(examined_) / PAIRS_PER_PROPOSAL) /
               PROPOSALS_PER_SECOND;
    return spent_ + std::chrono::duration<double>(WorkClock::now() - slice_began_).count();
}

void Search::offer(const Word &word) {
    const Word result = model_.simplified(word);
    if (found_ && model_.cost(result) >= model_.cost(best_)) return;
    if (!is_solved(model_.after(start_, result))) return;
    best_ = result;
    found_ = true;
    history_.emplace_back(seconds(), model_.cost(result));
}

bool Search::is_solved(const State &state) const {
    int wrong = 0;
    for (const OrientedSlot place : model_.first_of)
        if (!model_.fits(place, state[place])) wrong += wildcards_.cost(model_.orbit_of[place]);
    return wrong <= wildcards_.stickers;
}

bool Search::insert(const Inserter &inserter, TracedWord &traced, const InsertionLimits &limits,
                    Pause pause) {
    const double began = seconds();
    const bool is_whole = traced.model().slots() == model_.slots();
    Insertion insertion{dice_, limits, is_whole ? wildcards_ : Wildcards{}, std::move(pause)};
    const bool solved = inserter.run(traced, 0, insertion) && inserter.run(traced, 1, insertion);
    examined_ += insertion.examined;
    insertion_seconds_ = std::max(insertion_seconds_, seconds() - began);
    return solved;
}

// The time that it takes to solve the rest of the word under way, judged by earlier insertions.
double Search::wrap_up_seconds() const { return WRAP_UP_MARGIN * insertion_seconds_; }

// Solve the rest of the word under way shortly before the planned time is over: on a large puzzle
// the first pass may not have ended yet. A word of the last stage that is being rebuilt is solved.
void Search::wrap_up() {
    wrapped_up_ = true;
    if (current_ && last_stage()) return;
    TracedWord traced(model_, start_, (current_ ? current_ : traced_)->word());
    const auto over = [this] { return seconds() > planned_seconds_; };
    if (insert(inserter_, traced, LAST_INSERTION, over)) offer(traced.word());
}

void Search::find_first_answer() {
    const auto word = beam_.run(start_, totals_, NARROW_BEAM, dice_);
    if (word) {
        TracedWord traced(model_, start_, *word);
        if (insert(inserter_, traced, QUICK_INSERTION)) offer(traced.word());
    }
    failed_ = !found_;
}

bool Search::use_skeleton(const Word &word) {
    slice_began_ = WorkClock::now();
    std::vector<int> totals = totals_;
    for (const Letter move : word) model_.add(totals, move);
    const auto rest = tables_.completion().word(model_.after(start_, word), totals);
    if (rest) {
        Word whole = word;
        whole.insert(whole.end(), rest->begin(), rest->end());
        TracedWord traced(model_, start_, model_.simplified(whole));
        if (insert(inserter_, traced, LAST_INSERTION)) {
            offer(traced.word());
            has_skeleton_ = true;
        }
    }
    spent_ = seconds();
    return has_skeleton_;
}

Inserter::CommutatorSteps Search::commutator_steps() {
    const auto word = beam_.run(start_, totals_, WIDE_BEAM, dice_);
    if (!word) return {};
    Inserter::CommutatorSteps result{{-1, *word}};
    TracedWord traced(model_, start_, *word);
    const bool solved =
        inserter_.append_cycles(traced, 0, result) && inserter_.append_cycles(traced, 1, result);
    return solved ? result : Inserter::CommutatorSteps{};
}

void Search::make_stages() {
    const Stage *previous = nullptr;
    for (const Tables::StageTables &own : tables_.stages()) {
        stages_.push_back(std::make_unique<Stage>(tables_, own, previous, start_));
        previous = stages_.back().get();
    }
    if (stages_.size() == 1) return;
    std::vector<double> weights(model_.orbits.size(), 0);
    for (const int o : tables_.stages()[0].orbits) weights[o] = stages_[0]->tables().weights()[o];
    skeletons_ = std::make_unique<Beam>(model_, tables_.completion(), weights);
}

// A stage ends when its time is over and it has found a word for the next stage. The last stage of
// the last pass never ends.
void Search::begin() {
    if (stages_.empty()) {
        make_stages();
        has_skeleton_ ? begin_with_skeleton() : begin_pass();
    } else if (stage_best_ && seconds() >= stage_end_ &&
               !(last_stage() && pass_end_ == planned_seconds_)) {
        if (last_stage())
            begin_pass();
        else if (pass_end_ < planned_seconds_ && seconds() + least_seconds_left() > pass_end_)
            begin_last_pass();
        else
            begin_stage(stage_ + 1);
    }
    current_ ? begin_rebuilding() : begin_round();
}

// The last pass ends with the planned time. Shorter ones come before it, for an early answer.
void Search::begin_pass() {
    pass_end_ = planned_seconds_;
    if (stages_.size() > 1)
        while (pass_end_ > PASS_TIME_FACTOR * std::max(SHORTEST_PASS_SECONDS, seconds()))
            pass_end_ /= PASS_TIME_FACTOR;
    begin_stage(0);
}

// The least time of the annealing in all later stages, at the speed so far. On a very large puzzle
// a short pass would take longer than planned, and leave too little time for the last one.
double Search::least_seconds_left() const {
    double slots = 0;
    for (std::size_t k = stage_ + 1; k < stages_.size(); ++k) slots += stages_[k]->slots();
    return LEAST_PROPOSALS_PER_SLOT * slots * annealing_seconds_ /
           std::max(1.0, static_cast<double>(proposals_));
}

void Search::begin_last_pass() {
    pass_end_ = planned_seconds_;
    begin_stage(0);
}

// Rebuild the best word until the time is over: annealing would not find such words.
void Search::begin_with_skeleton() {
    pass_end_ = round_seconds_ = planned_seconds_;
    begin_stage(stages_.size() - 1);
    from_ = best_;
    keep(best_);
    current_ = std::make_unique<TracedWord>(stage().traced(best_));
    round_proposals_ = LEAST_PROPOSALS_PER_SLOT * stage().slots();
}

void Search::begin_stage(std::size_t number) {
    if (stage_best_ && number) take_shared();
    if (stage_best_) from_ = *stage_best_;
    stage_best_.reset();
    current_.reset();
    stage_ = number;
    double shares = 0;
    for (std::size_t k = number; k < stages_.size(); ++k)
        shares += std::pow(stages_[k]->slots(), STAGE_TIME_EXPONENT);
    stage_began_ = seconds();
    stage_end_ = stage_began_ + std::max(0.0, pass_end_ - stage_began_) *
                                    std::pow(stage().slots(), STAGE_TIME_EXPONENT) / shares;
}

double Search::rounds_fraction() const {
    return last_stage() ? LAST_ROUNDS_FRACTION : ROUNDS_FRACTION;
}

void Search::begin_round() {
    if (!stage_) {
        const auto word = (skeletons_ ? *skeletons_ : beam_).run(start_, totals_, WIDE_BEAM, dice_);
        from_ = word ? *word : best_;
    }
    traced_ = std::make_unique<TracedWord>(stage().traced(from_));
    const Tables &tables = stage().tables();
    at_level_0_ = false;
    for (std::size_t o = 0; o < model_.orbits.size(); ++o)
        at_level_0_ |=
            stage().now(static_cast<int>(o)) && tables.is_free()[o] && !tables.level()[o];
    at_level_0_ &= tables.two_levels();
    round_began_ = seconds();
    const double left = stage_end_ - round_began_;
    plan(START_TEMPERATURE, END_TEMPERATURE, START_REWARD,
         (stage_ ? rounds_fraction() : ROUND_TIME_FRACTION) * left / (at_level_0_ ? 2 : 1));
}

bool Search::insert_level_0() {
    Insertion insertion{dice_, CAREFUL_INSERTION};
    const bool solved = stage().inserter().run(*traced_, 0, insertion);
    examined_ += insertion.examined;
    return solved;
}

// After level 0, insert its 3-cycles and anneal level 1.
void Search::end_annealing() {
    if (at_level_0_ && insert_level_0()) {
        at_level_0_ = false;
        plan_.done = plan_.proposals = 0;
        return;
    }
    at_level_0_ = false;
    end_round();
}

void Search::end_round() {
    round_seconds_ = seconds() - round_began_;
    round_proposals_ = plan_.proposals;
    if (insert(stage().inserter(), *traced_, CAREFUL_INSERTION)) {
        keep(traced_->word());
        failed_rebuilds_ = 0;
        // In a later stage all rounds start from the same word; only the best result is rebuilt.
        const double rounds = rounds_fraction() * (stage_end_ - stage_began_);
        if (!stage_)
            current_ = std::move(traced_);
        else if (seconds() + round_seconds_ > stage_began_ + rounds) {
            take_shared();
            current_ = std::make_unique<TracedWord>(stage().traced(*stage_best_));
        }
    }
    traced_.reset();
}

// Keep the shortest word of the stage. In the last stage it solves the puzzle.
void Search::keep(const Word &word) {
    if (stage_best_ && model_.cost(*stage_best_) <= model_.cost(word)) return;
    stage_best_ = word;
    failed_rebuilds_ = 0;
    if (last_stage()) offer(word);
    if (exchange_) exchange_->offer({pass_end_, stage_}, model_.cost(word), word);
}

// Continue with the word of another search, if it is cheaper.
void Search::take_shared() {
    if (!exchange_) return;
    if (const auto word = exchange_->cheaper({pass_end_, stage_}, model_.cost(*stage_best_)))
        keep(*word);
}

// Anneal a window of the word at a lower reward, which unsolves the pieces that cost most. Windows
// of all lengths are as likely, by their logarithms.
void Search::begin_rebuilding() {
    traced_ = std::make_unique<TracedWord>(*current_);
    const int size = traced_->size();
    window_fraction_ =
        std::pow(std::min(1.0, LEAST_WINDOW_MOVES / std::max(1, size)), dice_.unit());
    const int outside = static_cast<int>((1 - window_fraction_) * size);
    window_.before = static_cast<int>(dice_.below(static_cast<std::size_t>(outside) + 1));
    window_.after = outside - window_.before;
    plan(REBUILD_TEMPERATURE, REBUILD_TEMPERATURE,
         LEAST_REBUILD_REWARD + (END_REWARD - LEAST_REBUILD_REWARD) * dice_.unit(), 0);
    plan_.least_proposals = plan_.most_proposals =
        1 + 2 * REBUILD_EFFORT_FRACTION * window_fraction_ * round_proposals_ * dice_.unit();
}

void Search::end_rebuilding() {
    const bool solved = insert(stage().inserter(), *traced_, CAREFUL_INSERTION);
    if (solved &&
        traced_->cost() <= current_->cost() - REBUILD_ACCEPTANCE_MOVES * std::log(dice_.unit())) {
        current_ = std::move(traced_);
        keep(current_->word());
    }
    traced_.reset();
    window_ = {};
    failed_rebuilds_ += window_fraction_;
    if (failed_rebuilds_ <= LEAST_FAILED_REBUILDS + stage().slots() / SLOTS_PER_FAILED_REBUILD)
        return;
    failed_rebuilds_ = 0;
    if (ROUNDS_LEFT_TO_RESTART * round_seconds_ < stage_end_ - seconds()) {
        current_.reset();
        return;
    }
    take_shared();
    *current_ = stage().traced(*stage_best_);
}

void Search::save(Writer &writer) const {
    writer.put(best_);
    writer.put<std::uint64_t>(found_);
    writer.put(spent_);
}

void Search::load(Reader &reader) {
    const auto best = reader.get_vector<Letter>();
    const bool found = reader.get<std::uint64_t>();
    const auto spent = reader.get<double>();
    reader.finish();
    for (const Letter move : best)
        if (move >= model_.moves.size())
            throw std::invalid_argument("snapshot belongs to another puzzle");
    if (found && !is_solved(model_.after(start_, best)))
        throw std::invalid_argument("snapshot belongs to another state");
    best_ = best;
    found_ = found;
    spent_ = spent;
    traced_.reset();
    current_.reset();
    stage_best_.reset();
    stages_.clear();
}

}  // namespace puzzlery::general
