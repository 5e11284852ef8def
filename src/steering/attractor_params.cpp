#include <wend/model/attractor.hpp>

#include "steering/attractor_numbers.hpp"
#include "steering/block.hpp"

#include <algorithm>
#include <iterator>

namespace wend {

namespace {

using Self = AttractorParams;
using P = steering::AttractorNumbers;
using namespace field;

constexpr Field<Self> table[] = {WEND_ATTRACTOR_PARAMS(WEND_PARAM_ROW)};

static_assert(sizeof(P) == std::size(table) * sizeof(double), "one number for each row");

// Local spec (C30): value * radius^lengths * (radius / speed)^times.
struct Relative {
  double P::* member;
  double value;
  int lengths, times;
  bool follows_others_without_slide = false;
};
constexpr Relative relatives[] = {
    {&P::a, 0.28857, 0, -1},         {&P::d0, 2.94, 1, 0},          {&P::d0_min, 1, 1, 0},       {&P::d1, 0.2, 1, 0},
    {&P::t2c, 2.9176, 0, 1},         {&P::v_back, 0.17857, 1, -1},  {&P::c1, 22.4, 0, 1},        {&P::omega_max, 0.71429, 0, -1},
    {&P::sense, 12, 1, 0, true},           {&P::tau_ref, 1.4, 0, 1},      {&P::courage_unit, 4, 1, 0}, {&P::horizon, 22.4, 0, 1},
    {&P::tau_s, 1.4, 0, 1, true},          {&P::lambda, 0.22643, 0, -1},  {&P::lambda_w, 0.23214, 0, -1}, {&P::d0_w, 0.884, 1, 0, true},
    {&P::F_max, 0.35714, 0, -1},     {&P::tau_Q, 11.2, 0, 1},       {&P::d_B, 0.4, 1, 0},        {&P::T_f, 2.8168, 0, 1},
    {&P::d_p, 0.6, 1, 0},              {&P::d_k, 2, 1, 0},            {&P::a_hi, 0.39286, 0, -1},  {&P::m_y, 0.8, 1, 0},
    {&P::T_y, 16.8, 0, 1},           {&P::d0_f, 2, 1, 0, true},
};

}  // namespace

AttractorParams AttractorParams::robust() {
  AttractorParams p;
  p.a = 1;
  p.d0 = 1;
  p.d0_min = 0.05;
  p.d1 = 0.2;
  p.t2c = 1;
  p.v_back = 0.25;
  p.c1 = 4;
  p.sigma = 0.05;
  p.omega_max = 4;
  p.tau_ref = 0.25;
  p.courage_unit = 1;
  p.horizon = 4;
  p.kappa_r = 0.25;
  // Without section 19. `sense`, `v0`, `tau_s` and `d0_w` follow from the others.
  p.slide = p.beside = p.settle = p.room = false;
  p.F_max = p.beta_h = p.c_h = p.kappa_q = p.kappa_o = p.kappa_I = p.d_B = p.b_b = p.kappa_b = p.kappa_theta = 0;
  p.kappa_g = p.kappa_w = p.kappa_n = p.kappa_d = p.kappa_a = p.beta_k = p.S_1 = p.T_f = p.d_p = p.a_hi = p.m_y = p.T_y = 0;
  p.kappa_i = p.lambda = p.lambda_w = p.d_q = p.kappa_l = p.kappa_c = p.tau_Q = p.d_k = p.ref_radius = p.ref_speed = 1;
  return p;
}

AttractorParams AttractorParams::classic() {
  AttractorParams p = robust();
  p.fusion = p.windowed = p.relative_motion = p.anticipation = p.yield = false;
  p.beta_a = 1;
  return p;
}

namespace steering {

AttractorNumbers resolved(const AttractorNumbers& given, double radius, double top_speed, double dt) {
  AttractorNumbers p = given;
  const bool slides = p.slide != 0;
  if (p.ref_radius < 0) p.ref_radius = radius;
  if (p.ref_speed < 0) p.ref_speed = std::max(top_speed, 1e-3);  // an agent that cannot walk still has times
  const double time = p.ref_radius / p.ref_speed;
  for (const Relative& r : relatives) {
    if (p.*(r.member) >= 0 || (r.follows_others_without_slide && !slides)) continue;
    double value = r.lengths != 0 ? r.value * p.ref_radius : r.value;
    if (r.times > 0) value = std::max(value * time, dt);
    if (r.times < 0) value = value / time;
    p.*(r.member) = value;
  }
  if (slides && given.sense < 0) p.sense = std::max({p.sense, 5 * given.d0, 5 * given.d0_w});  // given lengths are seen to their end
  if (given.d0_w < 0 && given.d0 >= 0) p.d0_w = p.d0;
  if (given.d0_f < 0 && (given.d0 >= 0 || given.d0_w >= 0 || !slides)) p.d0_f = p.d0_w;
  if (p.v0 < 0) p.v0 = slides ? std::max(0.0, p.d0 - p.d1) : 0.8 * p.d0;
  if (p.tau_s < 0) p.tau_s = std::max(dt, 0.25);
  return p;
}

}  // namespace steering

AttractorParams resolved(const AttractorParams& given, double radius, double top_speed, double dt) {
  const std::vector<double> block = to_block(given);
  const P p = steering::resolved(steering::unpack<P>(block), radius, top_speed, dt);
  AttractorParams out;
  const double* number = &p.a;
  for (const Field<Self>& f : table) f.set(out, *number++);
  return out;
}

std::span<const Field<AttractorParams>> attractor_fields() { return table; }

std::vector<double> to_block(const AttractorParams& p) { return steering::packed(p, attractor_fields()); }

}  // namespace wend
