-- Five kitchens want helpers: tasks go to who is there soonest, the tired one rests, the late one hurries and dares.
scene { title = "Relief", dt = 0.1, duration = 120, seed = 1, view = box(-15, -11, 15, 11), colour = "group" }

for i = 1, 7 do obstacle { at = {2 * math.sin(2 * i), 3 * i - 12}, radius = 0.5 } end

local kitchens = {}
for i = 1, 5 do kitchens[i] = target { at = {12, 4 * i - 12}, radius = 0.6, capacity = 2 } end

local helpers = group { count = 12, area = box(-14, -9, -9, 9), spacing = 1, on_arrival = "remove",
                        speed = uniform(0.9, 1.6), agility = uniform(0.4, 1), energy = uniform(0.3, 1) }
assign { agents = helpers, targets = kitchens }           -- ten get a task, two stand by

on.step(function(t)
  if t >= 15 and not state.called then
    state.called = true
    for i = 1, #helpers do
      local h = helpers[i]
      if h.alive and h.target then
        if h.energy < 0.5 then h.energy = 1 end           -- the tired one has had a rest
        if h.x < 0 then h.speed, h.courage = 1.5 * h.speed, 0.9 end   -- the late one hurries and takes risks
      end
    end
  elseif t >= 30 and not state.opened then
    state.opened = true
    local new = target { at = {0, 10}, radius = 0.8, shape = "disc" }  -- a sixth kitchen for those who stood by
    local free = {}
    for i = 1, #helpers do
      if helpers[i].alive and helpers[i].status == "lost" then free[#free + 1] = helpers[i] end
    end
    assign { agents = free, targets = {new} }
  end
end)
