#include "planning/nearest.hpp"

#include "core/segment.hpp"
#include "geometry/polygon.hpp"

namespace wend::planning {

Vec2 nearest_point(const Place& place, Vec2 p) {
  if (!place.corners.empty()) return geometry::nearest_in_polygon(p, place.corners);
  return nearest_on_segment(p, place.at, place.to).point;
}

void choose_places(std::span<const Question> questions, std::span<const Place> places, std::span<Answer> answers) {
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Question& question = questions[i];
    Answer& best = answers[i];
    best = {};
    for (std::uint32_t k : question.open) {
      if (places[k].floor != question.floor) continue;
      const Vec2 offset = nearest_point(places[k], question.at) - question.at;
      const double distance = norm(offset);
      if (best.place == Answer::none || distance < best.distance) best = {k, offset, distance};
      if (question.listed) break;
    }
  }
}

}  // namespace wend::planning
