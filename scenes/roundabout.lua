-- Four streams meet round an island with three slow drifters, and nobody gave them a rule for it.
local per_stream = param("agents", 18, 1, 40)  -- in each of the four streams
scene { title = "Roundabout", dt = 0.1, duration = 60, seed = 2, view = box(-16, -8.5, 16, 8.5), colour = "group" }

obstacle { at = {0, 0}, radius = 1.5 }
for i = 0, 2 do
  obstacle { at = function(t)
    local angle = 0.05 * t + i * 2 * math.pi / 3
    return 4 * math.cos(angle), 4 * math.sin(angle)
  end, radius = 0.3 }
end

local function stream(name, area, heading, exit)
  group { name = name, count = per_stream, area = area, spacing = 0.9, heading = heading, target = exit, on_arrival = "remove",
          speed = uniform(1.1, 1.4), agility = 0.8 }
end
stream("eastward", box(-22, -2.5, -8, 2.5), 0, target { from = {17, -6}, to = {17, 6} })
stream("westward", box(8, -2.5, 22, 2.5), deg(180), target { from = {-17, -6}, to = {-17, 6} })
stream("northward", box(-2.5, -22, 2.5, -8), deg(90), target { from = {-6, 17}, to = {6, 17} })
stream("southward", box(-2.5, 8, 2.5, 22), deg(-90), target { from = {-6, -17}, to = {6, -17} })
