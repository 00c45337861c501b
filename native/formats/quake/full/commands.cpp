#include "formats/quake/full/commands.h"

#include <algorithm>
#include <array>

#include "formats/quake/fields.h"
#include "formats/quake/header_fields.h"

namespace vitrine::quake {
namespace {

using Triangle = std::array<uint32_t, 3>;

/// The same triangle from whichever corner it begins.
Triangle canonical(const Triangle& t) { return std::min({t, Triangle{t[1], t[2], t[0]}, Triangle{t[2], t[0], t[1]}}); }

}  // namespace

Status check_commands(LoadContext& context, const RawModel& raw) {
  const File file(context.bytes);
  Diagnostics& said = context.diagnostics;
  const uint64_t count = file.u32(md2::kCommands), at = file.u32(md2::kCommandsAt);
  if (count == 0) {
    said.add(messages::kNoCommands, md2::kCommands);
    return ok_status();
  }
  if (at < md2::kHeaderBytes || !file.has(at, 4 * count)) {
    said.add(messages::kCommandsOutside, md2::kCommandsAt);
    return ok_status();
  }
  if (at % 4 != 0) said.add(messages::kUnaligned, md2::kCommandsAt, {md2::name_of(md2::kCommandsAt), at});
  const RawSurface& surface = raw.surfaces[0];
  VITRINE_CHECK(context.budget.charge(count / 3 + surface.indices.size() / 3, sizeof(Triangle) + 4, at));
  std::vector<Triangle> drawn;
  std::vector<uint32_t> run;
  uint64_t word = 0;
  bool ended = false, is_index_told = false;
  while (word < count && !ended) {
    const uint64_t place = at + 4 * word++;
    const int64_t command = file.i32(place), vertices = command < 0 ? -command : command;
    if (command == 0) {
      ended = true;
      break;
    }
    if (static_cast<uint64_t>(vertices) > (count - word) / 3) {
      said.add(messages::kCommandsOverrun, place, {vertices});
      break;
    }
    run.clear();
    for (int64_t k = 0; k < vertices; ++k, word += 3) {
      const uint64_t index_at = at + 4 * word + 8;
      uint32_t vertex = file.u32(index_at);
      if (vertex >= surface.vertex_count) {
        if (!is_index_told) said.add(messages::kCommandsIndex, index_at, {file.i32(index_at), surface.vertex_count});
        is_index_told = true;
        vertex = 0;
      }
      run.push_back(vertex);
    }
    // A strip turns every second triangle; a fan goes around its first vertex.
    for (size_t k = 0; k + 2 < run.size(); ++k) {
      if (command < 0)
        drawn.push_back(canonical({run[0], run[k + 1], run[k + 2]}));
      else
        drawn.push_back(canonical(k % 2 == 0 ? Triangle{run[k], run[k + 1], run[k + 2]}
                                             : Triangle{run[k + 1], run[k], run[k + 2]}));
    }
  }
  if (!ended)
    said.add(messages::kCommandsNoEnd, at);
  else if (word != count)
    said.add(messages::kCommandsMore, at + 4 * word, {count - word});
  std::vector<Triangle> listed;
  for (size_t k = 0; k + 2 < surface.indices.size(); k += 3) {
    const uint32_t* t = &surface.indices[k];
    listed.push_back(canonical({surface.vertex[t[0]], surface.vertex[t[1]], surface.vertex[t[2]]}));
  }
  std::sort(drawn.begin(), drawn.end());
  std::sort(listed.begin(), listed.end());
  if (drawn != listed) said.add(messages::kCommandsDiffer, at, {drawn.size(), listed.size()});
  return ok_status();
}

}  // namespace vitrine::quake
