// The bytes of table files: a fast checksum for each chunk of them, and loading into huge pages.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <array>
#include <bit>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "core/bytes.hpp"
#include "core/huge_pages.hpp"
#include "core/parallel.hpp"

namespace puzzlery {

namespace {

using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Loaded = nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>;

constexpr std::size_t lanes = 8;
constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;  // 2^64 over the golden ratio

// Each step can be undone if the word is known: two inputs that differ in one word never agree.
std::uint64_t mixed(std::uint64_t sum, std::uint64_t word) {
    return std::rotl((sum ^ word) * odd, 29);
}

std::uint64_t checksum(const std::uint8_t *data, std::size_t size, std::uint64_t seed) {
    std::array<std::uint64_t, lanes> sums;
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] = mixed(seed, lane + 1);
    std::size_t at = 0;
    for (; at + 8 * lanes <= size; at += 8 * lanes) {
        std::array<std::uint64_t, lanes> words;
        std::memcpy(words.data(), data + at, sizeof(words));
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] = mixed(sums[lane], words[lane]);
    }
    std::uint64_t total = mixed(seed, size);
    for (; at < size; ++at) total = mixed(total, data[at]);
    for (const auto sum : sums) total = mixed(total, sum);
    return mixed(total ^ (total >> 32), size);
}

void check_chunk(std::uint64_t chunk) {
    if (!chunk) throw std::invalid_argument("a chunk holds at least one byte");
}

std::size_t chunk_size(std::uint64_t length, std::uint64_t chunk, std::size_t k) {
    return std::min<std::uint64_t>(chunk, length - k * chunk);
}

nb::bytes checksums(const Bytes &data, std::uint64_t chunk) {
    check_chunk(chunk);
    const std::size_t length = data.size();
    std::vector<std::uint64_t> sums((length + chunk - 1) / chunk);
    {
        nb::gil_scoped_release release;
        for (std::size_t k = 0; k < sums.size(); ++k)
            sums[k] = checksum(data.data() + k * chunk, chunk_size(length, chunk, k), k);
    }
    return as_bytes(sums);
}

std::ifstream opened(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::system_error(errno, std::generic_category(), path);
    return file;
}

// Threads take the chunks in turn, so that reading and summing overlap. False if the file ends too
// early or cannot be read.
bool load_chunks(const std::string &path, std::uint64_t offset, HugePages &memory,
                 std::uint64_t chunk, std::vector<std::uint64_t> &sums, unsigned threads) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> whole{true};
    in_threads(std::max(1u, threads), [&](std::size_t) {
        auto file = opened(path);
        for (std::size_t k; whole && (k = next++) < sums.size();) {
            auto *to = memory.data() + k * chunk;
            const auto size = chunk_size(memory.size(), chunk, k);
            file.seekg(static_cast<std::streamoff>(offset + k * chunk));
            if (!file.read(reinterpret_cast<char *>(to), static_cast<std::streamsize>(size)))
                whole = false;
            else
                sums[k] = checksum(to, size, k);
        }
    });
    return whole;
}

std::pair<Loaded, nb::bytes> load_huge(const std::string &path, std::uint64_t offset,
                                       std::uint64_t length, std::uint64_t chunk,
                                       unsigned threads) {
    check_chunk(chunk);
    auto memory = std::make_unique<HugePages>(length);
    std::vector<std::uint64_t> sums((length + chunk - 1) / chunk);
    {
        nb::gil_scoped_release release;
        if (!load_chunks(path, offset, *memory, chunk, sums, threads))
            throw std::invalid_argument("the file is shorter than the table in it");
    }
    const auto *data = memory->data();
    nb::capsule owner(memory.release(),
                      [](void *p) noexcept { delete static_cast<HugePages *>(p); });
    return {Loaded(data, {static_cast<std::size_t>(length)}, owner), as_bytes(sums)};
}

}  // namespace

void bind_table_file(nb::module_ &m) {
    m.def("checksums", &checksums, nb::arg("data"), nb::arg("chunk"),
          "For each chunk of the data a checksum of 64 bits, as bytes.");
    m.def("load_huge", &load_huge, nb::arg("path"), nb::arg("offset"), nb::arg("length"),
          nb::arg("chunk"), nb::arg("threads"),
          "A part of a file in memory of 2 MiB pages, and the checksums of its chunks.");
}

}  // namespace puzzlery
