-- expect: limit
obstacle { at = function(t) while true do end end, radius = 1 }
