-- Two hundred people meet two hundred others head-on in a corridor ten metres wide.
local columns = param("columns", 20, 1, 20)  -- of ten people on each side
scene { title = "Bench: two-way corridor", dt = 0.1, duration = 180, view = box(-15, -17, 65, 27), colour = "group" }

wall { {-70, 0}, {120, 0} }
wall { {-70, 10}, {120, 10} }

local function jitter() return 0.4 * (math.random() - 0.5) end

for side = 1, 2 do
  for column = 0, columns - 1 do
    for row = 0, 9 do
      local x = column + 0.5 + jitter()
      local y = row + 0.5 + jitter()
      if side == 2 then x = 50 - x end
      agent { at = {x, y}, heading = side == 1 and 0 or math.pi, radius = 0.25, speed = 1.4,
              goal = {side == 1 and 119 or -69, y}, goal_radius = 0, on_arrival = "remove", group = side }
    end
  end
end
