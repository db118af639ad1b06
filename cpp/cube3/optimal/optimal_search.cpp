// The job that searches shortest solutions of a 3x3x3, and what Python sees of the solver.
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include "core/parallel.hpp"
#include "cube3/optimal/optimal_table.hpp"

namespace puzzlery::optimal {

namespace {

using ByteArray = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig>;
using LetterTuple = std::tuple<int, int, int, int>;

// A search of depth d is split into tasks: all words of about (d - 4) / 3 moves, at most 4.
constexpr int kLongestTask = 4;
constexpr int kLongWord = 9;
// After so many nodes the distances of the corners are computed, which takes most of a second.
constexpr std::uint64_t kManyNodes = 2'000'000;
// They are worth it for symmetric cubes, and for those whose coset is so near.
constexpr int kNearCoset = 7;
int task_length(int moves) { return std::clamp((moves - 4) / 3, 0, kLongestTask); }

std::vector<Letter> read_letters(const std::vector<LetterTuple> &tuples) {
    std::vector<Letter> letters;
    for (const auto &[axis, first, second, cost] : tuples)
        letters.push_back({axis, first, second, cost});
    return letters;
}

std::vector<Cube> turns_of(const std::vector<Letter> &letters) {
    std::vector<Cube> turns;
    for (const Letter &letter : letters)
        turns.push_back(cube3::axis_turn(letter.axis, letter.first, letter.second));
    return turns;
}

Cube read_cube(const nb::bytes &pieces) {
    return cube3::read_cube({pieces.c_str(), pieces.size()});
}

}  // namespace

// A finished table of bounds, to be read by many searches; it keeps the array it was given.
class CosetTable {
public:
    CosetTable(ByteArray data, int flips, int base)
        : data_(std::move(data)), flips_(flips), base_(base) {
        if (flips < 0 || flips > kMostFlips || data_.size() != table_bytes(flips))
            throw std::invalid_argument("a table of bounds that knows " + std::to_string(flips) +
                                        " flips has another size");
    }
    Bounds bounds() const { return {data_.data(), flips_, base_}; }

private:
    ByteArray data_;
    int flips_, base_;
};

using Tables = std::vector<const CosetTable *>;

Ladder read_ladder(const Tables &tables) {
    if (tables.empty() || tables.size() > kRungs)
        throw std::invalid_argument("a search reads 1 to 4 tables");
    Ladder ladder;
    for (const CosetTable *table : tables) {
        const Bounds bounds = table->bounds();
        if (ladder.size && bounds.flips > ladder.rung[ladder.size - 1].flips)
            throw std::invalid_argument("a coarser table knows more flips than a finer one");
        ladder.rung[ladder.size++] = bounds;
    }
    return ladder;
}

class OptimalSearch final : public Job {
public:
    OptimalSearch(const Cube &cube, const std::vector<Letter> &letters, const Ladder &ladder,
                  int unit, int shortest, int longest, int step, int beyond, std::size_t wanted,
                  int threads, int lanes, bool portable, std::optional<bool> corner_bound)
        : start_(cube), letters_(letters), longest_(longest), step_(step), beyond_(beyond),
          engine_(portable ? plain_engine() : best_engine()),
          walk_(lanes ? engine_.walk : engine_.walk_simply) {
        if (threads < 1 || threads > 64 || lanes < 0 || lanes > kLanes || step < 1 || wanted < 1)
            throw std::invalid_argument("threads, step and count are at least 1, lanes at most 12");
        if (longest > kDeepest || shortest < 0)
            throw std::invalid_argument("lengths are from 0 to 250");
        if (unit < 1 || unit > 100)
            throw std::invalid_argument("the unit of a bound is from 1 to 100");
        shared_.alphabet = make_alphabet(letters);
        shared_.alphabet.unit = unit;
        shared_.ladder = ladder;
        shared_.wanted = wanted;
        workers_.resize(static_cast<std::size_t>(threads));
        for (auto &worker : workers_) {
            worker = std::make_unique<Worker>();
            worker->width = lanes;
        }
        for (const Letter &letter : letters) dearest_ = std::max(dearest_, letter.cost);
        find_symmetries();
        // Elsewhere this bound saves 2 % of the nodes and costs 7 % of the time, by
        // `python -m benchmarks optimal-bounds`.
        corner_bound_ = corner_bound.value_or(images_.size() > 1 || start_bound() <= kNearCoset);
        begin(first_depth(shortest));
    }

    Progress progress() const override {
        const auto total = std::max<std::size_t>(1, shared_.tasks.size());
        const auto begun = std::min<std::size_t>(shared_.next_task, total);
        return {begun - std::min(begun, open_tasks()), total,
                "length " + std::to_string(shared_.depth)};
    }
    const std::vector<Word> &words() const { return words_; }
    int proven() const { return proven_; }
    int depth() const { return shared_.depth; }
    std::uint64_t nodes() const { return total(&Worker::nodes); }
    std::uint64_t reads() const { return total(&Worker::reads); }

protected:
    bool advance() override {
        while (!out_of_time()) {
            if (is_done()) return true;
            if (!fill_tables()) return false;
            in_threads(workers_.size(),
                       [this](std::size_t i) { walk_(*workers_[i], shared_, deadline()); });
            const bool through = std::all_of(workers_.begin(), workers_.end(),
                                             [](const auto &worker) { return worker->finished; });
            if (through || shared_.stop) close_depth();
        }
        return is_done();
    }
    template <class Self> static auto fields(Self &self) {
        return std::tie(self.shared_.depth, self.best_, self.words_);
    }
    void save(Writer &writer) const override { writer.put(fields(*this)); }
    void load(Reader &reader) override {
        auto saved = reader.get(fields(*this));
        const auto &[depth, best, words] = saved;
        reader.finish();
        const auto is_letter = [&](int letter) {
            return letter >= 0 && letter < shared_.alphabet.size;
        };
        for (const Word &word : words)
            if (!std::all_of(word.begin(), word.end(), is_letter) || !shared_.alphabet.allows(word))
                throw std::invalid_argument("snapshot holds a word that is none");
        if (depth < 0 || depth > kDeepest + step_)
            throw std::invalid_argument("snapshot is of an unknown depth");
        fields(*this) = std::move(saved);
        begin(shared_.depth);
    }
    std::uint32_t magic() const override { return 0x5453504f; }

private:
    int start_bound() const {
        int bound = 0;
        for (const Cube &cube : {start_, cube3::inverse(start_)})
            bound = std::max(bound, engine_.look_up(cube, shared_.ladder));
        return bound;
    }
    int first_depth(int shortest) const {
        const int bound = std::max(start_bound() * shared_.alphabet.unit, 0);
        return shortest + (bound > shortest ? (bound - shortest + step_ - 1) / step_ * step_ : 0);
    }
    bool is_done() const {
        return shared_.depth > longest_ || words_.size() >= shared_.wanted ||
               (best_ >= 0 && shared_.depth > best_ + beyond_);
    }
    std::uint64_t total(std::uint64_t Worker::*count) const {
        std::uint64_t sum = 0;
        for (const auto &worker : workers_) sum += (*worker).*count;
        return sum;
    }

    // Tasks that were begun and are not finished: a worker has one in each of its lanes.
    std::size_t open_tasks() const {
        std::size_t open = 0;
        for (const auto &worker : workers_)
            for (const Lane &lane : worker->lanes) open += !lane.stack.empty();
        return open;
    }

    // Symmetries that keep both the start and the alphabet: words that they carry into one
    // another are searched once.
    void find_symmetries() {
        for (const auto &symmetry : cube3::symmetries()) {
            if (!cube3::same(cube3::conjugate(start_, symmetry), start_)) continue;
            std::vector<int> image;
            for (const Letter &letter : letters_) {
                const int at = image_of(letter, symmetry);
                if (at < 0) break;
                image.push_back(at);
            }
            if (image.size() == letters_.size()) images_.push_back(image);
        }
    }
    int image_of(const Letter &letter, const cube3::Symmetry &symmetry) const {
        const Cube turn =
            cube3::conjugate(cube3::axis_turn(letter.axis, letter.first, letter.second), symmetry);
        for (int i = 0; i < shared_.alphabet.size; ++i)
            if (cube3::same(shared_.alphabet.move[i].cube, turn) &&
                shared_.alphabet.move[i].cost == letter.cost)
                return i;
        return -1;
    }
    Word carried(const Word &word, const std::vector<int> &image) const {
        Word other;
        for (const int letter : word) other.push_back(image[letter]);
        return shared_.alphabet.rewrite(other);
    }

    void begin(int depth) {
        shared_.depth = depth;
        // Shorter words are tried before these tables are filled.
        needs_flips_ = depth >= kLongWord * dearest_;
        needs_corners_ = corner_bound_ && nodes() >= kManyNodes;
        shared_.stop = false;
        shared_.found = 0;
        shared_.words.clear();
        prepare_tasks();
        shared_.next_task = 0;
        for (auto &worker : workers_) {
            worker->finished = false;
            for (Lane &lane : worker->lanes) {
                lane.stack.clear();
                lane.stage = Stage::opening;
            }
        }
        if (cube3::same(start_, cube3::solved())) {
            if (depth == 0) shared_.words.push_back({});
            shared_.tasks.clear();
        }
    }
    // Fills the small tables that this depth reads; false if the time is over first.
    bool fill_tables() {
        if (needs_flips_ && !shared_.flip_slices)
            shared_.flip_slices = cube3::FlipSlices::of(turns_of(letters_), deadline());
        if (needs_corners_ && !shared_.corner_distances)
            shared_.corner_distances = cube3::CornerDistances::of(turns_of(letters_), deadline());
        return (!needs_flips_ || shared_.flip_slices) &&
               (!needs_corners_ || shared_.corner_distances);
    }
    // Tasks in which the last depth met many nodes come first: a solution is likelier there.
    void prepare_tasks() {
        const auto &next = shared_.alphabet.next[0];
        const auto rank = [&](const Task &task) {
            return static_cast<double>(task.nodes) / std::popcount(next[task.node.state[0]]);
        };
        if (task_length_ == task_length(shared_.depth / dearest_))
            std::stable_sort(shared_.tasks.begin(), shared_.tasks.end(),
                             [&](const Task &a, const Task &b) { return rank(a) > rank(b); });
        else
            make_tasks();
        for (Task &task : shared_.tasks) task.nodes = 0;
    }
    void make_tasks() {
        task_length_ = task_length(shared_.depth / dearest_);
        Task root{};
        root.node.side[0] = start_;
        root.node.side[1] = cube3::inverse(start_);
        shared_.tasks = {root};
        for (int length = 1; length <= task_length_; ++length) {
            std::vector<Task> longer;
            for (const Task &task : shared_.tasks) extend(task, longer);
            shared_.tasks = std::move(longer);
        }
    }
    void extend(const Task &task, std::vector<Task> &longer) const {
        const Alphabet &moves = shared_.alphabet;
        for (int i = 0; i < moves.size; ++i) {
            if (!(moves.next[0][task.node.state[0]] >> i & 1)) continue;
            Task next = task;
            next.word[next.length++] = static_cast<std::uint8_t>(i);
            if (!is_first_of_images(Word(next.word, next.word + next.length))) continue;
            Node &node = next.node;
            node.side[0] = cube3::compose(node.side[0], moves.move[i].cube);
            node.side[1] = cube3::compose(moves.move[i].inverse, node.side[1]);
            node.state[0] = moves.step[0][node.state[0]][i];
            node.spent = static_cast<std::uint8_t>(node.spent + moves.move[i].cost);
            node.level = next.length;
            node.move = static_cast<std::uint8_t>(i);
            longer.push_back(next);
        }
    }
    // Only complete stretches are compared: what an image of the last one looks like depends on
    // the moves still to come.
    bool is_first_of_images(Word word) const {
        const int axis = letters_[word.back()].axis;
        while (!word.empty() && letters_[word.back()].axis == axis) word.pop_back();
        return std::all_of(images_.begin(), images_.end(),
                           [&](const auto &image) { return !(carried(word, image) < word); });
    }

    void close_depth() {
        std::set<Word> all(words_.begin(), words_.end());
        std::vector<Word> fresh;
        for (const Word &word : shared_.words)
            for (const auto &image : images_) {
                Word other = carried(word, image);
                if (shared_.alphabet.allows(other) && all.insert(other).second)
                    fresh.push_back(std::move(other));
            }
        std::sort(fresh.begin(), fresh.end());
        words_.insert(words_.end(), fresh.begin(), fresh.end());
        if (!words_.empty() && best_ < 0) best_ = shared_.depth;
        if (!shared_.stop) proven_ = shared_.depth;
        if (words_.size() > shared_.wanted) words_.resize(shared_.wanted);
        begin(shared_.depth + step_);
    }

    Cube start_;
    std::vector<Letter> letters_;
    int longest_, step_, beyond_, best_ = -1, proven_ = -1;
    int dearest_ = 1, task_length_ = -1;
    bool corner_bound_ = false, needs_flips_ = false, needs_corners_ = false;
    const Engine &engine_;
    Walk walk_;
    Shared shared_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<std::vector<int>> images_;
    std::vector<Word> words_;
};

}  // namespace puzzlery::optimal

namespace puzzlery {

using namespace optimal;

void bind_optimal(nb::module_ &m) {
    nb::class_<CosetJob, Job>(m, "CosetJob", "Builds a table of bounds for the 3x3x3.")
        .def(
            "__init__",
            [](CosetJob *self, const std::vector<LetterTuple> &letters, int flips, int base,
               int listed, int threads) {
                new (self) CosetJob(read_letters(letters), flips, base, listed, threads);
            },
            nb::arg("letters"), nb::arg("flips"), nb::arg("base"), nb::arg("listed"),
            nb::arg("threads") = 1)
        .def(
            "data",
            [](CosetJob &job) {
                if (!job.finished()) throw std::runtime_error("this table is not finished");
                return nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>(
                    job.pages().data(), {job.pages().size()}, nb::find(&job));
            },
            "The finished table.");
    nb::class_<CosetTable>(m, "CosetTable", "A finished table of bounds.")
        .def(nb::init<ByteArray, int, int>(), nb::arg("data"), nb::arg("flips"), nb::arg("base"))
        .def(
            "bound",
            [](const CosetTable &table, const nb::bytes &pieces) {
                return best_engine().look_up(read_cube(pieces), read_ladder({&table}));
            },
            nb::arg("pieces"), "A lower bound for a state, from this side; 0 where it is near.");
    nb::class_<OptimalSearch, Job>(m, "OptimalSearch", "Searches shortest solutions of a 3x3x3.")
        .def(
            "__init__",
            [](OptimalSearch *self, const nb::bytes &pieces,
               const std::vector<LetterTuple> &letters, const Tables &tables, int unit,
               int shortest, int longest, int step, int beyond, std::size_t wanted, int threads,
               int lanes, bool portable, std::optional<bool> corner_bound) {
                new (self) OptimalSearch(read_cube(pieces), read_letters(letters),
                                         read_ladder(tables), unit, shortest, longest, step, beyond,
                                         wanted, threads, lanes, portable, corner_bound);
            },
            nb::arg("pieces"), nb::arg("letters"), nb::arg("tables"), nb::arg("unit") = 1,
            nb::arg("shortest") = 0, nb::arg("longest") = kDeepest, nb::arg("step") = 1,
            nb::arg("beyond") = 0, nb::arg("wanted") = 1, nb::arg("threads") = 1,
            nb::arg("lanes") = kLanes, nb::arg("portable") = false,
            nb::arg("corner_bound") = nb::none(), nb::keep_alive<1, 4>())
        .def("words", &OptimalSearch::words, "The solutions found, as indices of letters.")
        .def("proven", &OptimalSearch::proven, "All solutions up to this length are known.")
        .def_prop_ro("depth", &OptimalSearch::depth, "The length that is being searched.")
        .def_prop_ro("nodes", &OptimalSearch::nodes)
        .def_prop_ro("reads", &OptimalSearch::reads);
    m.def(
        "corner_distance",
        [](const nb::bytes &pieces, const std::vector<LetterTuple> &letters) {
            const auto distances = cube3::CornerDistances::of(turns_of(read_letters(letters)));
            return distances->far(read_cube(pieces).corners);
        },
        nb::arg("pieces"), nb::arg("letters"),
        "How many of these turns the corners alone need; the turns are closed under symmetries.");
}

}  // namespace puzzlery
