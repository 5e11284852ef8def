#include "verify/measures.hpp"
#include "verify/rows.hpp"

#include <fmt/format.h>

#include <algorithm>

// Everybody out: door, room, lecture hall.

namespace wend::cli::verify {

namespace {

double flow_of(const TrialResult& r) { return flow_20_80(r.arrivals, r.agents); }
double gap_of(const TrialResult& r) { return gap_to_limit(r.arrivals, r.agents, r.limit); }

Row door(const VerifySettings& s) {
  Row row{.name = "door",
          .title = "Door 1.2 m, 150 people of radius 0.25 m",
          .about = "150 people leave a room by way points through a door 1.2 m wide in a wall 0.4 m thick, and again "
                   "with the planner `auto`; somebody is out at x > 0.7 m."};
  const Trial trial = door_trial(s);
  row.cases.push_back({"way points", trial});
  if (!s.cut) row.cases.push_back({"auto", trial}), row.cases.back().trial.sets = {{"way", "auto"}};
  row.judge = [](std::span<const Runs> c) {
    const Figure flow = figure("flow_20_80", "1/s", c[0], flow_of, 2), gap = figure("gap_to_limit", "s", c[0], gap_of);
    std::vector<Figure> out{arrived_figure("out", c[0]), at_least(flow, 1.6, 2.0),
                            at_least(single("flow_20_80, lowest run", "1/s", spread(flow.runs).min, 2), 1.3),
                            at_least(share_up_to("runs with no gap above 6 s", gap, 6), 90),
                            at_most(highest("gap_to_limit, longest", gap), {}, 4),
                            figure("efficiency", "", c[0], [](const TrialResult& r) { return r.efficiency; }, 3)};
    if (c.size() > 1) {
      const Figure planned = figure("auto: flow_20_80", "1/s", c[1], flow_of, 2);
      out.push_back(arrived_figure("auto: out", c[1]));
      out.push_back(planned);
      const double share = flow.value > 0 ? 100 * planned.value / flow.value : 0;
      out.push_back(at_least(single("auto: flow by that of the way points", "%", share, 0), 90));
      out.push_back(highest("auto: gap_to_limit, longest", figure("", "s", c[1], gap_of)));
    }
    return out;
  };
  return row;
}

struct DoorBar {
  double width, bar, wish;  // m, 1/s, 1/s: the middle of the published points
};
// Published: Kretz 2006, Nagai 2006, Seyfried 2009, Daamen 2010, Mueller 1981 and two studies listed as 2006EG and
// 2009AO.
constexpr DoorBar door_bars[] = {{0.8, 1.25, 1.5}, {1.0, 1.65, 2.2}, {1.2, 2.0, 2.4}, {1.6, 2.8, 3.4}, {2.4, 4.5, 5.3}};

Row room(const VerifySettings& s) {
  Row row{.name = "room",
          .title = "Room, 150 people of radius 0.2 m, doors of five widths",
          .about = "150 people of the size of laboratory experiments leave a room with the planner `auto`; somebody "
                   "is out at x > 0.7 m. Wish: the middle of the flows published for doors of this width."};
  std::vector<double> widths;
  for (const DoorBar& d : door_bars) {
    if (s.quick && d.width != 0.8 && d.width != 1.2 && d.width != 2.4) continue;
    widths.push_back(d.width);
    row.cases.push_back({fmt::format("{} m", d.width),
                         {.scene = "bench/room",
                          .sets = {{"door", fmt::format("{}", d.width)}},
                          .latch = Latch::line,
                          .right_line = 0.7,
                          .door = d.width / 2,
                          .limit = limit_of(s, 400, 200)}});
  }
  row.judge = [widths](std::span<const Runs> c) {
    std::vector<Figure> out;
    std::vector<double> flows;
    for (std::size_t k = 0; k < widths.size(); ++k) {
      const auto bar = std::find_if(std::begin(door_bars), std::end(door_bars),
                                    [&](const DoorBar& d) { return d.width == widths[k]; });
      const std::string name = fmt::format("{:.1f} m: ", widths[k]);
      out.push_back(arrived_figure(name + "out", c[k]));
      out.push_back(at_least(figure(name + "flow_20_80", "1/s", c[k], flow_of, 2), bar->bar, bar->wish));
      out.push_back(at_most(highest(name + "gap_to_limit, longest", figure("", "s", c[k], gap_of)), 8));
      flows.push_back(out[out.size() - 2].value);
    }
    out.push_back(at_least(single("flow over width: R2 of a line", "", r_squared(widths, flows), 3), 0.98));
    return out;
  };
  return row;
}

Row hall(const VerifySettings& s) {
  Row row{.name = "hall",
          .title = "Lecture hall, 15 rows, two doors",
          .about = "People leave their seats and the hall with the planner `auto`; who is out is removed."};
  std::vector<int> people{5, 20, 100, 300};
  if (s.quick) people = {20, 300};
  for (const int n : people) {
    row.cases.push_back({fmt::format("{} people", n),
                         {.scene = "bench/hall", .sets = {{"people", fmt::format("{}", n)}}, .latch = Latch::own,
                          .limit = limit_of(s, 400, 200)}});
  }
  row.judge = [people](std::span<const Runs> c) {
    std::vector<Figure> out;
    for (std::size_t k = 0; k < people.size(); ++k) {
      const std::string name = fmt::format("{} people: ", people[k]);
      out.push_back(arrived_figure(name + "out", c[k]));
      Figure finish = figure(name + "finish", "s", c[k], [](const TrialResult& r) { return r.finish(); });
      out.push_back(people[k] == 300 ? at_most(finish, 110, 70) : finish);
    }
    return out;
  };
  return row;
}

}  // namespace

Trial door_trial(const VerifySettings& s) {
  return {.scene = "bench/door", .latch = Latch::line, .right_line = 0.7, .door = 0.6, .limit = limit_of(s, 300, 130)};
}

std::vector<Row> door_rows(const VerifySettings& s) { return {door(s), room(s), hall(s)}; }

}  // namespace wend::cli::verify
