-- Visitors of a museum see all six rooms, each party in an order of its own, and leave.
local per_party = param("agents", 4, 1, 10)  -- people in each of the six parties
local kind = param("planner", "harmonic", {"harmonic", "hitting", "distance"})
scene { title = "Museum", dt = 0.1, duration = 300, seed = 1, view = box(-16, -12.5, 16, 9), colour = "group" }

-- Three rooms in each of two rows, with doorways between neighbours; in on the left, out on the right.
local half = 1.5  -- of a doorway
local function line(from, to, doors)  -- a wall along x or y with doorways
  local vertical = from[1] == to[1]
  local axis = vertical and 2 or 1
  local begin = from[axis]
  local function piece(a, b)
    local p, q = {a, from[2]}, {b, from[2]}
    if vertical then p, q = {from[1], a}, {from[1], b} end
    wall { p, q, thickness = 0.1 }
  end
  for _, at in ipairs(doors) do
    piece(begin, at - half)
    begin = at + half
  end
  piece(begin, to[axis])
end
line({-12, 7}, {12, 7}, {})
line({-12, -7}, {12, -7}, {-8, 8})
line({-12, -7}, {-12, 7}, {})
line({12, -7}, {12, 7}, {})
line({-12, 0}, {12, 0}, {-8, 0, 8})
for _, x in ipairs {-4, 4} do
  line({x, -7}, {x, 0}, {-3.5})
  line({x, 0}, {x, 7}, {3.5})
end

-- A piece of art in each room, and where one stands to look at it.
local rooms = { {-8, -3.5}, {-8, 3.5}, {0, 3.5}, {8, 3.5}, {8, -3.5}, {0, -3.5} }  -- round the house
local views = {}
for i, room in ipairs(rooms) do
  local above = room[2] > 0 and 1 or -1
  obstacle { at = {room[1] + 1.8, room[2] + 1.8 * above}, radius = 0.5 }
  views[i] = target { at = {room[1] + 0.8, room[2] + 0.8 * above}, radius = 0.8, shape = "disc" }
end
local way_out = target { from = {7, -8.5}, to = {9, -8.5} }

local planners = { harmonic = harmonic, hitting = hitting, distance = distance }
local by = planners[kind] { }
for party = 1, 6 do
  local tour = { by = by }
  for i = 0, 5 do tour[#tour + 1] = views[1 + (party % 2 == 0 and party + i or party - i) % 6] end
  tour[#tour + 1] = way_out
  group { name = "party " .. party, count = per_party, area = box(-12 + 1.5 * party, -12, 0.5 * party, -8), spacing = 0.8, heading = deg(90), planner = waypoints(tour),
          on_arrival = "remove", speed = normal(1.1, 0.1), agility = 0.8 }
end
