#pragma once
// Opens models as a document does, with the files that they name, and makes small ones.

#include <gtest/gtest.h>

#include <cstring>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "formats/gltf/codes.h"
#include "formats/gltf/read/json_text.h"
#include "formats/gltf/read/uri.h"
#include "formats/lookup.h"
#include "session/document.h"

namespace vitrine::gltf::test {

using Bytes = std::vector<uint8_t>;

inline Bytes read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(in), {});
}
inline Bytes bytes_of(std::string_view text) { return Bytes(text.begin(), text.end()); }

/// The files beside a document that its buffers name and that are there.
inline std::vector<std::string> buffer_files(const Bytes& bytes) {
  const Json document = Json::parse(bytes.begin(), bytes.end(), nullptr, false);
  std::vector<std::string> out;
  if (!document.is_object() || !document.contains("buffers") || !document["buffers"].is_array()) return out;
  for (const Json& buffer : document["buffers"]) {
    if (!buffer.is_object() || !buffer.contains("uri") || !buffer["uri"].is_string()) continue;
    const auto uri = buffer["uri"].get<std::string>();
    if (!is_data_address(uri)) out.push_back(uri);
  }
  return out;
}

/// Stages a file of the disk with its buffers.
inline void add_file(Document& document, const std::filesystem::path& path) {
  const Bytes bytes = read_file(path);
  for (const std::string& uri : buffer_files(bytes)) {
    for (const std::string& name : {percent_decoded(uri), uri}) {
      if (!std::filesystem::is_regular_file(path.parent_path() / name)) continue;
      document.add_file(name, read_file(path.parent_path() / name));
      break;
    }
  }
  document.add_file(path.filename().string(), bytes);
}

inline const Message* first_error(const Document& document) {
  for (const Message& m : document.diagnostics().messages()) {
    if (m.severity == Severity::kError) return &m;
  }
  return nullptr;
}
inline std::string words_of(const Document& document) {
  std::string out;
  for (const Message& m : document.diagnostics().messages())
    out += std::string(m.code->id) + " " + m.path + ": " + m.text + "\n";
  return out;
}
inline bool has(const Document& document, const Code& code, const std::string& path = {}) {
  for (const Message& m : document.diagnostics().messages()) {
    if (m.code == &code && (path.empty() || m.path == path)) return true;
  }
  return false;
}

template <class T>
std::span<const T> floats(const Document& document, BufferKind kind, uint32_t index) {
  const BufferView view = document.buffer(kind, index);
  return {static_cast<const T*>(view.data), view.bytes / sizeof(T)};
}

/// Vertices of an instance in the space of the scene.
inline std::vector<glm::dvec3> placed(const Document& document, uint32_t instance) {
  const uint32_t node = document.instance_node(instance);
  const bool skinned = document.scene().nodes[node].skin != kNone;
  const glm::dmat4 world =
      skinned ? glm::dmat4(1) : glm::dmat4(floats<glm::mat4>(document, BufferKind::kNodeMatrices, 0)[node]);
  std::vector<glm::dvec3> out;
  for (const glm::vec3& p : floats<glm::vec3>(document, BufferKind::kPositions, instance))
    out.emplace_back(world * glm::dvec4(p, 1));
  return out;
}

}  // namespace vitrine::gltf::test
