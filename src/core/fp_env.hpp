#pragma once

namespace wend {

// While alive: round to nearest, denormals kept; the caller's modes come back afterwards. Traps and flags are left alone.
class FpEnv {
 public:
  FpEnv();
  ~FpEnv();
  FpEnv(const FpEnv&) = delete;
  FpEnv& operator=(const FpEnv&) = delete;

 private:
  unsigned saved_control_ = 0;
  int saved_rounding_ = 0;
};

}  // namespace wend
