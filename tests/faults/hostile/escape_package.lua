-- expect: script
print(package.path)
