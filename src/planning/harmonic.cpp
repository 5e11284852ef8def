#include "planning/harmonic.hpp"

#include "core/ensure.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"

#include <algorithm>

namespace wend::planning {

namespace {

constexpr std::uint32_t none = 0xffffffffu;
constexpr std::uint32_t format = 1;
constexpr std::size_t most_kept = std::size_t{1} << 29;  // bytes of columns of doors

double weight_of(const TargetCells& target, std::size_t i) { return target.weights.empty() ? 1.0 : target.weights[i]; }

bool counts(double weight) { return weight > 0 && weight < wend::infinity; }

std::uint64_t hash_of(const Map& map, double wall_weight) {
  std::uint64_t hash = mix(mix(map.nx, map.ny), mix(map.nz, static_cast<std::uint64_t>(map.dimension)));
  hash = mix(hash, hash_bits(wall_weight));
  for (std::uint8_t solid : map.solid) hash = mix(hash, solid);
  for (const auto& door : map.doors) {
    hash = mix(hash, door.size());
    for (std::uint32_t cell : door) hash = mix(hash, cell);
  }
  return hash;
}

}  // namespace

// Numbers the unknowns of a map that can be factored.
Result<HarmonicFactor> HarmonicFactor::of(std::shared_ptr<const Map> map, double wall_weight) {
  const auto wrong = [](Errc code, std::string message) { return Error{code, std::move(message), "harmonic"}; };
  if (!(wall_weight > 0 && wall_weight <= 1)) {
    return wrong(Errc::invalid_value,
                 "wall_weight = " + shortest_text(wall_weight) + ", expected more than 0 and at most 1");
  }
  if (map->solid.size() != map->size()) {
    return wrong(Errc::invalid_value,
                 "solid has " + std::to_string(map->solid.size()) + " cells, expected " + std::to_string(map->size()));
  }
  const std::size_t reach = map->dimension == 2 ? map->row_stride() : map->plane_stride();
  const auto inside = [&](std::size_t cell) { return cell >= reach && cell + reach < map->size(); };
  for (const auto& door : map->doors) {
    for (std::uint32_t cell : door) {
      if (inside(cell) && map->solid[cell] != 0) continue;
      return wrong(Errc::invalid_value,
                   "door cell " + std::to_string(cell) + ", expected a cell that is solid while every door is shut");
    }
  }
  HarmonicFactor made;
  made.id_.assign(map->size(), none);
  for (std::uint32_t cell = 0; cell < map->size(); ++cell) {
    if (map->solid[cell] != 0) continue;
    if (!inside(cell))
      return wrong(Errc::invalid_value, "cell " + std::to_string(cell) + " of the ring is free, expected solid");
    made.id_[cell] = static_cast<std::uint32_t>(made.cell_.size());
    made.cell_.push_back(cell);
  }
  if (map->dimension == 3 && made.cell_.size() > most_cells_in_space) {
    return wrong(Errc::limit, std::to_string(made.cell_.size()) + " free cells in space, at most " +
                                  std::to_string(most_cells_in_space) +
                                  " can be factored: use hitting, distance or larger cells");
  }
  made.beta_ = wall_weight;
  made.map_ = std::move(map);
  return made;
}

// Planning spec (p.12), (p.8): a face towards a door counts as open (DoorUnknown).
Joined HarmonicFactor::matrix() const {
  std::vector<std::uint8_t> door(map_->size(), 0);
  for (const auto& cells : map_->doors) {
    for (std::uint32_t cell : cells) door[cell] = 1;
  }
  Joined a;
  a.start.reserve(cell_.size() + 1);
  a.to.reserve(cell_.size() * static_cast<std::size_t>(map_->neighbour_count()));
  a.diagonal.assign(cell_.size(), 0);
  for (std::size_t i = 0; i < cell_.size(); ++i) {
    a.start.push_back(static_cast<std::uint32_t>(a.to.size()));
    for (int n = 0; n < map_->neighbour_count(); ++n) {
      const auto beside = static_cast<std::uint32_t>(cell_[i] + map_->offset(n));
      if (id_[beside] != none) a.to.push_back(id_[beside]);
      a.diagonal[i] += id_[beside] != none || door[beside] != 0 ? 1 : beta_;
    }
  }
  a.start.push_back(static_cast<std::uint32_t>(a.to.size()));
  return a;
}

void HarmonicFactor::take(Ldlt factor) {
  factor_ = std::move(factor);
  std::vector<std::uint32_t> cell(cell_.size());
  for (std::uint32_t k = 0; k < cell.size(); ++k) {
    cell[k] = cell_[factor_.pivots()[k]];
    id_[cell[k]] = k;
  }
  cell_ = std::move(cell);
  doors_ = DoorColumns(*map_, beta_, id_);
}

Result<HarmonicFactor> HarmonicFactor::make(std::shared_ptr<const Map> map, double wall_weight,
                                            const PlanProgressCall& progress) {
  Result<HarmonicFactor> made = of(std::move(map), wall_weight);
  if (made) made->take(Ldlt::factor(made->matrix(), Ldlt::Accuracy::each_unknown, progress));
  return made;
}

void HarmonicFactor::prepare_doors(std::span<const std::uint8_t> door_open) {
  std::vector<DoorUnknown> unknowns = doors_.unknowns(*map_, door_open);
  const std::size_t most = most_kept / (cell_.size() * (sizeof(double) + sizeof(std::int32_t)) + 1);
  if (unknowns.size() > most) unknowns.resize(most);
  doors_.keep(doors_.columns(factor_, unknowns));
}

bool HarmonicFactor::needs_refactor(std::span<const std::uint8_t> door_open) const {
  return doors_.unknowns(*map_, door_open).size() > DoorColumns::most_unknowns;
}

Map HarmonicFactor::opened(std::span<const std::uint8_t> door_open) const {
  Map map = *map_;
  for (const DoorUnknown& unknown : doors_.unknowns(*map_, door_open)) {
    if (unknown.cell != none) map.solid[unknown.cell] = 0;
  }
  map.doors.clear();
  return map;
}

// Planning spec (p.13).
Column HarmonicFactor::solve_shut(const TargetCells& target) const {
  std::vector<std::pair<std::uint32_t, Extended>> sources;
  for (std::size_t i = 0; i < target.cells.size(); ++i) {
    const std::uint32_t pivot = id_[target.cells[i]];
    if (pivot != none && counts(weight_of(target, i))) sources.emplace_back(pivot, normalised(weight_of(target, i), 0));
  }
  return Column(factor_.solve(sources));
}

std::vector<double> HarmonicFactor::with_doors(const Column& shut, const TargetCells& target,
                                               std::span<const std::uint8_t> door_open) const {
  const std::vector<DoorUnknown> unknowns = doors_.unknowns(*map_, door_open);
  if (unknowns.size() > DoorColumns::most_unknowns) {
    const Result<HarmonicFactor> again = make(std::make_shared<const Map>(opened(door_open)), beta_);
    WEND_ENSURE(again);  // the map was accepted before
    return again->solve(target, {});
  }
  const DoorColumns::Columns columns = doors_.columns(factor_, unknowns);
  std::vector<Extended> own(unknowns.size());
  for (std::size_t i = 0; i < target.cells.size(); ++i) {
    if (!doors_.is_door(target.cells[i]) || !counts(weight_of(target, i))) continue;
    for (std::size_t k = 0; k < unknowns.size(); ++k) {
      if (unknowns[k].cell == target.cells[i]) own[k] = normalised(weight_of(target, i), 0);
    }
  }
  const std::vector<Extended> values = door_values(unknowns, columns, own, shut);

  // (p.23): v_shut + X d; a column may serve several unknowns.
  std::vector<Extended> factor(columns.size());
  for (std::size_t k = 0; k < unknowns.size(); ++k) {
    for (std::uint32_t c : unknowns[k].columns) factor[c] = factor[c] + values[k];
  }
  std::vector<Term> terms{{Extended{1, 0}, &shut}};
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (factor[c].m != 0) terms.emplace_back(factor[c], columns[c].get());
  }
  std::vector<double> of_unknowns(cell_.size()), phi(map_->size(), infinity);
  minus_ln_of_sum(terms, of_unknowns);
  for (std::size_t i = 0; i < cell_.size(); ++i) phi[cell_[i]] = of_unknowns[i];
  for (std::size_t k = 0; k < unknowns.size(); ++k) {
    if (unknowns[k].cell != none && values[k].m != 0) phi[unknowns[k].cell] = minus_ln(values[k].m, values[k].e);
  }

  double lowest = infinity;  // (p.14)
  for (std::uint32_t cell : target.cells) lowest = std::min(lowest, phi[cell]);
  if (lowest < infinity) {
    for (double& value : phi) value -= lowest;
  }
  return phi;
}

std::vector<double> HarmonicFactor::solve(const TargetCells& target, std::span<const std::uint8_t> door_open) const {
  return with_doors(solve_shut(target), target, door_open);
}

std::vector<std::byte> HarmonicFactor::bytes() const {
  ByteWriter out;
  out.u32(format);
  out.u64(hash_of(*map_, beta_));
  factor_.write(out);
  return std::move(out.bytes());
}

Result<HarmonicFactor> HarmonicFactor::from_bytes(std::shared_ptr<const Map> map, double wall_weight,
                                                  std::span<const std::byte> bytes) {
  Result<HarmonicFactor> made = of(std::move(map), wall_weight);
  if (!made) return made;
  ByteReader in(bytes);
  if (in.u32() != format)
    return Error{Errc::unsupported, "a factor of another format, expected " + std::to_string(format), "harmonic"};
  if (in.u64() != hash_of(*made->map_, wall_weight))
    return Error{Errc::damaged, "a factor of another map or wall weight", "harmonic"};
  Result<Ldlt> factor = Ldlt::read(in);
  if (!factor) return factor.error();
  if (factor->size() != made->cell_.size() || in.left() != 0)
    return Error{Errc::damaged, "a factor of another size", "harmonic"};
  made->take(std::move(*factor));
  return made;
}

}  // namespace wend::planning
