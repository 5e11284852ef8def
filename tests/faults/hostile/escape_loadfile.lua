-- expect: script
loadfile("/etc/passwd")()
