-- Three ways to steer past the same ten posts: attractor, human and potential field, then a crowd of all three together.
scene { title = "Three models", dt = 0.05, duration = 60, seed = 3, view = box(-12, -9, 12, 9), colour = "group" }

local kinds = {
  attractor { d0 = 0.6, d1 = 0.1 },
  human { safety = true, width = "both", tie_break = 0.001 },
  potential_field { rho0 = 1.2, safety = true },
}
local posts = { {-6, 0.4}, {-4.4, -0.5}, {-2.6, 0.6}, {-0.8, -0.3}, {1.2, 0.5}, {3, -0.4}, {4.8, 0.3} }

-- One walker of each kind on a lane of its own.
for row, model in ipairs(kinds) do
  local y = 12 - 4 * row
  for _, post in ipairs(posts) do obstacle { at = {post[1], y + post[2]}, radius = 0.25 } end
  agent { at = {-10, y}, target = target { at = {10, y} }, model = model, group = row, radius = 0.25, speed = 1.2, on_arrival = "stop" }
end

-- Below them a mixed crowd walks both ways.
local east, west = target { from = {11, -8}, to = {11, -3} }, target { from = {-11, -8}, to = {-11, -3} }
for i = 0, 23 do
  local eastward = i % 2 == 0
  agent { at = {(eastward and -1 or 1) * (5 + 1.1 * (i // 2 % 4)), -7.4 + 1.7 * (i // 8) + (eastward and 0 or 0.6)}, heading = eastward and 0 or 3.14159,
          target = eastward and east or west, model = kinds[i % 3 + 1], group = i % 3 + 1, radius = 0.2, speed = 1 + 0.02 * i, on_arrival = "remove" }
end
