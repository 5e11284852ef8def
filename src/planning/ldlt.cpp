#include "planning/ldlt.hpp"

#include <algorithm>

#include <Eigen/SparseCholesky>

namespace wend::planning {

namespace {

using Matrix = Eigen::SparseMatrix<double>;

// Eigen orders (approximate minimum degree) and says which entries of L there will be.
struct Analysis : Eigen::SimplicialLDLT<Matrix> {
  const auto& parents() const { return m_parent; }
  const auto& counts() const { return m_nonZerosPerCol; }
};

constexpr std::uint32_t none = 0xffffffffu;

// Products with numbers of 2^-256 and more stay away from the denormals.
constexpr double smallest_plain = 0x1p-760;

Matrix lower_part(const Joined& a) {
  const auto n = static_cast<Eigen::Index>(a.size());
  Matrix lower(n, n);
  lower.resizeNonZeros(n + static_cast<Eigen::Index>(a.to.size() / 2));
  int at = 0;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    lower.outerIndexPtr()[i] = at;
    const auto put = [&](std::uint32_t row, double value) {
      lower.innerIndexPtr()[at] = static_cast<int>(row);
      lower.valuePtr()[at++] = value;
    };
    put(i, a.diagonal[i]);
    for (std::uint32_t p = a.start[i]; p < a.start[i + 1]; ++p) {
      if (a.to[p] > i) put(a.to[p], -1);
    }
  }
  lower.outerIndexPtr()[n] = at;
  return lower;
}

// The two kinds of entries of L: how they are kept, and whether one is too small for its kind.
struct Plain {
  using Number = double;
  double* value;
  double get(std::size_t p) const { return value[p]; }
  bool set(std::size_t p, double l) { return (value[p] = l) >= smallest_plain; }
  static double plain(double x) { return x; }
};

struct Wide {
  using Number = Extended;
  double* value;
  std::int32_t* exponent;
  Extended get(std::size_t p) const { return {value[p], exponent[p]}; }
  bool set(std::size_t p, Extended l) {
    value[p] = l.m;
    exponent[p] = l.e;
    return true;
  }
  static double plain(Extended x) { return to_double(x); }
};

// A sum of products of entries of L and numbers that were found before.
Extended sum_of_products(Extended sum, const double* value, const std::int32_t* exponent, const std::uint32_t* row,
                         std::size_t count, const Extended* x) {
  for (std::size_t p = 0; p < count; ++p) {
    sum = sum + normalised(value[p] * x[row[p]].m, x[row[p]].e + (exponent != nullptr ? exponent[p] : 0));
  }
  return sum;
}

}  // namespace

void Ldlt::order(const Joined& a) {
  const std::size_t n = a.size();
  Analysis analysis;
  analysis.analyzePattern(lower_part(a));
  unknown_.resize(n);
  place_.resize(n);
  parent_.resize(n);
  start_.assign(n + 1, 0);
  for (std::uint32_t k = 0; k < n; ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    const auto place = static_cast<std::uint32_t>(analysis.permutationP().indices()[at]);
    place_[k] = place;
    unknown_[place] = k;
    const int parent = analysis.parents()[at];
    parent_[k] = parent < 0 ? none : static_cast<std::uint32_t>(parent);
    start_[k + 1] = start_[k] + static_cast<std::size_t>(analysis.counts()[at]);
  }
}

// Row by row: row k of L solves with the rows before it. False: an entry is too small for its kind.
template <class Entries>
bool Ldlt::fill(const Joined& a, Entries entries, const PlanProgressCall& progress) {
  using Number = typename Entries::Number;
  const std::size_t n = a.size();
  pivot_.assign(n, 0);
  std::vector<Number> y(n, Number{});
  std::vector<std::uint32_t> seen(n, none), pattern(n), filled(n, 0);
  std::uint32_t* const rows = row_.data();
  std::size_t done = 0;
  bool in_range = true;
  for (std::uint32_t k = 0; k < n; ++k) {
    if (progress && k % 4096 == 0) progress({"factor", done, row_.size()});
    std::size_t top = n;  // pattern[top ..]: the entries of row k, each before those it adds to
    seen[k] = k;
    const std::uint32_t unknown = unknown_[k];
    for (std::uint32_t p = a.start[unknown]; p < a.start[unknown + 1]; ++p) {
      std::uint32_t i = place_[a.to[p]];
      if (i > k) continue;
      y[i] = y[i] + Number{1};
      std::size_t length = 0;
      for (; seen[i] != k; i = parent_[i]) {
        pattern[length++] = i;
        seen[i] = k;
      }
      while (length > 0) pattern[--top] = pattern[--length];
    }
    double pivot = a.diagonal[unknown];
    done += n - top;
    for (; top < n; ++top) {
      const std::uint32_t i = pattern[top];
      const Number z = y[i];
      y[i] = Number{};
      const std::size_t end = start_[i] + filled[i]++;
      for (std::size_t p = start_[i]; p < end; ++p) y[rows[p]] = y[rows[p]] + entries.get(p) * z;
      const Number l = z / pivot_[i];
      pivot -= Entries::plain(l * z);
      rows[end] = k;
      in_range = entries.set(end, l) && in_range;
    }
    pivot_[k] = pivot;
  }
  if (progress) progress({"factor", row_.size(), row_.size()});
  return in_range;
}

Ldlt Ldlt::factor(const Joined& a, Accuracy accuracy, const PlanProgressCall& progress) {
  Ldlt l;
  if (progress) progress({"order", 0, 0});
  l.order(a);
  l.row_.resize(l.start_.back());
  l.value_.resize(l.start_.back());
  if (!l.fill(a, Plain{l.value_.data()}, progress) && accuracy == Accuracy::each_unknown) {
    l.exponent_.resize(l.start_.back());
    l.fill(a, Wide{l.value_.data(), l.exponent_.data()}, progress);
  }
  return l;
}

void Ldlt::solve(std::span<double> x) const {
  const std::size_t n = size();
  std::vector<double> permuted(n);
  double* const y = permuted.data();
  const std::uint32_t* const row = row_.data();
  const double* const value = value_.data();
  for (std::size_t k = 0; k < n; ++k) y[k] = x[unknown_[k]];
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t p = start_[k]; p < start_[k + 1]; ++p) y[row[p]] += value[p] * y[k];
  }
  for (std::size_t k = n; k-- > 0;) {
    double sum = y[k] / pivot_[k];
    for (std::size_t p = start_[k]; p < start_[k + 1]; ++p) sum += value[p] * y[row[p]];
    y[k] = sum;
  }
  for (std::size_t k = 0; k < n; ++k) x[unknown_[k]] = y[k];
}

std::vector<Extended> Ldlt::solve(std::span<const std::pair<std::uint32_t, Extended>> sources) const {
  const std::size_t n = size();
  std::vector<Extended> by_pivot(n);
  Extended* const x = by_pivot.data();
  const std::uint32_t* const row = row_.data();
  const double* const value = value_.data();
  const std::int32_t* const exponent = exponent_.empty() ? nullptr : exponent_.data();

  // Forwards only the pivots above a source in the tree are touched; a parent comes after its children.
  std::vector<std::uint32_t> touched;
  std::vector<bool> seen(n, false);
  for (const auto& [pivot, amount] : sources) {
    x[pivot] = x[pivot] + amount;
    for (std::uint32_t k = pivot; k != none && !seen[k]; k = parent_[k]) {
      seen[k] = true;
      touched.push_back(k);
    }
  }
  std::sort(touched.begin(), touched.end());
  for (std::uint32_t k : touched) {
    for (std::size_t p = start_[k]; p < start_[k + 1]; ++p) {
      const std::int32_t e = exponent != nullptr ? exponent[p] : 0;
      x[row[p]] = x[row[p]] + normalised(value[p] * x[k].m, x[k].e + e);
    }
  }

  for (std::size_t k = n; k-- > 0;) {
    const std::size_t from = start_[k], count = start_[k + 1] - from;
    const Extended own = x[k].m == 0 ? Extended{} : x[k] / pivot_[k];
    if (count == 0) {
      x[k] = own;
      continue;
    }
    // Nearly always all have one exponent: then it is a sum of doubles.
    const std::int32_t e = x[row[from]].e;
    std::int32_t differ = exponent != nullptr || (own.m != 0 && own.e != e) ? 1 : 0;
    double sum = own.m;
    for (std::size_t p = from; p < from + count; ++p) {
      const Extended& other = x[row[p]];
      differ |= other.e ^ e;
      sum += value[p] * other.m;
    }
    x[k] = differ == 0 ? normalised(sum, e)
                       : sum_of_products(own, value + from, exponent != nullptr ? exponent + from : nullptr, row + from,
                                         count, x);
  }
  return by_pivot;
}

}  // namespace wend::planning
