-- expect: script
local a = agent { at = {0, 0} }
agent { at = {5, 5}, target = a }
