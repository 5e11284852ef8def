-- expect: script
load("while true do end")()
