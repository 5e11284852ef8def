target { at = {8, 0} }                                -- a point with a capture radius of 0.3 m
target { at = {8, 3}, radius = 1.5, shape = "disc" }  -- a disc: its edge is near enough
target { from = {10, -2}, to = {10, 2} }              -- a line, approached at its nearest point
target { polygon = { {12, 0}, {14, 0}, {13, 2} } }    -- an area
target { at = function(t) return 7 * math.cos(0.1 * t), 7 * math.sin(0.1 * t) end }
