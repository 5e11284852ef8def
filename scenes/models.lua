-- Three models past the same posts: attractor, human and potential field, a lane each; below, a crowd of all three.
scene { title = "Three models", dt = 0.05, duration = 60, seed = 3, view = box(-12.5, -9.5, 12.5, 9.5), colour = "group" }

local names = { "attractor", "human", "potential field" }
local kinds = {
  attractor {},
  human { set = "bold", safety = true, margin = 0.5 },  -- margin: slows down in time, and finds its way out when it stands
  potential_field { rho0 = 1, safety = true },
}
local posts = { {-5.5, 0.2}, {-2, -0.4}, {1.5, 0.3}, {5, -0.2} }

for row, model in ipairs(kinds) do
  local y = 11 - 4 * row
  wall { {-12, y - 2}, {12, y - 2} }
  for _, post in ipairs(posts) do obstacle { at = {post[1], y + post[2]}, radius = 0.3 } end
  agent { at = {-10.5, y}, target = target { at = {10.5, y} }, model = model, group = names[row], radius = 0.25, speed = 1.2, on_arrival = "stop" }
end

local east, west = target { from = {11, -8.5}, to = {11, -4} }, target { from = {-11, -8.5}, to = {-11, -4} }
for i = 0, 17 do
  local eastward = i % 2 == 0
  local column, row = i // 2 % 3, i // 6
  agent { at = {(eastward and -1 or 1) * (5.5 + 1.8 * column), -8.2 + 1.6 * row + (eastward and 0 or 0.7)}, heading = eastward and 0 or math.pi,
          target = eastward and east or west, model = kinds[(column + row) % 3 + 1], group = names[(column + row) % 3 + 1], radius = 0.2,
          speed = 1 + 0.02 * i, on_arrival = "remove" }
end
