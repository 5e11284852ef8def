-- A station: a thousand people come from the streets and the trains and pass the gates; some wait for a train.
local people = param("agents", 1000, 100, 1500)
scene { title = "Station", dt = 0.1, duration = 180, seed = 1, view = box(-36, -15, 36, 22), colour = "group" }

-- The hall: three streets end in it below, four platforms above. People begin far outside the picture.
local streets, platforms, half, goals = {-18, 0, 18}, {-27, -9, 9, 27}, 3.8, {}
for _, side in ipairs { {y = -12, far = -65, openings = streets}, {y = 18, far = 70, openings = platforms} } do
  local x = -35
  for i = 1, #side.openings + 1 do
    local middle = side.openings[i] or 35 + half
    wall { {x, side.far}, {x, side.y}, {middle - half, side.y}, {middle - half, side.far}, thickness = 0.15 }
    if middle < 35 then goals[middle] = target { from = {middle - 3, side.y * 1.15}, to = {middle + 3, side.y * 1.15} } end
    x = middle + half
  end
end
for _, x in ipairs {-35, 35} do wall { {x, -12}, {x, 18}, thickness = 0.15 } end
for x = -30, 30, 12 do obstacle { at = {x, -5}, radius = 0.5 } obstacle { at = {x, 11}, radius = 0.5 } end  -- columns

-- The gates are posts with a metre between them: in front of each street those to the trains, before each platform those to the streets.
for x = -33.6, 33.6, 1.4 do wall { {x, 2.2}, {x, 3.8}, thickness = 0.15 } end
local gates = {}
for _, x in ipairs(streets) do gates[x] = target { from = {x - 4, 5}, to = {x + 4, 5} } end
for _, x in ipairs(platforms) do gates[x] = target { from = {x - 4, 1}, to = {x + 4, 1} } end

-- Those who have no goal yet stand and make room; after a minute their trains are announced.
local idle = group { name = "no goal yet", count = math.ceil(people * 0.064), area = box(-30, 7, 30, 16), spacing = 1.5, heading = uniform(-3, 3), on_arrival = "remove" }
on.step(function(t) for i = 1, t == 60 and #idle or 0 do idle[i].target = goals[platforms[math.ceil((idle[i].x + 36) / 18)]] end end)

-- From each street as many go to each platform as come from there; a planner leads to the gates first.
local way = hitting { }  -- a planner that uses the whole width of the openings
local function crowd(name, count, area, heading, gate, goal)
  group { group = name, count = count, area = area, heading = heading, spacing = 0.7, speed = normal(1.34, 0.2), targets = {gate, goal}, order = "listed",
          planner = way, on_arrival = "remove" }
end
for i = 0, 11 do
  local s, p = streets[1 + i % 3], platforms[1 + i % 4]
  crowd("to the trains", math.floor(people * 0.039), box(s - 3.4, -60, s + 3.4, -14), deg(90), gates[s], goals[p])
  crowd("to the streets", math.floor(people * 0.039), box(p - 3.4, 20, p + 3.4, 65), deg(-90), gates[p], goals[s])
end
