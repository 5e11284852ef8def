-- expect: script
agent { at = {0/0, 0} }
