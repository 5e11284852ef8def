#pragma once
#include <wend/io/frame.hpp>

#include <cmath>
#include <string>
#include <vector>

#include "io/sqlite_db.hpp"

namespace wend::io {

// The schema of JuPedSim has no place for somebody who is nowhere.
inline bool has_place(const AgentState& dot) { return is_finite(dot.at) && std::isfinite(dot.heading); }

// The tables wend_*: what a Frame holds beyond JuPedSim's schema, each thing again only when it changed (docs/files.md).
class OwnTables {
 public:
  explicit OwnTables(Database&);
  void write(std::int64_t number, const Frame&);
  void write_groups(const std::vector<std::string>& names);

 private:
  void write_bodies(std::int64_t number, const Frame& before);
  void write_targets(std::int64_t number, const Frame& before);

  Database& db_;
  Statement frame_, motion_, agent_, jump_, body_, target_, event_;
  Frame last_;
};

// "1 2, 3 4": corners as text that reads back as the same numbers.
std::string corners_text(const std::vector<Vec2>&);

}  // namespace wend::io
