-- expect: limit
group { count = 5, area = box(0, 0, 9, 9), goal = function(x, y) while true do end end }
