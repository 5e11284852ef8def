-- expect: script
print(string.match(("a"):rep(28), ("a?"):rep(28) .. ("a"):rep(28)))
