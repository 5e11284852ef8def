-- expect: script
loadstring("return 1")()
