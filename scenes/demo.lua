-- Two streams of people cross a plaza with a fountain and columns, among buildings and two slow carts.
local per_stream = param("agents", 100, 1, 130)  -- people in each stream
scene { title = "Plaza", dt = 0.1, duration = 60, seed = 3, view = box(-22.5, -11, 22.5, 11), colour = "group" }

-- Four buildings; the corner that faces the plaza is cut off.
for _, sx in ipairs {-1, 1} do
  for _, sy in ipairs {-1, 1} do
    wall { {8 * sx, 14 * sy}, {8 * sx, 9 * sy}, {11 * sx, 6 * sy}, {17 * sx, 6 * sy}, {17 * sx, 14 * sy},
           closed = true, thickness = 0.15 }
    obstacle { at = {7 * sx, 4 * sy}, radius = 0.35 }  -- a column
  end
end
obstacle { at = {0, 0}, radius = 1.1 }  -- the fountain

-- Carts roll straight on and look at nobody; people keep twice the usual distance from them.
class { name = "cart", d0 = 1 }
local function cart(x, y, vx, vy)
  local speed = math.sqrt(vx * vx + vy * vy)
  local ux, uy = 0.4 * vx / speed, 0.4 * vy / speed
  obstacle { from = function(t) return x + vx * t - ux, y + vy * t - uy end,
             to = function(t) return x + vx * t + ux, y + vy * t + uy end, radius = 0.35, class = "cart" }
end
cart(-7.5, -5.5, 0.25, 0)
cart(5.5, -7.5, 0, 0.25)

local function stream(name, area, heading, exit)
  group { name = name, count = per_stream, area = area, spacing = 0.9, heading = heading, target = exit, on_arrival = "remove", radius = uniform(0.21, 0.27),
          speed = uniform(1.25, 1.6), agility = uniform(0.8, 1), lightness = uniform(0.6, 1) }
end
stream("from the west", box(-33, -5, -10, 5), 0, target { from = {23.5, -16}, to = {23.5, 16} })
stream("from the south", box(-7, -32, 7, -9), deg(90), target { from = {-20, 14.5}, to = {20, 14.5} })
