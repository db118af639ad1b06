#include "apart/assembly_run.hpp"

#include <algorithm>
#include <set>

namespace puzzlery {

namespace {

constexpr std::uint64_t arrangements_at_once = 256;
// Most assemblies that do not come apart show it at once. One that is not decided after so many
// arrangements gets the full search, which answers the quick question as well.
constexpr std::uint64_t quick_arrangements = 2048;

}  // namespace

void AssemblyRun::set_assembly(const Part &assembly, Groups::Kinds kinds) {
    assembly_ = assembly;
    kinds_ = std::move(kinds);
    copies_.clear();
    for (const std::int32_t kind : kinds_) ++copies_[kind];
}

void AssemblyRun::start(const Part &assembly, Groups::Kinds kinds) {
    set_assembly(assembly, std::move(kinds));
    result_ = {};
    begin(true);
}

Groups::Kinds AssemblyRun::kinds_of(const Part &part) const {
    Groups::Kinds kinds;
    for (const std::int32_t piece : part.pieces) kinds.push_back(kinds_[piece]);
    return kinds;
}

// The assembly itself must be separated, also if it is a single group.
bool AssemblyRun::is_one_group() const {
    return !groups_->empty() && part_.size() < assembly_.size() &&
           groups_->are_one(kinds_of(part_), copies_);
}

// Whether the part, which does not separate, can be a group, as all those before it.
bool AssemblyRun::may_stay_whole() {
    if (groups_->empty() || part_.size() == assembly_.size()) return false;
    whole_.push_back(part_);
    std::vector<Groups::Kinds> parts;
    for (const Part &part : whole_) parts.push_back(kinds_of(part));
    return groups_->fit(parts);
}

// The whole search, from the assembly on.
bool AssemblyRun::begin(bool quick) {
    quick_ = quick;
    result_.tree.clear();
    waiting_.clear();
    whole_.clear();
    if (assembly_.size() > 1) waiting_.push_back(assembly_);
    return next_part();
}

// True if no part is left to be separated, and so all is known.
bool AssemblyRun::next_part() {
    while (!waiting_.empty()) {
        part_ = std::move(waiting_.back());
        waiting_.pop_back();
        if (!is_one_group()) {
            search_.start(part_, quick_);
            return false;
        }
        write({});
    }
    return quick_ && !limits_.only_decide && assembly_.size() > 1 ? begin(false)
                                                                  : end(Verdict::apart);
}

bool AssemblyRun::end(Verdict verdict) {
    result_.verdict = verdict;
    return true;
}

bool AssemblyRun::advance() {
    if (result_.verdict != Verdict::open) return true;
    std::uint64_t enough = arrangements_at_once;
    if (limits_.arrangements && spent() < limits_.arrangements)
        enough = std::min(enough, limits_.arrangements - spent());
    switch (search_.advance(enough)) {
    case SeparationSearch::Outcome::found:
        result_.arrangements += search_.looked_at() + 1;
        return separate();
    case SeparationSearch::Outcome::stuck:
        result_.arrangements += search_.looked_at();
        if (may_stay_whole()) {
            write({});
            return next_part();
        }
        result_.tree = part_.pieces;
        return end(Verdict::stuck);
    case SeparationSearch::Outcome::searching:
        break;
    }
    const bool too_long = limits_.arrangements && spent() >= limits_.arrangements;
    const bool too_large = limits_.bytes && search_.bytes() >= limits_.bytes;
    if (too_long || too_large || search_.known() >= 0xf0000000u) {
        result_.arrangements += search_.looked_at();
        result_.tree.clear();
        return end(Verdict::unknown);
    }
    if (quick_ && !limits_.only_decide && spent() >= quick_arrangements) {
        result_.arrangements += search_.looked_at();
        return begin(false);
    }
    return false;
}

bool AssemblyRun::separate() {
    Part before = part_;
    const std::vector<PartMove> moves = search_.moves(before.places);
    const PieceMask gone = moves.back().set;
    write(moves);
    Part leaving = before.without(~gone), staying = before.without(gone);
    if (leaving.size() > 1) waiting_.push_back(std::move(leaving));
    if (staying.size() > 1) waiting_.push_back(std::move(staying));
    return next_part();
}

void AssemblyRun::write(const std::vector<PartMove> &moves) {
    if (quick_) return;
    std::vector<std::int32_t> &tree = result_.tree;
    tree.push_back(static_cast<std::int32_t>(part_.size()));
    tree.insert(tree.end(), part_.pieces.begin(), part_.pieces.end());
    tree.push_back(static_cast<std::int32_t>(moves.size()));
    for (const PartMove &move : moves) {
        tree.insert(tree.end(), {move.axis, move.steps, move.back, std::popcount(move.set)});
        for (PieceMask set = move.set; set; set &= set - 1)
            tree.push_back(part_.pieces[std::countr_zero(set)]);
    }
}

void AssemblyRun::save(Writer &writer) const {
    writer.put(result_);
    writer.put(quick_);
    if (result_.verdict != Verdict::open) return;
    writer.put(waiting_);
    writer.put(whole_);
    writer.put(part_);
    search_.save(writer);
}

namespace {

// A part must be pieces of the assembly, each once, with their own bodies.
void check_part(const Part &part, const Part &assembly) {
    std::set<std::int32_t> seen;
    bool good = part.size() > 1 && part.bodies.size() == part.size() &&
                part.weights.size() == part.size() && part.places.size() == part.size();
    for (std::size_t i = 0; good && i < part.size(); ++i) {
        const std::int32_t piece = part.pieces[i];
        good = piece >= 0 && piece < static_cast<std::int32_t>(assembly.size()) &&
               part.bodies[i] == assembly.bodies[piece] && seen.insert(piece).second;
    }
    if (!good) throw std::invalid_argument("snapshot has a part that is none of the assembly");
}

}  // namespace

void AssemblyRun::load(Reader &reader, const Part &assembly, Groups::Kinds kinds) {
    set_assembly(assembly, std::move(kinds));
    ApartResult::fields(result_) = reader.get(ApartResult::fields(result_));
    quick_ = reader.get<bool>();
    if (result_.verdict > Verdict::unknown)
        throw std::invalid_argument("snapshot has an unknown verdict");
    if (result_.verdict != Verdict::open) return;
    waiting_ = reader.get_vector<Part>();
    whole_ = reader.get_vector<Part>();
    Part::fields(part_) = reader.get(Part::fields(part_));
    for (const auto *parts : {&waiting_, &whole_})
        for (const Part &part : *parts) check_part(part, assembly);
    check_part(part_, assembly);
    search_.load(reader, part_);
}

}  // namespace puzzlery
