-- People on a circle, as near as 3.35 body radii, all walk to the opposite side at once.
local n = param("n", 250, 2, 2000)
local spacing = 0.8379
local ring = spacing * n / (2 * math.pi)
scene { title = "Bench: antipodal circle", dt = 0.1, duration = 4 * 2 * ring / 1.4, colour = "group",
        view = box(-1.9 * ring, -1.1 * ring, 1.9 * ring, 1.1 * ring) }

local function jitter() return 0.02 * (math.random() - 0.5) end  -- the seed moves every start by up to 1 cm

for i = 0, n - 1 do
  local angle = 2 * math.pi * i / n
  local x, y = ring * math.cos(angle), ring * math.sin(angle)
  local at_x = x + jitter()
  local at_y = y + jitter()
  agent { at = {at_x, at_y}, heading = math.atan(-y - at_y, -x - at_x), radius = 0.25, speed = 1.4,
          goal = {-x, -y}, goal_radius = 0, group = i * 10 // n }
end
