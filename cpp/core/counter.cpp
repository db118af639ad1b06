// The smallest computation that has the shape of a Job: it counts, and can be stopped and resumed.
#include "core/job.hpp"

namespace puzzlery {

class Counter final : public Job {
public:
    explicit Counter(std::uint64_t limit) : limit_(limit) {}

    Progress progress() const override { return {count_, limit_, "counting"}; }
    std::uint64_t count() const { return count_; }
    std::uint64_t checksum() const { return checksum_; }

protected:
    bool advance() override {
        while (count_ < limit_) {
            const std::uint64_t stop = std::min(limit_, count_ + 4096);
            // A linear congruential walk: every step depends on the one before it.
            for (; count_ < stop; ++count_)
                checksum_ = checksum_ * 6364136223846793005ULL + 1442695040888963407ULL;
            if (count_ < limit_ && out_of_time()) return false;
        }
        return true;
    }
    template <class Self> static auto fields(Self &self) {
        return std::tie(self.count_, self.checksum_);
    }
    void save(Writer &writer) const override {
        writer.put(limit_);
        writer.put(fields(*this));
    }
    void load(Reader &reader) override {
        reader.expect(limit_, "snapshot counts to another limit");
        const auto saved = reader.get(fields(*this));
        reader.finish();
        if (std::get<0>(saved) > limit_)
            throw std::invalid_argument("snapshot counts past its limit");
        fields(*this) = saved;
    }
    std::uint32_t magic() const override { return 0x31544e43; }

private:
    std::uint64_t limit_;
    std::uint64_t count_ = 0;
    std::uint64_t checksum_ = 1;
};

void bind_counter(nb::module_ &m) {
    nb::class_<Counter, Job>(m, "Counter", "Counts to a limit; shows the shape of every Job.")
        .def(nb::init<std::uint64_t>(), nb::arg("limit"))
        .def_prop_ro("count", &Counter::count, "How far it has counted.")
        .def_prop_ro("checksum", &Counter::checksum, "A number that depends on every step.");
}

}  // namespace puzzlery
