#pragma once
#include <wend/io/picture.hpp>

#include <optional>

namespace wend::io {

// Where a film looks, frame by frame. Pure in the sequence of frames it is shown: no clock, no chance.
class CameraPath {
 public:
  CameraPath(const Camera&, const Box& scene, double aspect);  // aspect: width over height of the picture's area

  // For frames in order of time; the first one is framed at once.
  Box next(const Frame&);

 private:
  // A number that goes to its goal like a critically damped spring: no overshoot, no jump in its speed.
  struct Spring {
    double at = 0, speed = 0, goal = 0;
    void move(double dt, double seconds, double fastest, double close);
  };

  Box followed(const Frame&);
  Box framed(const Frame&);
  std::optional<Box> action(const Frame&) const;
  void aim(const Box&);
  Box seen() const;

  Camera camera_;
  Box scene_;
  double aspect_;
  std::optional<double> time_;
  Box held_{};             // what is aimed at: kept while the action stays inside and does not shrink much
  Spring x_, y_, zoom_{};  // zoom: logarithm of the width
};

}  // namespace wend::io
