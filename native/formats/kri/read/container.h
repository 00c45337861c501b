#pragma once
// The framing of a KRI scene: a flat list of chunks, each `char name[8], u32 size, payload`.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/limits.h"

namespace vitrine::kri {

inline constexpr uint64_t kHeaderBytes = 12;
inline constexpr uint8_t kFormatVersion = 3;

struct Frame {
  std::string_view name;  ///< up to 8 bytes, trailing NULs cut
  uint64_t offset = 0;    ///< of the header
  std::span<const uint8_t> payload;

  bool is(const char* wanted) const { return name == wanted; }
  uint64_t payload_offset() const { return offset + kHeaderBytes; }
};

struct Container {
  std::vector<Frame> frames;          ///< whole chunks only
  uint64_t accounted_bytes = 0;       ///< bytes that belong to `frames`
  bool interrupted = false;           ///< the exporter died: a last chunk of size 0 with raw payload after it
  std::string_view interrupted_name;  ///< of that chunk; it stands at `accounted_bytes`
};

/// True when the file begins with the chunk `kri`.
bool has_signature(std::span<const uint8_t> bytes);

/// Cuts the file into chunks. Fails (KRI_SIGNATURE, KRI_VERSION, TRUNCATED, LIMIT_MEMORY) only when the file cannot be
/// a KRI scene; a file that is cut off or ends in something else keeps everything before, with a message in
/// `diagnostics`.
Result<Container> read_container(std::span<const uint8_t> bytes, Budget& budget, Diagnostics& diagnostics);

}  // namespace vitrine::kri
