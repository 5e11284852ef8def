#include "fit/fit_data.hpp"

#include "options.hpp"

#include <wend/io/table.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <map>

namespace wend::cli {

namespace {

const std::vector<std::string> needed{"trial", "time", "kind", "id", "x", "y"}, optional{"heading", "speed", "radius", "condition", "onset"};

// Cells of a table by the names of their columns; the first problem is kept.
class Cells {
 public:
  explicit Cells(const io::Table& table) : table_(table) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) columns_[table.columns[i]] = i;
  }

  const std::string& text(std::size_t row, const std::string& column) const {
    static const std::string none;
    const auto at = columns_.find(column);
    return at == columns_.end() ? none : table_.rows[row][at->second];
  }

  std::optional<double> number_if(std::size_t row, const std::string& column) {
    const std::string& cell = text(row, column);
    if (cell.empty()) return {};
    double value = 0;
    const char* begin = cell.data() + (cell[0] == '+' ? 1 : 0);
    const auto [end, code] = std::from_chars(begin, cell.data() + cell.size(), value);
    if (code != std::errc{} || end != cell.data() + cell.size() || !std::isfinite(value) || std::abs(value) > 1e9) {
      fail(row, column, fmt::format("'{}', expected a number -1e9 .. 1e9", cell.substr(0, 40)));
      return {};
    }
    return value;
  }

  double number(std::size_t row, const std::string& column) {
    const auto value = number_if(row, column);
    if (!value && text(row, column).empty()) fail(row, column, "it is empty, expected a number");
    return value.value_or(0);
  }

  void fail(std::size_t row, const std::string& column, const std::string& what) {
    if (!problem) problem = Error{Errc::invalid_value, what, table_.place(row, column)};
  }

  std::optional<Error> problem;

 private:
  const io::Table& table_;
  std::map<std::string, std::size_t> columns_;
};

struct ObjectRows {
  std::string id;
  std::vector<std::size_t> rows;
};

// The rows of one trial.
struct TrialRows {
  std::string name{};
  std::vector<std::size_t> all{}, walker{};
  std::vector<ObjectRows> goals{}, obstacles{};
};

void add_row(std::vector<ObjectRows>& objects, const std::string& id, std::size_t row) {
  for (ObjectRows& object : objects) {
    if (object.id == id) return object.rows.push_back(row);
  }
  objects.push_back({id, {row}});
}

std::vector<TrialRows> grouped(const io::Table& table, Cells& cells) {
  std::vector<TrialRows> trials;
  std::map<std::string, std::size_t> known;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const std::string& name = cells.text(row, "trial");
    if (name.empty()) cells.fail(row, "trial", "it is empty, expected the name or number of a trial");
    const auto [at, is_new] = known.emplace(name, trials.size());
    if (is_new) trials.emplace_back().name = name;
    TrialRows& trial = trials[at->second];
    trial.all.push_back(row);
    const std::string &kind = cells.text(row, "kind"), &id = cells.text(row, "id");
    if (kind == "walker") {
      if (!trial.walker.empty() && cells.text(trial.walker.front(), "id") != id) {
        cells.fail(row, "id", fmt::format("'{}', a second walker in trial '{}' beside '{}', expected one: other people are obstacles", id, name,
                                          cells.text(trial.walker.front(), "id")));
      }
      trial.walker.push_back(row);
    } else if (kind == "goal") {
      add_row(trial.goals, id, row);
      if (trial.goals.size() > 1) cells.fail(row, "id", fmt::format("'{}', a second goal in trial '{}', expected one", id, name));
    } else if (kind == "obstacle") {
      add_row(trial.obstacles, id, row);
    } else {
      cells.fail(row, "kind", fmt::format("'{}', expected walker, goal or obstacle", kind));
    }
    if (cells.problem) break;
  }
  return trials;
}

study::TrialObject object_of(Cells& cells, const ObjectRows& object, std::optional<double>& onset) {
  study::TrialObject thing;
  thing.from = -std::numeric_limits<double>::infinity();
  for (const std::size_t row : object.rows) {
    const Vec2 at{cells.number(row, "x"), cells.number(row, "y")};
    if (row == object.rows.front()) thing.at = at;
    if (const auto radius = cells.number_if(row, "radius")) {
      thing.radius = *radius;
      if (!(*radius >= 0 && *radius <= 100)) cells.fail(row, "radius", fmt::format("{}, expected 0 .. 100 m", *radius));
    }
    if (const auto from = cells.number_if(row, "onset")) {
      thing.from = *from;
      onset = onset ? std::min(*onset, *from) : *from;
    }
    if (object.rows.size() == 1) break;
    const double t = cells.number(row, "time");
    if (!thing.times.empty() && !(t > thing.times.back())) {
      cells.fail(row, "time", fmt::format("{} after {}, expected rising times of one object (several obstacles need an id each)", t, thing.times.back()));
    }
    thing.times.push_back(t);
    thing.places.push_back(at);
  }
  return thing;
}

study::RecordedTrial trial_of(Cells& cells, const TrialRows& rows) {
  study::RecordedTrial trial;
  trial.name = rows.name;
  const std::size_t first = rows.all.front();
  if (rows.walker.empty()) cells.fail(first, "trial", fmt::format("trial '{}' has no walker", rows.name));
  if (rows.goals.empty()) cells.fail(first, "trial", fmt::format("trial '{}' has no goal", rows.name));
  if (cells.problem) return trial;
  for (const std::size_t row : rows.all) {
    const std::string& condition = cells.text(row, "condition");
    if (condition.empty()) continue;
    if (!trial.condition.empty() && trial.condition != condition) {
      cells.fail(row, "condition", fmt::format("'{}', but trial '{}' was '{}' before", condition, rows.name, trial.condition));
    }
    trial.condition = condition;
  }
  std::optional<double> onset, object_onset;
  const bool headings = !cells.text(rows.walker.front(), "heading").empty(), speeds = !cells.text(rows.walker.front(), "speed").empty();
  for (const std::size_t row : rows.walker) {
    const double t = cells.number(row, "time");
    if (!trial.times.empty() && !(t > trial.times.back())) {
      cells.fail(row, "time", fmt::format("{} after {}, expected rising times of the walker of trial '{}'", t, trial.times.back(), rows.name));
    }
    trial.times.push_back(t);
    trial.places.push_back({cells.number(row, "x"), cells.number(row, "y")});
    if (headings) trial.headings.push_back(cells.number(row, "heading"));
    if (speeds) {
      trial.speeds.push_back(cells.number(row, "speed"));
      if (trial.speeds.back() < 0) cells.fail(row, "speed", fmt::format("{}, expected 0 or more, m/s", trial.speeds.back()));
    }
    if (!headings && !cells.text(row, "heading").empty()) cells.fail(row, "heading", "only some rows of this walker have one, expected all or none");
    if (!speeds && !cells.text(row, "speed").empty()) cells.fail(row, "speed", "only some rows of this walker have one, expected all or none");
    if (const auto r = cells.number_if(row, "radius")) trial.radius = *r;
    if (!(trial.radius >= 0 && trial.radius <= 5)) cells.fail(row, "radius", fmt::format("{}, expected 0 .. 5 m", trial.radius));
    if (const auto at = cells.number_if(row, "onset")) onset = at;
    if (cells.problem) return trial;
  }
  trial.goal = object_of(cells, rows.goals.front(), object_onset);
  for (const ObjectRows& object : rows.obstacles) trial.obstacles.push_back(object_of(cells, object, object_onset));
  trial.onset = onset ? *onset : object_onset.value_or(trial.onset);
  if (trial.times.size() < 5 || !(trial.onset < trial.times[trial.times.size() - 3])) {
    cells.fail(rows.walker.front(), "time", fmt::format("trial '{}' has {} of its walker, expected at least 5, and 3 of them after the onset", rows.name,
                                                        trial.times.size() == 1 ? "1 row" : fmt::format("{} rows", trial.times.size())));
  }
  return trial;
}

}  // namespace

Result<FitData> read_trials(const std::string& path) {
  auto table = io::read_table(path, "trials");
  if (!table) return table.error();
  const auto has = [&](const std::string& column) { return std::find(table->columns.begin(), table->columns.end(), column) != table->columns.end(); };
  if (has("frame") && has("status")) {
    return Error{Errc::invalid_value, fmt::format("'{}' is a trajectory of `wend run`: give the scene it is of, --scene SCENE.lua", path), "fit"};
  }
  for (const std::string& column : needed) {
    if (!has(column)) {
      const std::vector<std::string_view> there(table->columns.begin(), table->columns.end());
      const std::string similar = suggestion(column, there);
      return Error{Errc::damaged, fmt::format("the column '{}' is missing, expected {} and perhaps {}{}", column, fmt::join(needed, ", "), fmt::join(optional, ", "),
                                              similar.empty() ? "" : fmt::format("; there is '{}'", similar)), path};
    }
  }
  FitData data;
  for (const std::string& column : table->columns) {
    const auto in = [&](const std::vector<std::string>& list) { return std::find(list.begin(), list.end(), column) != list.end(); };
    if (!in(needed) && !in(optional)) data.notes.push_back(fmt::format("the column '{}' is not used{}", column, did_you_mean(column, optional)));
  }
  if (table->rows.empty()) return Error{Errc::damaged, "no row after the names of the columns, expected at least one trial", path};
  Cells cells(*table);
  const std::vector<TrialRows> groups = grouped(*table, cells);
  for (const TrialRows& rows : groups) {
    if (cells.problem) return *cells.problem;
    data.trials.push_back(trial_of(cells, rows));
  }
  if (cells.problem) return *cells.problem;
  return data;
}

}  // namespace wend::cli
