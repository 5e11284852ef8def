-- Two streams meet in a corridor and find lanes; those who stand about with no goal make room.
local per_side = param("agents", 150, 1, 250)  -- walkers in each direction
local standing = param("standing", 4, 0, 12)
scene { title = "Two-way corridor", dt = 0.1, duration = 120, seed = 1, view = box(-18, -5.5, 18, 5.5), colour = "group" }

for _, y in ipairs {-4, 4} do wall { {-65, y}, {65, y}, thickness = 0.1 } end

-- The streams begin left and right of the picture and leave on the other side.
local east, west = target { from = {20, -3.6}, to = {20, 3.6} }, target { from = {-20, -3.6}, to = {-20, 3.6} }
group { name = "to the right", count = per_side, area = box(-60, -3.6, -8, 3.6), spacing = 0.8, heading = 0, target = east,
        speed = normal(1.34, 0.2), on_arrival = "remove" }
group { name = "to the left", count = per_side, area = box(8, -3.6, 60, 3.6), spacing = 0.8, heading = deg(180), target = west,
        speed = normal(1.34, 0.2), on_arrival = "remove" }

-- People without a goal stand where they are, step aside when somebody comes, and go back. At the end they leave as well.
local idle = standing > 0 and group { name = "no goal", count = standing, area = box(-7, -2.5, 7, 2.5), spacing = 3,
                                      heading = uniform(-3, 3), on_arrival = "remove" }
on.step(function(t)
  if t == 60 and idle then
    for i = 1, #idle do idle[i].target = i % 2 == 0 and east or west end
  end
end)
