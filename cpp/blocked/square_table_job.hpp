// Tables of Square-1 that are filled breadth first, row by row, with a byte an entry.
#pragma once

#include <nanobind/ndarray.h>

#include <algorithm>
#include <vector>

#include "core/huge_pages.hpp"
#include "core/job.hpp"
#include "core/parallel.hpp"
#include "tables/distances.hpp"

namespace puzzlery::square {

class TableJob : public Job {
public:
    const std::vector<std::uint64_t> &counts() const { return counts_; }
    // The finished table, as it is kept on the disk.
    const HugePages &table() {
        if (!done_) throw std::runtime_error("the table is not finished");
        return finished();
    }

protected:
    // `kind` tells tables of one class apart; `grain` rows are a piece of work for a thread.
    TableJob(std::uint32_t kind, std::uint64_t rows, std::uint64_t entries_of_row,
             std::uint64_t grain, unsigned threads)
        : bytes_(rows * entries_of_row), kind_(kind), rows_(rows), entries_of_row_(entries_of_row),
          grain_(grain), threads_(std::max(1u, threads)) {
        std::memset(bytes_.data(), ByteDistances::open, bytes_.size());
    }
    // Mark what the entries `offsets` of a row lead to; they are one slash nearer than `depth`.
    virtual void expand(std::uint64_t row, const std::vector<std::uint32_t> &offsets,
                        ByteDistances &table, unsigned depth) const = 0;
    virtual const HugePages &finished() { return bytes_; }

    void begin_at(std::uint64_t entry) {
        ByteDistances table(bytes_.data());
        if (table.get(entry) != 0) table.set(entry, 0), ++counts_[0];
    }
    double reached() const {
        double sum = 0;
        for (const auto count : counts_) sum += static_cast<double>(count);
        return sum;
    }

    bool advance() override {
        while (!done_) {
            const auto stop = std::min(rows_, next_ + pieces_a_thread * grain_ * threads_);
            in_parallel(next_, stop, grain_, threads_, [this](auto first, auto last) {
                for (auto row = first; row < last; ++row) expand_row(row);
            });
            next_ = stop;
            if (next_ == rows_) close_layer();
            if (!done_ && out_of_time()) return false;
        }
        return true;
    }
    template <class Self> static auto fields(Self &self) {
        return std::tie(self.next_, self.done_, self.counts_);
    }
    void save(Writer &writer) const override {
        writer.put(kind_);
        writer.put(fields(*this));
        writer.put_block(bytes_.data(), bytes_.size());
    }
    void load(Reader &reader) override {
        reader.expect(kind_, "snapshot belongs to another table");
        auto saved = reader.get(fields(*this));
        const auto &[next, done, counts] = saved;
        if (next > rows_ || counts.empty())
            throw std::invalid_argument("snapshot is out of its range");
        HugePages bytes(rows_ * entries_of_row_);
        reader.get_block(bytes.data(), bytes.size());
        reader.finish();
        bytes_ = std::move(bytes);
        fields(*this) = std::move(saved);
    }

    HugePages bytes_;

private:
    static constexpr std::uint64_t pieces_a_thread = 4;  // between two looks at the clock

    void expand_row(std::uint64_t row) {
        ByteDistances table(bytes_.data());
        const auto depth = static_cast<unsigned>(counts_.size());
        std::vector<std::uint32_t> offsets;
        table.collect(row * entries_of_row_, static_cast<std::uint32_t>(entries_of_row_), depth - 1,
                      offsets);
        if (!offsets.empty()) expand(row, offsets, table, depth);
    }
    void close_layer() {
        const auto depth = static_cast<std::uint8_t>(counts_.size());
        const std::uint8_t *first = bytes_.data();
        const auto found = std::count(first, first + bytes_.size(), depth);
        if (found)
            counts_.push_back(static_cast<std::uint64_t>(found));
        else
            done_ = true;
        next_ = 0;
    }

    std::uint32_t kind_;
    std::uint64_t rows_, entries_of_row_, grain_;
    unsigned threads_;
    std::vector<std::uint64_t> counts_{0};
    std::uint64_t next_ = 0;
    bool done_ = false;
};

}  // namespace puzzlery::square
