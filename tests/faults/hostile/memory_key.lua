-- expect: script
agent { [("k"):rep(500000)] = 1 }
