-- People walk from room to room; they mind only those they see, and the scene counts who came into view.
local per_room = param("agents", 8, 1, 14)
scene { title = "Rooms", dt = 0.1, duration = 120, seed = 1, view = box(-13, -8.5, 13, 8.5), colour = "group",
        perception = "visible" }

-- Three rooms above a corridor and three below, a doorway each.
wall { {-12, -7}, {12, -7}, {12, 7}, {-12, 7}, closed = true, thickness = 0.1 }
for _, side in ipairs {-1, 1} do
  for _, x in ipairs {-4, 4} do wall { {x, 7 * side}, {x, 1.5 * side}, thickness = 0.1 } end
  local from = -12
  for _, door in ipairs {-8, 0, 8} do
    wall { {from, 1.5 * side}, {door - 0.8, 1.5 * side}, thickness = 0.1 }
    from = door + 0.8
  end
  wall { {from, 1.5 * side}, {12, 1.5 * side}, thickness = 0.1 }
end

-- Out of the door, along the corridor, in at another.
local function stop(x, y) return target { at = {x, y}, radius = 0.35 } end
for i, x in ipairs {-8, 0, 8} do
  for _, side in ipairs {-1, 1} do
    local to = ({8, -8, 0})[i]
    local way = { stop(x, 0.4 * side), stop(to, -0.4 * side), stop(to, -2.4 * side), target { at = {to, -5 * side}, radius = 1.6 } }
    group { count = per_room, area = box(x - 3.5, side < 0 and -6.5 or 3, x + 3.5, side < 0 and -3 or 6.5), spacing = 0.8,
            targets = way, order = "listed", on_arrival = "remove", watch = 5, speed = normal(1.1, 0.1), agility = 0.8 }
  end
end

state.met, state.seen = 0, 0
on.enter(function(agent, other)
  state.met = state.met + 1
  if agent.alive and other.alive and agent:sees(other) then state.seen = state.seen + 1 end
end)
