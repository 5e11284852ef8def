#pragma once
#include <cstddef>
#include <string>

#include "io/text.hpp"

namespace wend::io {

// A row of our .npy files: little-endian, eight bytes aligned, no gaps. New fields come at the end.
inline constexpr const char* npy_first_fields =
    "('frame', '<i8'), ('time', '<f8'), ('id', '<i8'), ('x', '<f8'), ('y', '<f8'), ('heading', '<f8'), ('speed', '<f8'), "
    "('turn_rate', '<f8'), ('radius', '<f8'), ('weight', '<f8'), ('group', '<u4'), ('status', '<u4')";

struct NpyLayout {
  const char* more_fields = "";
  std::size_t row_size = 0, header_size = 0;
  std::string fields() const { return std::string("[") + npy_first_fields + more_fields + "]"; }
};

inline constexpr NpyLayout npy_layout{", ('vx', '<f8'), ('vy', '<f8')", 104, 384};
inline constexpr NpyLayout npy_without_velocities{"", 88, 320};  // of versions before 0.2

// The header of a file with so many rows. NumPy reads both; tabs instead of spaces say that the file is not finished.
inline std::string npy_header(const NpyLayout& layout, std::uint64_t rows, bool finished) {
  std::string text = "{'descr': " + layout.fields() + ", 'fortran_order': False, 'shape': (" + number_text(rows) + ",), }";
  const std::size_t size = layout.header_size - 10;
  text.append(size - 1 - text.size(), finished ? ' ' : '\t');
  text += '\n';
  std::string head("\x93NUMPY\x01\x00", 8);
  head += static_cast<char>(size & 0xff);
  head += static_cast<char>(size >> 8);
  return head + text;
}

}  // namespace wend::io
