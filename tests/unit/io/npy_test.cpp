#include <doctest/doctest.h>
#include <wend/io/trajectory.hpp>

#include <bit>
#include <cstring>

#include "scratch.hpp"

using namespace wend;
using namespace wend::io;
using test::content;
using test::Scratch;

namespace {

template <class T>
T read(const std::string& bytes, std::size_t at) {
  static_assert(std::endian::native == std::endian::little);
  T v;
  REQUIRE(at + sizeof v <= bytes.size());
  std::memcpy(&v, bytes.data() + at, sizeof v);
  return v;
}

std::string header_of(const std::string& bytes) {
  CHECK(bytes.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t size = read<std::uint16_t>(bytes, 8);
  CHECK((10 + size) % 64 == 0);
  const std::string header = bytes.substr(10, size);
  CHECK(header.back() == '\n');
  return header;
}

AgentState dot(std::uint32_t index, double x) {
  AgentState d{.id = {index, 2}, .at = {x, -2}, .heading = 0.5, .speed = 1.25, .radius = 0.2};
  d.turn_rate = -0.125, d.target_weight = 0.75, d.group = 9, d.status = Status::stuck, d.velocity = {0.25, -0.5};
  return d;
}

}  // namespace

TEST_CASE("io: an npy trajectory, byte by byte") {
  const Scratch scratch("npy");
  const std::string path = scratch.path("a.npy");
  auto writer = open_trajectory(path, {});
  REQUIRE(writer);
  Frame frame;
  frame.agents = {dot(0, 0.1), dot(4, -0.0)};
  CHECK((*writer)->write(frame));
  frame.time = 0.25, frame.agents = {};
  CHECK((*writer)->write(frame));
  frame.time = 0.5, frame.agents = {dot(4, 7)};
  CHECK((*writer)->write(frame));
  CHECK((*writer)->finish(1));

  const std::string bytes = content(path), header = header_of(bytes);
  CHECK(header.find("{'descr': [('frame', '<i8'), ('time', '<f8'), ('id', '<i8'), ('x', '<f8'), ('y', '<f8'), ('heading', '<f8'), "
                    "('speed', '<f8'), ('turn_rate', '<f8'), ('radius', '<f8'), ('weight', '<f8'), ('group', '<u4'), "
                    "('status', '<u4'), ('vx', '<f8'), ('vy', '<f8')], 'fortran_order': False, 'shape': (3,), }   ") == 0);
  const std::size_t start = 10 + header.size();
  REQUIRE(bytes.size() == start + std::size_t{3} * 104);
  const double times[] = {0, 0, 0.5}, xs[] = {0.1, -0.0, 7};
  const std::int64_t frames[] = {0, 0, 2}, ids[] = {0, 4, 4};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t row = start + i * 104;
    CHECK(read<std::int64_t>(bytes, row) == frames[i]);
    CHECK(read<double>(bytes, row + 8) == times[i]);
    CHECK(read<std::int64_t>(bytes, row + 16) == (std::int64_t{1} << 32) + ids[i]);
    CHECK(read<std::uint64_t>(bytes, row + 24) == std::bit_cast<std::uint64_t>(xs[i]));
    CHECK(read<double>(bytes, row + 32) == -2);
    CHECK(read<double>(bytes, row + 40) == 0.5);
    CHECK(read<double>(bytes, row + 48) == 1.25);
    CHECK(read<double>(bytes, row + 56) == -0.125);
    CHECK(read<double>(bytes, row + 64) == 0.2);
    CHECK(read<double>(bytes, row + 72) == 0.75);
    CHECK(read<std::uint32_t>(bytes, row + 80) == 9);
    CHECK(read<std::uint32_t>(bytes, row + 84) == 2);
    CHECK(read<double>(bytes, row + 88) == 0.25);
    CHECK(read<double>(bytes, row + 96) == -0.5);
  }
}

TEST_CASE("io: an npy trajectory under way counts its rows at least every second") {
  const Scratch scratch("npy_flush");
  auto writer = open_trajectory(scratch.path("a.npy"), {});
  REQUIRE(writer);
  Frame frame;
  frame.agents = {dot(0, 1)};
  CHECK((*writer)->write(frame));
  ::usleep(1050000);
  frame.time = 1;
  CHECK((*writer)->write(frame));
  const std::string bytes = content(scratch.path("a.npy.partial-" + std::to_string(::getpid())));
  const std::string header = header_of(bytes);
  CHECK(header.find("'shape': (2,), }\t") != header.npos);
  CHECK(bytes.size() == 10 + header.size() + std::size_t{2} * 104);
}
