-- expect: script
obstacle { at = {0, 0}, radius = 0/0 }
