// Memory in pages of 2 MiB: a table of random reads then seldom misses the page cache of the core.
#pragma once

#if __has_include(<sys/mman.h>)
#include <sys/mman.h>
#endif

#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

namespace puzzlery {

// A block of zeroed bytes that asks for huge pages; where there are none it is plain memory.
class HugePages {
public:
    HugePages() = default;
    explicit HugePages(std::size_t size) : size_(size), mapped_(rounded(size) + page) {
        whole_ = zeroed(mapped_);
        if (!whole_) throw std::bad_alloc();
        const auto start = reinterpret_cast<std::uintptr_t>(whole_);
        data_ = reinterpret_cast<std::uint8_t *>((start + page - 1) / page * page);
#ifdef MADV_HUGEPAGE
        madvise(data_, rounded(size), MADV_HUGEPAGE);
#endif
    }
    HugePages(HugePages &&other) noexcept { swap(other); }
    HugePages &operator=(HugePages &&other) noexcept {
        swap(other);
        return *this;
    }
    ~HugePages() {
        if (whole_) give_back();
    }

    std::uint8_t *data() { return data_; }
    const std::uint8_t *data() const { return data_; }
    std::size_t size() const { return size_; }

private:
    static constexpr std::size_t page = std::size_t{1} << 21;
    static std::size_t rounded(std::size_t size) { return (size + page - 1) / page * page; }
#ifdef MAP_ANONYMOUS
    static void *zeroed(std::size_t size) {
        void *found =
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return found == MAP_FAILED ? nullptr : found;
    }
    void give_back() { munmap(whole_, mapped_); }
#else
    static void *zeroed(std::size_t size) { return std::calloc(size, 1); }
    void give_back() { std::free(whole_); }
#endif
    void swap(HugePages &other) {
        std::swap(whole_, other.whole_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(mapped_, other.mapped_);
    }

    void *whole_ = nullptr;
    std::uint8_t *data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t mapped_ = 0;
};

}  // namespace puzzlery
