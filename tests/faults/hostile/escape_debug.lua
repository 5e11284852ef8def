-- expect: script
debug.sethook()
while true do end
