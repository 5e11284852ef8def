-- Thirty people find their way through a maze with dead ends and a few loops.
local people = param("agents", 30, 1, 60)
local kind = param("planner", "harmonic", {"harmonic", "hitting", "distance"})
scene { title = "Maze", dt = 0.1, duration = 150, seed = 1, view = box(-7, -0.8, 23, 15.8), colour = "speed" }

local plan = {
  "+--+--+--+--+--+--+--+--+",
  "|     |        |        |",
  "+  +  +  +--+  +  +--+  +",
  "|  |     |  |     |     |",
  "+  +--+--+  +--+--+  +--+",
  "      |        |     |   ",
  "+--+  +  +--+  +  +--+  +",
  "|     |     |     |     |",
  "+  +--+--+  +--+--+  +--+",
  "|        |        |     |",
  "+  +--+  +--+  +  +--+  +",
  "|     |        |        |",
  "+--+--+--+--+--+--+--+--+",
}
local side = 2.5  -- of a cell of the plan

-- One wall for each straight piece.
local function is_wall(row, column) return string.sub(plan[row], column, column) ~= " " end
local columns, rows = #plan[1] // 3, #plan // 2
for k = 0, rows do
  local from
  for i = 0, columns do
    local there = i < columns and is_wall(2 * k + 1, 3 * i + 2)
    if there and not from then from = i end
    if from and not there then
      wall { {side * from, side * (rows - k)}, {side * i, side * (rows - k)}, thickness = 0.1 }
      from = nil
    end
  end
end
for i = 0, columns do
  local from
  for k = 0, rows do
    local there = k < rows and is_wall(2 * k + 2, 3 * i + 1)
    if there and not from then from = k end
    if from and not there then
      wall { {side * i, side * (rows - from)}, {side * i, side * (rows - k)}, thickness = 0.1 }
      from = nil
    end
  end
end
wall { {0, 15}, {-6, 15}, {-6, 0}, {0, 0}, thickness = 0.1 }  -- the hall in front of it

local kinds = { harmonic = harmonic, hitting = hitting, distance = distance }
local out = target { from = {21.5, 7.9}, to = {21.5, 9.6} }
group { count = people, area = box(-5.5, 0.5, -0.5, 14.5), spacing = 0.8, heading = uniform(-0.5, 0.5), on_arrival = "remove",
        planner = kinds[kind] { to = out }, speed = normal(1.25, 0.12), agility = 0.8 }
