-- Two trains call at a platform; its edge is gone while a train stands there, and comes back before it leaves.
local waiting = param("agents", 36, 1, 80)
scene { title = "Train", dt = 0.1, duration = 110, seed = 1, view = box(-18, -6, 18, 10), colour = "group" }

local doors = {-9, -3, 3, 9}
local half = 1.1  -- of a door
local calls = { {arrives = 8, leaves = 40}, {arrives = 55, leaves = 90} }

-- The platform and the parts of its edge between the doors.
wall { {-17, 0}, {-17, 9}, {17, 9}, {17, 0}, thickness = 0.1 }
local from = -17
for _, x in ipairs(doors) do
  wall { {from, 0}, {x - half, 0}, thickness = 0.1 }
  from = x + half
end
wall { {from, 0}, {17, 0}, thickness = 0.1 }

-- The train: one wagon with four doors. It brakes, stands and pulls away.
local function place(t)
  for _, call in ipairs(calls) do
    if t < call.arrives then
      local left = math.max(0, 1 - (call.arrives - t) / 6)
      return -60 * (1 - left) * (1 - left)
    elseif t < call.leaves + 12 then
      local s = math.max(0, t - call.leaves)
      return 0.5 * s * s
    end
  end
  return 80
end
local function part(points)
  points.thickness, points.blocked = 0.1, "stop"
  points.at = function(t) return place(t), 0 end
  wall(points)
end
part { {-11.5, -0.35}, {-11.5, -3.4}, {11.5, -3.4}, {11.5, -0.35} }
local front = -11.5
for _, x in ipairs(doors) do
  part { {front, -0.35}, {x - half, -0.35} }
  front = x + half
end
part { {front, -0.35}, {11.5, -0.35} }

-- Everybody waits for the nearest door and then gets in.
local inside = {}
for i, x in ipairs(doors) do inside[i] = target { at = {x, -1.8}, radius = 0.7 } end
local crowd = group { count = waiting, area = box(-13, 1.5, 13, 8), spacing = 0.8, on_arrival = "remove",
                      target = function(x) return inside[math.max(1, math.min(4, math.floor((x + 18) / 6)))] end,
                      speed = normal(1.2, 0.1), agility = 0.8 }

-- The edge at each door. It comes back when nobody stands in it.
state.edge = {}
local function shut(i) state.edge[i] = wall { {doors[i] - half, 0}, {doors[i] + half, 0}, thickness = 0.05 } end
local function is_free(x)
  for i = 1, #crowd do
    local a = crowd[i]
    if a.alive and math.abs(a.x - x) < half + 0.4 and math.abs(a.y) < 0.4 then return false end
  end
  return true
end
for i = 1, 4 do shut(i) end
on.step(function(t)
  for i, x in ipairs(doors) do
    local stands = false
    for _, call in ipairs(calls) do stands = stands or (t > call.arrives + 1 and t < call.leaves - 4) end
    if stands and state.edge[i] then
      state.edge[i]:remove()
      state.edge[i] = nil
    elseif not stands and not state.edge[i] and is_free(x) then
      shut(i)
    end
  end
end)
