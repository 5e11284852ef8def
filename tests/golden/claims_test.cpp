#include <doctest/doctest.h>

#include <map>
#include <string>

#include "golden/cli_support.hpp"

// What `wend reproduce` says of the local, planning and environment specs, with few seeds.

using namespace wend;

TEST_CASE("claims: every claim of the three layers holds, and the numbers do not depend on threads") {
  const test::Folder folder;
  std::map<std::string, std::string> measured;
  for (const std::string threads : {"1", "3"}) {
    const test::Said run = test::Running(folder,
                                         {"reproduce", "attractor", "planning", "environment", "--quick", "--no-report",
                                          "-q", "--json", "--threads", threads},
                                         "", true, {"WEND_SCENES=" WEND_SOURCE_DIR "/scenes"})
                               .wait();
    REQUIRE(run.code == 0);
    const test::json out = test::one_object(run.out);
    CHECK(out["claims"].size() >= 38);
    for (const test::json& claim : out["claims"]) {
      const std::string id = claim["id"], said = claim["measured"];
      CAPTURE(id);
      CAPTURE(said);
      CHECK(claim["verdict"] != "not_reproduced");
      CHECK((claim["verdict"] == "partly_run") == claim["part"].is_string());
      if (id == "crowds") CHECK(claim["part"] == "swap only, 1 of 6 seeds");
      CHECK(!claim["source"].get<std::string>().empty());
      CHECK(measured.emplace(id, said).first->second == said);
    }
  }
}
