-- expect: script
math.randomseed(os)
