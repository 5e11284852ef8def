#include "verify/measures.hpp"
#include "verify/rows.hpp"

// Everybody through everybody: circle, corridor, blocks.

namespace wend::cli::verify {

namespace {

double t95_of(const TrialResult& r) { return time_of_share(r.arrivals, r.agents, 0.95).value_or(r.limit); }
double finish_of(const TrialResult& r) { return r.finish(); }
double efficiency_of(const TrialResult& r) { return r.efficiency; }
double jitter_of(const TrialResult& r) { return r.jitter; }

Row circle(const VerifySettings& s) {
  Row row{.name = "circle",
          .title = "Circle, 250 people",
          .about = "250 people on a circle walk to the opposite side; somebody has arrived within 0.5 m of the goal."};
  row.cases.push_back({"", circle_trial(s)});
  row.judge = [](std::span<const Runs> c) {
    return std::vector<Figure>{arrived_figure("arrived", c[0]), at_most(figure("finish", "s", c[0], finish_of), 82, 65),
                               at_least(figure("efficiency", "", c[0], efficiency_of, 3), 0.93, 0.94),
                               at_most(figure("jitter", "rad/s", c[0], jitter_of, 3), 0.15, 0.1),
                               figure("t95", "s", c[0], t95_of)};
  };
  return row;
}

Row corridor(const VerifySettings& s) {
  Row row{.name = "corridor",
          .title = "Corridor, 2 x 200 people, 10 m wide",
          .about = "200 people in each direction; somebody has arrived at the end of the 50 m that the two groups "
                   "share."};
  row.cases.push_back({"", corridor_trial(s)});
  row.judge = [](std::span<const Runs> c) {
    return std::vector<Figure>{arrived_figure("arrived", c[0]), at_most(figure("t95", "s", c[0], t95_of), 60, 48),
                               figure("finish", "s", c[0], finish_of), figure("efficiency", "", c[0], efficiency_of, 3),
                               figure("jitter", "rad/s", c[0], jitter_of, 3)};
  };
  return row;
}

Row blocks(const VerifySettings& s) {
  Row row{.name = "blocks",
          .title = "Blocks, 4 x 25 people",
          .about = "Four groups change places diagonally between four square blocks; somebody has arrived within 2.5 "
                   "m of the group's point."};
  row.cases.push_back({"", {.scene = "bench/blocks", .latch = Latch::goal, .tolerance = 2.5,
                            .limit = limit_of(s, 120, 90)}});
  row.judge = [](std::span<const Runs> c) {
    return std::vector<Figure>{arrived_figure("arrived", c[0]), at_most(figure("finish", "s", c[0], finish_of), 58, 45),
                               figure("t95", "s", c[0], t95_of), figure("efficiency", "", c[0], efficiency_of, 3),
                               figure("jitter", "rad/s", c[0], jitter_of, 3)};
  };
  return row;
}

}  // namespace

Trial circle_trial(const VerifySettings& s) {
  return {.scene = "bench/circle", .latch = Latch::goal, .tolerance = 0.5, .limit = limit_of(s, 4 * 2 * 33.339 / 1.4, 110)};
}

Trial corridor_trial(const VerifySettings& s) {
  return {.scene = "bench/corridor", .latch = Latch::line, .left_line = 0, .right_line = 50, .limit = limit_of(s, 180, 95)};
}

std::vector<Row> crossing_rows(const VerifySettings& s) { return {circle(s), corridor(s), blocks(s)}; }

}  // namespace wend::cli::verify
