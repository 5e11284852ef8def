class { name = "fire", d0 = 2.5, delta = 1.0, weight = 2 }   -- felt from farther away, and pushes twice as hard
class { name = "guard", d0 = 2.0, competes = true }          -- has its own weight among the competing attractors
obstacle { at = {0, 0}, radius = 0.6, class = "fire" }
obstacle { at = {3, 2}, radius = 0.4, class = "guard" }
agent { at = {-6, 0}, goal = {6, 0} }
