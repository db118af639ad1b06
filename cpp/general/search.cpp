// The search of the general solver: skeleton, annealing, insertion, again and again.
#include "general/search.hpp"

#include <algorithm>
#include <cmath>

namespace puzzlery::general {

namespace {

constexpr std::size_t CHUNK = 1'000;  // proposals between two looks at the clock
// Each pass lasts until so many times the time that the one before had ended at; in each a stage
// gets time by a power of its slots.
constexpr double LONGER = 8, SHARE = 0.9;
constexpr double SOON = 0.01;  // seconds: no pass is shorter
// Proposals of a round for each slot; within these, a round takes a part of the time that is left.
constexpr double LEAST_EFFORT = 600, MOST_EFFORT = 10'000, PART_OF_TIME = 0.1;
// In a stage that goes on from another, rounds are made for a part of the time, and are longer.
constexpr double PART_OF_STAGE = 0.5, PART_OF_LAST = 0.7, MOST_LATER_EFFORT = 20'000;
constexpr double REBUILT_PART = 0.25;
constexpr double HOT = 0.35, WARM = 0.3, COOL = 0.15;  // in moves
// What a right piece is worth grows from little to a bit more than 3-cycles cost.
constexpr double CHEAP = 0.25, DEAR = 1.1, REBUILT = 0.5;
constexpr double DONE = 2;     // what pieces are worth that earlier stages have solved
constexpr double FIRST = 3;    // what orbits of level 0 count for before others
constexpr double TIED = 1e6;   // what is solved of tied orbits stays solved
constexpr double MARGIN = 3;   // pieces that a proposal may lose for a while in later stages
constexpr double SLACK = 0.5;  // moves that what is rebuilt may be longer
// All starts anew when rebuilding has failed so often, the more slots the oftener, and so many
// rounds could still be made.
constexpr int PATIENCE = 3, SLOTS_A_TRY = 12;
constexpr double ROUNDS_LEFT = 1.5;
constexpr Thrift QUICK{100'000, 1.6}, CAREFUL{2'000'000, 1.12};
constexpr BeamOptions NARROW{4, 0, 1}, WIDE{30, 0.1, 1};

}  // namespace

Search::Search(const Tables &tables, State start, std::vector<int> totals, double seconds,
               std::uint64_t seed)
    : tables_(tables), model_(tables.model()), start_(std::move(start)), totals_(std::move(totals)),
      beam_(model_, tables.completion(), tables.weights()),
      inserter_(model_, tables.cycles(), tables.level()), dice_(seed), horizon_(seconds) {
    if (start_.size() != static_cast<std::size_t>(model_.frames()) ||
        totals_.size() != model_.coordinates.size())
        throw std::invalid_argument("the state does not belong to these tables");
    check_start();
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
        if (!line_) begin();
        anneal();
        if (plan_.done >= 1) current_ ? end_rebuilding() : end_annealing();
    }
    spent_ = seconds();
    return failed_ || best_.size() <= 1;
}

void Search::plan(double hot, double cool, double cheap, double seconds) {
    const double slots = stage().slots();
    plan_ = {hot,
             cool,
             cheap,
             seconds,
             LEAST_EFFORT * slots,
             (stage_ ? MOST_LATER_EFFORT : MOST_EFFORT) * slots};
}

// Colder and colder, while right pieces are worth more and more.
void Search::anneal() {
    const auto between = [&](double from, double to) { return from + (to - from) * plan_.done; };
    const double before = seconds();
    stage().annealer().run(*line_, dice_, CHUNK, between(plan_.hot, plan_.cool),
                           prices(between(plan_.cheap, DEAR)));
    proposals_ += CHUNK;
    plan_.proposals += CHUNK;
    const double part = (seconds() - before) / std::max(1e-9, plan_.seconds);
    plan_.done += std::clamp(part, CHUNK / plan_.most, CHUNK / plan_.least);
}

Prices Search::prices(double worth) const {
    const Tables &tables = stage().tables();
    std::vector<double> of_orbit = tables.weights();
    const bool two_levels = tables.two_levels();
    double dearest = 0;  // of what is not solved yet
    for (std::size_t o = 0; o < of_orbit.size(); ++o) {
        const bool first = two_levels && !tables.level()[o];
        if (!tables.is_free()[o] || (first && !early_)) {
            of_orbit[o] = TIED;
            continue;
        }
        const bool done = stage().before(static_cast<int>(o)) && !current_;
        of_orbit[o] *= done ? DONE : first ? FIRST * worth : worth;
        if (!done) dearest = std::max(dearest, of_orbit[o]);
    }
    Prices made{{}, stage_ ? MARGIN * dearest : TIED};
    for (const int o : stage().model().orbit_of) made.of_place.push_back(of_orbit[o]);
    return made;
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
    history_.emplace_back(seconds(), static_cast<int>(made.size()));
}

bool Search::insert(const Inserter &inserter, Line &line, const Thrift &thrift) {
    return inserter.run(line, 0, dice_, thrift) && inserter.run(line, 1, dice_, thrift);
}

void Search::first() {
    const auto word = beam_.run(start_, totals_, NARROW, dice_);
    if (word) {
        Line line(model_, start_, *word);
        if (insert(inserter_, line, QUICK)) offer(line.word());
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

void Search::make_stages() {
    const Stage *last = nullptr;
    for (const Tables::Part &part : tables_.parts()) {
        stages_.push_back(std::make_unique<Stage>(tables_, part, last, start_));
        last = stages_.back().get();
    }
    if (stages_.size() == 1) return;
    std::vector<double> weights(model_.orbits.size(), 0);
    for (const int o : tables_.parts()[0].orbits) weights[o] = stages_[0]->tables().weights()[o];
    skeletons_ = std::make_unique<Beam>(model_, tables_.completion(), weights);
}

// A stage ends when its time is over and there is something to go on from.
void Search::begin() {
    if (stages_.empty()) {
        make_stages();
        begin_pass();
    } else if (kept_ && seconds() >= stage_end_ && !(last_stage() && pass_end_ == horizon_)) {
        last_stage() ? begin_pass() : begin_stage(stage_ + 1);
    }
    current_ ? begin_rebuilding() : begin_round();
}

// The last pass ends when all time is over; shorter ones come before, so that there is something.
void Search::begin_pass() {
    pass_end_ = horizon_;
    if (stages_.size() > 1)
        while (pass_end_ > LONGER * std::max(SOON, seconds())) pass_end_ /= LONGER;
    begin_stage(0);
}

void Search::begin_stage(std::size_t number) {
    if (kept_) from_ = *kept_;
    kept_.reset();
    current_.reset();
    stage_ = number;
    double shares = 0;
    for (std::size_t k = number; k < stages_.size(); ++k)
        shares += std::pow(stages_[k]->slots(), SHARE);
    stage_began_ = seconds();
    stage_end_ = stage_began_ + std::max(0.0, pass_end_ - stage_began_) *
                                    std::pow(stage().slots(), SHARE) / shares;
}

double Search::part_of_stage() const { return last_stage() ? PART_OF_LAST : PART_OF_STAGE; }

void Search::begin_round() {
    if (!stage_) {
        const auto word = (skeletons_ ? *skeletons_ : beam_).run(start_, totals_, WIDE, dice_);
        from_ = word ? *word : best_;
    }
    line_ = std::make_unique<Line>(stage().line(from_));
    const Tables &tables = stage().tables();
    early_ = false;
    for (std::size_t o = 0; o < model_.orbits.size(); ++o)
        early_ |= stage().now(static_cast<int>(o)) && tables.is_free()[o] && !tables.level()[o];
    early_ &= tables.two_levels();
    began_ = seconds();
    const double left = stage_end_ - began_;
    plan(HOT, COOL, CHEAP, (stage_ ? part_of_stage() : PART_OF_TIME) * left / (early_ ? 2 : 1));
}

// Orbits of level 0 get their 3-cycles, then the rest is annealed.
void Search::end_annealing() {
    if (early_ && stage().inserter().run(*line_, 0, dice_, CAREFUL)) {
        early_ = false;
        plan_.done = plan_.proposals = 0;
        return;
    }
    early_ = false;
    end_round();
}

void Search::end_round() {
    round_ = seconds() - began_;
    effort_ = plan_.proposals;
    if (insert(stage().inserter(), *line_, CAREFUL)) {
        keep(line_->word());
        stale_ = 0;
        // In a later stage several rounds begin with the same; only the best is rebuilt.
        const double rounds = part_of_stage() * (stage_end_ - stage_began_);
        if (!stage_)
            current_ = std::move(line_);
        else if (seconds() + round_ > stage_began_ + rounds)
            current_ = std::make_unique<Line>(stage().line(*kept_));
    }
    line_.reset();
}

// The shortest word is kept; at the last stage it solves the puzzle.
void Search::keep(const Word &word) {
    if (kept_ && kept_->size() <= word.size()) return;
    kept_ = word;
    stale_ = 0;
    if (last_stage()) offer(word);
}

// Let pieces go for which much was paid, find better ways, and go on from there unless it is
// clearly longer.
void Search::begin_rebuilding() {
    line_ = std::make_unique<Line>(*current_);
    plan(WARM, WARM, REBUILT + (DEAR - REBUILT) * dice_.unit(), 0);
    plan_.least = plan_.most = 1 + 2 * REBUILT_PART * effort_ * dice_.unit();
}

void Search::end_rebuilding() {
    const bool solved = insert(stage().inserter(), *line_, CAREFUL);
    if (solved && line_->size() <= current_->size() - SLACK * std::log(dice_.unit())) {
        current_ = std::move(line_);
        keep(current_->word());
    }
    line_.reset();
    if (++stale_ <= PATIENCE + stage().slots() / SLOTS_A_TRY) return;
    stale_ = 0;
    if (ROUNDS_LEFT * round_ < stage_end_ - seconds())
        current_.reset();
    else
        *current_ = stage().line(*kept_);
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
    kept_.reset();
    stages_.clear();
}

}  // namespace puzzlery::general
