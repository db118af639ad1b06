// An exact-cover problem: the checks that let every engine trust its arrays.
#include "cover/cover_problem.hpp"

namespace puzzlery {

namespace {

void require(bool holds, const char *complaint) {
    if (!holds) throw std::invalid_argument(complaint);
}

}  // namespace

void CoverProblem::check() const {
    require(0 <= cells && cells <= primary && primary <= items, "items are miscounted");
    require(!start.empty() && start.front() == 0, "options must start at entry 0");
    require(start.back() == static_cast<std::int32_t>(item.size()), "options must end at the end");
    require(item.size() == color.size() && item.size() == amount.size(),
            "entries differ in number");
    require(static_cast<std::int32_t>(low.size()) == primary && low.size() == high.size(),
            "every primary item needs its two bounds");
    for (std::size_t o = 0; o + 1 < start.size(); ++o)
        require(start[o] <= start[o + 1], "options must stand in order");
    for (std::size_t e = 0; e < item.size(); ++e) {
        require(0 <= item[e] && item[e] < items, "an entry names no item");
        require(amount[e] >= 1, "an entry covers its item at least once");
        require(color[e] >= 0 && (color[e] == 0 || item[e] >= primary),
                "a color on a primary item");
    }
    for (std::size_t e = 0; e < item.size(); ++e)
        require(item[e] >= primary || amount[e] <= high[item[e]],
                "an option covers an item too often");
    for (std::int32_t i = 0; i < primary; ++i)
        require(0 <= low[i] && low[i] <= high[i], "bounds of an item are the wrong way round");
}

std::int32_t CoverProblem::piece_of(std::int32_t option) const {
    for (auto e = start[option]; e < start[option + 1]; ++e)
        if (is_piece(item[e])) return item[e] - cells;
    return -1;
}

const char *CoverProblem::not_for_words() const {
    if (bits() > kMostBits) return "more than 1024 cells";
    for (std::size_t e = 0; e < item.size(); ++e) {
        if (color[e]) return "colors";
        if (amount[e] != 1) return "options that cover an item several times";
    }
    for (std::int32_t i = 0; i < cells; ++i)
        if (low[i] != 1 || high[i] != 1) return "multiplicities of items that are no pieces";
    for (std::int32_t o = 0; o < options(); ++o) {
        int held = 0, needed = 0;
        bool single = true;
        for (auto e = start[o]; e < start[o + 1]; ++e) {
            const auto i = item[e];
            if (is_piece(i)) {
                ++held;
                single = low[i] == 1 && high[i] == 1;
            }
            needed += i < cells;
        }
        if (held > 1) return "options that hold two pieces";
        if (!needed && !(held && single)) return "options that need no cell";
    }
    return nullptr;
}

const char *CoverProblem::not_for_sweep() const {
    if (const char *reason = not_for_words()) return reason;
    if (pieces() > 64) return "more than 64 pieces";
    int width = 0;
    for (auto i = cells; i < primary; ++i)
        for (int most = std::min(high[i], options()); most; most >>= 1) ++width;
    if (width > 64) return "more copies of pieces than 64 bits can tell apart";
    for (std::int32_t o = 0; o < options(); ++o) {
        bool needed = false;
        for (auto e = start[o]; e < start[o + 1]; ++e) needed |= item[e] < cells;
        if (!needed) return "options that need no cell";
    }
    return nullptr;
}

std::uint64_t CoverProblem::fingerprint() const {
    std::uint64_t hash =
        mix(static_cast<std::uint64_t>(cells) << 42 ^ static_cast<std::uint64_t>(primary) << 21 ^
            static_cast<std::uint64_t>(items));
    for (const auto *values : {&start, &item, &color, &amount, &low, &high})
        for (const auto value : *values) hash = mix(hash ^ static_cast<std::uint64_t>(value));
    return hash;
}

void bind_cover_problem(nb::module_ &m) {
    nb::class_<CoverProblem>(m, "CoverProblem", "An exact-cover problem as arrays of int32.")
        .def(
            "__init__",
            [](CoverProblem *self, std::int32_t cells, std::int32_t pieces, std::int32_t secondary,
               const nb::bytes &start, const nb::bytes &item, const nb::bytes &color,
               const nb::bytes &amount, const nb::bytes &low, const nb::bytes &high) {
                using Int = std::int32_t;
                CoverProblem problem{cells,
                                     cells + pieces,
                                     cells + pieces + secondary,
                                     from_bytes<Int>(start),
                                     from_bytes<Int>(item),
                                     from_bytes<Int>(color),
                                     from_bytes<Int>(amount),
                                     from_bytes<Int>(low),
                                     from_bytes<Int>(high)};
                problem.check();
                new (self) CoverProblem(std::move(problem));
            },
            nb::arg("cells"), nb::arg("pieces"), nb::arg("secondary"), nb::arg("start"),
            nb::arg("item"), nb::arg("color"), nb::arg("amount"), nb::arg("low"), nb::arg("high"))
        .def_prop_ro("options", &CoverProblem::options)
        .def_prop_ro("fingerprint", &CoverProblem::fingerprint);
}

}  // namespace puzzlery
