// The computation of a stabilizer chain: grown from random elements, then checked or proven.
#pragma once

#include <nanobind/stl/vector.h>

#include "core/job.hpp"
#include "groups/grow.hpp"
#include "groups/members.hpp"

namespace puzzlery {

inline constexpr std::size_t many_generators = 24;  // fewer are not worth a search for few

enum class Phase : std::uint8_t { analysing, growing, checking, proving, idle };

class StabChain final : public Job {
public:
    StabChain(std::size_t degree, const std::vector<nb::bytes> &generators, std::uint64_t seed)
        : degree_(degree), seed_(seed), random_(seed), chain_(action_) {
        if (degree > 65535) throw std::invalid_argument("too many points");
        generators_ = permutations_of(generators, degree);
    }

    // Ask for so many random elements in a row that the chain already holds.
    void check(std::size_t count) {
        if (phase_ == Phase::analysing) analyse();
        wanted_ = count;
        passed_ = 0;
        phase_ = Phase::checking;
    }
    // Ask for a proof by Schreier's lemma, which adds whatever is missing.
    void prove() {
        if (phase_ == Phase::analysing) analyse();
        phase_ = Phase::proving;
        at_ = {action_.orbits().size(), 0};
        point_ = 0;
        proven_levels_ = 0;
        gathered_.reset();
        absorb_generators();
        step_back();
    }

    Progress progress() const override {
        static const char *notes[] = {"analysing", "growing", "checking", "proving", "finished"};
        const auto levels = chain_.levels().size();
        const char *note = notes[static_cast<std::size_t>(phase_)];
        switch (phase_) {
        case Phase::proving:
            return {proven_levels_, levels, note};
        case Phase::checking:
            return {passed_, wanted_, note};
        case Phase::idle:
            return {levels, levels, note};
        default:
            return {levels, std::nullopt, note};
        }
    }

    const Action &action() const { return action_; }
    const Chain &chain() const { return chain_; }

    std::vector<std::size_t> orbit_sizes() const {
        std::vector<std::size_t> sizes;
        for (const Level *level : chain_.levels()) sizes.push_back(level->size());
        return sizes;
    }
    std::vector<std::size_t> base() const {
        std::vector<std::size_t> points;
        for (const Level *level : chain_.levels()) points.push_back(action_.point(level->base()));
        return points;
    }
    std::vector<std::size_t> levels_of_orbits() const {
        std::vector<std::size_t> counts;
        for (const auto &group : chain_.groups()) counts.push_back(group.size());
        return counts;
    }
    std::vector<nb::bytes> strong_generators() const {
        std::vector<nb::bytes> all;
        Perm full(degree_);
        for (const Level *level : chain_.levels())
            for (const Perm &generator : generators_of(*level)) {
                action_.expand(generator.data(), full.data());
                all.push_back(as_bytes(full));
            }
        return all;
    }
    std::size_t degree() const { return degree_; }
    bool settled() const { return settled_; }
    // Told that the order is proven; and that it is all that slots and invariants allow.
    void settle(bool filled) {
        filled_ = filled;
        members_ = Members::of(action_);
        settled_ = true;
    }
    bool contains(const Point *images) const {
        if (members_ && !members_->holds(images)) return false;
        if (members_ && filled_) return true;
        static thread_local Perm g;
        return action_.compress(images, g) && chain_.finished(chain_.sift(g));
    }
    std::optional<std::vector<std::uint32_t>> digits(const nb::bytes &bytes) const {
        Perm g;
        if (!action_.compress(points_in(bytes, degree_).data(), g)) return std::nullopt;
        return chain_.digits(g);
    }
    nb::bytes element(const std::vector<std::uint32_t> &digits) const {
        Perm compact, full(degree_);
        chain_.element(digits, compact);
        action_.expand(compact.data(), full.data());
        return as_bytes(full);
    }

protected:
    bool advance() override {
        while (phase_ != Phase::idle) {
            switch (phase_) {
            case Phase::analysing:
                analyse();
                break;
            case Phase::growing:
                if (!grower_.step(chain_, random_)) phase_ = Phase::idle;
                break;
            case Phase::checking:
                check_one();
                break;
            case Phase::proving:
                prove_point();
                break;
            case Phase::idle:
                break;
            }
            if (phase_ != Phase::idle && out_of_time()) return false;
        }
        return true;
    }

    template <class Self> static auto fields(Self &self) {
        return std::tie(self.random_.state, self.grower_.group, self.wanted_, self.passed_,
                        self.at_.group, self.at_.level, self.point_, self.proven_levels_);
    }
    void save(Writer &writer) const override {
        writer.put<std::uint64_t>(degree_);
        writer.put(seed_);
        writer.put(phase_);
        if (phase_ == Phase::analysing) return;
        writer.put(fields(*this));
        writer.put(std::tie(grower_.pool, shuffler_.list, shuffler_.kept));
        for (const auto &group : chain_.groups()) {
            writer.put<std::uint64_t>(group.size());
            for (const Level &level : group) {
                writer.put(level.base());
                writer.put(generators_of(level));
            }
        }
    }

    // The orbits are computed anew from the saved elements; only what was random is stored.
    void load(Reader &reader) override {
        reader.expect<std::uint64_t>(degree_, "snapshot belongs to another group");
        reader.expect(seed_, "snapshot belongs to another group");
        const auto phase = reader.get<Phase>();
        if (phase > Phase::idle) throw std::invalid_argument("snapshot has an unknown phase");
        if (phase == Phase::analysing) {
            reader.finish();
            return;
        }
        random_.state = seed_;
        settled_ = filled_ = false;
        members_.reset();
        analyse();
        phase_ = phase;
        fields(*this) = reader.get(fields(*this));
        grower_ = Grower(load_all(reader), grower_.group);
        shuffler_.list = load_all(reader);
        shuffler_.kept = load_one(reader);
        for (std::size_t group = 0; group < action_.orbits().size(); ++group)
            for (auto left = reader.get<std::uint64_t>(); left; --left) load_level(reader, group);
        reader.finish();
        check_place();
    }
    std::uint32_t magic() const override { return 0x31424153; }

private:
    Perm load_one(Reader &reader) const {
        Perm p = reader.get_vector<Point>();
        if (p.size() != action_.size()) throw std::invalid_argument("snapshot has other points");
        check_permutation(p);
        for (const Orbit &orbit : action_.orbits())
            for (std::size_t i = orbit.first; i < orbit.first + orbit.size; ++i)
                if (p[i] < orbit.first || p[i] >= orbit.first + orbit.size)
                    throw std::invalid_argument("snapshot mixes orbits");
        return p;
    }
    std::vector<Perm> load_all(Reader &reader) const {
        std::vector<Perm> elements;
        for (auto left = reader.get<std::uint64_t>(); left; --left)
            elements.push_back(load_one(reader));
        return elements;
    }
    void load_level(Reader &reader, std::size_t group) {
        const Orbit &orbit = action_.orbits()[group];
        const auto base = reader.get<Point>();
        if (base < orbit.first || base >= orbit.first + orbit.size)
            throw std::invalid_argument("snapshot has a base point outside of its orbit");
        const std::vector<Perm> elements = load_all(reader);
        extend(chain_.add_level(group, base, reach(elements, base)), elements);
    }
    void check_place() const {
        const bool inside = at_.group < chain_.groups().size() &&
                            at_.level < chain_.groups()[at_.group].size() &&
                            point_ < chain_.groups()[at_.group][at_.level].size();
        if (phase_ == Phase::proving && !inside)
            throw std::invalid_argument("snapshot stands at an unknown level");
    }

    void analyse() {
        action_ = Action(degree_, generators_, random_);
        chain_ = Chain(action_);
        std::vector<Perm> compact(generators_.size());
        for (std::size_t k = 0; k < compact.size(); ++k)
            action_.compress(generators_[k].data(), compact[k]);
        shuffler_ = Shuffler(compact, action_.size(), random_);
        // Each invariant is one more thing that the pool could lose.
        const std::size_t size = least_pool + action_.image_factors().size();
        std::vector<Perm> pool;
        for (std::size_t k = 0; k < size; ++k) pool.push_back(shuffler_.next(random_));
        grower_ = Grower(std::move(pool), 0);
        phase_ = Phase::growing;
    }

    // The generators of a level on all points.
    std::vector<Perm> generators_of(const Level &level) const {
        std::vector<Perm> all(level.generators(), identity(action_.size()));
        for (std::size_t k = 0; k < all.size(); ++k)
            std::copy_n(level.generator(k), action_.size() - level.start(),
                        all[k].data() + level.start());
        return all;
    }

    void check_one() {
        Perm g = shuffler_.next(random_);
        const Chain::Place place = chain_.sift(g);
        if (chain_.finished(place)) {
            ++passed_;
        } else {
            passed_ = 0;
            chain_.insert(place, g);
        }
        if (passed_ >= wanted_) phase_ = Phase::idle;
    }

    void absorb_generators() {
        for (const Perm &generator : generators_) {
            Perm g;
            action_.compress(generator.data(), g);
            for (Perm rest = g;; rest = g) {
                const Chain::Place place = chain_.sift(rest);
                if (chain_.finished(place)) break;
                chain_.insert(place, rest);
            }
        }
    }

    // To the level above the one that is proven, or to the end.
    void step_back() {
        point_ = 0;
        while (at_.level == 0) {
            if (at_.group == 0) {
                phase_ = Phase::idle;
                return;
            }
            at_.level = chain_.groups()[--at_.group].size();
        }
        --at_.level;
    }

    // What generates the chain from the level on that is proven: its own generators, and those of
    // the levels below, which are proven already, or a few elements that do the same.
    void gather() {
        gathered_ = at_;
        elements_.clear();
        auto levels = chain_.levels(at_);
        std::size_t count = 0;
        for (const Level *level : levels) count += level->generators();
        if (count > many_generators)
            elements_ = few_generators(chain_, {at_.group, at_.level + 1}, random_);
        if (!elements_.empty()) levels.resize(1);
        for (const Level *level : levels)
            for (Perm &generator : generators_of(*level)) elements_.push_back(std::move(generator));
    }

    // Schreier's lemma for one point of one level: with u the element that leads the base there
    // and s any generator of this level or a deeper one, u s must be held by the chain from here.
    void prove_point() {
        if (!gathered_ || !(*gathered_ == at_)) gather();
        const Level &level = chain_.groups()[at_.group][at_.level];
        Perm home = identity(action_.size()), g;
        level.lead_home(level.points()[point_], home);
        const Perm u = inverse(home);
        for (const Perm &s : elements_) {
            multiply(u, s, g);
            const Chain::Place place = chain_.sift(g, at_);
            if (chain_.finished(place)) continue;
            chain_.insert(place, g);
            at_ = place;
            point_ = 0;
            proven_levels_ = 0;
            gathered_.reset();
            return;
        }
        if (++point_ == level.size()) {
            ++proven_levels_;
            step_back();
        }
    }

    std::size_t degree_;
    std::uint64_t seed_;
    RandomGenerator random_;
    std::vector<Perm> generators_;
    Action action_;
    Chain chain_;
    Shuffler shuffler_;
    Grower grower_;
    Phase phase_ = Phase::analysing;
    std::size_t wanted_ = 0, passed_ = 0, point_ = 0, proven_levels_ = 0;
    Chain::Place at_{0, 0};
    std::optional<Chain::Place> gathered_;  // the level that elements_ belong to
    std::vector<Perm> elements_;
    std::optional<Members> members_;
    bool filled_ = false, settled_ = false;
};

}  // namespace puzzlery
