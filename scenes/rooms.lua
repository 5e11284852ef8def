-- People walk from room to room and mind only those they see; who comes near is counted, and who of them was in sight.
local per_room = param("agents", 6, 1, 14)
scene { title = "Rooms", dt = 0.1, duration = 90, seed = 1, view = box(-16, -9.5, 16, 9.5), colour = "group",
        perception = "visible" }

-- Three rooms above a corridor and three below, a doorway each.
wall { {-15, -8}, {15, -8}, {15, 8}, {-15, 8}, closed = true, thickness = 0.1 }
for _, side in ipairs {-1, 1} do
  for _, x in ipairs {-5, 5} do wall { {x, 8 * side}, {x, 2 * side}, thickness = 0.1 } end
  local from = -15
  for _, door in ipairs {-10, 0, 10} do
    wall { {from, 2 * side}, {door - 1.2, 2 * side}, thickness = 0.1 }
    from = door + 1.2
  end
  wall { {from, 2 * side}, {15, 2 * side}, thickness = 0.1 }
end

-- To the door, out, along the corridor, in at another; the planner leads back those who are swept past a door.
local function stop(x, y) return target { from = {x - 0.6, y}, to = {x + 0.6, y}, radius = 0.4 } end
for i, x in ipairs {-10, 0, 10} do
  for _, side in ipairs {-1, 1} do
    local to = ({0, 10, -10})[i]
    local way = { stop(x, 3 * side), stop(x, 0.8 * side), stop(to, -0.6 * side), stop(to, -3 * side),
                  target { at = {to, -5.5 * side}, radius = 1.5 } }
    group { name = (side < 0 and "south " or "north ") .. i, count = per_room, area = box(x - 4, side < 0 and -7 or 3.5, x + 4, side < 0 and -3.5 or 7), spacing = 0.8,
            targets = way, order = "listed", planner = auto { }, on_arrival = "remove", watch = 4, speed = normal(1.1, 0.1) }
  end
end

state.near, state.seen = 0, 0
on.enter(function(agent, other)
  state.near = state.near + 1
  if agent.alive and other.alive and agent:sees(other) then state.seen = state.seen + 1 end
end)
