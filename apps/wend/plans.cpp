#include "plans.hpp"

#include "interrupt.hpp"
#include "numbers.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

namespace wend::cli {

namespace {

constexpr auto look_every = std::chrono::milliseconds(20);

std::atomic<bool> abandoned{false};
std::mutex saving;  // nothing is abandoned while a field is written

class GuardedStore final : public FieldStore {
 public:
  explicit GuardedStore(std::shared_ptr<FieldStore> store) : store_(std::move(store)) {}
  bool load(std::uint64_t key, std::vector<std::byte>& bytes) override { return store_->load(key, bytes); }
  void save(std::uint64_t key, std::span<const std::byte> bytes) override {
    const std::scoped_lock lock(saving);
    if (!abandoned) store_->save(key, bytes);
  }

 private:
  std::shared_ptr<FieldStore> store_;
};

// What both threads know of the work; who leaves last takes it away.
struct Work {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false, left_alone = false;
  Result<void> made;
};

}  // namespace

// On a thread of its own: ordering the unknowns of a large grid takes seconds in one call that cannot be asked to end.
Result<void> make_fields(scene::Scene& scene, const std::function<void(const PlanProgress&)>& progress) {
  const auto work = std::make_shared<Work>();
  World& world = scene.world();
  std::thread maker;
  try {
    maker = std::thread([work, &world, progress] {
      auto made = world.make_plans([&](const PlanProgress& p) {
        const std::scoped_lock lock(work->mutex);
        if (!work->left_alone) progress(p);
      });
      const std::scoped_lock lock(work->mutex);
      work->made = std::move(made);
      work->done = true;
      work->changed.notify_one();
    });
  } catch (const std::system_error&) {  // a limit on threads: then Ctrl-C has to wait
    return world.make_plans(progress);
  }
  std::unique_lock lock(work->mutex);
  while (!work->done && !interrupted()) work->changed.wait_for(lock, look_every);
  if (work->done) {
    lock.unlock();
    maker.join();
    return work->made;
  }
  work->left_alone = true;
  lock.unlock();
  // The maker goes on until the program ends, on a scene that nobody else uses and nobody takes down.
  static_cast<void>(new scene::Scene(std::move(scene)));
  {
    const std::scoped_lock no_file_half_written(saving);
    abandoned = true;
  }
  maker.detach();
  return Error{Errc::io, "interrupted while planning", ""};
}

Result<void> make_plans(scene::Scene& scene, Progress& progress, bool tell) {
  const std::string name(scene.name());
  const auto made = make_fields(scene, [&](const PlanProgress& p) {
    if (!progress.due()) return;
    const double share = p.total > 0 ? static_cast<double>(p.done) / static_cast<double>(p.total) : 0;
    progress.show({share, 0, 0, fmt::format("planning: {}", p.stage)});
  });
  progress.clear();
  // In mid-run people stand and wait, as they would have without a stop: the notes say why.
  if (!made && (made.error().code == Errc::io || scene.world().steps() == 0)) return Error{made.error().code, made.error().message, name};
  if (tell) {
    for (const std::string& line : scene.world().plan_notes()) progress.say(line);
  }
  return {};
}

std::shared_ptr<FieldStore> until_abandoned(std::shared_ptr<FieldStore> store) { return std::make_shared<GuardedStore>(std::move(store)); }

bool planning_abandoned() { return abandoned; }

}  // namespace wend::cli
