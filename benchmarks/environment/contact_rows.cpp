#include <cmath>

#include "environment/contact_sweep.hpp"
#include "environment/grid_index.hpp"
#include "geometry/predicates.hpp"
#include "stepped.hpp"

namespace wend::bench {

namespace {

// All contacts of the step, bodies of 0.25 m.
struct Contacts {
  environment::ContactSweep sweep{};
  std::vector<double> body{};
  std::vector<environment::PairContact> found{};
  void operator()(const Crowd& crowd) {
    body.assign(crowd.size(), 0.25);
    sweep.find({crowd.x0, crowd.y0, crowd.x1, crowd.y1, body, crowd.floor}, 0, found);
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
  table.add("disc-disc first contact of all, 0.5/m2, dt 0.1", "0.8", stepped({}, ms, Contacts{}));
  const auto cloud = std::make_shared<Cloud>(10000, 0.1, 3.8);
  table.add("3D grid, 0.1/m3, r 3.8 (about 23 near)", "6.7 (scalar)", repeated(10000, ms, NearInSpace{cloud}));
  table.add("in-sphere test, each", "0.65", repeated(9996, ms, InSphere{cloud}));
}

}  // namespace wend::bench
