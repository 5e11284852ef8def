#include <algorithm>
#include <cmath>

#include "environment/grid_index.hpp"
#include "geometry/crossing.hpp"
#include "geometry/predicates.hpp"
#include "stepped.hpp"

namespace wend::bench {

namespace {

// Everybody's first contact in the step: candidates from the grid (e.38), times by (e.37).
struct FirstContact {
  static constexpr double body = 0.25;
  environment::GridIndex grid;
  environment::NearLists near;
  std::vector<double> radius, reach, first;
  void operator()(const Crowd& crowd) {
    const std::size_t n = crowd.size();
    double longest2 = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double dx = crowd.x1[i] - crowd.x0[i], dy = crowd.y1[i] - crowd.y0[i];
      longest2 = std::max(longest2, dx * dx + dy * dy);
    }
    radius.assign(n, body);
    reach.assign(n, 2 * std::sqrt(longest2) * (1 + 1e-9));
    grid.build({crowd.x0, crowd.y0, radius, crowd.floor, {}}, reach);
    grid.near({0, n}, reach, near);
    first.assign(n, 2);
    for (std::size_t i = 0; i < n; ++i) {
      for (const std::uint32_t j : near.agents_of(i)) {
        if (j < i) continue;
        const Vec2 d{crowd.x0[j] - crowd.x0[i], crowd.y0[j] - crowd.y0[i]};
        const Vec2 e{crowd.x1[j] - crowd.x1[i], crowd.y1[j] - crowd.y1[i]};
        if (const auto t = geometry::first_touch(d, e - d, 2 * body)) {
          first[i] = std::min(first[i], *t);
          first[j] = std::min(first[j], *t);
        }
      }
    }
  }
};

// A cloud at rest: only the cost of the pass counts.
struct Cloud {
  std::vector<double> x, y, z, radius, reach;
  Cloud(std::size_t n, double density, double r) : radius(n, 0), reach(n, r) {
    Rng rng = Rng::stream(12, Purpose::test);
    const double side = std::cbrt(static_cast<double>(n) / density);
    for (std::size_t i = 0; i < n; ++i) {
      x.push_back(rng.uniform(0, side));
      y.push_back(rng.uniform(0, side));
      z.push_back(rng.uniform(0, side));
    }
  }
};

template <class Work>
std::function<double()> repeated(std::size_t units, double sample_ms, Work work) {
  auto shared = std::make_shared<Work>(std::move(work));
  return [shared, units, sample_ms] {
    std::vector<double> times;
    double total = 0;
    while (times.size() < 3 || (total < sample_ms * 1e6 && times.size() < 200)) {
      times.push_back(time_ns([&] { (*shared)(); }));
      total += times.back();
    }
    return median(times) / static_cast<double>(units);
  };
}

struct NearInSpace {
  std::shared_ptr<Cloud> cloud;
  environment::GridIndex3 grid{};
  environment::NearLists near{};
  void operator()() {
    grid.build({cloud->x, cloud->y, cloud->z, cloud->radius}, cloud->reach);
    grid.near({0, cloud->x.size()}, cloud->reach, near);
  }
};

struct InSphere {
  std::shared_ptr<Cloud> cloud;
  int sum = 0;
  void operator()() {
    const auto at = [&](std::size_t i) { return Vec3{cloud->x[i], cloud->y[i], cloud->z[i]}; };
    for (std::size_t i = 0; i + 5 <= cloud->x.size(); i += 1) {
      sum += geometry::in_sphere(at(i), at(i + 1), at(i + 2), at(i + 3), at(i + 4));
    }
  }
};

}  // namespace

void add_contact_rows(Table& table, const Options& options) {
  const double ms = options.sample_ms;
  table.section = "contacts, and space";
  table.add("disc-disc first contact of all, 0.5/m2, dt 0.1", "0.8", stepped({}, ms, FirstContact{}));
  const auto cloud = std::make_shared<Cloud>(10000, 0.1, 3.8);
  table.add("3D grid, 0.1/m3, r 3.8 (about 23 near)", "6.7 (scalar)", repeated(10000, ms, NearInSpace{cloud}));
  table.add("in-sphere test, each", "0.65", repeated(9996, ms, InSphere{cloud}));
}

}  // namespace wend::bench
