// World documents, songs and effect files: read, and what is read evaluated. Nothing may hang, overflow or disagree.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "formats/v2m/song.h"
#include "formats/vfx/effects.h"
#include "session/sound.h"
#include "session/world.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace vitrine;
  const std::span<const uint8_t> bytes(data, size);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)v2m_table("song", bytes);
  (void)sound_report("sound", bytes);
  (void)vfx_table("effects", bytes);
  WorldSession session(text, {});
  const auto check = [&](bool wants_issues_alone) {
    const auto report = session.report();
    if (report.contains("issues") && (report.size() == 1) == wants_issues_alone) return;
    std::fprintf(stderr, "a document without a frame must print its issues and nothing else, any other its frame\n");
    std::abort();
  };
  check(true);
  for (const double time_s : {0.0, 0.1, 1.0, 0.5}) {
    if (!session.ok()) break;
    check(!session.evaluate(time_s));
    if (!session.ok()) break;
    (void)session.report().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  return 0;
}
