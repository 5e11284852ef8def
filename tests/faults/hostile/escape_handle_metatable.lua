-- expect: script
local a = agent { at = {0, 0} }
local m = getmetatable(a)
m.__index = function() return 1 end
