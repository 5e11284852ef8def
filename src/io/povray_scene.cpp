#include "io/povray_scene.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/text.hpp"
#include "io/colours.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

using std::numbers::pi;

// Light, sky, ground and the shapes everything is made of.
constexpr std::string_view prelude = R"(
global_settings { assumed_gamma 1.0 max_trace_level 4 }

#declare Horizon = srgb <0.85, 0.89, 0.92>;
sky_sphere { pigment { gradient z color_map {
  [0.0 Horizon] [0.12 srgb <0.70, 0.80, 0.90>] [0.6 srgb <0.38, 0.56, 0.80>] } } }
light_source { <-160, -110, 170> srgb <1.34, 1.25, 1.10>
  area_light <9, 0, 0>, <0, 9, 0>, 5, 5 adaptive 1 circular orient parallel point_at <0, 0, 0> }
light_source { <120, -160, 140> rgb <0.10, 0.12, 0.16> shadowless parallel point_at <0, 0, 0> }
light_source { <60, 150, 120> rgb <0.04, 0.05, 0.07> shadowless parallel point_at <0, 0, 0> }

#declare Matt = finish { ambient rgb <0.09, 0.10, 0.12> diffuse 0.74 };
#declare Satin = finish { ambient rgb <0.08, 0.09, 0.11> diffuse 0.74 specular 0.12 roughness 0.06 };

// Slabs of two metres; the joints are faint, and too thin to see from afar.
#declare Slab = function(x) { min(mod(abs(x), 1), 1 - mod(abs(x), 1)) };
plane { z, 0
  pigment { function { select(min(Slab(x), Slab(y)) - 0.009, 1, 0) }
    color_map { [0 srgb <0.80, 0.79, 0.78>] [1 srgb <0.68, 0.67, 0.66>] } scale 2 }
  normal { bumps 0.04 scale 0.08 } finish { Matt } }

// A person faces +x, is 1.72 m tall and keeps within 0.25 m of its axis.
#declare Torso = sor { 11, <0.100, 0.70>, <0.140, 0.80>, <0.150, 0.92>, <0.138, 1.06>, <0.160, 1.20>, <0.190, 1.32>,
  <0.178, 1.40>, <0.100, 1.455>, <0.052, 1.49>, <0.048, 1.55>, <0.048, 1.60> rotate 90*x scale <0.62, 1, 1> }
#declare Skull = sphere { 0, 1 scale <0.100, 0.086, 0.112> translate <0.018, 0, 1.61> }
#declare Cap = union {
  intersection { sphere { 0, 1 scale <0.110, 0.096, 0.120> } plane { -z, -0.012 } translate <0.012, 0, 1.61> }
  intersection { sphere { 0, 1 scale <0.125, 0.074, 0.014> } plane { -x, 0 } translate <0.070, 0, 1.632> } }

// Swing: of legs and arms, degrees, the left leg's.
#macro Leg(Side, Swing)
  union {
    sphere_sweep { linear_spline 3, <0, 0, 0>, 0.078, <0.03, 0, -0.40>, 0.060, <0, 0, -0.76>, 0.043 }
    sphere { 0, 1 scale <0.115, 0.047, 0.042> translate <0.055, 0, -0.80> }
    rotate -Swing*y translate <0, 0.072*Side, 0.845> }
#end
#macro Arm(Side, Swing)
  sphere_sweep { linear_spline 3, <0, 0, 0>, 0.052, <-0.012, 0.035*Side, -0.28>, 0.041,
    <0.07 + 0.0016*Swing, 0.018*Side, -0.54>, 0.034 rotate -Swing*y translate <0, 0.176*Side, 1.355> }
#end
#macro Person(X, Y, Turn, Wide, Tall, Swing, Shirt, Trousers)
  union {
    union { Leg(1, Swing) Leg(-1, -Swing) pigment { color Trousers } finish { Matt } }
    union { object { Torso } Arm(1, -0.8*Swing) Arm(-1, 0.8*Swing) pigment { color Shirt } finish { Satin } }
    object { Skull pigment { srgb <0.90, 0.84, 0.77> } finish { Satin } }
    object { Cap pigment { color 0.55*Shirt } finish { Matt } }
    scale <Wide, Wide, Tall> rotate Turn*z translate <X, Y, 0> }
#end

#declare Stone = texture { pigment { granite scale 0.4 color_map {
  [0 srgb <0.66, 0.655, 0.645>] [1 srgb <0.76, 0.755, 0.745>] } } finish { Matt } }
#declare Plaster = texture { pigment { srgb <0.62, 0.64, 0.67> } finish { Matt } }
#declare Coping = texture { pigment { srgb <0.80, 0.80, 0.79> } finish { Matt } }
#declare Wood = texture { pigment { srgb <0.72, 0.52, 0.29> } finish { Satin } }
#declare Water = texture { pigment { srgb <0.30, 0.46, 0.54> }
  normal { ripples 0.12 scale 0.2 } finish { ambient 0.08 diffuse 0.5 specular 0.5 roughness 0.01 reflection 0.18 } }

// A rounded block over a line, from one height to another.
#macro Block(A, B, R, Low, High)
  union {
    cylinder { <A.x, A.y, Low>, <A.x, A.y, High>, R }
    #if (vlength(B - A) > 1e-6)
      cylinder { <B.x, B.y, Low>, <B.x, B.y, High>, R }
      box { <0, -R, Low>, <vlength(B - A), R, High> rotate degrees(atan2((B - A).y, (B - A).x))*z translate <A.x, A.y, 0> }
    #end }
#end
#macro Wall(A, B, R, High)
  object { Block(A, B, R, 0, High - 0.06) texture { Plaster } }
  object { Block(A, B, R + 0.025, High - 0.06, High) texture { Coping } }
#end
#macro Pillar(A, R)
  union {
    cylinder { <A.x, A.y, 0>, <A.x, A.y, 0.18>, R }
    cylinder { <A.x, A.y, 0.18>, <A.x, A.y, 2.45>, 0.86*R }
    torus { 0.86*R, 0.05*R rotate 90*x translate <A.x, A.y, 0.21> }
    torus { 0.86*R, 0.05*R rotate 90*x translate <A.x, A.y, 2.40> }
    cylinder { <A.x, A.y, 2.45>, <A.x, A.y, 2.60>, R } texture { Stone } }
#end
#macro Basin(A, R)
  difference {
    cylinder { <A.x, A.y, 0>, <A.x, A.y, 0.55>, R }
    cylinder { <A.x, A.y, 0.1>, <A.x, A.y, 1>, R - 0.16 } texture { Stone } }
  cylinder { <A.x, A.y, 0>, <A.x, A.y, 0.44>, R - 0.15 texture { Water } }
  cylinder { <A.x, A.y, 0>, <A.x, A.y, 0.95>, 0.10 texture { Stone } }
  sphere { <A.x, A.y, 1.05>, 0.17 texture { Stone } }
#end
#macro Cart(A, B, R)
  object { Block(A, B, R, 0.16, 0.86) texture { Wood } }
  object { Block(A, B, 0.82*R, 0, 0.16) pigment { rgb 0.03 } finish { Matt } }
  object { Block(A, B, 0.86*R, 0.86, 0.885) pigment { srgb <0.45, 0.33, 0.19> } finish { Matt } }
#end

// Flat on the ground.
#declare Paint = texture { pigment { srgb <0.30, 0.52, 0.38> } finish { Matt } }
#declare Wash = texture { pigment { srgbt <0.30, 0.52, 0.38, 0.72> } finish { Matt } }
#macro Stripe(A, B, Half)
  #if (vlength(B - A) > 1e-6)
    #local Side = Half * <-(B - A).y, (B - A).x> / vlength(B - A);
    polygon { 5, A + Side, B + Side, B - Side, A - Side, A + Side translate 0.004*z texture { Paint } no_shadow }
  #end
#end
#macro Spot(A, R)
  disc { <A.x, A.y, 0.003>, z, R texture { Wash } no_shadow }
  disc { <A.x, A.y, 0.004>, z, R, max(0.8*R, R - 0.12) texture { Paint } no_shadow }
  disc { <A.x, A.y, 0.004>, z, 0.22*R texture { Paint } no_shadow }
#end
)";

std::string number(double v) { return fixed_text(v, 4); }
std::string pair(Vec2 p) { return concat("<", number(p.x), ", ", number(p.y), ">"); }

std::string tone(Colour c) {
  return concat("srgb <", fixed_text(c.r, 3), ", ", fixed_text(c.g, 3), ", ", fixed_text(c.b, 3), ">");
}

struct Point {
  double x = 0, y = 0, z = 0;
};

}  // namespace

std::string pov_number(std::uint64_t picture) {
  std::string digits = number_text(picture);
  return std::string(digits.size() < 6 ? 6 - digits.size() : 0, '0') + digits;
}

std::string pov_scene(const std::string& folder, std::uint64_t pictures) {
  return concat(pov_first_line, "#version 3.7;\n#declare Pictures = ", pictures,
                ";\n#ifdef (Film_pictures)\n  #if (Film_pictures != Pictures)\n"
                "    #error \"the .ini belongs to another film than the folder\"\n  #end\n#end\n",
                prelude, "\n#declare Picture = min(max(frame_number, 1), Pictures);\n#include concat(\"", folder,
                "/\", str(Picture, -6, 0), \".inc\")\n");
}

std::string pov_front(const std::string& folder) {
  return concat(
      "// A film of Wend: povray with the .ini of this name renders all pictures, this file alone the first.\n",
      "#version 3.7;\n#include \"", folder, "/scene.inc\"\n");
}

std::string pov_ini(const std::string& name, const PovOptions& o, std::uint64_t pictures) {
  return concat("; A film of Wend: povray ", name, ".ini, then\n; ffmpeg -framerate ", o.fps, " -i ", name, "%0",
                number_text(pictures).size(), "d.png ", name, ".mp4\nInput_File_Name=\"", name,
                ".pov\"\nOutput_File_Name=\"", name, "\"\nOutput_File_Type=N\nWidth=", o.width, "\nHeight=", o.height,
                "\nAntialias=on\nAntialias_Threshold=0.15\nAntialias_Depth=2\nSampling_Method=2\nDisplay=off\n"
                "Initial_Frame=1\nFinal_Frame=",
                pictures, "\nDeclare=Film_pictures=", pictures, "\n");
}

std::string pov_camera(const PovOptions& o, const Box& box, double turn_deg) {
  constexpr double angle = 36 * pi / 180, tall = 1.7;
  const double turn = turn_deg * pi / 180, rise = o.height_deg * pi / 180;
  const Vec2 centre = 0.5 * (box.low + box.high);
  const Point back{std::cos(turn) * std::cos(rise), std::sin(turn) * std::cos(rise), std::sin(rise)};
  const Point right{-std::sin(turn), std::cos(turn), 0};
  const Point up{-std::cos(turn) * std::sin(rise), -std::sin(turn) * std::sin(rise), std::cos(rise)};
  const auto along = [](Point a, Point b) { return a.x * b.x + a.y * b.y + a.z * b.z; };
  const double across = std::tan(angle / 2), upward = across * o.height / o.width;

  // Every corner of the box must be seen: each asks for a distance, in either direction of the picture. What is near
  // looks larger, so the point in the middle of the picture is not the middle of the box: it is moved there.
  double distance = 1, ahead = 0;
  for (int round = 0; round < 12; ++round) {
    distance = 1;
    double lowest = 1e300, highest = -1e300;
    for (const bool second : {false, true}) {
      for (int i = 0; i < 8; ++i) {
        const Point p{(i & 1 ? box.high : box.low).x - centre.x + ahead * std::cos(turn),
                      (i & 2 ? box.high : box.low).y - centre.y + ahead * std::sin(turn),
                      (i & 4 ? tall : 0) - 0.4 * tall};
        const double nearer = along(p, back);
        if (!second) {
          distance = std::max(
              {distance, nearer + std::abs(along(p, right)) / across, nearer + std::abs(along(p, up)) / upward});
        } else {
          lowest = std::min(lowest, along(p, up) / (distance - nearer));
          highest = std::max(highest, along(p, up) / (distance - nearer));
        }
      }
    }
    ahead += 0.5 * (lowest + highest) * distance / std::max(std::sin(rise), 0.3) * 0.5;
  }
  distance *= 0.94;  // nobody stands in the corners
  const Vec2 aim = centre - ahead * Vec2{std::cos(turn), std::sin(turn)};
  const Point eye{aim.x + distance * back.x, aim.y + distance * back.y, 0.4 * tall + distance * back.z};
  return concat("camera { location <", number(eye.x), ", ", number(eye.y), ", ", number(eye.z),
                "> right -x*image_width/image_height up y sky z angle 36 look_at <", number(aim.x), ", ", number(aim.y),
                ", ", number(0.4 * tall), "> }\nfog { distance ", number(30 * distance), " color Horizon }\n");
}

std::string pov_body(const BodyShape& b, double wall_height) {
  const Vec2 to = b.kind == BodyKind::disc ? b.at : b.to;
  if (b.kind == BodyKind::wall) {
    return concat("Wall(", pair(b.at), ", ", pair(to), ", ", number(std::max(b.radius, 0.06)), ", ",
                  number(wall_height), ")\n");
  }
  const std::string radius = number(std::max(b.radius, 0.05));
  if (b.motion != BodyMotion::fixed) return concat("Cart(", pair(b.at), ", ", pair(to), ", ", radius, ")\n");
  if (b.kind == BodyKind::capsule) return concat("Wall(", pair(b.at), ", ", pair(to), ", ", radius, ", 0.9)\n");
  return concat(b.radius > 0.8 ? "Basin(" : "Pillar(", pair(b.at), ", ", radius, ")\n");
}

std::string pov_target(const TargetMark& t) {
  if (t.shape == TargetShape::segment)
    return concat("Stripe(", pair(t.at), ", ", pair(t.to), ", ", number(std::max(0.5 * t.radius, 0.06)), ")\n");
  if (t.shape != TargetShape::polygon)
    return concat("Spot(", pair(t.at), ", ", number(std::max(t.radius, 0.15)), ")\n");
  std::string text;
  for (std::size_t i = 0; i < t.polygon.size(); ++i) {
    text += concat("Stripe(", pair(t.polygon[i]), ", ", pair(t.polygon[(i + 1) % t.polygon.size()]), ", 0.06)\n");
  }
  return text;
}

std::string pov_person(const AgentState& a, double walked) {
  const auto& colours = palette(false).groups;
  const std::uint32_t chance = (a.id.index * 2654435761u) >> 12;
  const double shade = (chance % 64) / 63.0 - 0.5;  // -0.5 .. 0.5, its own
  const Colour shirt =
      blend(colours[a.group % colours.size()], shade < 0 ? colour(0x000000) : colour(0xffffff), 0.45 * std::abs(shade));
  const Colour trousers = blend(colour(0x23272f), colour(0x6b6459), ((chance >> 6) % 64) / 63.0);
  const double wide = std::max(a.radius, 0.02) / 0.25;
  const double tall = std::clamp(wide, 0.4, 1.3) * (0.95 + 0.1 * ((chance >> 12) % 64) / 63.0);
  const double stride = 1.45 * tall;
  const double reach = 27 * std::clamp(norm(a.velocity) / 1.2, 0.0, 1.0);
  return concat("Person(", number(a.at.x), ", ", number(a.at.y), ", ", fixed_text(a.heading * 180 / pi, 2), ", ",
                fixed_text(wide, 3), ", ", fixed_text(tall, 3), ", ",
                fixed_text(reach * std::sin(2 * pi * (walked / stride + shade)), 2), ", ", tone(shirt), ", ",
                tone(trousers), ")\n");
}

}  // namespace wend::io
