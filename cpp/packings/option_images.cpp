// Where symmetries of a board carry the placements on it, and which solutions they make equal.
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/bytes.hpp"

namespace puzzlery {

namespace {

using Number = std::int32_t;

std::uint64_t scrambled(std::uint64_t number) {
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9u;
    number = (number ^ (number >> 27)) * 0x94d049bb133111ebu;
    return number ^ (number >> 31);
}

// Options by their piece and cells: found by a hash that does not depend on the order of the
// cells, then compared exactly.
class OptionFinder {
public:
    OptionFinder(std::vector<Number> piece, std::vector<Number> start, std::vector<Number> cell)
        : piece_(std::move(piece)), start_(std::move(start)), cell_(std::move(cell)) {
        if (start_.size() != piece_.size() + 1 || start_[0] != 0 ||
            static_cast<std::size_t>(start_.back()) != cell_.size() ||
            !std::is_sorted(start_.begin(), start_.end()))
            throw std::invalid_argument("the options do not match their cells");
        std::size_t room = 16;
        while (room < 2 * piece_.size()) room *= 2;
        slots_.assign(room, -1);
        for (Number option = 0; option < size(); ++option) {
            std::uint64_t at = hash(piece_[option], first(option), last(option)) & (room - 1);
            while (slots_[at] >= 0) at = (at + 1) & (room - 1);
            slots_[at] = option;
        }
    }

    Number size() const { return static_cast<Number>(piece_.size()); }

    // Where each option goes; false if one of them goes nowhere.
    bool images(const std::vector<Number> &cell_image, const std::vector<Number> &piece_image,
                std::vector<Number> &found) const {
        const auto within = [](const std::vector<Number> &all, std::size_t end) {
            return std::ranges::all_of(
                all, [end](Number each) { return each >= 0 && std::cmp_less(each, end); });
        };
        if (!within(cell_, cell_image.size()) || !within(piece_, piece_image.size()))
            throw std::invalid_argument("a symmetry has too few cells or pieces");
        std::vector<Number> row;
        found.clear();
        for (Number option = 0; option < size(); ++option) {
            row.clear();
            for (const Number *at = first(option); at != last(option); ++at)
                row.push_back(cell_image[*at]);
            const Number image = find(piece_image[piece_[option]], row);
            if (image < 0) return false;
            found.push_back(image);
        }
        return true;
    }

private:
    const Number *first(Number option) const { return cell_.data() + start_[option]; }
    const Number *last(Number option) const { return cell_.data() + start_[option + 1]; }

    static std::uint64_t hash(Number piece, const Number *from, const Number *to) {
        std::uint64_t sum = 0;
        for (; from != to; ++from) sum += scrambled(static_cast<std::uint64_t>(*from) + 1);
        return scrambled(sum ^ static_cast<std::uint64_t>(piece) << 32);
    }

    Number find(Number piece, std::vector<Number> &row) const {
        std::uint64_t at = hash(piece, row.data(), row.data() + row.size()) & (slots_.size() - 1);
        std::ranges::sort(row);
        for (; slots_[at] >= 0; at = (at + 1) & (slots_.size() - 1))
            if (piece_[slots_[at]] == piece &&
                std::equal(row.begin(), row.end(), first(slots_[at]), last(slots_[at])))
                return slots_[at];
        return -1;
    }

    std::vector<Number> piece_, start_, cell_, slots_;
};

// Rows of option numbers, each replaced by the least of its images; every class once, in order.
class Classes {
public:
    Classes(std::vector<Number> images, std::size_t options)
        : images_(std::move(images)), options_(options) {
        if (!options || images_.size() % options)
            throw std::invalid_argument("the images do not match the options");
        for (const Number image : images_)
            if (image < 0 || std::cmp_greater_equal(image, options))
                throw std::invalid_argument("an image is no option");
    }

    std::vector<Number> of(std::vector<Number> rows, std::size_t width) {
        if (!width || rows.size() % width)
            throw std::invalid_argument("the rows are of unequal widths");
        for (const Number option : rows)
            if (option < -1 || (option >= 0 && std::cmp_greater_equal(option, options_)))
                throw std::invalid_argument("a row names an unknown option");
        const std::size_t count = rows.size() / width;
        for (std::size_t row = 0; row < count; ++row) lower(&rows[row * width], width);
        std::vector<std::size_t> order(count);
        std::iota(order.begin(), order.end(), 0);
        const auto at = [&](std::size_t row) { return std::span(&rows[row * width], width); };
        std::ranges::sort(order, [&](std::size_t one, std::size_t other) {
            return std::ranges::lexicographical_compare(at(one), at(other));
        });
        std::vector<Number> found;
        for (std::size_t i = 0; i < count; ++i)
            if (i == 0 || !std::ranges::equal(at(order[i]), at(order[i - 1])))
                found.insert(found.end(), at(order[i]).begin(), at(order[i]).end());
        return found;
    }

private:
    // What is -1 stands for nothing, and comes behind all options, as in `are_least`.
    void lower(Number *row, std::size_t width) {
        best_.assign(row, row + width);
        const auto nothing = static_cast<Number>(options_);
        for (Number &option : best_)
            if (option < 0) option = nothing;
        std::ranges::sort(best_);
        const std::vector<Number> mine = best_;
        for (const Number *image = images_.data(); image != images_.data() + images_.size();
             image += options_) {
            Number least = nothing;
            for (const Number option : mine)
                if (option != nothing) least = std::min(least, image[option]);
            if (least > best_[0]) continue;
            image_.clear();
            for (const Number option : mine)
                image_.push_back(option == nothing ? nothing : image[option]);
            std::ranges::sort(image_);
            if (image_ < best_) std::swap(image_, best_);
        }
        const auto gaps = std::ranges::count(best_, nothing);
        std::fill_n(row, gaps, -1);
        std::copy(best_.begin(), best_.end() - gaps, row + gaps);
    }

    std::vector<Number> images_, best_, image_;
    std::size_t options_;
};

}  // namespace

void bind_option_images(nb::module_ &m) {
    nb::class_<OptionFinder>(m, "OptionFinder", "Options by their piece and cells.")
        .def(
            "__init__",
            [](OptionFinder *self, const nb::bytes &piece, const nb::bytes &start,
               const nb::bytes &cell) {
                new (self) OptionFinder(from_bytes<Number>(piece), from_bytes<Number>(start),
                                        from_bytes<Number>(cell));
            },
            nb::arg("piece"), nb::arg("start"), nb::arg("cell"),
            "The piece of each option, where its cells start, and all cells, in order.")
        .def(
            "images",
            [](const OptionFinder &finder, const nb::bytes &cells,
               const nb::bytes &pieces) -> std::optional<nb::bytes> {
                std::vector<Number> found;
                if (!finder.images(from_bytes<Number>(cells), from_bytes<Number>(pieces), found))
                    return std::nullopt;
                return as_bytes(found);
            },
            nb::arg("cells"), nb::arg("pieces"),
            "Where each option goes by images of cells and of pieces; None if one goes nowhere.");
    m.def(
        "solution_classes",
        [](const nb::bytes &rows, std::size_t width, const nb::bytes &images, std::size_t options) {
            return as_bytes(
                Classes(from_bytes<Number>(images), options).of(from_bytes<Number>(rows), width));
        },
        nb::arg("rows"), nb::arg("width"), nb::arg("images"), nb::arg("options"),
        "The least image of each row under the symmetries, every class once and in order.");
}

}  // namespace puzzlery
