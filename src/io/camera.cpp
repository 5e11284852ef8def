#include "io/camera.hpp"

#include <wend/state.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/walkable.hpp"

namespace wend::io {

namespace {

constexpr double room = 0.12;        // beside the action, of its size
constexpr double slack = 1.2;        // the aim is renewed when it is this much too large
constexpr double fastest_zoom = 0.5;  // change of the logarithm of the width in Camera::seconds

bool contains(const Box& outer, const Box& inner) {
  return outer.low.x <= inner.low.x && outer.low.y <= inner.low.y && inner.high.x <= outer.high.x &&
         inner.high.y <= outer.high.y;
}

}  // namespace

CameraPath::CameraPath(const Camera& camera, const Box& scene, double aspect)
    : camera_(camera), scene_(scene), aspect_(aspect) {}

Box CameraPath::next(const Frame& frame) {
  switch (camera_.kind) {
    case CameraKind::follow:
      return followed(frame);
    case CameraKind::action:
      return framed(frame);
    case CameraKind::scene:
      break;
  }
  return scene_;
}

// Who has left is remembered where it was seen last; before it comes the scene is shown.
Box CameraPath::followed(const Frame& frame) {
  for (const AgentState& dot : frame.agents) {
    if (file_id(dot.id) != camera_.agent || !is_finite(dot.at)) continue;
    const Vec2 half{camera_.width / 2, camera_.width / 2 / aspect_};
    held_ = {dot.at.xy() - half, dot.at.xy() + half};
    time_ = frame.time;
  }
  return time_ ? held_ : scene_;
}

std::optional<Box> CameraPath::action(const Frame& frame) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Box box{{infinity, infinity}, {-infinity, -infinity}};
  for (const AgentState& dot : frame.agents) {
    const Box spot{dot.at.xy(), dot.at.xy()};
    if (under_way(dot.status) && is_finite(dot.at) && contains(scene_, spot)) box = united(box, spot);
  }
  if (!(box.low.x <= box.high.x)) return std::nullopt;
  const Vec2 size = box.high - box.low;
  const double margin = 1 + room * std::max(size.x, size.y);
  const auto within = [&](Vec2 p) {
    return Vec2{std::clamp(p.x, scene_.low.x, scene_.high.x), std::clamp(p.y, scene_.low.y, scene_.high.y)};
  };
  return Box{within(box.low - Vec2{margin, margin}), within(box.high + Vec2{margin, margin})};
}

void CameraPath::aim(const Box& box) {
  const Vec2 size = box.high - box.low;
  const double width = std::max({size.x, size.y * aspect_, camera_.width / 2});
  x_.goal = 0.5 * (box.low.x + box.high.x);
  y_.goal = 0.5 * (box.low.y + box.high.y);
  zoom_.goal = std::log(width);
  const Vec2 half{width / 2, width / 2 / aspect_};
  held_ = {Vec2{x_.goal, y_.goal} - half, Vec2{x_.goal, y_.goal} + half};
}

Box CameraPath::seen() const {
  const double width = std::exp(zoom_.at);
  const Vec2 half{width / 2, width / 2 / aspect_};
  return {Vec2{x_.at, y_.at} - half, Vec2{x_.at, y_.at} + half};
}

Box CameraPath::framed(const Frame& frame) {
  const auto box = action(frame);
  if (!time_) {
    aim(box ? *box : scene_);
    for (Spring* spring : {&x_, &y_, &zoom_}) spring->at = spring->goal;
    time_ = frame.time;
    return seen();
  }
  if (box) {
    const Vec2 size = box->high - box->low;
    const double wanted = std::max({size.x, size.y * aspect_, camera_.width / 2});
    if (!contains(held_, *box) || held_.high.x - held_.low.x > slack * wanted) aim(*box);
  }
  const double dt = frame.time - *time_;
  const double width = std::exp(zoom_.at);
  x_.move(dt, camera_.seconds, std::numeric_limits<double>::infinity(), 1e-4 * width);
  y_.move(dt, camera_.seconds, std::numeric_limits<double>::infinity(), 1e-4 * width);
  zoom_.move(dt, camera_.seconds, fastest_zoom / std::max(camera_.seconds, 1e-9), 1e-4);
  time_ = frame.time;
  return seen();
}

void CameraPath::Spring::move(double dt, double seconds, double fastest, double close) {
  if (!(dt > 0)) return;
  const double before = at, error = at - goal;
  if (seconds > 0) {
    const double rate = 1 / seconds, fade = std::exp(-rate * dt), push = (speed + rate * error) * dt;
    at = goal + (error + push) * fade;
    speed = (speed - rate * push) * fade;
  } else {
    at = goal, speed = 0;
  }
  if (std::abs(at - before) > fastest * dt) {
    at = before + std::copysign(fastest * dt, at - before);
    speed = std::copysign(fastest, at - before);
  }
  if (std::abs(at - goal) < close && std::abs(speed) * std::max(seconds, dt) < close) at = goal, speed = 0;
}

}  // namespace wend::io
