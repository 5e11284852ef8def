local careful = attractor { d0 = 2, d1 = 0.3 }           -- influence length and stopping clearance, m
local plain = attractor { competition = false }          -- the plain sum, both weights 1
local steady = attractor { speed = "constant", sigma = 0 }
local chooser = attractor { targets = "compete", hysteresis = true, d_t = 6 }
agent { at = {-6, 0}, goal = {6, 0}, model = careful }
agent { at = {-6, 2}, goal = {6, 2}, model = plain }
agent { at = {-6, 4}, goal = {6, 4}, model = steady }
agent { at = {-6, 6}, targets = { target { at = {6, 6} }, target { at = {6, 8} } }, model = chooser }
