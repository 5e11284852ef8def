-- People walk into a dead end, or wait behind a door that is shut for good.
local case = param("case", "u_trap", {"u_trap", "shut_door"})
local n = param("n", case == "u_trap" and 30 or 60, 1, 60)
scene { title = "Bench: trap", dt = 0.1, duration = 60, view = box(-18, -9, 14, 9), colour = "speed" }

local function jitter() return 0.1 * (math.random() - 0.5) end

if case == "u_trap" then
  wall { {-6, 3}, {0, 3}, {0, -3}, {-6, -3} }
  local goal = target { at = {12, 0} }
  for k = 0, n - 1 do
    local x = -10 - 0.9 * (k // 5) + jitter()
    local y = (k % 5 - 2) * 0.9 + jitter()
    agent { at = {x, y}, target = goal }
  end
else
  wall { {0, -0.6}, {0, -6}, {-12, -6}, {-12, 6}, {0, 6}, {0, 0.6} }
  door { {0, -0.6}, {0, 0.6} }
  local before = target { from = {0, -0.3}, to = {0, 0.3}, radius = 0.1 }
  local behind = target { from = {0.95, -0.3}, to = {0.95, 0.3}, radius = 0.1 }
  local far = target { from = {55, -6}, to = {55, 6} }
  for k = 0, n - 1 do
    local x = -2.2 - 0.7 * (k // 15) + jitter()
    local y = (k % 15 - 7) * 0.7 + jitter()
    agent { at = {x, y}, heading = math.atan(-y, -x), targets = {before, behind, far}, order = "listed", on_arrival = "remove" }
  end
end
