-- expect: script
scene { dt = 0/0 }
