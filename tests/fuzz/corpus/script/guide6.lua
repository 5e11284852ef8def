local shop, home = target { at = {5, 4} }, target { at = {-5, 4} }
local ann = agent {
  at = {0, 0}, heading = deg(90), radius = 0.25, speed = 1.4,
  courage = 0.6, agility = 0.8, lightness = 0.9,
  targets = {shop, home}, order = "listed", on_arrival = "remove", group = 1,
}
agent { at = {2, 0}, target = shop }            -- one target
agent { at = {4, 0}, goal = {9, 9} }            -- a target of its own, with `goal_radius` 0.3 m
agent { at = {6, 0}, direction = deg(45) }      -- a direction, for ever
agent { at = {8, 0} }                           -- the nearest of all targets
