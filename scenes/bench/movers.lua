-- Discs cross a crowd, or a cart drives along a corridor full of people; neither of them minds anybody.
local case = param("case", "discs", {"discs", "cart_idle", "cart_against", "cart_overtaking"})
local speed = param("speed", 1, 0.5, 4)  -- of what does not mind
local n = param("n", 100, 1, 120)
scene { title = "Bench: movers", dt = 0.1, duration = math.min(40, 50 / speed), view = box(-20, -11.2, 20, 11.2), colour = "speed" }

if case == "discs" then
  for k = 0, 5 do
    local side = k % 2 == 0 and -1 or 1
    obstacle { at = function(t) return -4 + 5 * k, side * (4 + speed * (2 + 2 * k) - speed * t) end, radius = 0.3 }
  end
else
  wall { {-40, -3}, {40, -3} }
  wall { {-40, 3}, {40, 3} }
  obstacle { at = function(t) return -14 - 2 * speed + speed * t, 0 end, radius = 0.5 }
end

local area = box(-10, -2.7, 10, 2.7)
if case == "cart_idle" then  -- people with nowhere to go: they are at their goal already
  group { count = n, area = area, spacing = 0.55, radius = 0.25, speed = 1.4, heading = uniform(0, 2 * math.pi),
          goal = function(x, y) return x, y end, goal_radius = 0 }
else
  local ahead = case == "cart_against" and -1 or 1
  group { count = n, area = area, spacing = 0.55, radius = 0.25, speed = 1.4, heading = ahead > 0 and 0 or math.pi,
          goal = function(x, y) return 30 * ahead, y end, goal_radius = 0 }
end
