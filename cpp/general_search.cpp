// The search of the general solver: skeleton, annealing, insertion, again and again.
#include "general.hpp"

#include <algorithm>
#include <cmath>

namespace puzzlery::general {

namespace {

constexpr std::size_t CHUNK = 1'000;  // proposals between two looks at the clock
// Proposals of a round for each slot: few at first, twice as many whenever all starts anew.
constexpr double FIRST_EFFORT = 600, LAST_EFFORT = 10'000, REBUILT_PART = 0.25;
constexpr double HEAT = 0.3;  // in moves
// What a right piece is worth grows from little to a bit more than 3-cycles cost.
constexpr double CHEAP = 0.25, DEAR = 1.1, REBUILT = 0.5;
constexpr double LATER = 0.3;         // what orbits count for that are solved last
constexpr double SLACK = 0.5;         // moves that what is rebuilt may be longer
constexpr std::size_t PATIENCE = 15;  // times that rebuilding may fail until all starts anew
constexpr Thrift QUICK{100'000, 1.6}, CAREFUL{2'000'000, 1.12};
constexpr BeamOptions NARROW{4, 0, 1}, WIDE{30, 0.1, 1};

double unit(Dice &dice) { return static_cast<double>((dice() >> 11) + 1) * 0x1.0p-53; }

}  // namespace

Search::Search(const Tables &tables, State start, std::vector<int> totals, std::uint64_t seed)
    : tables_(tables),
      model_(tables.model()),
      start_(std::move(start)),
      totals_(std::move(totals)),
      beam_(model_, tables.completion(), tables.weights()),
      inserter_(model_, tables.cycles(), tables.level()),
      dice_(seed),
      effort_(FIRST_EFFORT) {
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
        if (current_) {
            rebuild();
            continue;
        }
        if (!line_) begin_round();
        const std::size_t steps = std::min(CHUNK, planned_ - done_);
        const double rise = (DEAR - CHEAP) / static_cast<double>(planned_);
        const double from = CHEAP + rise * static_cast<double>(done_);
        (early_ ? soft_ : firm_)
            ->run(*line_, dice_, steps, HEAT, from, from + rise * static_cast<double>(steps));
        done_ += steps;
        proposals_ += steps;
        if (done_ >= planned_) end_round();
    }
    spent_ = seconds();
    return failed_ || best_.size() <= 1;
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
    planned_ = 1 + static_cast<std::size_t>(effort_ * model_.slots());
    done_ = 0;
    early_ = tables_.two_levels();
}

void Search::end_round() {
    if (early_ && inserter_.run(*line_, 0, dice_, CAREFUL)) {
        early_ = false;
        done_ = 0;
        return;
    }
    if (insert(*line_, CAREFUL)) {
        offer(line_->word());
        current_ = std::move(line_);
        stale_ = 0;
    }
    line_.reset();
}

// Let pieces go for which much was paid, find better ways, and go on from there unless it is
// clearly longer.
void Search::rebuild() {
    Line trial = *current_;
    const double most = 2 * REBUILT_PART * effort_ * model_.slots();
    const auto steps = static_cast<std::size_t>(most * unit(dice_));
    firm_->run(trial, dice_, steps, HEAT, REBUILT + (DEAR - REBUILT) * unit(dice_), DEAR);
    proposals_ += steps;
    const bool solved = insert(trial, CAREFUL);
    if (solved && trial.size() <= current_->size() - SLACK * std::log(unit(dice_))) {
        *current_ = std::move(trial);
        offer(current_->word());
    }
    if (++stale_ <= PATIENCE) return;
    current_.reset();
    effort_ = std::min(2 * effort_, LAST_EFFORT);
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
