-- expect: script
obstacle { at = function(t) return "here", {} end }
