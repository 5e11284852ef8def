-- A crowd passes a sliding door and then a swing door; a leaf that finds somebody in its way waits.
local people = param("agents", 30, 1, 80)
scene { title = "Doors", dt = 0.1, duration = 150, seed = 1, view = box(-14, -6.5, 14, 6.5), colour = "speed" }

-- The hall: two partitions with a gap each.
wall { {-13, 5}, {13, 5}, thickness = 0.1 }
wall { {-13, -5}, {13, -5}, thickness = 0.1 }
for _, side in ipairs {-1, 1} do
  wall { {-3, 1.6 * side}, {-3, 5 * side}, thickness = 0.1 }
  wall { {5, 1.4 * side}, {5, 5 * side}, thickness = 0.1 }
end

-- How far a door is open, 0 .. 1: shut, opening for a second, open, closing for two.
local function open(t, period, shut)
  local s = t % period
  if s < shut then return 0 end
  return math.max(0, math.min(1, s - shut, (period - s) / 2))
end

-- Two leaves slide apart in front of the first partition.
for _, side in ipairs {-1, 1} do
  wall { {-2.8, 0.02 * side}, {-2.8, 1.8 * side}, thickness = 0.05,
         at = function(t) return 0, 1.6 * side * open(t, 16, 3) end }
end

-- One leaf swings away from the crowd, about its hinge.
local leaf = wall { {5, 1.4}, {5, -1.1}, thickness = 0.05, pivot = {5, 1.4},
                    turn = function(t) return deg(88) * open(t, 20, 4) end }

local first = target { from = {-2.1, -0.8}, to = {-2.1, 0.8} }
local second = target { from = {5.6, -0.9}, to = {5.6, 0.3} }
local street = target { from = {12, -4}, to = {12, 4} }
group { count = people, area = box(-12.5, -4.5, -5, 4.5), spacing = 0.7, targets = {first, second, street},
        order = "listed", heading = uniform(-0.5, 0.5),
        on_arrival = "remove", speed = normal(1.2, 0.15) }

on.arrive(function() if leaf.waited > 0 then state.waited = leaf.waited end end)
