// The one shape of every long computation: it runs in slices, tells how far it is, and can be
// saved and taken up again. Progress bars, time limits, cancelling and resuming come from here.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "core/bytes.hpp"

namespace puzzlery {

// How far a computation is: what is done, of how much (if that is known), and a word about it.
struct Progress {
    double done = 0;
    std::optional<double> total;
    std::string note;
};

// Bytes written and read field by field, with every length checked on the way back in.
class Writer {
public:
    template <class T> void put(const T &value) {
        static_assert(std::is_trivially_copyable_v<T>);
        const auto *bytes = reinterpret_cast<const char *>(&value);
        data_.insert(data_.end(), bytes, bytes + sizeof(T));
    }
    template <class T> void put(const std::vector<T> &values) {
        static_assert(std::is_trivially_copyable_v<T>);
        put<std::uint64_t>(values.size());
        const auto *bytes = reinterpret_cast<const char *>(values.data());
        data_.insert(data_.end(), bytes, bytes + values.size() * sizeof(T));
    }
    // Many bytes whose number the reader knows.
    void put_block(const void *bytes, std::size_t size) {
        data_.reserve(data_.size() + size);
        const auto *from = static_cast<const char *>(bytes);
        data_.insert(data_.end(), from, from + size);
    }
    const std::vector<char> &data() const { return data_; }

private:
    std::vector<char> data_;
};

class Reader {
public:
    Reader(const char *data, std::size_t size) : at_(data), left_(size) {}

    template <class T> T get() {
        static_assert(std::is_trivially_copyable_v<T>);
        T value;
        std::memcpy(&value, take(sizeof(T)), sizeof(T));
        return value;
    }
    template <class T> std::vector<T> get_vector() {
        const auto count = get<std::uint64_t>();
        if (count > left_ / sizeof(T)) throw std::invalid_argument("snapshot is cut short");
        std::vector<T> values(count);
        if (count) std::memcpy(values.data(), take(count * sizeof(T)), count * sizeof(T));
        return values;
    }
    void get_block(void *to, std::size_t size) {
        if (size) std::memcpy(to, take(size), size);
    }
    void finish() const {
        if (left_) throw std::invalid_argument("snapshot is longer than expected");
    }

private:
    const char *take(std::size_t size) {
        if (size > left_) throw std::invalid_argument("snapshot is cut short");
        const char *from = at_;
        at_ += size;
        left_ -= size;
        return from;
    }
    const char *at_;
    std::size_t left_;
};

class Job {
public:
    virtual ~Job() = default;

    // Work for about so many milliseconds; true when the computation is finished.
    bool run(double milliseconds) {
        if (busy_.exchange(true)) throw std::runtime_error("this computation is already running");
        struct Release {
            std::atomic<bool> &busy;
            ~Release() { busy = false; }
        } release{busy_};
        deadline_ = std::chrono::steady_clock::now() +
                    std::chrono::microseconds(static_cast<std::int64_t>(milliseconds * 1000));
        return advance();
    }

    virtual Progress progress() const = 0;

    nb::bytes snapshot() const {
        Writer writer;
        writer.put(magic());
        save(writer);
        return nb::bytes(writer.data().data(), writer.data().size());
    }

    void restore(const nb::bytes &snapshot) {
        Reader reader(snapshot.c_str(), snapshot.size());
        if (reader.get<std::uint32_t>() != magic())
            throw std::invalid_argument("snapshot belongs to another kind of computation");
        load(reader);
    }

protected:
    virtual bool advance() = 0;
    virtual void save(Writer &writer) const = 0;
    virtual void load(Reader &reader) = 0;
    virtual std::uint32_t magic() const = 0;  // tells one kind of snapshot from another

    std::chrono::steady_clock::time_point deadline() const { return deadline_; }
    bool out_of_time() const { return std::chrono::steady_clock::now() >= deadline_; }

private:
    std::chrono::steady_clock::time_point deadline_;
    std::atomic<bool> busy_{false};
};

inline void bind_job(nb::module_ &m) {
    nb::class_<Job>(m, "Job", "A long computation that runs in slices.")
        .def("run", &Job::run, nb::arg("milliseconds"), nb::call_guard<nb::gil_scoped_release>(),
             "Work for about so many milliseconds; True when finished.")
        .def(
            "progress",
            [](const Job &job) {
                const Progress p = job.progress();
                return std::make_tuple(p.done, p.total, p.note);
            },
            "How much is done, of how much (None if unknown), and a word about it.")
        .def("snapshot", &Job::snapshot, "Everything needed to go on later, as bytes.")
        .def("restore", &Job::restore, nb::arg("snapshot"), "Go on from a snapshot.");
}

}  // namespace puzzlery
