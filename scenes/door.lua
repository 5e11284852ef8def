-- People wait in front of a shut door, and go through when it opens.
local people = param("agents", 30, 1, 80)
local opens = param("opens", 20, 0, 100)
scene { title = "A door opens", dt = 0.1, duration = 120, seed = 1, view = box(-13, -6.5, 13, 6.5), colour = "speed" }

-- Two rooms and a doorway between them.
wall { {-12, -5}, {12, -5}, {12, 5}, {-12, 5}, closed = true, thickness = 0.1 }
wall { {0, -5}, {0, -1.2}, thickness = 0.1 }
wall { {0, 1.2}, {0, 5}, thickness = 0.1 }
door { {0, -1.2}, {0, 1.2}, opens = opens }

local goal = target { from = {11, -4}, to = {11, 4} }
group { count = people, area = box(-11.5, -4.5, -1, 4.5), spacing = 0.7, heading = uniform(-0.5, 0.5), on_arrival = "remove",
        planner = harmonic { to = goal }, speed = normal(1.2, 0.12), agility = 0.8 }
