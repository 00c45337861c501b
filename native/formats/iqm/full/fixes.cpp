// Fixes of binaries: numbers of the header, of poses and of actions, each where its message points.

#include "formats/iqm/full/fixes.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "formats/iqm/codes.h"
#include "formats/iqm/fix_titles.h"
#include "formats/iqm/raw.h"
#include "formats/iqm/read/header.h"
#include "formats/reread.h"

namespace vitrine::iqm {
namespace {

/// The bytes of the comment up to the zero that ends it.
uint32_t comment_bytes(std::span<const uint8_t> bytes, const Header& header) {
  const auto text = bytes.subspan(std::min<size_t>(header[kCommentAt], bytes.size()));
  return static_cast<uint32_t>(std::find(text.begin(), text.end(), uint8_t{0}) - text.begin());
}

}  // namespace

Fixes find_fixes(std::span<const uint8_t> bytes, const FormatRow& row) {
  Fixes fixes;
  const auto header = read_header(bytes);
  if (!header) return fixes;
  const Reread reading = reread(bytes, row);
  if (reading.error != nullptr) return fixes;
  for (const Message& message : reading.said.messages()) {
    const uint64_t at = message.offset;
    const auto put = [&](const char* title, auto value) { fix_for(fixes, message.code->id, title).put(at, value); };
    if (message.code == &kFileSize) put(fix_titles::kCounts, static_cast<uint32_t>(bytes.size()));
    if (message.code == &kStaleVertices) put(fix_titles::kCounts, uint32_t{0});
    if (message.code == &kComment) put(fix_titles::kCounts, comment_bytes(bytes, *header));
    if (message.code == &kPoseMask) put(fix_titles::kFlags, u32_at(bytes, at) & ((1u << header->channels()) - 1));
    if (message.code == &kActionFlags) put(fix_titles::kFlags, u32_at(bytes, at) & 1u);
    if (message.code == &kRate) put(fix_titles::kRate, static_cast<float>(kDefaultRate));
  }
  for (Fix& fix : fixes) {
    std::sort(fix.edits.begin(), fix.edits.end(), [](const Edit& a, const Edit& b) { return a.offset < b.offset; });
  }
  return fixes;
}

}  // namespace vitrine::iqm
