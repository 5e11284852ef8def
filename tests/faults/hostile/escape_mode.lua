-- expect: script
setmetatable({}, { __mode = "k" })
