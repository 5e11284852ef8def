-- A hundred and fifty people leave a room through a door 1.2 m wide in a wall 0.4 m thick.
local n = param("n", 150, 1, 150)
local way = param("way", "points", {"points", "auto"})  -- way points through the door, or a planner
scene { title = "Bench: door", dt = 0.1, duration = 300, view = box(-14, -8, 14, 8), colour = "speed" }

-- The room with both sides of its thick wall: one closed line, and the way out between its ends.
wall { {0, 0.6}, {0, 6}, {-12, 6}, {-12, -6}, {0, -6}, {0, -0.6}, {0.4, -0.6}, {0.4, -6} }
wall { {0, 0.6}, {0.4, 0.6}, {0.4, 6} }

-- With the body's radius of 0.25 m a way point is passed 0.3 m before it.
local before = target { from = {0, -0.3}, to = {0, 0.3}, radius = 0.05 }
local behind = target { from = {0.95, -0.3}, to = {0.95, 0.3}, radius = 0.05 }
local far = target { from = {55, -6}, to = {55, 6}, radius = 0 }
local planner = auto { to = far }

local function jitter() return 0.1 * (math.random() - 0.5) end
local function clamp(v, most) return math.max(-most, math.min(most, v)) end

for k = 0, n - 1 do
  local x = -2.2 - 0.7 * (k // 15) + jitter()
  local y = (k % 15 - 7) * 0.7 + jitter()
  local heading = math.atan(clamp(y, 0.3) - y, -x)
  if way == "points" then
    local goal = target { at = {55, y}, radius = 0 }
    agent { at = {x, y}, heading = heading, radius = 0.25, speed = 1.4, targets = {before, behind, goal}, order = "listed",
            on_arrival = "remove" }
  else
    agent { at = {x, y}, heading = heading, radius = 0.25, speed = 1.4, planner = planner, on_arrival = "remove" }
  end
end
