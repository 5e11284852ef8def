-- expect: script
obstacle { at = function(t) agent { at = {0, 0} } return 0, 0 end }
