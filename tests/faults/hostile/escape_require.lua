-- expect: script
local os = require("os")
os.exit(1)
