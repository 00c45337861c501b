#pragma once
// Which layout a chunk has. The version number never changed while layouts did some forty times, so each chunk is
// matched against the known layouts of its name and the first that consumes it exactly and is sane is taken.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "formats/kri/read/container.h"
#include "formats/kri/read/record.h"

namespace vitrine::kri {

/// Strings: NUL-padded arrays until 30 March 2010, length-prefixed from 31 March 2010 on.
enum class Strings : uint8_t { kUnknown, kFixed, kText };

struct Decoded {
  std::string_view layout;  ///< tag as in FORMAT.md ("F", "text", "4f w=hand"); empty where a chunk has one layout only
  Record fields;
  std::span<const uint8_t> data;  ///< of the v_ chunks: the per-vertex array; of curves: from the key count on

  bool is(const char* wanted) const { return layout == wanted; }
};

/// Some exporter wrote chunks of this name.
bool is_known(std::string_view name);
/// A chunk of this name may have size 0 (unknown names may).
bool may_be_empty(std::string_view name);

/// String layout by one chunk: the answer of the first `node` or `mat` holds for all.
Strings strings_of(const Frame& frame);

/// Nothing when no layout of the name fits. `vertex_count` is that of the last `mesh`.
std::optional<Decoded> decode(const Frame& frame, Strings strings, uint32_t vertex_count);

bool has_control(std::string_view text);
/// A length-prefixed text at the start of `bytes` without control characters; nothing when there is none.
std::optional<std::string_view> leading_text(std::span<const uint8_t> bytes);

}  // namespace vitrine::kri
