// A puzzle as the general solver sees it; see model.hpp.
#include "general/model.hpp"

#include <algorithm>
#include <stdexcept>

namespace puzzlery::general {

namespace {

// With more orbits, a move leaves most of them alone, and each is a group of its own. A 10x10x10
// has 21 orbits.
constexpr std::size_t FEW_ORBITS = 24;
// Costs of words are kept in 16 bits.
constexpr int MOST_PRICE = 1'000;

Perm power_of(const Perm &to, Power power) {
    Perm result(to.size());
    raise(to, power, result.data());
    return result;
}

}  // namespace

Model::Model(std::vector<int> slots, std::vector<int> orientations, const std::vector<Perm> &layers,
             std::vector<Power> orders_, const std::vector<std::vector<Power>> &powers,
             const std::vector<std::vector<int>> &prices,
             std::vector<std::vector<std::uint8_t>> fits, std::vector<Coordinate> coordinates_)
    : coordinates(std::move(coordinates_)), orders(std::move(orders_)) {
    if (slots.size() != orientations.size() || slots.size() != fits.size())
        throw std::invalid_argument("each orbit needs its slots, orientations and fitting pieces");
    for (std::size_t o = 0; o < slots.size(); ++o) {
        const int begin = oriented_slots(), count = slots[o] * orientations[o];
        if (slots[o] < 1 || orientations[o] < 1 || begin + count > 65535)
            throw std::invalid_argument("an orbit has too many or too few oriented slots");
        orbits.push_back({begin, begin + count, orientations[o]});
        for (int k = 0; k < count; ++k) {
            if (k % orientations[o] == 0) first_of.push_back(static_cast<OrientedSlot>(begin + k));
            slot_of.push_back(static_cast<int>(first_of.size()) - 1);
            orbit_of.push_back(static_cast<int>(o));
        }
        if (fits[o].size() != static_cast<std::size_t>(count) * count)
            throw std::invalid_argument(
                "the fitting pieces of an orbit need one entry for each pair of oriented slots");
    }
    if (layers.size() != orders.size() || layers.size() != powers.size() ||
        layers.size() != prices.size())
        throw std::invalid_argument("each layer needs its order, its powers and their prices");
    for (const Coordinate &c : coordinates)
        if (c.of_layer.size() != layers.size() || c.modulus < 1)
            throw std::invalid_argument("a coordinate needs a value for each layer");
    letters.resize(layers.size());
    for (std::size_t k = 0; k < layers.size(); ++k)
        add_layer(static_cast<int>(k), layers[k], powers[k], prices[k]);
    for (const Move &move : moves) {
        inverse_.push_back(letter(move.layer, orders[move.layer] - move.power));
        if (inverse_.back() == NO_LETTER)
            throw std::invalid_argument("a power of a layer comes without its inverse");
    }
    if (!price.empty()) {
        least_price = std::ranges::min(price);
        greatest_price = std::ranges::max(price);
    }
    find_commuting();
    form_groups();
    find_blocks();
    find_looks(fits);
}

Model Model::restricted_to(const std::vector<char> &kept) const {
    Model result = *this;
    result.orbit_of.clear();
    result.slot_of.clear();
    result.first_of.clear();
    std::vector<OrientedSlot> number(orbit_of.size(), 0);  // of each oriented slot that is kept
    for (std::size_t o = 0; o < orbits.size(); ++o) {
        const int begin = result.oriented_slots();
        for (int f = orbits[o].begin; kept[o] && f < orbits[o].end; ++f) {
            number[f] = static_cast<OrientedSlot>(result.oriented_slots());
            if (first_of[slot_of[f]] == f) result.first_of.push_back(number[f]);
            result.slot_of.push_back(result.slots() - 1);
            result.orbit_of.push_back(static_cast<int>(o));
        }
        result.orbits[o] = {begin, result.oriented_slots(), orbits[o].orientations};
    }
    for (Move &move : result.moves) {
        Perm to(result.orbit_of.size());
        for (int f = 0; f < oriented_slots(); ++f)
            if (kept[orbit_of[f]]) to[number[f]] = number[move.to[f]];
        move = result.move_of(move.layer, move.power, std::move(to));
    }
    result.look.clear();
    for (int f = 0; f < oriented_slots(); ++f)
        if (kept[orbit_of[f]]) result.look.push_back(look[f]);
    result.form_groups();
    return result;
}

State Model::restrict_state(const Model &restricted, const State &state) const {
    State result;
    for (std::size_t o = 0; o < orbits.size(); ++o)
        for (int k = 0; k < restricted.orbits[o].oriented_slots(); ++k) {
            const int piece = state[orbits[o].begin + k] - orbits[o].begin;
            result.push_back(static_cast<OrientedSlot>(restricted.orbits[o].begin + piece));
        }
    return result;
}

void Model::add_layer(int layer, const Perm &to, const std::vector<Power> &powers,
                      const std::vector<int> &prices) {
    if (to.size() != orbit_of.size() || !is_permutation(to))
        throw std::invalid_argument("a layer is not a permutation of the oriented slots");
    if (orders[layer] < 1 || power_of(to, orders[layer]) != solved())
        throw std::invalid_argument("a layer does not have its order");
    if (powers.size() != prices.size())
        throw std::invalid_argument("each power of a layer needs a price");
    for (std::size_t k = 0; k < powers.size(); ++k) {
        if (powers[k] < 1 || powers[k] >= orders[layer])
            throw std::invalid_argument("a power of a layer is not below its order");
        if (prices[k] < 1 || prices[k] > MOST_PRICE)
            throw std::invalid_argument("the price of a move is not between 1 and 1000");
        add_move(layer, powers[k], prices[k], power_of(to, powers[k]));
    }
    if (orders[layer] > 1 && letter(layer, 1) == NO_LETTER)
        throw std::invalid_argument("a layer cannot be turned by one step");
}

void Model::add_move(int layer, Power power, int cost, Perm to) {
    if (moves.size() >= NO_LETTER - 1) throw std::invalid_argument("there are too many moves");
    letters[layer].push_back(static_cast<Letter>(moves.size()));
    layer_of.push_back(static_cast<std::uint16_t>(layer));
    price.push_back(cost);
    moves.push_back(move_of(layer, power, std::move(to)));
}

Move Model::move_of(int layer, Power power, Perm to) const {
    Move move{layer, power, std::move(to), {}, {}, Bits(bit_words(), 0)};
    for (int f = 0; f < oriented_slots(); ++f) {
        if (move.to[f] == f) continue;
        move.moved.push_back(static_cast<OrientedSlot>(f));
        const int slot = slot_of[f];
        if (first_of[slot] != f) continue;
        move.slots.emplace_back(static_cast<OrientedSlot>(f), move.to[f]);
        put(move.support, slot);
    }
    return move;
}

void Model::find_commuting() {
    const std::size_t n = orders.size();
    commute_.assign(n * n, 0);
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b) {
            if (orders[a] < 2 || orders[b] < 2) continue;
            const Move &x = moves[letter(static_cast<int>(a), 1)],
                       &y = moves[letter(static_cast<int>(b), 1)];
            const auto agree = [&](OrientedSlot f) { return y.to[x.to[f]] == x.to[y.to[f]]; };
            commute_[a * n + b] =
                std::ranges::all_of(x.moved, agree) && std::ranges::all_of(y.moved, agree);
        }
}

void Model::form_groups() {
    groups.clear();
    if (orbits.size() <= FEW_ORBITS)
        groups.push_back({0, oriented_slots()});
    else
        for (const Orbit &orbit : orbits) groups.push_back({orbit.begin, orbit.end});
    group_of.assign(orbit_of.size(), 0);
    for (std::size_t g = 0; g < groups.size(); ++g)
        std::fill(group_of.begin() + groups[g].begin, group_of.begin() + groups[g].end,
                  static_cast<int>(g));
    // With one group every move has a row there, even if it moves nothing.
    touched.assign(orders.size(), groups.size() == 1 ? std::vector{0} : std::vector<int>{});
    for (const Move &move : moves)
        for (const OrientedSlot f : move.moved) {
            std::vector<int> &own = touched[move.layer];
            if (std::ranges::find(own, group_of[f]) == own.end()) own.push_back(group_of[f]);
        }
}

// Blocks of layers make some products of two moves cheaper. On a 4x4x4 in outer block turns, the
// second layer costs 2 and the block of two layers 1: then R 2R is Rw, and R 2R2 is Rw2 R'. So for
// each product of two commuting moves the cheapest one or two moves with the same effect are found.
void Model::find_blocks() {
    blocks_.assign(orders.size() * orders.size(), 0);
    if (least_price == greatest_price && !has_blocks()) return;
    const auto key = [](const Perm &to) {
        std::uint64_t hash = 0x9E3779B97F4A7C15;
        for (const OrientedSlot f : to) hash = (hash ^ f) * 0x100000001B3;
        return hash;
    };
    std::unordered_map<std::uint64_t, Merged> cheapest;  // by a hash of the effect
    const auto offer = [&](const Perm &to, const Merged &way) {
        const auto [at, is_new] = cheapest.emplace(key(to), way);
        if (!is_new && way.price < at->second.price) at->second = way;
    };
    for (std::size_t m = 0; m < moves.size(); ++m)
        offer(moves[m].to, {true, static_cast<Letter>(m), NO_LETTER, price[m]});
    Perm both(orbit_of.size());
    const auto for_each_product = [&](const auto &use) {
        for (std::size_t a = 0; a < moves.size(); ++a)
            for (std::size_t b = 0; b < a; ++b) {
                if (layer_of[a] == layer_of[b] || !commute(layer_of[a], layer_of[b])) continue;
                for (std::size_t f = 0; f < both.size(); ++f) both[f] = moves[b].to[moves[a].to[f]];
                use(static_cast<Letter>(a), static_cast<Letter>(b));
            }
    };
    for_each_product([&](Letter a, Letter b) { offer(both, {true, a, b, price[a] + price[b]}); });
    for_each_product([&](Letter a, Letter b) {
        const Merged &way = cheapest.at(key(both));
        if (way.price >= price[a] + price[b] || !has_effect(way, both)) return;
        merged_[static_cast<std::uint32_t>(a) << 16 | b] = way;
        blocks_[layer_of[a] * orders.size() + layer_of[b]] = 1;
        blocks_[layer_of[b] * orders.size() + layer_of[a]] = 1;
    });
}

// Whether some layer moves all that another one moves: only then a layer can be a block.
bool Model::has_blocks() const {
    const auto contains = [&](const Move &large, const Move &small) {
        if (large.slots.size() <= small.slots.size()) return false;
        for (std::size_t k = 0; k < large.support.size(); ++k)
            if (small.support[k] & ~large.support[k]) return false;
        return true;
    };
    for (int a = 0; a < layers(); ++a)
        for (int b = 0; b < layers(); ++b)
            if (orders[a] > 1 && orders[b] > 1 && commute(a, b) &&
                contains(moves[letter(a, 1)], moves[letter(b, 1)]))
                return true;
    return false;
}

bool Model::has_effect(const Merged &way, const Perm &to) const {
    for (std::size_t f = 0; f < to.size(); ++f) {
        const OrientedSlot after = moves[way.first].to[f];
        if (to[f] != (way.second == NO_LETTER ? after : moves[way.second].to[after])) return false;
    }
    return true;
}

Model::Merged Model::merged_in_layer(Letter a, Letter b) const {
    const int layer = layer_of[a];
    const Power power = (moves[a].power + moves[b].power) % orders[layer];
    if (!power) return {true, NO_LETTER, NO_LETTER, 0};
    const Letter both = letter(layer, power);
    if (both == NO_LETTER || price[both] > price[a] + price[b]) return {};
    return {true, both, NO_LETTER, price[both]};
}

Model::Merged Model::merged_to_blocks(Letter a, Letter b) const {
    const auto found =
        merged_.find(static_cast<std::uint32_t>(std::max(a, b)) << 16 | std::min(a, b));
    return found == merged_.end() ? Merged{} : found->second;
}

// A look is named by the first oriented slot that has it.
void Model::find_looks(const std::vector<std::vector<std::uint8_t>> &fits) {
    for (std::size_t o = 0; o < orbits.size(); ++o) {
        const std::size_t n = orbits[o].oriented_slots(), first = look.size();
        for (std::size_t p = 0; p < n; ++p) {
            const std::uint8_t *row = fits[o].data() + p * n;
            look.push_back(static_cast<std::uint16_t>(first + (std::find(row, row + n, 1) - row)));
        }
        for (std::size_t k = 0; k < n * n; ++k)
            if (bool{fits[o][k] != 0} != (look[first + k / n] == look[first + k % n]))
                throw std::invalid_argument(
                    "pieces that fit in a place must fit in all places that look alike");
    }
}

void Model::apply(Letter move, const State &from, State &to) const {
    to = from;
    const Move &m = moves[move];
    for (const OrientedSlot f : m.moved) to[m.to[f]] = from[f];
}

State Model::after(State state, const Word &word) const {
    State next;
    for (const Letter move : word) {
        apply(move, state, next);
        state.swap(next);
    }
    return state;
}

OrientedSlot Model::image(OrientedSlot place, const Word &word) const {
    for (const Letter move : word) place = moves[move].to[place];
    return place;
}

State Model::images(const Word &word) const {
    State to = solved();
    for (const Letter move : word)
        for (OrientedSlot &place : to) place = moves[move].to[place];
    return to;
}

Word Model::inverted(const Word &word) const {
    Word back(word.rbegin(), word.rend());
    for (Letter &move : back) move = inverse_[move];
    return back;
}

void Model::append(Word &word, Letter move) const {
    const int layer = layer_of[move];
    for (std::size_t k = word.size(); k-- > 0;) {
        const int before = layer_of[word[k]];
        if (const Merged both = merged(word[k], move); both.merges) {
            replace_and_merge(word, k, both);
            return;
        }
        if (before != layer && !commute(before, layer)) break;
    }
    word.push_back(move);
}

// Put the merged moves at `k` of a word. They may merge with the moves around them.
void Model::replace_and_merge(Word &word, std::size_t k, const Merged &now) const {
    const auto at = word.begin() + static_cast<std::ptrdiff_t>(k);
    if (now.first == NO_LETTER) {
        word.erase(at);
    } else if (merged_.empty()) {
        *at = now.first;
    } else {
        const Word rest(at + 1, word.end());
        word.erase(at, word.end());
        append(word, now.first);
        if (now.second != NO_LETTER) append(word, now.second);
        for (const Letter later : rest) append(word, later);
    }
}

Word Model::simplified(const Word &word) const {
    Word result;
    for (const Letter move : word) append(result, move);
    return result;
}

int Model::count_wrong(const State &state) const {
    int count = 0;
    for (const OrientedSlot place : first_of) count += !fits(place, state[place]);
    return count;
}

void Model::add(std::vector<int> &totals, Letter move) const {
    const Move &m = moves[move];
    for (std::size_t c = 0; c < coordinates.size(); ++c)
        totals[c] = static_cast<int>((totals[c] + coordinates[c].of_layer[m.layer] * m.power) %
                                     coordinates[c].modulus);
}

Bits Model::support(const Word &word) const {
    Bits bits(bit_words(), 0);
    for (int slot = 0; slot < slots(); ++slot)
        if (image(first_of[slot], word) != first_of[slot]) put(bits, slot);
    return bits;
}

}  // namespace puzzlery::general
