-- expect: script
dofile("/etc/passwd")
