// The search of the general solver: skeleton, annealing, insertion, again and again.
#include "general.hpp"

namespace puzzlery::general {

namespace {

constexpr double LATER = 0.3;             // what orbits count for that are solved last
constexpr std::size_t CHUNK = 1'000;     // proposals between two looks at the clock

}  // namespace

Search::Search(const Tables &tables, State start, std::vector<int> totals, SearchOptions options)
    : tables_(tables), model_(tables.model()), start_(std::move(start)), totals_(std::move(totals)),
      options_(options), beam_(model_, tables.completion(), tables.weights()),
      inserter_(model_, tables.cycles(), tables.level()), dice_(options.seed) {
    if (!tables.suits()) throw std::invalid_argument("the tables do not suit this search");
    if (start_.size() != static_cast<std::size_t>(model_.frames()) || totals_.size() != model_.coordinates.size())
        throw std::invalid_argument("the state does not belong to these tables");
    std::vector<double> soft = tables.weights();
    std::vector<char> loose = tables.is_free();
    for (std::size_t o = 0; o < soft.size(); ++o) {
        if (tables.level()[o]) soft[o] *= LATER;
        else loose[o] = loose[o] && !tables.two_levels();
    }
    soft_ = std::make_unique<Annealer>(model_, soft, tables.is_free());
    firm_ = std::make_unique<Annealer>(model_, tables.weights(), loose);
}

Progress Search::progress() const {
    const std::string note = found_ ? std::to_string(best_.size()) + " moves" : "first answer";
    return {static_cast<double>(proposals_), std::nullopt, note};
}

bool Search::advance() {
    slice_ = std::chrono::steady_clock::now();
    if (!found_ && !failed_) first();
    while (!failed_ && best_.size() > 1 && !out_of_time()) {
        if (!line_) begin_round();
        const std::size_t steps = std::min(CHUNK, planned_ - done_);
        const double from = hot_ + (options_.cold - hot_) * static_cast<double>(done_) / static_cast<double>(planned_);
        done_ += steps;
        const double to = hot_ + (options_.cold - hot_) * static_cast<double>(done_) / static_cast<double>(planned_);
        (early_ ? soft_ : firm_)->run(*line_, dice_, steps, from, to, [] { return false; });
        proposals_ += steps;
        if (done_ >= planned_) end_round();
    }
    spent_ = seconds();
    slice_ = std::chrono::steady_clock::now();
    return failed_ || best_.size() <= 1;
}

double Search::seconds() const {
    return spent_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - slice_).count();
}

bool Search::offer(const Word &word) {
    if (found_ && word.size() >= best_.size()) return false;
    if (model_.wrong(model_.after(start_, word))) return false;
    best_ = word;
    found_ = true;
    history_.emplace_back(seconds(), static_cast<int>(word.size()));
    return true;
}

void Search::first() {
    const auto word = beam_.run(start_, totals_, {4, 0, 1}, dice_);
    if (word) {
        Line line(model_, start_, *word);
        if (inserter_.run(line, 0, dice_) && inserter_.run(line, 1, dice_)) offer(model_.simplified(line.word()));
    }
    failed_ = !found_;
}

void Search::begin_round() {
    const bool fresh = rounds_ == 0;
    done_ = 0;
    planned_ = planned_ ? static_cast<std::size_t>(static_cast<double>(planned_) * options_.growth) : options_.steps;
    hot_ = options_.hot;
    kept_ = best_;
    early_ = fresh && tables_.two_levels();
    if (fresh) {
        const auto word = beam_.run(start_, totals_, {options_.width, 0.1, 1}, dice_);
        if (word) kept_ = *word;
    }
    line_ = std::make_unique<Line>(model_, start_, kept_);
    ++rounds_;
}

void Search::end_round() {
    const bool low = inserter_.run(*line_, 0, dice_);
    if (low && early_) {
        early_ = false;
        done_ = 0;
        return;
    }
    if (low && inserter_.run(*line_, 1, dice_)) offer(model_.simplified(line_->word()));
    line_.reset();
}

void Search::save(Writer &writer) const {
    writer.put(best_);
    writer.put<std::uint64_t>(found_);
    writer.put<std::uint64_t>(planned_);
    writer.put<std::uint64_t>(rounds_);
    writer.put(spent_);
}

void Search::load(Reader &reader) {
    const auto best = reader.get_vector<Letter>();
    const bool found = reader.get<std::uint64_t>();
    const auto planned = reader.get<std::uint64_t>(), rounds = reader.get<std::uint64_t>();
    const auto spent = reader.get<double>();
    reader.finish();
    for (const Letter move : best)
        if (move >= model_.moves.size()) throw std::invalid_argument("snapshot belongs to another puzzle");
    if (found && model_.wrong(model_.after(start_, best)))
        throw std::invalid_argument("snapshot belongs to another state");
    best_ = best;
    found_ = found;
    planned_ = planned;
    rounds_ = rounds;
    spent_ = spent;
    line_.reset();
}

}  // namespace puzzlery::general
