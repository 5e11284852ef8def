-- Simulation 3a of the human model: the way to the goal is inside the obstacle (left of it) or outside.
-- `wend explain h3a --map off=1..15,dg=5..9` draws the border between the two.
local dg = param("dg", 7, 2, 20)      -- distance of the goal, m
local off = param("off", 8, -30, 30)  -- how far the obstacle stands beside the line to the goal, degrees
local set = param("set", "fitted", {"fitted", "bold", "wide_berth"})
scene { title = "Inside or outside", dt = 0.01, duration = 30, view = box(-1, -2.5, 10, 4) }

local function polar(d, degrees) return {d * math.cos(deg(degrees)), d * math.sin(deg(degrees))} end

obstacle { at = polar(4, 15 - off), radius = 0.05 }
agent { at = {0, 0}, radius = 0.05, speed = 1, target = target { at = polar(dg, 15), radius = 0.05 }, model = human { set = set } }
