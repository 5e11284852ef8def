-- expect: script
error("\27[2J\27]0;title\7 hello")
