#include "apart/separation.hpp"

#include <algorithm>

namespace puzzlery {

Part Part::without(PieceMask gone) const {
    Part rest;
    for (std::size_t i = 0; i < size(); ++i) {
        if (gone >> i & 1) continue;
        rest.pieces.push_back(pieces[i]);
        rest.bodies.push_back(bodies[i]);
        rest.weights.push_back(weights[i]);
        rest.places.push_back(places[i]);
    }
    return rest;
}

void SeparationSearch::start(const Part &part, bool quick) {
    set_part(part, quick);
    places_.clear();
    links_.assign(1, {});
    slots_.assign(64, 0);
    next_ = 0;
    scratch_.resize(width_);
    for (std::size_t i = 0; i < width_; ++i) scratch_[i] = part.places[order_[i]];
    normalize(scratch_.data());
    places_ = scratch_;
    insert(places_.data(), 0);
}

// Equal bodies stand side by side, and a body without equals comes first where there is one.
void SeparationSearch::set_part(const Part &part, bool quick) {
    part_ = part;
    quick_ = quick;
    width_ = part.size();
    order_.clear();
    // Pieces whose body stands for itself alone, then each other body with all its equals.
    PieceMask single = 0, later = 0;
    for (std::size_t i = 0; i < width_; ++i) {
        bool alone = true;
        for (std::size_t j = 0; j < width_; ++j) {
            if (j == i || part.bodies[j] != part.bodies[i]) continue;
            alone = false;
            if (j < i) later |= PieceMask{1} << i;
        }
        if (alone) single |= PieceMask{1} << i;
    }
    for (std::size_t i = 0; i < width_; ++i)
        if (single >> i & 1) order_.push_back(static_cast<std::int32_t>(i));
    for (std::size_t i = 0; i < width_; ++i) {
        if ((single | later) >> i & 1) continue;
        for (std::size_t j = i; j < width_; ++j)
            if (part.bodies[j] == part.bodies[i]) order_.push_back(static_cast<std::int32_t>(j));
    }
    std::vector<std::int32_t> bodies;
    ends_.clear();
    for (std::size_t i = 0; i < width_; ++i) {
        bodies.push_back(part.bodies[order_[i]]);
        if (i && bodies[i] != bodies[i - 1]) ends_.push_back(i);
    }
    ends_.push_back(width_);
    all_ = mask_of(width_);
    is_small_ = PushGraph<SmallRows>::takes(tables_->movement(), width_);
    with_graph([&](auto &graph) { graph.set_pieces(*tables_, bodies); });
}

void SeparationSearch::normalize(Spot *places) const {
    if (ends_.size() < width_) {
        std::size_t begin = 0;
        for (const std::size_t end : ends_) {
            if (end - begin > 1) std::sort(places + begin, places + end);
            begin = end;
        }
    }
    const Spot origin = places[0];
    for (std::size_t i = 0; i < width_; ++i) places[i] -= origin;
}

SeparationSearch::Outcome SeparationSearch::advance(std::uint64_t arrangements) {
    return with_graph([&](auto &graph) { return advance(graph, arrangements); });
}

template <class Graph>
SeparationSearch::Outcome SeparationSearch::advance(Graph &graph, std::uint64_t arrangements) {
    for (; arrangements && next_ < links_.size(); --arrangements) {
        graph.look(places_of(next_));
        const auto leaving = graph.leaving();
        if (leaving.set) {
            gone_ = leaving.set;
            gone_axis_ = leaving.axis;
            gone_back_ = leaving.back;
            return Outcome::found;
        }
        expand(graph, static_cast<std::uint32_t>(next_++));
    }
    return next_ == links_.size() ? Outcome::stuck : Outcome::searching;
}

template <class Graph> void SeparationSearch::expand(Graph &graph, std::uint32_t number) {
    if (quick_)
        graph.single_sets([&](int axis, PieceMask set) { add(number, axis, set, 1); });
    else
        graph.all_sets([&](int axis, PieceMask set, int steps, bool back) {
            add(number, axis, back ? all_ & ~set : set, steps);
        });
}

void SeparationSearch::add(std::uint32_t parent, int axis, PieceMask set, int steps) {
    const Spot shift = steps * tables_->movement().step(axis);
    const Spot *from = places_of(parent);
    for (std::size_t i = 0; i < width_; ++i) scratch_[i] = from[i] + (set >> i & 1 ? shift : 0);
    normalize(scratch_.data());
    const auto number = static_cast<std::uint32_t>(links_.size());
    if (!insert(scratch_.data(), number)) return;
    links_.push_back(
        {set, parent, static_cast<std::uint16_t>(steps), static_cast<std::uint16_t>(axis)});
    places_.insert(places_.end(), scratch_.begin(), scratch_.end());
}

// A sum, so that the terms of the pieces do not wait for one another.
std::uint64_t SeparationSearch::hash(const Spot *places) const {
    std::uint64_t sum = 0, factor = 0x9e3779b97f4a7c15u;
    for (std::size_t i = 0; i < width_; ++i, factor = factor * 3 + 2)
        sum += static_cast<std::uint32_t>(places[i]) * factor;
    sum = (sum ^ sum >> 32) * 0xbf58476d1ce4e5b9u;
    return sum ^ sum >> 29;
}

// False if the arrangement is known already.
bool SeparationSearch::insert(const Spot *places, std::uint32_t number) {
    if (2 * (links_.size() + 1) > slots_.size()) enlarge();
    const std::uint64_t code = hash(places), mask = slots_.size() - 1;
    const std::uint64_t tag = code >> 32;
    std::uint64_t at = code & mask;
    for (; slots_[at]; at = (at + 1) & mask)
        if (slots_[at] >> 32 == tag &&
            std::equal(places, places + width_, places_of((slots_[at] & 0xffffffffu) - 1)))
            return false;
    slots_[at] = tag << 32 | (number + 1);
    return true;
}

void SeparationSearch::enlarge() {
    slots_.assign(std::max<std::size_t>(256, 4 * slots_.size()), 0);
    const std::uint64_t mask = slots_.size() - 1;
    for (std::uint64_t number = 0; number * width_ < places_.size(); ++number) {
        const std::uint64_t code = hash(places_of(number));
        std::uint64_t at = code & mask;
        while (slots_[at]) at = (at + 1) & mask;
        slots_[at] = code >> 32 << 32 | (number + 1);
    }
}

std::uint64_t SeparationSearch::bytes() const {
    return sizeof(Spot) * places_.capacity() + sizeof(Link) * links_.capacity() +
           sizeof(std::uint64_t) * slots_.capacity();
}

// Of a set and its complement the one that moves: the smaller one, unless its heaviest piece is
// heavier than all that would rest.
PieceMask SeparationSearch::lighter(PieceMask set) const {
    const PieceMask rest = all_ & ~set;
    if (2 * size_of(set) > width_) return lighter(rest);
    std::int32_t moving = 0, resting = 0;
    for (std::size_t i = 0; i < width_; ++i) {
        std::int32_t &heaviest = set >> i & 1 ? moving : resting;
        heaviest = std::max(heaviest, part_.weights[i]);
    }
    return moving > resting ? rest : set;
}

// Replays the moves. Sorting renames pieces of the same body on the way; `now` undoes that.
std::vector<PartMove> SeparationSearch::moves(std::vector<Spot> &places) const {
    std::vector<std::uint32_t> way;
    for (auto at = static_cast<std::uint32_t>(next_); at; at = links_[at].parent) way.push_back(at);
    std::ranges::reverse(way);
    std::vector<std::int32_t> now = order_;
    places = part_.places;
    const auto sort_by_place = [&] {
        std::size_t begin = 0;
        for (const std::size_t end : ends_) {
            std::sort(now.begin() + begin, now.begin() + end,
                      [&](std::int32_t i, std::int32_t j) { return places[i] < places[j]; });
            begin = end;
        }
    };
    const auto named = [&](PieceMask set) {
        PieceMask found = 0;
        for (; set; set &= set - 1) found |= PieceMask{1} << now[std::countr_zero(set)];
        return found;
    };
    std::vector<PartMove> moves;
    const auto write = [&](PieceMask set, std::int32_t axis, std::int32_t steps, bool back) {
        const PieceMask moving = lighter(set);
        moves.push_back({moving, axis, steps, back != (moving != set)});
    };
    sort_by_place();
    for (const std::uint32_t at : way) {
        const Link &link = links_[at];
        write(named(link.set), link.axis, link.steps, false);
        const PartMove &move = moves.back();
        const Spot shift =
            (move.back ? -move.steps : move.steps) * tables_->movement().step(move.axis);
        for (std::size_t i = 0; i < width_; ++i)
            if (move.set >> i & 1) places[i] += shift;
        sort_by_place();
    }
    write(named(gone_), gone_axis_, 0, gone_back_);
    return moves;
}

void SeparationSearch::save(Writer &writer) const {
    writer.put(quick_);
    writer.put(next_);
    writer.put(places_);
    writer.put(links_);
}

void SeparationSearch::load(Reader &reader, const Part &part) {
    const bool quick = reader.get<bool>();
    start(part, quick);
    const std::vector<Spot> first = places_;
    next_ = reader.get<std::uint64_t>();
    places_ = reader.get_vector<Spot>();
    links_ = reader.get_vector<Link>();
    if (places_.size() != links_.size() * width_ || next_ > links_.size() || links_.empty() ||
        links_.size() >= 0xffffffffu || !std::equal(first.begin(), first.end(), places_.begin()))
        throw std::invalid_argument("snapshot of a search has arrays of wrong sizes");
    check_links();
    slots_.resize(std::bit_ceil(2 * links_.size() + 256) / 4);
    enlarge();
}

// Every arrangement must be what its move makes of its parent.
void SeparationSearch::check_links() const {
    std::vector<Spot> places(width_);
    for (std::size_t number = 1; number < links_.size(); ++number) {
        const Link &link = links_[number];
        const bool known =
            link.parent < number && link.axis < tables_->movement().axes() && !(link.set & ~all_);
        if (!known) throw std::invalid_argument("snapshot of a search has an impossible move");
        const Spot shift = link.steps * tables_->movement().step(link.axis);
        for (std::size_t i = 0; i < width_; ++i)
            places[i] = places_of(link.parent)[i] + (link.set >> i & 1 ? shift : 0);
        normalize(places.data());
        if (!std::equal(places.begin(), places.end(), places_of(number)))
            throw std::invalid_argument("snapshot of a search does not fit its moves");
    }
}

}  // namespace puzzlery
