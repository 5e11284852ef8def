#pragma once
#include <wend/io/checkpoint.hpp>

// Trajectories, pictures and film. The layer draws and writes Frames; capture() makes one of a World.
#include <wend/io/field_picture.hpp>
#include <wend/io/field_store.hpp>
#include <wend/io/film.hpp>
#include <wend/io/frame.hpp>
#include <wend/io/gltf.hpp>
#include <wend/io/picture.hpp>
#include <wend/io/plots.hpp>
#include <wend/io/povray.hpp>
#include <wend/io/trajectory.hpp>
