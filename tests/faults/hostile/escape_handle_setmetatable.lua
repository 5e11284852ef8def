-- expect: script
local a = agent { at = {0, 0} }
setmetatable(a, { __index = function() return 1 end })
