// Searching by iterative deepening: all words of weight d for d = low, low + 1, …, on threads.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <iterator>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "core/job.hpp"
#include "search/search_tasks.hpp"

namespace puzzlery {
namespace {

constexpr std::size_t TASKS_A_THREAD = 64;
constexpr std::uint64_t NODES_A_LOOK = 1 << 14;  // between two looks at the clock
constexpr std::uint64_t NO_LIMIT = ~std::uint64_t{0};

struct SearchOptions {
    std::uint32_t low = 0, high = 0;
    std::int32_t beyond = 0;  // go on so far past the first solution; -1 = to the end
    std::uint64_t limit = 0;  // stop after so many solutions; 0 = never
    std::uint64_t keep = 0;   // remember so many of them
    std::int32_t threads = 1;
    bool passing = true;
};

class SearchJob final : public Job {
public:
    SearchJob(std::shared_ptr<SearchSpace> space, std::vector<std::uint32_t> roots,
              SearchOptions options)
        : space_(std::move(space)), roots_(std::move(roots)), options_(options),
          tasks_(std::make_unique<SearchTasks>(*space_, options_.passing)), depth_(options.low) {
        check();
        for (std::int32_t i = 0; i < options_.threads; ++i)
            walks_.emplace_back(*space_, options_.passing);
    }

    Progress progress() const override {
        std::lock_guard lock(mutex_);
        return published_;
    }
    std::uint32_t depth() const { return depth_; }
    std::int64_t best() const { return best_; }
    std::uint64_t found() const { return std::min(totals_.found, most()); }
    std::uint64_t nodes() const { return totals_.nodes; }
    std::uint64_t reads() const { return totals_.reads; }
    const std::vector<std::uint64_t> &counts() const { return counts_; }
    std::vector<std::pair<std::uint32_t, nb::bytes>> words() const;

protected:
    bool advance() override {
        while (!finished()) {
            if (!split_) split();
            work();
            collect();
            publish();
            if (open_left() && !limit_reached()) return false;
            close_depth();
            if (out_of_time()) return finished();
        }
        return true;
    }
    void save(Writer &writer) const override;
    void load(Reader &reader) override {
        try {
            read(reader);
        } catch (...) {
            begin_anew();
            throw;
        }
    }
    std::uint32_t magic() const override { return 0x48435253; }

private:
    void check() const;
    void check_loaded() const;
    void begin_anew();
    void read(Reader &reader);
    std::uint64_t most() const { return options_.limit ? options_.limit : NO_LIMIT; }
    bool limit_reached() const { return totals_.found >= most(); }

    bool finished() const {
        if (limit_reached() || depth_ > options_.high) return true;
        return best_ >= 0 && options_.beyond >= 0 && depth_ > best_ + options_.beyond;
    }

    bool open_left() const {
        if (next_ < tasks_->size()) return true;
        return std::any_of(walks_.begin(), walks_.end(), [](const auto &w) { return w.busy(); });
    }

    void split() {
        at_start_ = totals_;
        make_tasks(totals_, words_);
        next_ = 0;
        split_ = true;
    }

    void make_tasks(SearchTotals &totals, Words &found) {
        tasks_ = std::make_unique<SearchTasks>(*space_, options_.passing);
        tasks_->plant(roots_, depth_, totals, found);
        const std::size_t enough = TASKS_A_THREAD * walks_.size();
        while (tasks_->size() && tasks_->size() < enough)
            tasks_ = std::make_unique<SearchTasks>(tasks_->grown(totals, found));
    }

    void work() {
        if (walks_.size() == 1) return drain(walks_[0]);
        std::vector<std::thread> threads;
        for (SearchWalk &walk : walks_) threads.emplace_back([this, &walk] { drain(walk); });
        for (std::thread &thread : threads) thread.join();
    }

    void drain(SearchWalk &walk) {
        walk.most_words = options_.keep;
        do {
            if (!walk.busy()) {
                const std::size_t task = next_++;
                if (task >= tasks_->size()) return;
                walk.begin((*tasks_)[task], task);
            }
            walk.walk(NODES_A_LOOK, most() - totals_.found);
        } while (walk.totals.found < most() - totals_.found && !stop_ && !out_of_time());
        if (walk.totals.found >= most() - totals_.found) stop_ = true;
    }

    void collect() {
        next_ = std::min<std::size_t>(next_, tasks_->size());
        for (SearchWalk &walk : walks_) {
            totals_.add(std::exchange(walk.totals, {}));
            words_.insert(words_.end(), walk.words.begin(), walk.words.end());
            walk.words.clear();
        }
        stop_ = false;
    }

    void close_depth() {
        const std::uint64_t here = totals_.found - at_start_.found;
        counts_.resize(depth_ + 1);
        counts_[depth_] = here;
        if (here && best_ < 0) best_ = depth_;
        spent_ = {spent_.second, totals_.nodes - at_start_.nodes};
        for (SearchWalk &walk : walks_) walk.stop();
        split_ = false;
        next_ = 0;
        ++depth_;
    }

    // What a depth costs is foretold from the two before it.
    void publish() {
        const auto [before, last] = spent_;
        Progress progress{static_cast<double>(totals_.nodes - at_start_.nodes), std::nullopt,
                          "depth " + std::to_string(depth_) + ", " + std::to_string(totals_.nodes) +
                              " nodes, " + std::to_string(found()) + " found"};
        if (before && last > before)
            progress.total =
                static_cast<double>(last) * static_cast<double>(last) / static_cast<double>(before);
        std::lock_guard lock(mutex_);
        published_ = progress;
    }

    std::shared_ptr<SearchSpace> space_;
    std::vector<std::uint32_t> roots_;
    SearchOptions options_;
    std::unique_ptr<SearchTasks> tasks_;
    std::vector<SearchWalk> walks_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> stop_{false};
    bool split_ = false;
    std::uint32_t depth_;
    std::int64_t best_ = -1;
    SearchTotals totals_, at_start_;
    std::pair<std::uint64_t, std::uint64_t> spent_{0, 0};  // nodes of the last two depths
    std::vector<std::uint64_t> counts_;
    Words words_;
    mutable std::mutex mutex_;
    Progress published_;
};

void SearchJob::check() const {
    if (!space_->width()) throw std::invalid_argument("a search needs at least one coordinate");
    if (roots_.empty() || roots_.size() % space_->width())
        throw std::invalid_argument("a start needs one value for each coordinate");
    if (options_.threads < 1) throw std::invalid_argument("a search needs at least one thread");
    for (std::size_t i = 0; i < roots_.size(); i += space_->width())
        space_->check_position(roots_.data() + i);
}

std::vector<std::pair<std::uint32_t, nb::bytes>> SearchJob::words() const {
    std::vector<std::pair<std::uint32_t, nb::bytes>> rows;
    const std::uint64_t wanted = std::min(options_.keep, most());
    for (std::size_t at = 0; at < words_.size() && rows.size() < wanted; at += 2 + words_[at + 1]) {
        const auto first = words_.begin() + static_cast<std::ptrdiff_t>(at) + 2;
        const std::vector<std::uint16_t> moves(first, first + words_[at + 1]);
        rows.emplace_back(words_[at], nb::bytes(reinterpret_cast<const char *>(moves.data()),
                                                moves.size() * sizeof(std::uint16_t)));
    }
    return rows;
}

void SearchJob::save(Writer &writer) const {
    writer.put(space_->fingerprint());
    writer.put(roots_);
    writer.put(options_.low);
    writer.put<std::uint8_t>(options_.passing);
    writer.put(depth_);
    writer.put(best_);
    writer.put(totals_);
    writer.put(at_start_);
    writer.put(spent_.first);
    writer.put(spent_.second);
    writer.put(counts_);
    writer.put(words_);
    writer.put<std::uint8_t>(split_);
    writer.put<std::uint64_t>(walks_.size());
    writer.put<std::uint64_t>(next_);
    std::vector<std::uint64_t> standing;
    for (const SearchWalk &walk : walks_)
        if (walk.busy()) standing.push_back(walk.task());
    writer.put(standing);
    for (const SearchWalk &walk : walks_)
        if (walk.busy()) writer.put(walk.place());
}

void SearchJob::begin_anew() {
    for (SearchWalk &walk : walks_) walk.stop();
    depth_ = options_.low;
    best_ = -1;
    totals_ = at_start_ = {};
    spent_ = {0, 0};
    counts_.clear();
    words_.clear();
    split_ = false;
    next_ = 0;
}

void SearchJob::read(Reader &reader) {
    if (reader.get<std::uint64_t>() != space_->fingerprint() ||
        reader.get_vector<std::uint32_t>() != roots_ ||
        reader.get<std::uint32_t>() != options_.low ||
        (reader.get<std::uint8_t>() != 0) != options_.passing)
        throw std::invalid_argument("snapshot belongs to another search");
    depth_ = reader.get<std::uint32_t>();
    best_ = reader.get<std::int64_t>();
    totals_ = reader.get<SearchTotals>();
    at_start_ = reader.get<SearchTotals>();
    spent_.first = reader.get<std::uint64_t>();
    spent_.second = reader.get<std::uint64_t>();
    counts_ = reader.get_vector<std::uint64_t>();
    words_ = reader.get_vector<std::uint32_t>();
    check_loaded();
    split_ = reader.get<std::uint8_t>() != 0;
    if (reader.get<std::uint64_t>() != walks_.size())
        throw std::invalid_argument("snapshot was made with another number of threads");
    next_ = reader.get<std::uint64_t>();
    const auto standing = reader.get_vector<std::uint64_t>();
    if (split_) {
        SearchTotals counted;
        Words listed;
        make_tasks(counted, listed);
    }
    if (standing.size() > walks_.size() || next_ > tasks_->size())
        throw std::invalid_argument("snapshot has more parts than the search");
    for (SearchWalk &walk : walks_) walk.stop();
    for (std::size_t i = 0; i < standing.size(); ++i) {
        if (standing[i] >= tasks_->size()) throw std::invalid_argument("snapshot lacks its part");
        walks_[i].begin((*tasks_)[standing[i]], standing[i]);
        walks_[i].go_to(reader.get_vector<std::uint16_t>());
    }
    reader.finish();
    publish();
}

// What was read back must make sense, whoever wrote it.
void SearchJob::check_loaded() const {
    const std::uint64_t past = std::uint64_t{options_.high} + 1;
    if (depth_ < options_.low || depth_ > past || best_ > depth_ || counts_.size() > past)
        throw std::invalid_argument("snapshot stands at a depth that is not searched");
    std::size_t at = 0;
    while (at + 1 < words_.size() && words_[at + 1] <= words_.size() - at - 2)
        at += 2 + words_[at + 1];
    if (at != words_.size()) throw std::invalid_argument("snapshot has solutions cut short");
}

using Roots = nb::ndarray<const std::uint32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void make(SearchJob *self, std::shared_ptr<SearchSpace> space, const Roots &roots,
          std::uint32_t low, std::uint32_t high, std::int32_t beyond, std::uint64_t limit,
          std::uint64_t keep, std::int32_t threads, bool passing) {
    if (roots.shape(1) != space->width())
        throw std::invalid_argument("a start needs one value for each coordinate");
    new (self) SearchJob(std::move(space), {roots.data(), roots.data() + roots.size()},
                         {low, high, beyond, limit, keep, threads, passing});
}

}  // namespace

void bind_search(nb::module_ &m) {
    bind_search_space(m);
    nb::class_<SearchJob, Job>(m, "SearchJob", "All words that lead from the starts to the goal.")
        .def("__init__", &make, nb::arg("space"), nb::arg("roots"), nb::arg("low"), nb::arg("high"),
             nb::arg("beyond") = 0, nb::arg("limit") = 0, nb::arg("keep") = 0,
             nb::arg("threads") = 1, nb::arg("passing") = true)
        .def_prop_ro("depth", &SearchJob::depth, "The weight that is being searched.")
        .def_prop_ro("best", &SearchJob::best,
                     "The weight of the lightest word; -1 if there is none.")
        .def_prop_ro("found", &SearchJob::found, "How many words were found.")
        .def_prop_ro("nodes", &SearchJob::nodes, "How many nodes were visited.")
        .def_prop_ro("reads", &SearchJob::reads, "How often a pruning table was read.")
        .def_prop_ro("counts", &SearchJob::counts, "How many words there are of each weight.")
        .def("words", &SearchJob::words, "For each word its start and its moves (uint16).");
}

}  // namespace puzzlery
