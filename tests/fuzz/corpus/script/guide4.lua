obstacle { at = {0, 0}, radius = 0.5 }                            -- a disc
obstacle { from = {2, -1}, to = {2, 1}, radius = 0.1 }            -- a capsule
wall { {-9, -4}, {9, -4}, {9, 4}, thickness = 0.1 }               -- a line of segments; thickness is half of how thick it is
wall { {-20, -9}, {20, -9}, {20, 9}, {-20, 9}, closed = true }    -- the last point is joined to the first

-- What moves, moves by a function of time.
obstacle { at = function(t) return 3 * math.sin(t / 4), 3 end, radius = 0.4 }
obstacle { from = function(t) return t / 10, 5 end, to = function(t) return 1 + t / 10, 5 end, radius = 0.3 }
obstacle { from = function(t)                                     -- one function for both ends
  local c, s = math.cos(t / 5), math.sin(t / 5)
  return -c, -s, c, s
end, radius = 0.1 }
wall { {5, -3}, {5, -1}, at = function(t) return 0, math.min(t / 10, 2) end }  -- a shift: a sliding door
