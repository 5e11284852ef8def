-- Four groups of twenty-five change places diagonally through the crossing that four square blocks leave.
scene { title = "Bench: blocks", dt = 0.1, duration = 120, view = box(-24, -13.5, 24, 13.5), colour = "group" }

local function jitter() return 0.02 * (math.random() - 0.5) end  -- the seed moves every start by up to 1 cm

local group_number = 0
for _, sx in ipairs {-1, 1} do
  for _, sy in ipairs {-1, 1} do
    wall { {sx * 1.25, sy * 1.25}, {sx * 5, sy * 1.25}, {sx * 5, sy * 5}, {sx * 1.25, sy * 5}, closed = true }
    local goal = target { at = {-sx * 9.375, -sy * 9.375}, radius = 0 }
    group_number = group_number + 1
    for i = 0, 4 do
      for j = 0, 4 do
        local x = sx * (6.875 + 1.25 * i) + jitter()
        local y = sy * (6.875 + 1.25 * j) + jitter()
        agent { at = {x, y}, heading = math.atan(-sy * 9.375 - y, -sx * 9.375 - x), radius = 0.25, speed = 1.4,
                target = goal, group = group_number }
      end
    end
  end
end
