scene { title = "My first scene", duration = 20 }
local goal = target { at = {6, 0} }
obstacle { at = {0, 0.2}, radius = 1 }
agent { at = {-6, 0}, target = goal }
