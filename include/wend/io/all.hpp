#pragma once
// Trajectories, pictures and film. The layer draws and writes Frames; capture() makes one of a World.
#include <wend/io/atomic_file.hpp>
#include <wend/io/checkpoint.hpp>
#include <wend/io/drawing_format.hpp>
#include <wend/io/endings.hpp>
#include <wend/io/field_picture.hpp>
#include <wend/io/field_store.hpp>
#include <wend/io/film.hpp>
#include <wend/io/frame.hpp>
#include <wend/io/gltf.hpp>
#include <wend/io/picture.hpp>
#include <wend/io/plots.hpp>
#include <wend/io/povray.hpp>
#include <wend/io/trajectory.hpp>
#include <wend/io/trajectory_format.hpp>
