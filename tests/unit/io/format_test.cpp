// Formats are values in a list: a toy format shows that a reader, a writer and one call are all it takes.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wend/io/atomic_file.hpp>
#include <wend/io/drawing_format.hpp>
#include <wend/io/endings.hpp>
#include <wend/io/recording.hpp>
#include <wend/io/trajectory_format.hpp>

#include <fstream>
#include <sstream>

#include "scratch.hpp"

using namespace wend;
using namespace wend::io;
using test::content;
using test::Scratch;

namespace {

// "toy", then for each frame "frame TIME AGENTS" and a line "ID X Y" for each agent; "end" when nothing is missing.
class ToyWriter final : public TrajectoryWriter {
 public:
  explicit ToyWriter(AtomicFile file) : file_(std::move(file)) {}
  Result<void> write(const Frame& frame) override {
    std::ostringstream text;
    text.precision(17);
    text << "frame " << frame.time << ' ' << frame.agents.size() << '\n';
    for (const AgentState& dot : frame.agents) text << file_id(dot.id) << ' ' << dot.at.x << ' ' << dot.at.y << '\n';
    return file_.write(text.str());
  }
  Result<void> flush() override { return file_.flush(); }
  Result<void> finish(std::uint64_t) override {
    if (auto ok = file_.write("end\n"); !ok) return ok;
    return file_.commit();
  }
  void abandon() override { file_.discard(); }

 private:
  AtomicFile file_;
};

Result<std::unique_ptr<TrajectoryWriter>> open_toy_writer(const std::string& path, const RunInfo& info) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  if (auto ok = file->write("toy " + info.title + "\n"); !ok) return ok.error();
  return std::unique_ptr<TrajectoryWriter>(std::make_unique<ToyWriter>(std::move(*file)));
}

class ToyReader final : public TrajectoryReader {
 public:
  explicit ToyReader(std::istream& in) {
    std::string word;
    in >> word >> info.title;
    for (std::size_t count = 0; in >> word && word == "frame"; rows += count) {
      Frame frame;
      in >> frame.time >> count;
      for (std::size_t i = 0; i < count; ++i) {
        std::int64_t id = 0;
        AgentState dot;
        in >> id >> dot.at.x >> dot.at.y;
        dot.id = agent_of_file_id(id);
        frame.agents.push_back(dot);
      }
      frames_.push_back(std::move(frame));
    }
    complete = word == "end";
  }
  std::size_t frames() const override { return frames_.size(); }
  Result<Frame> frame(std::size_t i) override { return frames_[i]; }

 private:
  std::vector<Frame> frames_;
};

Result<std::unique_ptr<TrajectoryReader>> open_toy_reader(const std::string& path) {
  std::ifstream in(path);
  return std::unique_ptr<TrajectoryReader>(std::make_unique<ToyReader>(in));
}

TrajectoryFormat toy() {
  return {.name = "toy",
          .ending = ".toy",
          .doc = "toy trajectory",
          .holds = {.run_info = true},
          .recognises = [](std::string_view first_bytes) { return first_bytes.starts_with("toy "); },
          .open_writer = open_toy_writer,
          .open_reader = open_toy_reader};
}

void know_toy() {
  if (!find_trajectory_format("a.toy")) REQUIRE(register_trajectory_format(toy()));
}

std::string refusal(const TrajectoryFormat& format) {
  const auto done = register_trajectory_format(format);
  if (done) return "registered";
  CHECK(done.error().place == "register_trajectory_format");
  return done.error().message;
}

AgentState dot(std::int64_t id, double x, double y) {
  AgentState d;
  d.id = agent_of_file_id(id);
  d.at = {x, y};
  return d;
}

}  // namespace

TEST_CASE("formats: a registered format is written by its ending and read back by its content") {
  know_toy();
  const Scratch scratch("toy");
  RunInfo info;
  info.title = "corridor";
  auto writer = open_trajectory(scratch.path("a.TOY"), info);
  REQUIRE(writer);
  Frame frame;
  frame.agents = {dot(7, 0.1, 2), dot(3, -1, 0.5)};
  REQUIRE((*writer)->write(frame));
  frame.time = 0.25;
  frame.agents.pop_back();
  REQUIRE((*writer)->write(frame));
  REQUIRE((*writer)->finish(0));

  std::filesystem::rename(scratch.path("a.TOY"), scratch.path("renamed"));
  auto read = Recording::open(scratch.path("renamed"));
  REQUIRE(read);
  CHECK(read->format().name == "toy");
  CHECK(&read->format() == find_trajectory_format("b.toy"));
  CHECK(read->kind() == "toy trajectory");
  CHECK(read->info().title == "corridor");
  CHECK(read->complete());
  CHECK_FALSE(read->exact());
  CHECK(read->rows() == 3);
  REQUIRE(read->frames() == 2);
  const auto first = read->frame(0), second = read->frame(1);
  REQUIRE(first);
  REQUIRE(second);
  REQUIRE(first->agents.size() == 2);
  CHECK(file_id(first->agents[0].id) == 3);  // in the order of ids
  CHECK(first->agents[1].at == Vec3{0.1, 2});
  CHECK(second->time == 0.25);
  CHECK_FALSE(read->frame(2));
}

TEST_CASE("formats: messages list a registered format") {
  know_toy();
  const Scratch scratch("toy_messages");
  const auto writer = open_trajectory(scratch.path("a.xyz"), {});
  REQUIRE_FALSE(writer);
  CHECK(writer.error().message.find("unknown ending .xyz, expected .sqlite, .csv, .npy or .toy") != std::string::npos);
  REQUIRE(write_file(scratch.path("b.toy"), "something else"));
  const auto read = Recording::open(scratch.path("b.toy"));
  REQUIRE_FALSE(read);
  CHECK(read.error().message.find("is not a trajectory (.sqlite, .csv, .npy or .toy)") != std::string::npos);
}

TEST_CASE("formats: names and endings that are taken, and malformed ones, are refused") {
  know_toy();
  TrajectoryFormat other = toy();
  CHECK(refusal(other) == "name = 'toy' is taken by a format for .toy");
  other.name = "toy2";
  CHECK(refusal(other) == "ending = '.toy' is taken by the format 'toy'");
  other.ending = ".csv";
  CHECK(refusal(other) == "ending = '.csv' is taken by the format 'csv'");
  other.ending = ".png";
  CHECK(refusal(other) == "ending = '.png' is taken by the PNG picture");
  other.ending = ".wend";
  CHECK(refusal(other) == "ending = '.wend' is taken by scenes (.lua) and checkpoints (.wend)");
  for (const char* ending : {"", "toy2", ".", ".Toy", ".t y", ".a.b"}) {
    other.ending = ending;
    CHECK(refusal(other) == "ending = '" + std::string(ending) + "', expected a dot, then small letters, digits and _");
  }
  other.ending = ".toy2";
  other.name = "Toy 2";
  CHECK(refusal(other) == "name = 'Toy 2', expected small letters, digits and _");
  other.name = "toy2";
  other.doc = "";
  CHECK(refusal(other) == "doc = '', expected one line that says what such a file is");
  other.doc = "doc";
  other.open_reader = nullptr;
  CHECK(refusal(other) == "open_reader = null, expected a function");
  other.open_writer = nullptr;
  CHECK(refusal(other) == "open_writer = null, expected a function");
  other.recognises = nullptr;
  CHECK(refusal(other) == "recognises = null, expected a function");
  CHECK(find_trajectory_format("a.toy2") == nullptr);
}

TEST_CASE("formats: there is room for 64, and the list of before stays valid") {
  const pid_t child = ::fork();  // what is registered stays so: not in the process of the other tests
  REQUIRE(child >= 0);
  if (child == 0) {
    const auto before = trajectory_formats();
    TrajectoryFormat filler = toy();
    bool good = true;
    for (std::size_t i = before.size(); i < most_trajectory_formats; ++i) {
      filler.name = "filler" + std::to_string(i);
      filler.ending = "." + filler.name;
      good = good && register_trajectory_format(filler).has_value();
    }
    filler.name = "last";
    filler.ending = ".last";
    const auto refused = register_trajectory_format(filler);
    good = good && !refused && refused.error().code == Errc::limit;
    good = good && before.data() == trajectory_formats().data() && before[0]->name == "sqlite";
    ::_exit(good && trajectory_formats().size() == most_trajectory_formats ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("formats: a format that throws or hands out nothing is an error, not a crash") {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    TrajectoryFormat bad = toy();
    bad.name = "bad", bad.ending = ".bad";
    bad.recognises = [](std::string_view first_bytes) { return first_bytes.starts_with("bad"); };
    bad.open_writer = [](const std::string&, const RunInfo&) -> Result<std::unique_ptr<TrajectoryWriter>> {
      return std::unique_ptr<TrajectoryWriter>();
    };
    bad.open_reader = [](const std::string&) -> Result<std::unique_ptr<TrajectoryReader>> {
      throw std::runtime_error("no luck");
    };
    bool good = register_trajectory_format(bad).has_value();
    const Scratch scratch("bad");
    const auto writer = open_trajectory(scratch.path("a.bad"), {});
    good = good && !writer && writer.error().message.ends_with("the format 'bad' has no writer for it");
    good = good && write_file(scratch.path("b.bad"), "bad bytes");
    const auto read = Recording::open(scratch.path("b.bad"));
    good = good && !read && read.error().message.ends_with("no luck");
    std::filesystem::remove_all(scratch.folder);
    ::_exit(good ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
}

TEST_CASE("formats: the table in docs/files.md names every format of ours, and no other") {
  std::istringstream page(content(WEND_SOURCE_DIR "/docs/files.md"));
  std::string line;
  while (std::getline(page, line) && !line.starts_with("| ending | format |")) {
  }
  std::vector<std::string> rows;
  while (std::getline(page, line) && line.starts_with("|")) rows.push_back(line);
  std::size_t known = 0;
  for (const TrajectoryFormat* format : trajectory_formats()) {
    if (format->name == "toy") continue;
    const std::string start = "| `" + format->ending + "` | `" + format->name + "` |";
    const auto names_it = [&](const std::string& row) { return row.starts_with(start); };
    const auto named = std::count_if(rows.begin(), rows.end(), names_it);
    CHECK_MESSAGE(named == 1, "docs/files.md: no row begins with ", start);
    ++known;
  }
  CHECK(rows.size() == known + 2);  // the line below the head, and checkpoints
}

TEST_CASE("formats: endings, and drawings by ending and by content") {
  CHECK(file_ending("runs.d/a.PNG") == ".png");
  CHECK(file_ending("runs.d/a").empty());
  CHECK(file_ending("runs/.csv").empty());
  CHECK(either_of({}).empty());
  CHECK(either_of({".a"}) == ".a");
  CHECK(either_of({".a", ".b", ".c"}) == ".a, .b or .c");
  CHECK(drawing_endings().size() == drawing_formats().size());
  for (const DrawingFormat& format : drawing_formats()) {
    CHECK(find_drawing_format("x" + std::string(format.ending)) == &format);
    CHECK_FALSE(find_trajectory_format("x" + std::string(format.ending)));
  }
  CHECK(find_drawing_format("a.jpg") == nullptr);
  const auto name = [](std::string_view bytes, std::string_view path) {
    const DrawingFormat* found = recognise_drawing(bytes, path);
    return found ? std::string(found->name) : std::string();
  };
  CHECK(name("\x89PNG\r\n", "a") == "PNG picture");
  CHECK(name("<?xml version=\"1.0\"?>", "a.svg") == "SVG picture");
  CHECK(name("<?xml version=\"1.0\"?>", "a.xml").empty());
  CHECK(name(std::string_view("\0\0\0\x20" "ftypisom", 12), "a") == "MP4 film");
  CHECK(name("ab", "a").empty());
  CHECK(name("// a film", "a.inc") == "POV-Ray scene");
}
