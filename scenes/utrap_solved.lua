-- The U-trap of the paper once more, with a planner that knows the way out; --set planner=none shows the trap.
local kind = param("planner", "harmonic", {"none", "auto", "harmonic", "hitting", "distance"})
scene { title = "U-trap, solved", dt = 0.25, duration = 120, seed = 1, view = box(-10, -5.6, 10, 5.6), colour = "weight" }

local function within(a) return a * (2 * math.random() - 1) end

wall { {-4, 3}, {2, 3}, {2, -3}, {-4, -3}, thickness = 0.05 }
local planners = { none = nearest, auto = auto, harmonic = harmonic, hitting = hitting, distance = distance }
agent { at = {-7, within(1)}, heading = within(0.5), target = target { at = {7, within(1)} },
        planner = planners[kind] { } }
