-- expect: limit
agent { at = {0, 0}, goal = {9, 0} }
obstacle { at = function(t) while t > 0.3 do end return t, 5 end, radius = 1 }
