-- The same obstacles and the same start, four characters: bold, shy, nimble and sluggish.
scene { title = "Personality", dt = 0.1, duration = 60, seed = 1, view = box(-14, -9, 14, 7), colour = "group" }

local characters = {
  { name = "bold", courage = 0.75, agility = 1.0, lightness = 1.0 },      -- passes close by
  { name = "shy", courage = 0.25, agility = 1.0, lightness = 1.0 },       -- keeps away
  { name = "nimble", courage = 0.50, agility = 1.0, lightness = 1.0 },    -- turns at once
  { name = "sluggish", courage = 0.50, agility = 0.2, lightness = 0.2 },  -- turns and brakes late
}
for row, character in ipairs(characters) do
  local y = 9 - 3.6 * row
  obstacle { at = {-4, y + 0.3}, radius = 0.5 }
  obstacle { at = {0.5, y - 0.6}, radius = 0.5 }
  obstacle { at = {5, y + 0.3}, radius = 0.5 }
  agent { at = {-11, y}, target = target { at = {11, y} }, group = character.name,
          courage = character.courage, agility = character.agility, lightness = character.lightness }
end
