-- One person walks through people who stand about; they make room and go back.
local density = param("density", 1, 0, 2)  -- standing people per square metre
scene { title = "Bench: idle", dt = 0.1, duration = 60, view = box(-12, -6.75, 12, 6.75), colour = "speed" }

agent { at = {-9, 0}, target = target { at = {9, 0} }, group = 1 }

local wanted, standing = math.floor(density * 12 * 8), {}
while #standing < wanted do
  local x, y, free = -6 + 12 * math.random(), -4 + 8 * math.random(), true
  for _, s in ipairs(standing) do
    local dx, dy = x - s[1], y - s[2]
    if dx * dx + dy * dy < 0.52 * 0.52 then free = false end
  end
  if free then
    standing[#standing + 1] = {x, y}
    agent { at = {x, y}, heading = 2 * math.pi * math.random() - math.pi, group = 2 }
  end
end
