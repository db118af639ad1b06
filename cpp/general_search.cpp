// The search of the general solver: skeleton, annealing, insertion, again and again.
#include "general.hpp"

#include <algorithm>
#include <cmath>

namespace puzzlery::general {

namespace {

constexpr std::size_t CHUNK = 1'000;  // proposals between two looks at the clock
// Proposals of a round for each slot; within these, a round takes a part of the time that is left.
constexpr double LEAST_EFFORT = 600, MOST_EFFORT = 10'000, PART_OF_TIME = 0.1;
constexpr double REBUILT_PART = 0.25;
constexpr double HOT = 0.35, WARM = 0.3, COOL = 0.15;  // in moves
// What a right piece is worth grows from little to a bit more than 3-cycles cost.
constexpr double CHEAP = 0.25, DEAR = 1.1, REBUILT = 0.5;
constexpr double LATER = 0.3;         // what orbits count for that are solved last
constexpr double SLACK = 0.5;         // moves that what is rebuilt may be longer
// All starts anew when rebuilding has failed so often, the more slots the oftener, and so many
// rounds could still be made.
constexpr int PATIENCE = 3, SLOTS_A_TRY = 12;
constexpr double ROUNDS_LEFT = 1.5;
constexpr Thrift QUICK{100'000, 1.6}, CAREFUL{2'000'000, 1.12};
constexpr BeamOptions NARROW{4, 0, 1}, WIDE{30, 0.1, 1};

}  // namespace

Search::Search(const Tables &tables, State start, std::vector<int> totals, double seconds,
               std::uint64_t seed)
    : tables_(tables),
      model_(tables.model()),
      start_(std::move(start)),
      totals_(std::move(totals)),
      beam_(model_, tables.completion(), tables.weights()),
      inserter_(model_, tables.cycles(), tables.level()),
      dice_(seed),
      horizon_(seconds) {
    if (start_.size() != static_cast<std::size_t>(model_.frames()) ||
        totals_.size() != model_.coordinates.size())
        throw std::invalid_argument("the state does not belong to these tables");
    check_start();
    std::vector<double> weights = tables.weights();
    std::vector<char> loose = tables.is_free();
    for (std::size_t o = 0; o < weights.size(); ++o) {
        if (tables.level()[o])
            weights[o] *= LATER;
        else
            loose[o] = loose[o] && !tables.two_levels();
    }
    soft_ = std::make_unique<Annealer>(model_, weights, tables.is_free());
    firm_ = std::make_unique<Annealer>(model_, tables.weights(), loose);
}

// Every piece is somewhere in its own orbit, and only there.
void Search::check_start() const {
    std::vector<char> there(start_.size(), 0);
    for (std::size_t place = 0; place < start_.size(); ++place) {
        const Frame piece = start_[place];
        if (piece >= start_.size() || there[piece]++ ||
            model_.orbit_of[piece] != model_.orbit_of[place])
            throw std::invalid_argument("the state is none of this puzzle");
    }
}

Progress Search::progress() const {
    const std::string note = found_ ? std::to_string(best_.size()) + " moves" : "first answer";
    return {static_cast<double>(proposals_), std::nullopt, note};
}

bool Search::advance() {
    slice_ = std::chrono::steady_clock::now();
    if (!found_ && !failed_) first();
    while (!failed_ && best_.size() > 1 && !out_of_time()) {
        if (!line_) current_ ? begin_rebuilding() : begin_round();
        anneal(*line_, std::min(CHUNK, plan_.steps - plan_.done));
        if (plan_.done >= plan_.steps) current_ ? end_rebuilding() : end_round();
    }
    spent_ = seconds();
    return failed_ || best_.size() <= 1;
}

// Colder and colder, while right pieces are worth more and more.
void Search::anneal(Line &line, std::size_t steps) {
    const auto between = [&](double from, double to, std::size_t done) {
        return from + (to - from) * static_cast<double>(done) / static_cast<double>(plan_.steps);
    };
    const std::size_t before = plan_.done;
    plan_.done += steps;
    proposals_ += steps;
    (early_ ? soft_ : firm_)
        ->run(line, dice_, steps, between(plan_.hot, plan_.cool, before),
              between(plan_.cheap, DEAR, before), between(plan_.cheap, DEAR, plan_.done));
}

double Search::seconds() const {
    return spent_ +
           std::chrono::duration<double>(std::chrono::steady_clock::now() - slice_).count();
}

void Search::offer(const Word &word) {
    const Word made = model_.simplified(word);
    if (found_ && made.size() >= best_.size()) return;
    if (model_.wrong(model_.after(start_, made))) return;
    best_ = made;
    found_ = true;
    stale_ = 0;
    history_.emplace_back(seconds(), static_cast<int>(made.size()));
}

bool Search::insert(Line &line, const Thrift &thrift) {
    return inserter_.run(line, 0, dice_, thrift) && inserter_.run(line, 1, dice_, thrift);
}

void Search::first() {
    const auto word = beam_.run(start_, totals_, NARROW, dice_);
    if (word) {
        Line line(model_, start_, *word);
        if (insert(line, QUICK)) offer(line.word());
    }
    failed_ = !found_;
}

Inserter::Lesson Search::lesson() {
    const auto word = beam_.run(start_, totals_, WIDE, dice_);
    if (!word) return {};
    Inserter::Lesson made{{-1, *word}};
    Line line(model_, start_, *word);
    const bool solved = inserter_.teach(line, 0, made) && inserter_.teach(line, 1, made);
    return solved ? made : Inserter::Lesson{};
}

void Search::begin_round() {
    const auto word = beam_.run(start_, totals_, WIDE, dice_);
    line_ = std::make_unique<Line>(model_, start_, word ? *word : best_);
    early_ = tables_.two_levels();
    began_ = seconds();
    effort_ = affordable();
    plan_ = {HOT, COOL, CHEAP, steps_of(effort_)};
}

// As many proposals for each slot as the time allows, judged by how long a few of them take.
double Search::affordable() {
    Line trial = *line_;
    plan_ = {HOT, COOL, CHEAP, CHUNK};
    anneal(trial, CHUNK);
    const double took = std::max(1e-6, seconds() - began_);
    const double rounds = tables_.two_levels() ? 2 : 1;
    const double steps = CHUNK * PART_OF_TIME * (horizon_ - began_) / took;
    return std::clamp(steps / rounds / model_.slots(), LEAST_EFFORT, MOST_EFFORT);
}

std::size_t Search::steps_of(double effort) const {
    return 1 + static_cast<std::size_t>(effort * model_.slots());
}

void Search::end_round() {
    if (early_ && inserter_.run(*line_, 0, dice_, CAREFUL)) {
        early_ = false;
        plan_.done = 0;
        return;
    }
    early_ = false;
    if (insert(*line_, CAREFUL)) {
        offer(line_->word());
        current_ = std::move(line_);
        stale_ = 0;
        round_ = seconds() - began_;
    }
    line_.reset();
}

// Let pieces go for which much was paid, find better ways, and go on from there unless it is
// clearly longer.
void Search::begin_rebuilding() {
    line_ = std::make_unique<Line>(*current_);
    plan_ = {WARM, WARM, REBUILT + (DEAR - REBUILT) * dice_.unit(),
             steps_of(2 * REBUILT_PART * effort_ * dice_.unit())};
}

void Search::end_rebuilding() {
    const bool solved = insert(*line_, CAREFUL);
    if (solved && line_->size() <= current_->size() - SLACK * std::log(dice_.unit())) {
        current_ = std::move(line_);
        offer(current_->word());
    }
    line_.reset();
    if (++stale_ <= PATIENCE + model_.slots() / SLOTS_A_TRY) return;
    stale_ = 0;
    if (ROUNDS_LEFT * round_ < horizon_ - seconds())
        current_.reset();
    else
        *current_ = Line(model_, start_, best_);
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
    if (found && model_.wrong(model_.after(start_, best)))
        throw std::invalid_argument("snapshot belongs to another state");
    best_ = best;
    found_ = found;
    spent_ = spent;
    line_.reset();
    current_.reset();
}

}  // namespace puzzlery::general
