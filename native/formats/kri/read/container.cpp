#include "formats/kri/read/container.h"

#include <algorithm>

#include "base/byte_reader.h"
#include "formats/kri/codes.h"
#include "formats/kri/read/layouts.h"
#include "formats/kri/sentences.h"

namespace vitrine::kri {
namespace {

struct Header {
  std::string_view name;
  uint32_t size = 0;
  bool whole = false;      ///< 12 bytes are there
  bool plausible = false;  ///< the name is one a chunk can have: 1 to 7 characters, NUL padded
};

Header read_header(std::span<const uint8_t> bytes, uint64_t offset) {
  ByteReader reader(bytes.subspan(static_cast<size_t>(offset)), offset);
  Header header;
  const std::string_view raw = reader.text(8);
  header.size = reader.u32();
  header.whole = reader.ok();
  if (!header.whole) return header;
  header.name = raw.substr(0, std::min(raw.find('\0'), raw.size()));
  const auto of_name = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '*'; };
  header.plausible = !header.name.empty() && header.name.size() < 8 &&
                     std::all_of(header.name.begin(), header.name.end(), of_name) &&
                     raw.find_first_not_of('\0', header.name.size()) == std::string_view::npos;
  return header;
}

/// A chunk begins here that some exporter wrote and that lies inside the file.
bool known_chunk_at(std::span<const uint8_t> bytes, uint64_t offset) {
  const Header header = read_header(bytes, offset);
  return header.plausible && is_known(header.name) && header.size <= bytes.size() - offset - kHeaderBytes;
}

/// The exporter writes size 0 first and the real size when the chunk is done: a chunk of size 0 that cannot be empty,
/// or has no chunk after it, is where it died.
bool died_in(std::span<const uint8_t> bytes, const Header& header, uint64_t end) {
  if (header.size != 0) return false;
  if (end == bytes.size()) return !may_be_empty(header.name);
  if (may_be_empty(header.name)) return !read_header(bytes, end).plausible;
  return !known_chunk_at(bytes, end);
}

Status check_signature(std::span<const uint8_t> bytes) {
  const Header header = read_header(bytes, 0);
  if (!header.whole || header.name != "kri" || !header.plausible) {
    return Error{messages::kNoSignature, 0};
  }
  if (header.size != 1) {
    return Error{messages::kSignatureSize, 8, {header.size}};
  }
  if (bytes.size() <= kHeaderBytes) return Error{messages::kEndsBeforeVersion, kHeaderBytes};
  if (bytes[kHeaderBytes] != kFormatVersion) {
    return Error{messages::kVersion, kHeaderBytes, {bytes[kHeaderBytes]}};
  }
  return ok_status();
}

}  // namespace

bool has_signature(std::span<const uint8_t> bytes) {
  constexpr uint8_t kName[8] = {'k', 'r', 'i', 0, 0, 0, 0, 0};
  return bytes.size() >= kHeaderBytes && std::equal(std::begin(kName), std::end(kName), bytes.begin());
}

Result<Container> read_container(std::span<const uint8_t> bytes, Budget& budget, Diagnostics& diagnostics) {
  VITRINE_CHECK(check_signature(bytes));
  Container container;
  uint64_t at = 0;
  while (at < bytes.size()) {
    const Header header = read_header(bytes, at);
    const uint64_t end = at + kHeaderBytes;
    if (!header.plausible) {
      if (header.whole)
        diagnostics.add(messages::kNoChunkName, at, {bytes.size() - at});
      else
        diagnostics.add(messages::kNoChunkHeader, at, {bytes.size() - at});
      break;
    }
    if (died_in(bytes, header, end)) {
      container.interrupted = true;
      container.interrupted_name = header.name;
      diagnostics.add(messages::kInterrupted, at, {header.name, bytes.size() - end});
      break;
    }
    if (header.size > bytes.size() - end) {
      diagnostics.add(messages::kChunkTooLarge, at, {header.name, header.size, bytes.size() - end});
      break;
    }
    // A listed chunk costs its place here and in the report.
    VITRINE_CHECK(budget.charge(1, 512, at));
    container.frames.push_back({header.name, at, bytes.subspan(static_cast<size_t>(end), header.size)});
    at = end + header.size;
  }
  container.accounted_bytes = at;
  return container;
}

}  // namespace vitrine::kri
