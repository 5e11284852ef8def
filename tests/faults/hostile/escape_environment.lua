-- expect: script
local _ENV = { tostring = tostring }
print("no print here")
