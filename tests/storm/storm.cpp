#include <wend/model/model.hpp>
#include "storm/storm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "core/text.hpp"
#include "storm/calls.hpp"
#include "storm/runners.hpp"
#include "storm/wild.hpp"
#include "support/fp_traps.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

namespace wend::storm {

namespace {

constexpr std::uint32_t most_events = 4000;

struct Drive {
  AgentId id;
  Vec3 at;
  double heading = 0;
};

class Storm {
 public:
  Storm(Dice& dice, const Hook& hook) : dice_(dice), hook_(hook), world_(make_world()) {}

  Outcome run() {
    book_.models.push_back({});  // the world's own
    for (std::uint64_t n = crowd_ ? 400 : 4 + dice_.below(50); n > 0; --n) call(random_addition(dice_, book_, stage_));
    start_metrics();
    const std::uint64_t steps = crowd_ ? 3 : 4 + dice_.below(40);
    for (out_.steps = 0; out_.steps < steps && out_.failures.empty() && !dice_.spent(); ++out_.steps) {
      for (std::uint64_t n = dice_.below(5); n > 0; --n) call(random_call(dice_, book_, stage_));
      if (dice_.one_in(4)) save_or_restore();
      if (!out_.failures.empty() || !step()) break;
    }
    return std::move(out_);
  }

 private:
  void fail(const char* checker, std::string what) { out_.failures.push_back({checker, std::move(what)}); }

  World make_world() {
    constexpr double dts[] = {0.25, 0.1, 0.02, 0.5, 0.25, 0.001};
    crowd_ = dice_.one_in(60);
    stage_.size = crowd_ ? 12 : dice_.between(1, 6);
    stage_.dt = dice_.of(dts);
    if (dice_.one_in(15)) stage_.shift = {9e6, -9e6};
    WorldSettings s{.dt = stage_.dt, .seed = dice_.bits(), .max_events = most_events};
    s.perception = static_cast<Relation>(dice_.below(4));
    s.environment = static_cast<Backend>(dice_.below(3));
    if (dice_.one_in(10)) s.max_agents = 8, s.max_bodies = 4, s.max_targets = 2;
    return fresh(s);
  }

  static World fresh(const WorldSettings& s) {
    auto world = World::create(s);
    (void)world->register_model(std::make_shared<Wild>());
    return std::move(*world);
  }

  TaskRunner& any_runner(std::unique_ptr<TaskRunner>& keep) {
    static ThreadRunner two(2), three(3);  // threads cost more than these worlds
    const std::size_t small = 1 + dice_.below(8);
    switch (dice_.below(5)) {
      case 0:
        keep = std::make_unique<SerialRunner>();
        break;
      case 1:
        keep = std::make_unique<ShuffleRunner>(dice_);
        break;
      case 2:
        keep = std::make_unique<SmallChunks>(two, small);
        break;
      case 3:
        keep = std::make_unique<SmallChunks>(three, small);
        break;
      default:
        return three;
    }
    return *keep;
  }

  // Looks at everybody: would the body of a new agent overlap another one's?
  bool overlaps(const AgentSpec& spec) const {
    for (const AgentState& other : world_.agents()) {
      if (other.floor == spec.floor && norm(other.at.xy() - spec.at.xy()) - other.radius - spec.radius < -1e-9) return true;
    }
    return false;
  }

  void call(Call c) {
    ++out_.calls;
    if (const auto* add = std::get_if<AddAgent>(&c.command); add != nullptr && c.expect == Expect::accepted) {
      if (add->spec.find_room) c.expect = Expect::either;  // there may be none
      else if (overlaps(add->spec)) c.expect = Expect::refused;
    }
    const bool look = c.expect == Expect::refused || dice_.one_in(8);
    const StateHash before = look ? world_.hash() : StateHash{};
    std::optional<test::NoTraps> quiet;
    if (c.expect == Expect::refused) quiet.emplace();  // comparing with NaN is "invalid" too
    const auto answer = world_.apply(c.command);
    if (answer) {
      if (c.expect == Expect::refused)
        fail("answers", concat("a bad command ", c.command.index(), " was accepted"));
      else if (!note(book_, c.command, *answer))
        fail("answers", concat("command ", c.command.index(), " gave an id of old"));
      return;
    }
    ++out_.refused;
    if (c.expect == Expect::accepted && answer.error().code != Errc::limit)
      fail("answers", concat("command ", c.command.index(), " was refused: ", answer.error().text()));
    if (answer.error().message.empty() || answer.error().place.empty()) fail("answers", "an error without words");
    if (hook_) hook_(Moment::refused, world_);
    if (look && world_.hash() != before)
      fail("refusal", concat("refused command ", c.command.index(), " changed the world"));
  }

  struct Save {
    Snapshot bytes;
    Book book;
  };

  void save_or_restore() {
    switch (dice_.below(4)) {
      case 0:
        return save();
      case 1:
        return go_back(false);
      case 2:
        return go_back(true);
      default:
        return damage();
    }
  }

  void save() {
    Save s{world_.snapshot(), book_};
    World other = fresh({});
    if (hook_) hook_(Moment::saved, world_);
    if (auto ok = other.restore(s.bytes); !ok)
      fail("snapshot", concat("our own was refused: ", ok.error().text()));
    else if (other.snapshot() != s.bytes)
      fail("snapshot", "saved again it has other bytes");
    else if (other.hash() != world_.hash())
      fail("snapshot", "restored it has another hash");
    if (saves_.size() < 3)
      saves_.push_back(std::move(s));
    else
      saves_[dice_.below(3)] = std::move(s);
  }

  void go_back(bool into_new_world) {
    if (saves_.empty()) return save();
    ++out_.restores;
    const Save& s = dice_.of(saves_);
    if (into_new_world) world_ = fresh({.dt = 0.125, .seed = 5});
    if (auto ok = world_.restore(s.bytes); !ok)
      return fail("snapshot", concat("our own was refused: ", ok.error().text()));
    if (world_.snapshot() != s.bytes) fail("snapshot", "restored and saved again it has other bytes");
    book_ = s.book;
    start_metrics();
  }

  void damage() {
    Snapshot bytes = saves_.empty() ? world_.snapshot() : dice_.of(saves_).bytes;
    const std::size_t at = dice_.below(bytes.size());
    switch (dice_.below(3)) {
      case 0:
        bytes.resize(at);
        break;
      case 1:
        bytes.push_back(std::byte{0});
        break;
      default:
        bytes[at] ^= std::byte{static_cast<unsigned char>(1u << dice_.below(8))};
    }
    const Snapshot before = world_.snapshot();
    if (world_.restore(bytes)) fail("refusal", concat("a snapshot damaged at byte ", at, " was taken"));
    if (hook_) hook_(Moment::refused, world_);
    if (world_.snapshot() != before) fail("refusal", "a refused snapshot changed the world");
  }

  void start_metrics() {
    metrics_.start(world_);
    gone_before_metrics_ = world_.agents_added() - world_.agent_count();
  }

  Picture picture() {
    Picture p;
    for (const AgentState& s : world_.agents()) p.agents[s.id.bits()] = s;
    see_doors(world_, book_);
    p.bodies = book_.bodies;
    p.step = world_.steps();
    return p;
  }

  // One number of one agent becomes none, behind the world's back; the picture gets what the freeze must make of it.
  void poke(Picture& before) {
    constexpr double bad[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};
    world::AgentColumns& a = world::Access::data(world_).agents;
    if (a.size() == 0) return;
    const std::size_t row = dice_.below(a.size());
    std::vector<double>* columns[] = {&a.x, &a.y, &a.heading, &a.speed, &a.vx, &a.vy, &a.turn_rate};
    const std::size_t k = dice_.below(7);
    (*columns[k])[row] = dice_.of(bad);
    AgentState& s = before.agents.at(a.id[row].bits());
    if (k < 2) s.at = {a.old_x[row], a.old_y[row]};
    before.poked.insert(s.id.bits());
  }

  std::vector<Drive> drives(const Picture& before) {
    std::vector<Drive> list;
    for (const auto& [id, note] : book_.agents) {
      if (!note.driven || dice_.one_in(3)) continue;
      const Vec3 at = before.agents.at(id).at, there = random_place(dice_, stage_);
      list.push_back({before.agents.at(id).id, dice_.one_in(6) ? there : Vec3{at.x + dice_.between(-0.2, 0.2), at.y},
                      dice_.between(-3, 3)});
    }
    return list;
  }

  // steer() and commit() apart, and what may and may not happen between them.
  void step_in_halves(World& world, TaskRunner& runner, const std::vector<Drive>& drives, bool steer_twice) {
    world.steer(runner);
    if (steer_twice) world.steer();
    for (const Drive& d : drives) {
      if (auto ok = world.drive(d.id, d.at, d.heading); !ok && !frozen(world, d.id))
        fail("answers", concat("drive was refused: ", ok.error().text()));
    }
    const auto late = world.apply(SetDriven{{0, 1}, true});
    if (late || late.error().code != Errc::wrong_time)
      fail("answers", "a command was taken between steer() and commit()");
    world.commit();
  }

  static bool frozen(const World& world, AgentId id) {
    const auto s = world.agent(id);
    return s && s->status == Status::non_finite;
  }

  // False when the storm must end here.
  bool step() {
    std::unique_ptr<TaskRunner> keep, keep_twin;
    std::optional<World> twin;
    Picture before = picture();
    std::optional<test::NoTraps> quiet;
    if (dice_.one_in(60)) quiet.emplace(), poke(before);
    const std::vector<Drive> list = drives(before);
    const bool halves = !list.empty() || dice_.one_in(6), steer_twice = dice_.one_in(4);
    if (before.poked.empty() && dice_.one_in(3)) {
      twin.emplace(fresh({.environment = static_cast<Backend>(dice_.below(3))}));
      if (auto ok = twin->restore(world_.snapshot()); !ok) fail("snapshot", ok.error().text());
      world::Access::data(*twin).shuffle_neighbours = dice_.one_in(2);
    }
    TaskRunner& runner = any_runner(keep);
    if (halves)
      step_in_halves(world_, runner, list, steer_twice);
    else
      world_.step(runner);
    if (twin) {
      TaskRunner& other = any_runner(keep_twin);
      if (halves)
        step_in_halves(*twin, other, list, false);
      else
        twin->step(other);
      if (hook_) hook_(Moment::twin_stepped, *twin);
      if (twin->hash() != world_.hash()) fail("threads", "another runner gave another hash");
      if (!std::ranges::equal(twin->step_events(), world_.step_events()))
        fail("threads", "another runner gave other events");
    }
    if (hook_) hook_(Moment::stepped, world_);
    if (world_.step_events().size() >= most_events) return false;  // some were dropped: the book would be wrong
    take_step(world_, book_);
    check_step(world_, book_, before, out_.failures);
    ask();
    if (!out_.failures.empty()) out_.step = before.step;
    return out_.failures.empty();
  }

  // Questions change nothing, and the metrics count as we do.
  void ask() {
    metrics_.observe(world_);
    const Report report = metrics_.report();
    const auto agents = metrics_.agents();
    const std::uint64_t known = world_.agents_added() - gone_before_metrics_;
    if (report.agents > known || report.agents != agents.size())
      fail("metrics", concat("metrics know ", report.agents, " agents of ", known));
    if (report.arrived > report.finished || report.finished > report.agents)
      fail("metrics", "more have finished than there are");
    std::uint64_t last = 0;
    for (const AgentReport& a : agents) {
      const auto birth = book_.births.find(a.id.bits());
      if (birth == book_.births.end() || birth->second < last)
        fail("metrics", "agents are not in order of creation");
      else
        last = birth->second;
    }
    if (dice_.one_in(6) && !book_.agents.empty()) {
      const StateHash before = world_.hash();
      for (const auto& [bits, note] : book_.agents) {
        const AgentId id{static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits)};
        (void)world_.explain(id);
        const auto pose = world_.pose(id, 0.5);
        if (!pose || !std::isfinite(pose->at.x + pose->at.y + pose->heading))
          fail("finite", "a pose between two steps");
      }
      if (world_.hash() != before) fail("refusal", "a question changed the world");
    }
  }

  Dice& dice_;
  const Hook& hook_;
  Stage stage_;
  bool crowd_ = false;  // rarely a world of several chunks
  Outcome out_;
  Book book_;
  World world_;
  Metrics metrics_;
  std::uint64_t gone_before_metrics_ = 0;
  std::vector<Save> saves_;
};

}  // namespace

Outcome run_calls(Dice& dice, const Hook& hook) { return Storm(dice, hook).run(); }

std::string text(const Outcome& outcome) {
  std::string all = concat("step ", outcome.step);
  for (const Failure& f : outcome.failures) all += concat("\n  ", f.checker, ": ", f.what);
  return all;
}

}  // namespace wend::storm
