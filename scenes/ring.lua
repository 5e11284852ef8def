-- The way out is next to the way in, but a drawn field leads everybody once round the ring, always to the left.
local people = param("agents", 16, 1, 20)
local drawn = param("drawn", true)  -- false: the short way
scene { title = "One-way ring", dt = 0.1, duration = 150, seed = 1, view = box(-19, -14.6, 19, 6.8), colour = "group" }

local inner, outer, gate, foot = 3, 6, 2.2, -14
-- Points on a circle, from one angle to another.
local function arc(r, from, to, pieces)
  local points = { thickness = 0.1 }
  for i = 0, pieces do
    local angle = from + (to - from) * i / pieces
    points[#points + 1] = {r * math.cos(angle), r * math.sin(angle)}
  end
  return points
end
local island = arc(inner, 0, 2 * math.pi * 23 / 24, 23)
island.closed = true
wall(island)
local opening = math.asin(gate / outer)
local around = arc(outer, opening - math.pi / 2, 1.5 * math.pi - opening, 32)
local first, last = around[1], around[#around]
wall(around)
wall { {first[1], first[2]}, {first[1], foot}, {last[1], foot}, {last[1], last[2]}, thickness = 0.1 }
wall { {0, foot}, {0, -outer + 1.8}, thickness = 0.1 }  -- between in and out; the short way is open beyond it

local exit = target { from = {-1.7, -10}, to = {-0.5, -10} }
local function round(x, y)
  local r = math.sqrt(x * x + y * y)
  if r < inner or r > outer + 0.5 or (y < 0 and x < 0 and x > -gate) then return 0, 0 end
  return -y, x
end
local way = drawn and field { round, area = box(-7, foot - 0.5, 7, 7), cell = 0.2, to = exit } or harmonic { to = exit }
group { count = people, area = box(0.4, foot + 0.4, 1.85, -6.5), spacing = 0.5, heading = deg(90), planner = way,
        on_arrival = "remove", speed = normal(1.2, 0.1), agility = 0.8 }
