-- expect: script
print((("a"):rep(1000)):gsub("a", "b"))
