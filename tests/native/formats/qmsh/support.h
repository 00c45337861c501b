#pragma once
// Loading by the registry row, as a session does, with the file's bytes in an exactly sized buffer.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "formats/qmsh/rows.h"
#include "scene/validate.h"

namespace vitrine::qmsh::test {

inline std::vector<uint8_t> read_bytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
inline std::vector<uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }
inline nlohmann::json read_json(const std::filesystem::path& path) {
  std::ifstream in(path);
  return nlohmann::json::parse(in, nullptr, false);
}

inline const std::filesystem::path kShared = VITRINE_SHARED;
inline const std::filesystem::path kData = std::filesystem::path(VITRINE_TEST_DATA) / "qmsh";

struct Loaded {
  Scene scene;
  Diagnostics diagnostics{1000};
  nlohmann::ordered_json info = nlohmann::ordered_json::object();
  bool recognised = false, ok = false;

  const Message* find(const Code& code) const {
    for (const Message& m : diagnostics.messages()) {
      if (m.code == &code) return &m;
    }
    return nullptr;
  }
  size_t count(const Code& code) const {
    size_t n = 0;
    for (const Message& m : diagnostics.messages()) n += m.code == &code;
    return n;
  }
};

/// Appends a file to `into`; `ok` only when the scene then also validates.
inline void load_into(Loaded& into, std::span<const uint8_t> bytes, std::string name, const ReadOptions& options = {},
                      Limits limits = {}) {
  into.recognised = into.ok = false;
  std::unique_ptr<uint8_t[]> exact(new uint8_t[bytes.size()]);
  std::copy(bytes.begin(), bytes.end(), exact.get());
  const std::span<const uint8_t> view(exact.get(), bytes.size());
  for (const FormatRow& row : rows()) {
    if (!row.sniff(view, name)) continue;
    into.recognised = true;
    into.diagnostics.enter(name);
    const auto file = static_cast<uint32_t>(into.scene.files.size());
    into.scene.files.push_back({name, bytes.size(), "model", row.id});
    Budget budget(limits.heap_bytes);
    LoadContext context{name, view, file, options, limits, budget, into.diagnostics, nullptr, into.info};
    const Status status = row.load(context, into.scene);
    if (!status) into.diagnostics.add(status.error());
    if (row.text) into.diagnostics.locate(view);
    into.ok = status.ok();
    if (into.ok) {
      const Status valid = validate(into.scene);
      if (!valid) {
        into.ok = false;
        ADD_FAILURE() << name << ": " << valid.error().path() << ": " << valid.error().message();
      }
    }
    return;
  }
}
inline Loaded load(std::span<const uint8_t> bytes, std::string name = "model.qmsh", const ReadOptions& options = {}) {
  Loaded loaded;
  load_into(loaded, bytes, std::move(name), options);
  return loaded;
}
inline Loaded load_text(std::string_view text, const ReadOptions& options = {}) {
  const auto bytes = bytes_of(text);
  return load(bytes, "model.qmsh.tmp", options);
}

}  // namespace vitrine::qmsh::test
