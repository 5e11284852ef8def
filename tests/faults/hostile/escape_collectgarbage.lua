-- expect: script
collectgarbage("stop")
