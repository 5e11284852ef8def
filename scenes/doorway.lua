-- A full room empties through one door.
local people = param("agents", 50, 1, 120)
local width = param("door", 1.6, 1, 4)
scene { title = "Doorway", dt = 0.1, duration = 120, seed = 1, view = box(-13, -6.5, 9, 6.5), colour = "speed" }

local thickness = 0.1
local half = width / 2 + thickness  -- to the axis of the wall's end
wall { {0, half}, {0, 5}, {-10, 5}, {-10, -5}, {0, -5}, {0, -half}, thickness = thickness }

-- First to the door, then away from it: a way in two stages needs no planner.
local door = target { at = {0.3, 0}, radius = 0.3 }
local outside = target { from = {7, -6}, to = {7, 6} }
group { count = people, area = box(-9.5, -4.5, -2, 4.5), spacing = 0.7, targets = {door, outside}, order = "listed",
        on_arrival = "remove",
        speed = normal(1.2, 0.15), heading = uniform(-0.5, 0.5) }
