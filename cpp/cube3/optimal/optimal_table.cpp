// The job that builds a table of bounds for the 3x3x3.
#include "cube3/optimal/optimal_table.hpp"

#include <cstring>
#include <set>

#include "core/parallel.hpp"

namespace puzzlery::optimal {

using cube3::Cosets;
using cube3::kClasses;

namespace {

// A snapshot is copied on its way to the disk; of larger tables only the beginning is kept.
constexpr std::uint64_t kLargestSnapshot = std::uint64_t{1} << 30;
constexpr int kSeenWords = (cube3::kEdgePatterns << cube3::kFlips) / 64 + 1;

std::array<std::uint8_t, sizeof(Cube)> key_of(const Cube &cube) {
    std::array<std::uint8_t, sizeof(Cube)> key;
    std::memcpy(key.data(), &cube, sizeof(Cube));
    return key;
}

}  // namespace

CosetJob::CosetJob(const std::vector<Letter> &letters, int flips, int base, int listed, int threads)
    : letters_(letters), flips_(flips), base_(base), listed_(listed), threads_(threads) {
    if (flips < 0 || flips > kMostFlips) throw std::invalid_argument("a table knows 0 to 9 flips");
    if (threads < 1 || threads > 64)
        throw std::invalid_argument("a table is built by 1 to 64 threads");
    if (listed < 0 || listed > base || base > listed + 1)
        throw std::invalid_argument("list cosets up to the base of the table, or one move less");
    make_alphabet(letters);
    find_words(base + 2 - listed);
    shells_.push_back({{}, std::vector<std::size_t>(kClasses + 1, 1)});
    shells_[0].members.push_back(Bytes{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3});
    const auto home = Cosets::get().home[Cosets::get().corner_pattern(cube3::solved())];
    std::fill_n(shells_[0].start.begin(), home.corner_class + 1, 0);
    listers_.resize(static_cast<std::size_t>(threads));
    fillers_.resize(static_cast<std::size_t>(threads));
}

// All products of so many moves that are not products of fewer.
void CosetJob::find_words(int longest) {
    std::set<std::array<std::uint8_t, sizeof(Cube)>> seen = {key_of(cube3::solved())};
    steps_ = {{cube3::solved(), cube3::solved(), 0}};
    for (std::size_t at = 0; at < steps_.size(); ++at) {
        const Step step = steps_[at];
        if (step.length == longest) break;
        for (const Letter &letter : letters_) {
            const Cube turn = cube3::axis_turn(letter.axis, letter.first, letter.second);
            const Cube product = cube3::compose(step.word, turn);
            if (seen.insert(key_of(product)).second)
                steps_.push_back({product, cube3::inverse(product), step.length + 1});
        }
    }
    std::reverse(steps_.begin(), steps_.end());
}

// How the members of some class of the shell become members of this class by the word.
Source CosetJob::source(int corner_class, const Step &step, const Shell &shell) const {
    const Cosets &cosets = Cosets::get();
    const auto home =
        cosets.home[cosets.corner_pattern(cosets.representative[corner_class], step.back)];
    const int undo = cube3::symmetries()[home.symmetry].inverse;
    Source made;
    for (int slot = 0; slot < 16; ++slot)
        made.from[slot] = cosets.from_slot[undo][step.word.edges[slot] & 15];
    made.flips = step.word.edges & (Bytes{} + cube3::kFlip);
    made.marks = cosets.slice_marks[undo];
    made.slices = cosets.slice_images[undo];
    made.members = shell.members.data() + shell.start[home.corner_class];
    made.count = shell.start[home.corner_class + 1] - shell.start[home.corner_class];
    return made;
}

void CosetJob::list_class(int corner_class, Lister &lister, std::vector<Bytes> &found) const {
    const Engine &engine = best_engine();
    std::size_t count = 0;
    const auto take = [&](const Step &step, const Shell &shell) {
        const Source from = source(corner_class, step, shell);
        if (lister.fresh.size() < count + from.count) lister.fresh.resize(2 * (count + from.count));
        count += engine.list(from, lister.seen.data(), lister.fresh.data() + count);
    };
    const std::size_t depth = shells_.size();
    for (std::size_t back = depth >= 2 ? depth - 2 : 0; back < depth; ++back)
        take(steps_.back(), shells_[back]);
    const std::size_t old = count;
    for (const Step &step : steps_)
        if (step.length == 1) take(step, shells_.back());
    engine.forget(lister.fresh.data(), count, lister.seen.data());
    found.assign(lister.fresh.begin() + static_cast<long>(old),
                 lister.fresh.begin() + static_cast<long>(count));
}

void CosetJob::close_shell() {
    Shell shell;
    shell.start.push_back(0);
    for (auto &members : growing_) {
        shell.members.insert(shell.members.end(), members.begin(), members.end());
        shell.start.push_back(shell.members.size());
    }
    shells_.push_back(std::move(shell));
    growing_.clear();
    next_listed_ = 0;
}

bool CosetJob::list_shells() {
    while (shells_.size() <= static_cast<std::size_t>(listed_)) {
        growing_.resize(kClasses);
        in_threads(listers_.size(), [this](std::size_t number) {
            Lister &lister = listers_[number];
            lister.seen.resize(kSeenWords);
            while (!out_of_time()) {
                const int corner_class = next_listed_++;
                if (corner_class >= kClasses) return;
                list_class(corner_class, lister, growing_[static_cast<std::size_t>(corner_class)]);
            }
        });
        if (next_listed_ < kClasses) return false;
        close_shell();
    }
    listers_ = {};
    return true;
}

// One class in slices; true when it is complete.
bool CosetJob::fill_class(Filler &filler) {
    const Engine &engine = best_engine();
    const std::uint64_t bytes = class_cosets(flips_) / 4;
    std::uint8_t *region = pages_.data() + static_cast<std::uint64_t>(filler.corner_class) * bytes;
    if (filler.word == 0) std::memset(region, 0xff, bytes);
    for (; filler.word < steps_.size(); ++filler.word) {
        if (filler.word % 64 == 63 && out_of_time()) return false;
        const Step &step = steps_[filler.word];
        const int distance = listed_ + step.length;
        const Mark mark = distance == base_ + 2 ? kLast : distance == base_ + 1 ? kNext : kNear;
        engine.fill(source(filler.corner_class, step, shells_.back()), region, flips_, mark);
    }
    for (const Shell &shell : shells_)
        engine.fill(source(filler.corner_class, steps_.back(), shell), region, flips_, kNear);
    return true;
}

void CosetJob::fill_some(Filler &filler) {
    while (!out_of_time()) {
        if (filler.corner_class < 0) {
            const int next = next_filled_++;
            if (next >= kClasses) return;
            filler = {next, 0};
        }
        if (!fill_class(filler)) return;
        filler.corner_class = -1;
        ++filled_;
    }
}

bool CosetJob::fill_classes() {
    if (!pages_.size()) pages_ = HugePages(table_bytes(flips_));
    in_threads(fillers_.size(), [this](std::size_t number) { fill_some(fillers_[number]); });
    return finished();
}

// Classes are filled in order, so that all before the first unfinished one are complete.
int CosetJob::complete_classes() const {
    int complete = std::min<int>(next_filled_, kClasses);
    for (const Filler &filler : fillers_)
        if (filler.corner_class >= 0) complete = std::min(complete, filler.corner_class);
    return complete;
}

void CosetJob::save(Writer &writer) const {
    const std::uint64_t each = class_cosets(flips_) / 4;
    const int complete =
        static_cast<int>(std::min<std::uint64_t>(complete_classes(), kLargestSnapshot / each));
    const std::uint64_t bytes = static_cast<std::uint64_t>(complete) * each;
    writer.put(std::array<std::int32_t, 4>{flips_, base_, listed_, complete});
    std::vector<std::uint8_t> done;
    if (bytes) done.assign(pages_.data(), pages_.data() + bytes);
    writer.put(done);
}

void CosetJob::load(Reader &reader) {
    const auto [flips, base, listed, complete] = reader.get<std::array<std::int32_t, 4>>();
    const auto done = reader.get_vector<std::uint8_t>();
    reader.finish();
    if (flips != flips_ || base != base_ || listed != listed_)
        throw std::invalid_argument("snapshot belongs to another table");
    if (complete < 0 || complete > kClasses ||
        done.size() != static_cast<std::uint64_t>(complete) * class_cosets(flips_) / 4)
        throw std::invalid_argument("snapshot is cut short");
    if (!pages_.size()) pages_ = HugePages(table_bytes(flips_));
    std::copy(done.begin(), done.end(), pages_.data());
    fillers_.assign(fillers_.size(), {});
    next_filled_ = filled_ = complete;
}

bool CosetJob::advance() { return finished() || (list_shells() && fill_classes()); }

Progress CosetJob::progress() const {
    const bool listing = shells_.size() <= static_cast<std::size_t>(listed_);
    return {filled_.load(), kClasses, listing ? "listing cosets" : "filling classes"};
}

}  // namespace puzzlery::optimal
