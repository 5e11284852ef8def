-- expect: script
scene { [("title"):rep(200)] = 1 }
