-- expect: script
error(("x"):rep(100000))
