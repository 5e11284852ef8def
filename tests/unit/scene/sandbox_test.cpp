#include "support/scene.hpp"

#include <cfenv>
#include <thread>

using namespace wend;
using namespace wend::test;

using Lines = std::vector<std::string>;

TEST_CASE("sandbox: pairs and next go through sorted keys") {
  const auto lines = lines_of(R"(
    local t = { 30, 20, [0.5] = 'half', [-3] = 'minus', zeta = 1, alpha = 2, beta = 3, [true] = 4 }
    local keys = {}
    for k in pairs(t) do keys[#keys + 1] = tostring(k) end
    print(table.concat(keys, ' '))
    local k, n = next(t), {}
    while k ~= nil do n[#n + 1] = tostring(k) k = next(t, k) end
    print(table.concat(n, ' '))
    for k in pairs(t) do t[k] = nil end
    print(next(t))
    print(pcall(pairs, { [{}] = 1 })))");
  CHECK(lines == Lines{"-3 0.5 1 2 alpha beta zeta true", "-3 0.5 1 2 alpha beta zeta true", "nil",
                       "false\ta table with a key of type table has no order to go through it"});
}

TEST_CASE("sandbox: pairs visits what is left of the keys it found") {
  const auto lines =
      lines_of("local t = { a = 1, b = 2, c = 3 }\nfor k, v in pairs(t) do print(k, v) t.b = nil t.d = 4 end");
  CHECK(lines == Lines{"a\t1", "c\t3"});
}

TEST_CASE("sandbox: texts never show an address, and an integer is told from a float") {
  const auto lines = lines_of(R"(
    local mine = setmetatable({}, { __tostring = function() error("never asked") end })
    print(mine, print, function() end, agent { at = {0, 0} }, box(0, 0, 1, 1))
    print(nil, true, 1, 1.0, 1e300, 0/0, -(0/0), 1/0, -1/0, -0.0)
    print(string.format("%s %s", mine, print), tostring(mine), tostring(2.5) .. tostring(false)))");
  CHECK(lines == Lines{"table\tfunction\tfunction\tagent 0\tarea",
                       "nil\ttrue\t1\t1.0\t1e+300\tnan\tnan\tinf\t-inf\t-0.0", "table function\ttable\t2.5false"});
}

TEST_CASE("sandbox: mathematics is ours, random numbers follow the seed") {
  const auto lines = lines_of(R"(
    print(math.abs(math.sin(math.pi / 6) - 0.5) < 1e-15, math.floor(2.7), math.tointeger(3.0), math.type(1),
      math.ult(1, 2))
    print(math.abs(math.pow(2, 0.5) - math.sqrt(2)) < 1e-15, math.log(8, 2), math.max(1, 5, 3), math.fmod(7, 3),
      math.atan(1, -1) > 2)
    print(deg(180) == math.pi, math.deg(math.pi), math.rad(180) == math.pi, math.tanh(0), math.exp(0), math.acos(1)))");
  CHECK(lines == Lines{"true\t2\t3\tinteger\ttrue", "true\t3.0\t5\t1\ttrue", "true\t180.0\ttrue\t0.0\t1.0\t0.0"});
  const std::string draw = "print(math.random(), math.random(6), math.random(-2, 2), math.random(0))";
  CHECK(lines_of(draw) == lines_of(draw));
  CHECK(lines_of(draw) != lines_of("scene { seed = 2 }\n" + draw));
  CHECK(lines_of("local low, high = 9, 0\nfor i = 1, 2000 do local x = math.random(3, 7) low, high = math.min(low, x), "
                 "math.max(high, x) end\nprint(low, high)") == Lines{"3\t7"});
  CHECK(message_of("math.random(2, 1)").find("interval is empty") != std::string::npos);
}

TEST_CASE("sandbox: strings do what they do in Lua") {
  const auto lines = lines_of(R"(
    print(("aBc"):upper(), ("aBc"):lower(), ("abc"):reverse(), ("abc"):len(), ("abcdef"):sub(2, -2),
      ("abc"):sub(-2), ("abc"):sub(0), ("abc"):sub(3, 2))
    print(("ab"):rep(3, "-"), ("ab"):rep(0), ("ab"):rep(-1), ("abc"):byte(1, -1))
    print(string.char(72, 105), ("hello"):find("ll"), ("a.c"):find(".", 1, true), ("abc"):find("x"),
      ("abab"):find("a", 2), ("abc"):find("", 10))
    print(string.format("%5.2f|%-4d|%04x|%s|%%|%e|%c|%3s", 3.14159, 42, 255, "x", 0.5, 65, "a"),
      #string.format("%99d", 1)))");
  CHECK(lines == Lines{"ABC\tabc\tcba\t3\tbcde\tbc\tabc\t", "ab-ab-ab\t\t\t97\t98\t99", "Hi\t3\t2\tnil\t3\tnil",
                       " 3.14|42  |00ff|x|%|5.000000e-01|A|  a\t99"});
  for (const char* bad :
       {"('x'):rep('y')", "('x'):rep(1.5)", "string.char(256)", "string.char(-1)", "string.format('%d', 'x')",
        "string.format('%d')", "string.format('%100d', 1)", "string.format('%')", "string.format('%p', {})",
        "string.format('%q', 1)", "('x'):find('a+')", "('x'):gsub('x', 'y')", "string.upper({})", "local x = 'a' + 1",
        "string.byte(('x'):rep(300), 1, -1)"}) {
    CAPTURE(std::string(bad));
    CHECK(!message_of(bad).empty());
  }
}

TEST_CASE("sandbox: tables do what they do in Lua, and sort is stable") {
  const auto lines = lines_of(R"(
    local t = { 3, 1, 2 }
    table.insert(t, 9) table.insert(t, 1, 7) print(table.concat(t, ' '))
    print(table.remove(t), table.remove(t, 1), table.concat(t, ' ', 2, 3), #t)
    table.sort(t) print(table.concat(t, ','))
    table.sort(t, function(a, b) return a > b end) print(table.concat(t, ','))
    print(table.unpack({ 1, 2, 3 }, 2)) print(table.pack(1, nil, 3).n)
    print(table.concat(table.move({ 1, 2, 3 }, 1, 3, 2), ' '), table.concat(table.move({ 1, 2 }, 1, 2, 1, {}), ' '))
    local people = {}
    for i = 1, 300 do people[i] = { i, i % 3 } end
    table.sort(people, function(a, b) return a[2] < b[2] end)
    local stable = true
    for i = 2,
      300 do if people[i][2] == people[i - 1][2] and people[i][1] < people[i - 1][1] then stable = false end end
    print(stable, people[1][2], people[300][2])
    print(select('#', table.unpack({}, 1, 3)), next({}), rawlen({ 1, 2 }), rawget({ 5 }, 1), rawequal(t, t)))");
  CHECK(lines == Lines{"7 3 1 2 9", "9\t7\t1 2\t3", "1,2,3", "3,2,1", "2\t3", "3", "1 1 2 3\t1 2", "true\t0\t2",
                       "3\tnil\t2\t5\ttrue"});
  for (const char* bad : {"table.insert({}, 5, 1)", "table.remove({ 1 }, 7)", "table.unpack({}, 1, 300)",
                          "table.sort({ 1, 'x' })", "table.concat({ {} })", "table.concat({ 1 }, '', 1, 2)",
                          "table.move({ 1 }, 1, 5, 1)", "table.insert({}, 1, 2, 3)", "table.sort({ 1, 2 }, 5)"}) {
    CAPTURE(std::string(bad));
    CHECK(!message_of(bad).empty());
  }
}

TEST_CASE("sandbox: print is cut after a number of lines, and says so once") {
  std::vector<std::string> lines;
  scene::LoadOptions options;
  options.limits.log_lines = 5;
  options.log = [&](std::string_view l) { lines.emplace_back(l); };
  auto s = loaded("for i = 1, 20 do print(i) end\nagent { at = {0, 0} }\non.step(function(t) print(t) end)", options);
  run(s, 3);
  CHECK(lines == Lines{"1", "2", "3", "4", "5", "(further lines of print are not shown)"});
  CHECK(lines_of("print(('x'):rep(5000))")[0].size() == 1003);
}

TEST_CASE("sandbox: limits hold at the limit and one past it") {
  scene::LoadOptions options;
  options.limits.agents = 10;
  options.limits.targets = 3;
  options.limits.bodies = 4;
  options.limits.classes = 2;
  options.limits.models = 2;
  const auto says = [&](const char* text) {
    const auto s = load(text, options);
    return s ? std::string() : (s.error().code == Errc::limit ? s.error().message : "not a limit: " + s.error().text());
  };
  CHECK(says("group { count = 10, area = box(0, 0, 20, 20) }") == "");
  CHECK(says("group { count = 11, area = box(0, 0, 20, 20) }") == "group{}: count = 11 would make more than 10 agents");
  CHECK(says("for i = 1, 10 do agent { at = {i, 0} } end") == "");
  CHECK(says("for i = 1, 11 do agent { at = {i, 0} } end") == "more than 10 agents");
  CHECK(says("for i = 1, 3 do target { at = {i, 0} } end") == "");
  CHECK(says("for i = 1, 4 do target { at = {i, 0} } end") == "more than 3 targets");
  CHECK(says("obstacle { at = {0, 0} }\nwall { {0, 0}, {1, 0}, {1, 1}, closed = true }") == "");
  CHECK(says("obstacle { at = {0, 0} } obstacle { at = {0, 0} }\nwall { {0, 0}, {1, 0}, {1, 1}, closed = true }") ==
        "more than 4 obstacles and walls");
  CHECK(says("class { name = 'a' } class { name = 'b' }") == "");
  CHECK(says("class { name = 'a' } class { name = 'b' } class { name = 'c' }") == "more than 2 classes");
  CHECK(says("attractor { d0 = 1 } attractor { d0 = 2 } attractor { d0 = 1 }") == "");
  CHECK(says("attractor { d0 = 1 } attractor { d0 = 2 } attractor { d0 = 3 }") == "more than 2 models");
}

TEST_CASE("sandbox: texts, files and memory have their limits") {
  CHECK(message_of("local s = ('x'):rep(1 << 20)") == "");
  CHECK(message_of("local s = ('x'):rep((1 << 20) + 1)") ==
        "test.lua:1: string.rep: the result is longer than 1048576 bytes");
  CHECK(message_of("local s = ('x'):rep(1 << 20) .. ('y'):rep(100)") ==
        "test.lua: a string is longer than 1048576 bytes");
  scene::LoadOptions options;
  options.limits.file = 100;
  CHECK(message_of("--" + std::string(98, 'x'), 0, options) == "");
  CHECK(message_of("--" + std::string(99, 'x'), 0, options) ==
        "test.lua: the scene has 101 bytes, expected at most 100");
  options = {};
  options.limits.memory = 1 << 20;
  options.limits.load_instructions = 1'000'000'000;
  CHECK(message_of("local t = {} for i = 1, 10000 do t[i] = i end", 0, options) == "");
  CHECK(message_of("local t = {} for i = 1, 1000000 do t[i] = i end", 0, options) ==
        "test.lua: the script needs more than 1 MiB of memory");
  options.limits.memory = 1000;
  CHECK(load("", options).error().code == Errc::limit);
}

TEST_CASE("sandbox: the budget is sticky, settable and renewed for each callback") {
  scene::LoadOptions options;
  options.limits.load_instructions = 20'000;
  CHECK(message_of("for i = 1, 10000 do end", 0, options) == "");
  CHECK(message_of("for i = 1, 30000 do end", 0, options) ==
        "test.lua:1: the scene used up its budget of instructions");
  CHECK(message_of("for i = 1, 9 do\n  pcall(function() while true do end end)\nend\nagent { at = {0, 0} }", 0,
                   options) == "test.lua:2: the scene used up its budget of instructions");
  CHECK(message_of("agent { at = {0, 0}, goal = {900, 0} }\non.step(function(t) for i = 1, 50000 do end end)", 50) ==
        "");
  CHECK(message_of("agent { at = {0, 0}, goal = {900, 0} }\non.step(function(t)\n  for i = 1, 200000 do end\nend)",
                   1) == "test.lua:3: on.step used up its budget of instructions");
  options = {};
  options.limits.step_instructions = 30'000;
  const std::string message = message_of(
      "for i = 1, 10 do obstacle { at = function(t) for k = 1, 5000 do end return i, 0 end } end", 1, options);
  CHECK(message.find("used up") != std::string::npos);
}

TEST_CASE("sandbox: endless recursion is told from a lack of memory") {
  CHECK(message_of("local function f() return 1 + f() end\nf()") ==
        "test.lua:1: more than 10000 calls within calls: does a function call itself for ever?");
  CHECK(message_of(
            "local function f(n) if n == 0 then return 0 end return 1 + f(n - 1) end\nassert(f(8000) == 8000)") == "");
}

TEST_CASE("sandbox: a scene runs the same under a caller's odd floating-point modes, and gives them back") {
  constexpr const char* text =
      "scene { seed = 3 }\nlocal huge = 1 / 0\nagent { at = {0.1, 0.2}, goal = {5 / 3, 7 / 3}, speed = normal(1, 0.3) "
      "}\nobstacle { at = function(t) return 3 + math.sin(t / 3), 0.1 * t end }";
  auto plain = loaded(text);
  const auto expected = hashes(plain, 10);
  std::fesetround(FE_UPWARD);
  auto odd = loaded(text);
  const auto found = hashes(odd, 10);
  const int mode = std::fegetround();
  std::fesetround(FE_TONEAREST);
  CHECK(mode == FE_UPWARD);
  CHECK(found == expected);
}

TEST_CASE("sandbox: two scenes in two threads do not know of each other") {
  constexpr const char* text =
      "group { count = 30, area = box(0, 0, 20, 20), goal = function(x, y) return 20 - x, 20 - y end "
      "}\non.step(function(t) math.random() end)";
  auto alone = loaded(text);
  const auto expected = hashes(alone, 20);
  std::vector<std::uint64_t> a, b;
  const auto work = [&](std::vector<std::uint64_t>& out) {
    auto s = scene::Scene::load(text, "test.lua");
    if (!s) return;
    out.push_back(s->world().hash().all);
    for (int i = 0; i < 20 && s->step(); ++i) out.push_back(s->world().hash().all);
  };
  std::thread one([&] { work(a); }), two([&] { work(b); });
  one.join();
  two.join();
  CHECK(a == expected);
  CHECK(b == expected);
}
