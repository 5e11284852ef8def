-- expect: script
print(string.find(("a"):rep(28), ("a?"):rep(28) .. ("a"):rep(28)))
