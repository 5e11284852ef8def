#include "plan_facts.hpp"

#include "numbers.hpp"

#include <wend/version.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace wend::cli {

namespace {

std::size_t cells_of(const FieldFacts& f, FieldCell kind) { return f.cells[static_cast<std::size_t>(kind)]; }

std::size_t with_way(const FieldFacts& f) { return cells_of(f, FieldCell::free) + cells_of(f, FieldCell::target); }

Json points(std::span<const Vec2> places) {
  Json all = Json::array();
  for (const Vec2 p : places) all.push_back({p.x, p.y});
  return all;
}

Json field_json(const FieldFacts& f, std::size_t number) {
  const PlanningField& field = f.field;
  Json targets = Json::array();
  for (const TargetId target : field.use().targets) targets.push_back(target.index);
  return {{"number", number},
          {"kind", name(field.use().kind)},
          {"users", field.use().users},
          {"radius", field.use().radius},
          {"targets", std::move(targets)},
          {"cell", field.cell()},
          {"columns", field.columns()},
          {"rows", field.rows()},
          {"origin", {field.origin().x, field.origin().y}},
          {"free", cells_of(f, FieldCell::free)},
          {"target", cells_of(f, FieldCell::target)},
          {"solid", cells_of(f, FieldCell::solid)},
          {"shut_door", cells_of(f, FieldCell::door)},
          {"unreachable", cells_of(f, FieldCell::unreachable)},
          {"closed_passages", points(field.closed_passages())},
          {"narrow_passages", points(field.narrow_passages())},
          {"drawn", f.drawn}};
}

}  // namespace

FieldFacts::FieldFacts(const PlanningField& f) : field(f) {
  for (std::uint32_t row = 0; row < f.rows(); ++row) {
    for (std::uint32_t column = 0; column < f.columns(); ++column) ++cells[static_cast<std::size_t>(f.what(column, row))];
  }
}

std::string plan_table(const PlanFacts& p, const Paint& paint) {
  std::string out = "\n";
  if (!p.title.empty()) out += paint.bold(printable(p.title)) + "\n";
  out += paint.faint(fmt::format("{}, seed {}, {}, t = {:.6g} s", printable(p.scene), p.seed, count_of(p.agents, "agent"), p.time)) + "\n\n";
  out += fmt::format("  {:>5}  {:<10}{:>7}{:>10}{:>10}{:>12}{:>10}{:>13}{:>8}{:>8}\n", "field", "kind", "users", "radius", "cell", "grid",
                     "way", "unreachable", "closed", "narrow");
  for (std::size_t i = 0; i < p.fields.size(); ++i) {
    const FieldFacts& f = p.fields[i];
    const std::string line =
        fmt::format("  {:>5}  {:<10}{:>7}{:>8} m{:>8} m{:>12}{:>10}{:>13}{:>8}{:>8}", i + 1, name(f.field.use().kind), f.field.use().users,
                    rounded(f.field.use().radius, 3), rounded(f.field.cell(), 3), fmt::format("{}x{}", f.field.columns(), f.field.rows()),
                    with_way(f), cells_of(f, FieldCell::unreachable), f.field.closed_passages().size(), f.field.narrow_passages().size());
    out += (f.drawn && p.fields.size() > 1 ? paint.bold(line + "  drawn") : line) + "\n";
  }
  out += "\n";
  out += fmt::format("  in sight of their target: {}, on the way by a field: {}\n", p.direct, p.asking);
  if (!p.lost.empty()) out += paint.red(fmt::format("  without a way: {}", p.lost.size())) + "\n";
  out += fmt::format("  made in {} s", fixed(p.solve_time, 3));
  if (p.cached) out += fmt::format(", {} from the cache, {} into it", p.from_cache, p.to_cache);
  out += "\n";
  for (const WrittenFile& file : p.files) out += fmt::format("wrote {} ({})\n", printable(file.path), bytes_text(file.bytes));
  return out;
}

Json plan_json(const PlanFacts& p) {
  Json fields = Json::array(), files = Json::array();
  for (std::size_t i = 0; i < p.fields.size(); ++i) fields.push_back(field_json(p.fields[i], i + 1));
  for (const WrittenFile& file : p.files) files.push_back(file.path);
  return {{"schema", 1},
          {"version", version_string},
          {"scene", p.scene},
          {"title", p.title},
          {"seed", p.seed},
          {"time", p.time},
          {"agents", p.agents},
          {"direct", p.direct},
          {"asking", p.asking},
          {"lost", p.lost},
          {"solve_time", p.solve_time},
          {"cache", p.cached ? Json{{"loaded", p.from_cache}, {"saved", p.to_cache}} : Json(nullptr)},
          {"warnings", p.warnings},
          {"files", std::move(files)},
          {"fields", std::move(fields)}};
}

}  // namespace wend::cli
