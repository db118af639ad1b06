// Flat arrays across the border: NumPy tables in, bytes out.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <vector>

#include "core/bytes.hpp"

namespace puzzlery {

template <int Columns>
using Table = nb::ndarray<const double, nb::shape<-1, Columns>, nb::c_contig, nb::device::cpu>;
template <int Rows>
using Faces = nb::ndarray<const double, nb::shape<-1, Rows, 3>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Labels = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

}  // namespace puzzlery
