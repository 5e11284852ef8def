#include <doctest/doctest.h>

#include <cmath>

#include "io/camera.hpp"

using namespace wend;
using namespace wend::io;

namespace {

constexpr Box scene_box{{-50, -50}, {50, 50}};

Frame at(double time, std::vector<Vec2> places) {
  Frame frame;
  frame.time = time;
  for (std::uint32_t i = 0; i < places.size(); ++i) frame.agents.push_back({.id = {i, 1}, .at = lift(places[i])});
  return frame;
}

double width(const Box& box) { return box.high.x - box.low.x; }

bool holds(const Box& box, Vec2 p) {
  return box.low.x <= p.x && p.x <= box.high.x && box.low.y <= p.y && p.y <= box.high.y;
}

}  // namespace

TEST_CASE("camera: the scene does not move") {
  CameraPath path({}, scene_box, 2);
  CHECK(path.next(at(0, {{0, 0}})).low == scene_box.low);
  CHECK(path.next(at(9, {{40, 0}})).high == scene_box.high);
}

TEST_CASE("camera: who is followed stays in the middle, and is remembered") {
  CameraPath path({.kind = CameraKind::follow, .agent = 1, .width = 10}, scene_box, 2);
  CHECK(path.next(at(0, {{0, 0}})).low == scene_box.low);  // not there yet
  const Box box = path.next(at(1, {{0, 0}, {7, 3}}));
  CHECK(box.low == Vec2{2, 0.5});
  CHECK(box.high == Vec2{12, 5.5});
  CHECK(path.next(at(2, {{0, 0}})).low == box.low);
}

TEST_CASE("camera: the action is framed smoothly") {
  CameraPath path({.kind = CameraKind::action}, scene_box, 16.0 / 9);
  Box before = path.next(at(0, {{-20, 0}, {20, 0}}));
  CHECK(holds(before, {-20, 0}));
  double speed = 0;
  for (int i = 1; i <= 1200; ++i) {
    const double t = i / 30.0, wide = 20 - std::min(0.8 * t, 16.0);
    const Box box = path.next(at(t, {{-wide, 0.3 * std::sin(20 * t)}, {wide, 0}}));
    const double zoom = std::log(width(box) / width(before)) * 30;
    CHECK(std::abs(zoom) <= 0.5 / 1.5 + 1e-9);                // no faster than this,
    CHECK(std::abs(zoom - speed) <= 0.5);                      // without a jerk
    CHECK(std::abs(box.low.y + box.high.y) / 2 <= 0.5);        // and without the shaking of who is framed
    CHECK(holds(box, {wide, 0}));
    speed = zoom, before = box;
  }
  CHECK(width(before) < 20);
  const Box rest = path.next(at(50, {{-4, 0}, {4, 0}}));
  CHECK(path.next(at(51, {{-4, 0.01}, {4, 0}})).low == rest.low);  // it stands still, so that films can keep a backdrop
}

TEST_CASE("camera: those who have arrived or are outside the view are no action") {
  CameraPath path({.kind = CameraKind::action}, scene_box, 1);
  Frame frame = at(0, {{0, 0}, {30, 0}, {90, 0}});
  frame.agents[1].status = Status::arrived;
  CHECK_FALSE(holds(path.next(frame), {30, 0}));
  CameraPath nobody({.kind = CameraKind::action}, scene_box, 1);
  CHECK(width(nobody.next(at(0, {}))) == doctest::Approx(100));
}
