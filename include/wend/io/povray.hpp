#pragma once
#include <wend/base/export.hpp>
#include <wend/io/film.hpp>
#include <wend/io/frame.hpp>
#include <wend/io/picture.hpp>
#include <wend/result.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace wend::io {

struct PovOptions {
  int width = 1280;
  int height = 720;
  double fps = 30;            // 1 .. 240
  double speed = 1;           // simulated seconds per second of film
  std::optional<Box> view{};  // what the camera frames; none: everything in the first frame
  double wall_height = 1.2;   // m
  double from_deg = -78;      // where the camera stands: -90 south of the scene, 0 east
  double height_deg = 32;     // above the horizon, 5 .. 89
  double orbit_deg = 0;       // turn of the camera per second of film
};

// A film for POV-Ray: film.pov, film.ini and the folder film_pov with an .inc per picture; `povray film.ini` renders
// the series. All appear at close() or not at all; an earlier film of that name is replaced, any other folder of that
// name is refused. After an error every later call answers the same error.
class WEND_API PovFilm {
 public:
  static Result<PovFilm> open(const std::string& path, const PovOptions& = {});
  PovFilm(PovFilm&&) noexcept;
  PovFilm& operator=(PovFilm&&) noexcept;
  ~PovFilm();  // abandons what is not closed

  // The world at a later time than the frame before. Agents with numbers that are not finite are left out.
  Result<void> add_step(const Frame&);
  Result<void> close();
  void abandon();
  std::uint64_t pictures() const;  // so far

 private:
  struct Impl;
  explicit PovFilm(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

struct PovRender {
  std::string output{};        // .mp4 or .webm
  std::uint64_t pictures = 0;  // of the film
  PovOptions pov{};            // as the film was made
  FilmOptions film{};          // crf, program and patience of the encoder
  std::string program = "povray";
  int jobs = 0;  // pictures at a time; 0: one per processor
};

// Runs POV-Ray on every picture of a closed film and ffmpeg on the results. `go_on` hears how many are done and may
// stop it; then, and after an error, there is no film and nothing beside it.
WEND_API Result<void> render_pov(const std::string& path, const PovRender&,
                                 const std::function<bool(std::uint64_t done)>& go_on);

}  // namespace wend::io
