-- expect: script
agent { at = {0, 0}, goal = {9, 0} }
obstacle { at = function(t) if t > 1 then return 0/0, 0 end return 5, 5 end }
