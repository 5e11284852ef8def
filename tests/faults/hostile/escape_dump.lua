-- expect: script
local code = string.dump(function() end)
