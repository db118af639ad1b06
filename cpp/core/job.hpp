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

    Progress() = default;
    template <class Done, class Total>
    Progress(Done so_far, Total of, std::string word)
        : done(static_cast<double>(so_far)), note(std::move(word)) {
        if constexpr (!std::is_same_v<Total, std::nullopt_t>) total = static_cast<double>(of);
    }
};

// Fields of an object, tied together so that one list of them serves to save and to load. A class
// that is a part of snapshots names its own by a static fields(self).
template <class... T> using Fields = std::tuple<T &...>;
template <class T>
concept HasFields = requires(T &value) { T::fields(value); };

// Bytes written and read field by field, with every length checked on the way back in.
class Writer {
public:
    template <class T> void put(const T &value) {
        static_assert(std::is_trivially_copyable_v<T>);
        put_block(&value, sizeof(T));
    }
    template <HasFields T> void put(const T &value) { put(T::fields(value)); }
    template <class T> void put(const std::vector<T> &values) {
        put<std::uint64_t>(values.size());
        if constexpr (std::is_trivially_copyable_v<T>)
            put_block(values.data(), values.size() * sizeof(T));
        else
            for (const T &value : values) put(value);
    }
    template <class... T> void put(const Fields<T...> &fields) {
        std::apply([this](const auto &...each) { (put(each), ...); }, fields);
    }
    // Many bytes whose number the reader knows.
    void put_block(const void *bytes, std::size_t size) {
        const auto *from = static_cast<const char *>(bytes);
        data_.insert(data_.end(), from, from + size);
    }
    nb::bytes bytes() const { return as_bytes(data_); }

private:
    std::vector<char> data_;
};

class Reader {
public:
    Reader(const char *data, std::size_t size) : at_(data), left_(size) {}

    template <class T> T get() {
        static_assert(std::is_trivially_copyable_v<T>);
        // Any byte but 0 is true: a copied 2 would be neither true nor false.
        if constexpr (std::is_same_v<T, bool>) return get<std::uint8_t>() != 0;
        T value;
        get_block(&value, sizeof(T));
        return value;
    }
    template <class T> std::vector<T> get_vector() {
        const auto count = get<std::uint64_t>();
        std::vector<T> values;
        if constexpr (std::is_trivially_copyable_v<T>) {
            if (count > left_ / sizeof(T)) throw std::invalid_argument("snapshot is cut short");
            values.resize(count);
            get_block(values.data(), count * sizeof(T));
        } else {
            while (values.size() < count) values.push_back(next<T>());
        }
        return values;
    }
    // New values for fields, to be checked before they are assigned.
    template <class... T> std::tuple<T...> get(const Fields<T...> &) { return {next<T>()...}; }
    // What must be as the computation has it; else the snapshot is of something else.
    template <class T> void expect(const T &own, const char *complaint) {
        if (next<T>() != own) throw std::invalid_argument(complaint);
    }
    void get_block(void *to, std::size_t size) {
        if (size > left_) throw std::invalid_argument("snapshot is cut short");
        if (size) std::memcpy(to, at_, size);
        at_ += size;
        left_ -= size;
    }
    void finish() const {
        if (left_) throw std::invalid_argument("snapshot is longer than expected");
    }

private:
    template <class T> T next() {
        if constexpr (HasFields<T>) {
            T value;
            T::fields(value) = get(T::fields(value));
            return value;
        } else if constexpr (std::is_trivially_copyable_v<T>) {
            return get<T>();
        } else {
            return get_vector<typename T::value_type>();
        }
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
        return writer.bytes();
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
