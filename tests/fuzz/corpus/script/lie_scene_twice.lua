-- expect: script
scene { dt = 0.1 }
scene { dt = 0.2 }
