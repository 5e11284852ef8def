#include "support/scene.hpp"

using namespace wend;
using namespace wend::test;

namespace {

const char* rooms = R"(
  scene { dt = 0.25, perception = "reachable" }
  wall { {0, -5}, {0, 2} }
  local a = agent { at = {-2, 0}, goal = {90, 0}, speed = 0 }
  local b = agent { at = {2, 0}, goal = {90, 0}, speed = 0 }
  local c = agent { at = {-3, 0.5}, goal = {90, 0}, speed = 0 }
  local function names(list)
    local out = ""
    for _, who in ipairs(list) do out = out .. (who == a and "a" or who == b and "b" or who == c and "c" or "?") end
    return out
  end
)";

}  // namespace

TEST_CASE("asking: sees looks along a straight line at any distance, near asks for a relation") {
  const auto lines = lines_of(std::string(rooms) + R"(
    on.step(function(t)
      print(a:sees(b), a:sees(c), c:sees(a), b:sees(c))
      print(names(a:near(5)), names(a:near(5, "visible")), names(a:near(5, "near")), names(a:near(3.9)), names(a:near(0)))
      print(names(a:near(4.2)), names(a:near(4.2, "unseparated")))
    end))",
                              1);
  CHECK(lines == std::vector<std::string>{"false\ttrue\ttrue\tfalse", "bc\tc\tbc\tc\t", "bc\tbc"});
}

TEST_CASE("asking: the answer is of the world as it is, not of what was asked for") {
  const auto lines = lines_of(std::string(rooms) + R"(
    on.step(function(t)
      if t == 0 then b.at = {-4, 0} end
      if t == 0.5 then c:remove() end
      print(a:sees(b), #a:near(10))
    end))",
                              4);
  CHECK(lines == std::vector<std::string>{"false\t2", "true\t2", "true\t2", "true\t1"});
}

TEST_CASE("asking: mistakes say what was expected") {
  const auto said = [](const std::string& call) { return message_of(std::string(rooms) + "on.step(function() " + call + " end)", 1); };
  CHECK(said("a:sees()") == "test.lua:12: agent:sees(other): nothing, expected an agent");
  CHECK(said("a.sees(a, 7)") == "test.lua:12: agent:sees(other): 7, expected an agent");
  CHECK(said("a:near()") == "test.lua:12: agent:near(radius): radius = nothing, expected a number, 0 .. 1e+07 m");
  CHECK(said("a:near(-1)") == "test.lua:12: agent:near(radius): radius = -1, expected 0 .. 1e+07 m");
  CHECK(said("a:near(1, 'far')") ==
        "test.lua:12: agent:near(radius, relation): relation = \"far\", expected \"near\" or \"unseparated\" or \"reachable\" or \"visible\"; did you mean \"near\"?");
  CHECK(said("a:sees(agent { at = {9, 9} })") == "test.lua:12: agent:sees(other): agent 3 comes only with the next step");
  CHECK(message_of(std::string(rooms) + "a:sees(b)") ==
        "test.lua:12: agent:sees(other) belongs into a callback: while loading nobody is there yet");
  CHECK(message_of(std::string(rooms) + "c:remove()") != "");
  CHECK(message_of(std::string(rooms) + "on.step(function(t) if t == 0 then c:remove() else a:sees(c) end end)", 2) ==
        "test.lua:12: agent:sees(other): agent 2 has left the scene");
}
