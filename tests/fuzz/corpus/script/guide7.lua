local exit = target { from = {12, -3}, to = {12, 3} }
local crowd = group {
  count = 30, area = box(-12, -3, -4, 3), spacing = 0.6,       -- smallest distance of centres
  target = exit, heading = uniform(-0.5, 0.5), speed = normal(1.34, 0.26), courage = normal(0.5, 0.15),
}
group { count = 10, area = ring(0, 12, 3, 5), goal = function(x, y, i) return -x, 24 - y end }    -- to the other side
local doors = { target { at = {-3, -9} }, target { at = {3, -9} } }
group { count = 10, area = line(-8, -14, 8, -14), target = function(x, y, i) return doors[1 + i % 2] end }
print(#crowd, crowd[1].at[1], crowd.count)
