-- expect: script
-- no debug library, so the iterator of pairs keeps its upvalues
local next_key = pairs({ 1, 2, 3 })
debug.setupvalue(next_key, 1, nil)
