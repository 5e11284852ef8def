#include "checkpoint_facts.hpp"

#include "checkpoints.hpp"
#include "numbers.hpp"

#include <wend/io/checkpoint.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace wend::cli {

namespace {

// The older ones beside it, each with what is wrong with it.
Json generations(const std::string& path) {
  Json all = Json::array();
  for (int n = 1; n <= io::older_checkpoints; ++n) {
    const std::string older = fmt::format("{}.{}", path, n);
    std::error_code ignored;
    if (!std::filesystem::exists(older, ignored)) continue;
    const auto bytes = io::read_bytes(older);
    const bool whole = bytes && read_sections(*bytes);
    all.push_back(older + (whole ? "" : " (damaged)"));
  }
  return all;
}

}  // namespace

Result<Facts> checkpoint_facts(const std::string& path) {
  const auto in_file = [&](const Error& e) { return Error{e.code, e.text(), path}; };
  const auto bytes = io::read_bytes(path);
  if (!bytes) return bytes.error();
  const auto file = read_sections(*bytes);
  if (!file) return in_file(file.error());
  auto world = World::create();
  if (!world) return in_file(world.error());
  if (auto ok = world->restore(*bytes); !ok) return in_file(ok.error());

  Facts facts{{"format", fmt::format("checkpoint, format {}", file->format)}, {"wend_version", file->written_by}};
  if (const auto source = scene::checkpoint_source(*file)) {
    facts.emplace_back("scene", source->name);
    Json sets = Json::object();
    for (const auto& [name, value] : source->sets) sets[name] = value;
    facts.emplace_back("params", std::move(sets));
  }
  facts.emplace_back("seed", world->seed());
  facts.emplace_back("dt", world->dt());
  facts.emplace_back("step", world->steps());
  facts.emplace_back("time", world->time());
  facts.emplace_back("agents", world->agent_count());
  facts.emplace_back("added", world->agents_added());
  facts.emplace_back("hash", hex(world->hash().all));
  if (const auto run = read_so_far(*file)) {
    Json files(run->files.trajectories);
    if (!run->files.hashes.empty()) files.push_back(run->files.hashes);
    facts.emplace_back("files", std::move(files));
  }
  Json sections = Json::object();
  for (const Section& section : file->list) sections[section.name] = section.bytes.size();
  facts.emplace_back("sections", std::move(sections));
  facts.emplace_back("older", generations(path));
  return facts;
}

}  // namespace wend::cli
