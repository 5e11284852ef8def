-- The near door jams; those who mind crowds take the longer way to the free one.
local people = param("agents", 90, 1, 150)
local avoid = param("avoid_crowds", 1, 0, 1)
scene { title = "Two doors", dt = 0.1, duration = 200, seed = 1, view = box(-16, -9, 14, 9), colour = "group" }

-- A hall with a door near the crowd and one far from it.
local near, far, half = -4.75, 5.75, 0.75  -- so far apart that the crowd before one is not at the other
wall { {0, far + half}, {0, 8}, {-14, 8}, {-14, -8}, {0, -8}, {0, near - half}, thickness = 0.1 }
wall { {0, near + half}, {0, far - half}, thickness = 0.1 }

local doors = {}
for i, y in ipairs { near, far } do doors[i] = target { from = {1.5, y - 0.5}, to = {1.5, y + 0.5} } end
group { count = people, area = box(-10, -7.4, -2, 0), spacing = 0.65, heading = uniform(-0.5, 0.5),
        planner = distance { to = doors, avoid_crowds = avoid, refresh = 1 },
        speed = normal(1.2, 0.12), agility = 0.8 }

state.near, state.far = 0, 0
on.arrive(function(agent)
  if agent.y < 0 then state.near = state.near + 1 else state.far = state.far + 1 end
  agent:remove()
end)
