-- expect: script
scene { seed = -1 }
