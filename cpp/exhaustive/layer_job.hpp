// Counting breadth first, one layer after the other: what counts of states and of classes share.
#pragma once

#include "core/job.hpp"

namespace puzzlery {

class LayerJob : public Job {
public:
    // How many states there are at each distance, and whether no others exist.
    const std::vector<std::uint64_t> &counts() const { return counts_; }
    bool is_whole() const { return whole_; }

protected:
    LayerJob(std::size_t degree, unsigned depth, std::uint64_t most)
        : degree_(degree), depth_(depth), most_(most) {}

    virtual void expand(std::uint64_t number) = 0;  // make all moves from a state of the layer
    virtual std::uint64_t layer_end() const = 0;    // the number after the last of the layer
    virtual std::uint64_t kept() const = 0;         // how many are in memory, at most `most`
    virtual void finish_layer() = 0;

    bool advance() final {
        while (!done()) {
            for (unsigned k = 0; k < 64 && next_ < layer_end(); ++k, ++next_) expand(next_);
            if (kept() > most_) throw std::length_error("too many states to keep");
            if (next_ == layer_end()) finish_layer();
            if (!done() && out_of_time()) return false;
        }
        return true;
    }
    bool done() const { return whole_ || counts_.size() > depth_; }
    std::string depth_note() const { return "depth " + std::to_string(counts_.size()) + ", "; }

    void check_points(const Perm &points) const {
        for (const auto point : points)
            if (point >= degree_) throw std::invalid_argument("a point is out of range");
    }
    void check_degree(Reader &reader) const {
        reader.expect<std::uint64_t>(degree_, "snapshot belongs to another puzzle");
    }

    std::size_t degree_;
    unsigned depth_;
    std::uint64_t most_, next_ = 0;
    bool whole_ = false;
    std::vector<std::uint64_t> counts_;
};

}  // namespace puzzlery
