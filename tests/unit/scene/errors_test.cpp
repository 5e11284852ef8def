#include "support/scene.hpp"

using namespace wend;
using namespace wend::test;

namespace {

struct Case {
  const char* text;
  const char* message;
};

// Each message names the place, the value found and what is accepted.
constexpr Case cases[] = {
    // errors of functions that a construct calls
    {"group { count = 2, area = box(0, 0, 9, 9),\n  goal = function() error('own') end }", "test.lua:2: own"},
    {"group { count = 2, area = box(0, 0, 9, 9),\n  target = function() return nothing.x end }",
     "test.lua:2: attempt to index a nil value (global 'nothing')"},
    {"obstacle { at = function(t)\n  error('own') end }", "test.lua:2: own"},
    // names
    {"obstacle { at = {0, 0}, raduis = 1 }", "test.lua:1: unknown key 'raduis' in obstacle{}, did you mean 'radius'?"},
    {"\n\nagent { at = {0, 0}, hading = 1 }", "test.lua:3: unknown key 'hading' in agent{}, did you mean 'heading'?"},
    {"scene { tittle = 'x' }", "test.lua:1: unknown key 'tittle' in scene{}, did you mean 'title'?"},
    {"attractor { presett = 'classic' }", "test.lua:1: unknown key 'presett' in attractor{}, did you mean 'preset'?"},
    {"group { number = 1 }", "test.lua:1: unknown key 'number' in group{}"},
    {"wall { {0, 0}, {1, 1}, clsoed = true }", "test.lua:1: unknown key 'clsoed' in wall{}, did you mean 'closed'?"},
    {"class { name = 'x', wieght = 1 }", "test.lua:1: unknown key 'wieght' in class{}, did you mean 'weight'?"},
    {"target { att = {0, 0} }", "test.lua:1: unknown key 'att' in target{}, did you mean 'at'?"},
    {"nearest { to = 1 }", "test.lua:1: nearest{}: to = 1, expected a target"},
    {"obstcle { at = {0, 0} }", "test.lua:1: attempt to call a nil value (global 'obstcle'); did you mean 'obstacle'?"},
    {"io.open('x')",
     "test.lua:1: attempt to index a nil value (global 'io'); a scene has no 'io': it cannot reach files, the network "
     "or other code"},
    {"on.arived(print)", "test.lua:1: unknown event on.arived, did you mean on.arrive?"},
    {"agent { 5 }", "test.lua:1: agent{}: 5 at [1] has no name; write name = value"},
    {"agent(5)", "test.lua:1: agent wants a table, agent { ... }, and got 5"},
    {"wall { {0, 0}, {1, 1}, [5] = {2, 2} }", "test.lua:1: wall{}: a table at [5] has no name; write name = value"},
    // values
    {"obstacle { at = {0, 0}, radius = -1 }", "test.lua:1: obstacle{}: radius = -1, expected 0 .. 1000 m"},
    {"obstacle { at = {0, 0}, radius = 'big' }",
     "test.lua:1: obstacle{}: radius = 'big', expected a number, 0 .. 1000 m"},
    {"obstacle { at = {0, 0}, radius = 0/0 }", "test.lua:1: obstacle{}: radius = nan, expected 0 .. 1000 m"},
    {"agent { at = {0, 1e9} }", "test.lua:1: agent{}: at.y = 1e+09, expected -1e+07 .. 1e+07 m"},
    {"agent { at = {0, 'x'} }", "test.lua:1: agent{}: at.y = 'x', expected a number"},
    {"agent { at = {0} }", "test.lua:1: agent{}: at has 1 values, expected {x, y}"},
    {"agent { at = {0, 0, 0} }", "test.lua:1: agent{}: at has three numbers: 3D is not in this version"},
    {"agent { }", "test.lua:1: agent{}: at = nil, expected {x, y}"},
    {"agent { at = {0, 0}, courage = -1 }", "test.lua:1: agent{}: courage = -1, expected 0 .. 1"},
    {"agent { at = {0, 0}, courage = 1.5 }", "test.lua:1: agent{}: courage = 1.5, expected 0 .. 1"},
    {"agent { at = {0, 0}, order = 'near' }",
     "test.lua:1: agent{}: order = \"near\", expected \"nearest\" or \"listed\" or \"any\" or \"all\""},
    {"agent { at = {0, 0}, on_arrival = 'stopp' }",
     "test.lua:1: agent{}: on_arrival = \"stopp\", expected \"stop\" or \"remove\" or \"continue\"; did you mean "
     "\"stop\"?"},
    {"agent { at = {0, 0}, target = 5 }", "test.lua:1: agent{}: target = 5, expected a target"},
    {"agent { at = {0, 0}, targets = {} }", "test.lua:1: agent{}: targets has 0 values, expected 1 .. 64"},
    {"agent { at = {0, 0}, targets = { 1 } }", "test.lua:1: agent{}: targets[1] = 1, expected a target"},
    {"agent { at = {0, 0}, model = 'classic' }", "test.lua:1: agent{}: model = 'classic', expected a model"},
    {"agent { at = {0, 0}, planner = 1 }", "test.lua:1: agent{}: planner = 1, expected a planner"},
    {"agent { at = {0, 0}, class = 'gard' } ",
     "test.lua:1: agent{}: unknown class 'gard' (class { name = ... } makes one)"},
    {"class { name = 'guard' }\nagent { at = {0, 0}, class = 'gaurd' }",
     "test.lua:2: agent{}: unknown class 'gaurd', did you mean 'guard'? (class { name = ... } makes one)"},
    {"agent { at = {0, 0}, goal = {1, 1}, direction = 1 }",
     "test.lua:1: agent{}: target, targets, goal and direction exclude each other"},
    {"agent { at = {0, 0}, speed = uniform(1, 200) }",
     "test.lua:1: agent{}: speed = uniform(1, 200), expected both ends in 0 .. 100 m/s"},
    {"agent { at = {0, 0}, courage = normal(2, 0.1) }",
     "test.lua:1: agent{}: courage = normal(2, 0.1), expected a mean in 0 .. 1"},
    {"uniform(2, 1)", "test.lua:1: uniform(): low <= high expected, found 2, 1"},
    {"normal(1, -1)", "test.lua:1: normal(): sd = -1, expected 0 .. 1e+07"},
    {"normal(1)", "test.lua:1: normal got 1 values, expected normal(mean, sd)"},
    {"box(1, 0, 0, 1)", "test.lua:1: box(): x0 <= x1 and y0 <= y1 expected, found box(1, 0, 0, 1)"},
    {"ring(0, 0, 2, 1)", "test.lua:1: ring(): r0 <= r1 expected, found ring(0, 0, 2, 1)"},
    {"deg('x')", "test.lua:1: deg(): degrees = 'x', expected a number, -1e+08 .. 1e+08"},
    {"group { area = box(0, 0, 1, 1) }", "test.lua:1: group{}: count is missing: how many agents?"},
    {"group { count = 2 }",
     "test.lua:1: group{}: area is missing: box(x0, y0, x1, y1), disc(x, y, r), ring(x, y, r0, r1) or line(x0, y0, x1, "
     "y1)"},
    {"group { count = 2.5, area = box(0, 0, 9, 9) }",
     "test.lua:1: group{}: count = 2.5, expected 0 .. 1048576, a whole number"},
    {"group { count = 2, area = {0, 0, 9, 9} }", "test.lua:1: group{}: area = a table, expected an area"},
    {"group { count = 2, area = box(0, 0, 9, 9), goal = function() return 'x' end }",
     "test.lua:1: group{}: the function `goal` answers 'x', nil, expected 2 numbers, each -1e+07 .. 1e+07 m"},
    {"group { count = 2, area = box(0, 0, 9, 9), target = function() return 7 end }",
     "test.lua:1: group{}: what the function `target` answers = 7, expected a target"},
    {"scene { dt = 2 }", "test.lua:1: scene{}: dt = 2, expected 1e-04 .. 0.5 s"},
    {"scene { seed = 1.5 }", "test.lua:1: scene{}: seed = 1.5, expected 0 .. 9007199254740991, a whole number"},
    {"scene { view = 5 }", "test.lua:1: scene{}: view = 5, expected box(x0, y0, x1, y1)"},
    {"scene { colour = 'red' }",
     "test.lua:1: scene{}: colour = \"red\", expected \"speed\" or \"group\" or \"weight\""},
    {"scene { title = 5 }", "test.lua:1: scene{}: title = 5, expected a text"},
    {"agent { at = {0, 0} }\nscene { dt = 0.1 }",
     "test.lua:2: scene{} comes once, and before targets, bodies, agents, models and random numbers; agent{} in line 1 came before it"},
    {"scene { dt = 0.1 }\n\nscene { dt = 0.2 }",
     "test.lua:3: scene{} comes once, and before targets, bodies, agents, models and random numbers; scene{} in line 1 came already"},
    {"local x = 1\n\nlocal m = attractor { }\nscene { }",
     "test.lua:4: scene{} comes once, and before targets, bodies, agents, models and random numbers; attractor{} in line 3 came before it"},
    {"local x = math.random()\nscene { }",
     "test.lua:2: scene{} comes once, and before targets, bodies, agents, models and random numbers; math.random in line 1 came before it"},
    {"attractor { speed = 'fast' }",
     "test.lua:1: attractor{}: speed = \"fast\", expected \"time_to_contact\" or \"constant\""},
    {"attractor { fusion = 2 }", "test.lua:1: attractor{}: fusion = 2, expected true or false"},
    {"attractor { sense = -1 }", "test.lua:1: attractor{}: sense = -1, expected 0 .. 1000 m"},
    {"target { at = {0, 0}, from = {1, 1} }",
     "test.lua:1: target{}: expected one of: at = {x, y}; from = {x, y} and to = {x, y}; polygon = {{x, y}, ...}"},
    {"target { at = {0, 0}, shape = 'polygon' }",
     "test.lua:1: target{}: shape = \"polygon\" does not go with the other keys"},
    {"target { polygon = { {0, 0}, {1, 1}, {1, 0}, {0, 1} } }",
     "test.lua:1: target{}: polygon crosses itself at (0.5, 0.5), expected a simple polygon"},
    {"target { polygon = { {0, 0}, {1, 1} } }", "test.lua:1: target{}: polygon has 2 corners, expected 3 or more"},
    {"target { from = function(t) return 1, 1 end, to = {1, 1} }",
     "test.lua:1: target{}: only a point or a disc can move"},
    {"obstacle { radius = 1 }",
     "test.lua:1: obstacle{}: expected at = {x, y} for a disc, or from = {x, y} and to = {x, y} for a capsule"},
    {"obstacle { at = {0, 0}, to = {1, 1} }",
     "test.lua:1: obstacle{}: at makes a disc, from and to a capsule: not both"},
    {"wall { {0, 0} }", "test.lua:1: wall{}: found 1 points, expected wall { {x, y}, {x, y}, ... }"},
    {"wall { {0, 0}, {1} }", "test.lua:1: wall{}: point [2] has 1 values, expected {x, y}"},
    {"wall { {0, 0}, {1, 1}, at = {1, 1} }",
     "test.lua:1: wall{}: at moves the wall: expected a function of time that answers a shift x, y"},
    {"class { d0 = 1 }", "test.lua:1: class{}: name = nil, expected a text"},
    {"class { name = 'a' }\nclass { name = 'a' }", "test.lua:2: class{}: 'a' was there already"},
    {"param('x', 5, 0, 1)", "test.lua:1: param(\"x\"): the default 5 is outside 0 .. 1"},
    {"param('x', 5)", "test.lua:1: param(\"x\"): expected param(name, default, low, high) with numbers, found nothing"},
    {"param('x y', 5, 0, 9)", "test.lua:1: param(): 'x y' is no name; use letters, digits and _"},
    {"param('x', 1, 0, 9) param('x', 1, 0, 9)", "test.lua:1: param(\"x\") was there already"},
    {"param('x', 'a', {'b'})", "test.lua:1: param(\"x\"): the default 'a' is none of its choices"},
    {"on.step(5)", "test.lua:1: on.step wants a function and got 5"},
    {"agent { at = {0, 0}, model = human { set = \"bald\" } }",
     "test.lua:1: human{}: set = \"bald\", expected \"fitted\" or \"bold\" or \"wide_berth\" or \"short_range\"; did you mean \"bold\"?"},
    {"human { c_4 = 1.6 }", "test.lua:1: unknown key 'c_4' in human{}, did you mean 'c4'?"},
    {"potential_field { mode = \"car\" }", "test.lua:1: potential_field{}: mode = \"car\", expected \"front_point\" or \"particle\""},
    {"agent { at = {0, 0}, planner = field {} }", "test.lua:1: field{}: expected one function(x, y) that answers a direction, or strokes"},
    {"agent { at = {0, 0}, planner = harmonic { cells = 1 } }", "test.lua:1: unknown key 'cells' in harmonic{}, did you mean 'cell'?"},
    {"harmonic { cell = -1 }", "test.lua:1: harmonic{}: cell = -1, expected 0 .. 1000 m"},
    {"harmonic { to = 3 }", "test.lua:1: harmonic{}: to = 3, expected a target"},
    {"harmonic { to = {} }", "test.lua:1: harmonic{}: to has 0 values, expected 1 .. 64 targets"},
    {"harmonic { area = disc(0, 0, 1) }", "test.lua:1: harmonic{}: area = area, expected box(x0, y0, x1, y1)"},
    {"harmonic { solver = \"fast\" }", "test.lua:1: harmonic{}: solver = \"fast\", expected \"direct\" or \"classic\""},
    {"hitting { wall_weight = 0.5 }", "test.lua:1: unknown key 'wall_weight' in hitting{}"},
    {"distance { avoid_crowds = 2 }", "test.lua:1: distance{}: avoid_crowds = 2, expected 0 .. 1"},
    {"field { function(x, y) return 1, 0 end }", "test.lua:1: field{}: area is missing: field { function(x, y) ... end, area = box(x0, y0, x1, y1) }"},
    {"field { function(x, y) return 1 / 0, 1 end, area = box(0, 0, 1, 1) }", "test.lua:1: field{}: the function answers inf, 1, 1.0 at (0.125, 0.125), expected two finite numbers and a strength of 0 .. 1"},
    {"field { function(x, y) return 1, 0, 2 end, area = box(0, 0, 1, 1) }", "test.lua:1: field{}: the function answers 1, 0, 2 at (0.125, 0.125), expected two finite numbers and a strength of 0 .. 1"},
    {"field { function(x, y) return 1, 0 end, area = box(0, 0, 1000, 1000) }", "test.lua:1: field{}: cell = 0.25 makes 4000 x 4000 cells, expected at most 262144; cell = 1.96 would fit"},
    {"field { strokes = { { {0, 0} } } }", "test.lua:1: field{}: points of a stroke = 1, expected 2 .. 4096"},
    {"field { strokes = { { {0, 0}, {1, 0}, widht = 1 } } }", "test.lua:1: field{}: strokes[1]: unknown key 'widht', expected width or strength"},
    {"waypoints { }", "test.lua:1: waypoints{}: expected targets: waypoints { a, b, c }"},
    {"waypoints { 1 }", "test.lua:1: waypoints{}: [1] = 1, expected a target"},
    {"blend { { nearest {}, 1 } }", "test.lua:1: blend{}: [1][1] = nearest{}, expected a field"},
    {"local g = target { at = {1, 1} } agent { at = {0, 0}, target = g, planner = harmonic { to = g } }", "test.lua:1: agent{}: the planner says where to go: target, targets, goal and direction are too much"},
    {"on.enter(3)", "test.lua:1: on.enter wants a function and got 3"},
    {"on.exit()", "test.lua:1: on.exit wants a function and got nothing"},
    // handles
    {"local a = agent { at = {0, 0} }\nprint(a.sped)",
     "test.lua:2: unknown field 'sped' of agent, did you mean 'speed'?"},
    {"local a = agent { at = {0, 0} }\na.stauts = 1",
     "test.lua:2: unknown field 'stauts' of agent, did you mean 'status'?"},
    {"local a = agent { at = {0, 0} }\na.status = 1", "test.lua:2: agent.status can be read, not set"},
    {"local a = agent { at = {0, 0} }\na.speed = -1", "test.lua:2: agent.speed = -1, expected 0 .. 100 m/s"},
    {"local a = agent { at = {0, 0} }\na.at = 5", "test.lua:2: agent.at = 5, expected {x, y}"},
    {"local a = agent { at = {0, 0} }\na:remove()",
     "test.lua:2: remove() belongs into a callback: while loading, just do not make it"},
    {"local w = wall { {0, 0}, {1, 1} }\nw.at = {1, 1}", "test.lua:2: a wall cannot be changed"},
    {"local o = obstacle { at = {0, 0} }\no.at = function(t) return t, t end",
     "test.lua:2: obstacle.at = a function: only an obstacle that was made with a function can move"},
    {"local b = box(0, 0, 1, 1)\nprint(b.x)", "test.lua:2: an area has no fields"},
    // Lua itself
    {"local x = 2 ^ 3", "test.lua:1: the operator ^ differs between machines; write math.pow(x, y), or x * x"},
    {"-- ^\nlocal s = '^' .. \"\\\"^\" .. [[^]] .. [==[ ]] ^ ]==] --[[ ^\n]]\nlocal x = 2 ^ 3",
     "test.lua:4: the operator ^ differs between machines; write math.pow(x, y), or x * x"},
    {"x = = 1", "test.lua:1: unexpected symbol near '='"},
    {"error('mine')", "test.lua:1: mine"},
    {"error('no place', 0)", "test.lua: no place"},
    {"error({})", "test.lua: the script raised an error that is a table, not a text"},
    {"math.randomseed(1)", "test.lua:1: math.randomseed is not needed: write scene { seed = ... }, or wend run --seed"},
    {"obstacle { at = function(t) return math.random(), 0 end }",
     "test.lua:1: math.random in a motion: it must depend on t alone"},
    {"obstacle { at = function(t) return nil end }",
     "test.lua:1: obstacle{}: the function `at` answers nil, nil at t = 0, expected 2 numbers, each -1e+07 .. 1e+07 m"},
};

}  // namespace

TEST_CASE("scene errors: each names the line, the value and what is accepted") {
  for (const Case& c : cases) {
    CAPTURE(std::string(c.text));
    CHECK(message_of(c.text) == std::string(c.message));
  }
}

TEST_CASE("scene errors: a rule between parameters is told at its line") {
  const std::string message = message_of("scene { dt = 0.5 }\nlocal m = 1\nlocal a = attractor { t2c = 0.1 }");
  CHECK(message.find("test.lua:3: attractor{}: ") == 0);
  CHECK(message.find("0.1") != std::string::npos);
  CHECK(message.find("0.5") != std::string::npos);
}

TEST_CASE("scene errors: a motion that goes wrong later names the body, the time and the line") {
  const std::string message = message_of(
      "scene { dt = 0.25 } agent { at = {0, 0} }\nobstacle { at = {9, 9} }\nobstacle {\n  at = function(t)\n    if t > 0.3 then return "
      "'lost' end\n    return 5, 5\n  end }",
      5);
  CHECK(message ==
        "test.lua:4: the motion of obstacle 1 answers 'lost', nil at t = 0.375, expected 2 numbers, each -1e+07 .. "
        "1e+07 m");
}

TEST_CASE("scene errors: constructs that belong to loading are refused in callbacks") {
  for (const char* text : {"scene { dt = 0.1 }", "param('x', 1, 0, 2)", "class { name = 'x' }", "on.step(print)"}) {
    const std::string message =
        message_of(std::string("agent { at = {0, 0} }\non.step(function(t) ") + text + " end)", 1);
    CAPTURE(message);
    CHECK(message.find("belongs to the loading of a scene, not into a callback") != std::string::npos);
  }
}

TEST_CASE("scene errors: programs can tell a script's mistake and a limit") {
  CHECK(load("obstacle { raduis = 1 }").error().code == Errc::script);
  CHECK(load("x = = 1").error().code == Errc::script);
  CHECK(load("while true do end").error().code == Errc::limit);
}

TEST_CASE("scene errors: control characters of a script do not reach a terminal") {
  const std::string message = message_of("error('a\\27[2Jb\\7')");
  CHECK(message == "test.lua:1: a [2Jb ");
  CHECK(lines_of("print('a\\27[2J\\nb')") == std::vector<std::string>{"a [2J b"});
}
