-- expect: script
getmetatable("").__index = function() while true do end end
print(("x").y)
