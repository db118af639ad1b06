// The search for the first separation: the fewest moves after which some pieces leave the others.
#pragma once

#include "apart/push_graph.hpp"
#include "core/job.hpp"

namespace puzzlery {

// Pieces of an assembly, by their numbers in it, and where they stand. Of two sets that move apart,
// the one with the heaviest piece rests.
struct Part {
    std::vector<std::int32_t> pieces, bodies, weights;
    std::vector<Spot> places;

    std::size_t size() const { return pieces.size(); }
    Part without(PieceMask gone) const;
    template <class Self> static auto fields(Self &self) {
        return std::tie(self.pieces, self.bodies, self.weights, self.places);
    }
};

// One move: pieces of a part go so many steps along an axis; 0 steps take them away for good.
struct PartMove {
    PieceMask set = 0;
    std::int32_t axis = 0;
    std::int32_t steps = 0;
    bool back = false;
};

// Breadth first over arrangements: the places of all pieces relative to one of them, where pieces
// of the same body are interchangeable. `quick` asks only whether there is a separation: it makes
// moves of one step by what a single piece pushes, of which all other moves are made.
class SeparationSearch {
public:
    enum class Outcome : std::uint8_t { searching, found, stuck };

    explicit SeparationSearch(PairTables &tables) : tables_(&tables) {}
    void start(const Part &part, bool quick);
    // Looks at so many arrangements more.
    Outcome advance(std::uint64_t arrangements);
    std::uint64_t looked_at() const { return next_; }
    std::uint64_t known() const { return links_.size(); }
    std::uint64_t bytes() const;

    // After a separation was found: the moves, the last of which takes pieces away, and the places
    // before that last move. Sets are those of the part's own order.
    std::vector<PartMove> moves(std::vector<Spot> &places) const;

    void save(Writer &writer) const;
    void load(Reader &reader, const Part &part);

private:
    struct Link {
        PieceMask set = 0;
        std::uint32_t parent = 0;
        std::uint16_t steps = 0;
        std::uint16_t axis = 0;
    };
    void set_part(const Part &part, bool quick);
    const Spot *places_of(std::uint64_t number) const { return &places_[number * width_]; }
    void add(std::uint32_t parent, int axis, PieceMask set, int steps);
    void normalize(Spot *places) const;
    bool insert(const Spot *places, std::uint32_t number);
    void enlarge();
    std::uint64_t hash(const Spot *places) const;
    void check_links() const;
    PieceMask lighter(PieceMask set) const;

    // Runs a step with the graph that takes the part.
    template <class Step> auto with_graph(const Step &step) {
        return is_small_ ? step(small_) : step(wide_);
    }
    template <class Graph> Outcome advance(Graph &graph, std::uint64_t arrangements);
    template <class Graph> void expand(Graph &graph, std::uint32_t number);

    PairTables *tables_;
    PushGraph<SmallRows> small_;
    PushGraph<WideRows> wide_;
    bool is_small_ = false;
    PieceMask all_ = 0;
    Part part_;
    bool quick_ = false;
    std::size_t width_ = 0;
    std::vector<std::int32_t> order_;  // place in the arrangement -> place in the part
    std::vector<std::size_t> ends_;    // where runs of equal bodies end in the arrangement
    std::vector<Spot> places_, scratch_;
    std::vector<Link> links_;
    std::vector<std::uint64_t> slots_;  // upper half of the hash, and number + 1
    std::uint64_t next_ = 0;
    PieceMask gone_ = 0;  // the set that leaves, its axis, and whether it goes back
    std::int32_t gone_axis_ = 0;
    bool gone_back_ = false;
};

}  // namespace puzzlery
