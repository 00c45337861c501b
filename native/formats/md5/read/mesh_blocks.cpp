#include "formats/md5/read/mesh_blocks.h"

#include <utility>

#include "formats/md5/codes.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {
namespace {

constexpr const char* kMeshKeys[] = {"shader", "numverts", "numtris", "numweights", "}"};
struct MeshKey {
  enum : size_t { kShader, kNumVerts, kNumTris, kNumWeights, kMeshEnd };
};

// Smallest lines: `vert 0(0 0)0 1`, `tri 0 0 0 0`, `weight 0 0 1(0 0 0)`; one byte less where version 6 has no
// parentheses.
constexpr uint64_t kVertBytes = 13, kTriBytes = 11, kWeightBytes = 18;
constexpr uint32_t kCancelPeriod = 1024;

}  // namespace

bool MeshBlocks::cancelled(uint32_t record) {
  if (record % kCancelPeriod != 0 || !context_.cancelled()) return false;
  lexer_.fail(messages::kCancelled, lexer_.offset());
  return true;
}

void MeshBlocks::read(uint64_t offset, std::vector<RawMesh>& meshes) {
  const auto number = static_cast<uint32_t>(meshes.size());
  if (!lexer_.holds(check_limit(uint64_t{number} + 1, context_.limits.meshes, "meshes", offset), offset)) return;
  RawMesh mesh;
  mesh.offset = offset;
  if (!lexer_.charge(1, sizeof(RawMesh) + sizeof(Mesh) + sizeof(Node), offset)) return;
  lexer_.place.mesh = number;
  lexer_.expect('{', "after 'mesh'");
  KeyOrder order(kMeshKeys);
  std::string name_key;
  bool closed = false, shader_given = false;
  while (lexer_.ok() && !closed) {
    const uint64_t at = lexer_.here();
    if (mesh.name.empty() && lexer_.comment_offset() != kNoOffset && lexer_.comment_offset() > offset)
      take_comment(mesh);
    if (lexer_.at_end()) break;
    if (lexer_.accept('}')) {
      closed = true;
      order.take(lexer_, MeshKey::kMeshEnd, at);
    } else if (lexer_.accept("name")) {
      name_key = lexer_.text("a name", true);
    } else if (lexer_.accept("shader")) {
      if (!shader_given) order.take(lexer_, MeshKey::kShader, at);
      shader_given = true;
      mesh.shader = lexer_.text("a shader", true);
    } else if (lexer_.accept("numverts")) {
      order.take(lexer_, MeshKey::kNumVerts, at);
      once(mesh.verts_offset, at, "numverts");
      read_vertices(mesh);
    } else if (lexer_.accept("numtris")) {
      order.take(lexer_, MeshKey::kNumTris, at);
      once(mesh.tris_offset, at, "numtris");
      read_triangles(mesh);
    } else if (lexer_.accept("numweights")) {
      order.take(lexer_, MeshKey::kNumWeights, at);
      once(mesh.weights_offset, at, "numweights");
      read_weights(mesh);
    } else if (lexer_.accept("flags")) {
      lexer_.warn_game(messages::kFlagsOfDialect, at);
      read_flags(mesh);
    } else if (const Token next = lexer_.peek(); next.text == "vert" || next.text == "tri" || next.text == "weight") {
      lexer_.fail(messages::kOneMoreThanDeclared, at, {next.text});
    } else if (next.kind != TokenKind::kName) {
      lexer_.fail_expected({"a key or '}'"});
    } else {
      skip_key();
    }
    lexer_.place = {number, nullptr, nullptr, kNone};
  }
  if (lexer_.ok()) check_complete(mesh, closed);
  if (!lexer_.ok()) return;
  if (mesh.name.empty()) mesh.name = std::move(name_key);
  mesh.length = lexer_.offset() - offset;
  meshes.push_back(std::move(mesh));
}

void MeshBlocks::once(uint64_t& list_offset, uint64_t at, const char* key) {
  if (list_offset != kNoOffset) lexer_.fail(messages::kSecondInMesh, at, {key});
  list_offset = lexer_.offset();
}

/// The exporter's first line in a mesh, `// meshes: NAME`, is the only place of its name.
void MeshBlocks::take_comment(RawMesh& mesh) {
  std::string_view text = lexer_.comment();
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  constexpr std::string_view kIntro = "meshes:";
  if (text.substr(0, kIntro.size()) != kIntro) return;
  text.remove_prefix(kIntro.size());
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  mesh.name = text;
}

/// A key like `sha--der` (made so on purpose by one author) is names and signs; everything up to the next known key
/// goes.
void MeshBlocks::skip_key() {
  const Token key = lexer_.token();
  lexer_.warn_game(messages::kUnknownKey, key.offset, {key.text.substr(0, 40)});
  for (;;) {
    lexer_.skip_value();
    const Token next = lexer_.peek();
    if (!lexer_.ok() || next.kind != TokenKind::kName) return;
    for (const char* known :
         {"name", "shader", "numverts", "numtris", "numweights", "flags", "vert", "tri", "weight"}) {
      if (next.text == known) return;
    }
    lexer_.token();
  }
}

void MeshBlocks::read_flags(RawMesh& mesh) {
  lexer_.expect('{', "after 'flags'");
  while (lexer_.ok() && !lexer_.at_end() && !lexer_.accept('}')) {
    const Token flag = lexer_.token();
    if (!mesh.flags.empty()) mesh.flags += ' ';
    mesh.flags += flag.text;
  }
}

void MeshBlocks::check_complete(const RawMesh& mesh, bool closed) {
  if (mesh.verts_offset == kNoOffset) lexer_.fail_expected({"'numverts' in the mesh"});
  if (mesh.tris_offset == kNoOffset) lexer_.fail_expected({"'numtris' in the mesh"});
  if (mesh.weights_offset == kNoOffset) lexer_.fail_expected({"'numweights' in the mesh"});
  if (lexer_.ok() && !closed) read_block_end(lexer_, "after the mesh");
}

void MeshBlocks::read_vertices(RawMesh& mesh) {
  const uint32_t declared = read_count(lexer_, "numverts", context_.limits.vertices, kVertBytes);
  mesh.verts_offset = lexer_.offset();
  const uint64_t room = plausible(lexer_, declared, kVertBytes);
  if (!lexer_.ok() || !lexer_.charge(room, sizeof(glm::vec2) + sizeof(RawMesh::Run), mesh.verts_offset)) return;
  mesh.uv.reserve(room);
  mesh.runs.reserve(room);
  lexer_.place.list = "vertices";
  lexer_.place.item = "vertex";
  LineOrder order;
  uint64_t weightless = 0, weightless_at = 0;
  uint32_t weightless_first = 0;
  for (uint32_t i = 0; i < declared && lexer_.ok() && !cancelled(i); ++i) {
    lexer_.place.record = i;
    lexer_.expect("vert", "of the list that numverts declares");
    const uint64_t at = lexer_.here();
    const int64_t index = lexer_.integer("the vertex number");
    if (index != i || order.shuffled()) order.take(lexer_, index, i, declared, at);
    open("before the texture coordinates");
    const float s = lexer_.real32("the texture coordinate s");
    const float t = lexer_.real32("the texture coordinate t");
    close("after the texture coordinates");
    const uint32_t first = lexer_.index("the first weight");
    const uint32_t count = lexer_.index("the weight count");
    if (count == 0 && weightless++ == 0) weightless_at = lexer_.offset() - 1, weightless_first = i;
    if (!lexer_.ok()) return;
    mesh.uv.push_back({s, t});
    mesh.runs.push_back({first, count});
  }
  if (!lexer_.ok()) return;
  if (weightless != 0) {
    lexer_.place.record = weightless_first;
    lexer_.warn_game(messages::kVerticesWithoutWeights, weightless_at, {weightless, weightless_first});
  }
  if (order.shuffled()) {
    order.apply(mesh.uv);
    order.apply(mesh.runs);
    report_shuffled(mesh, order, "vert");
  }
}

void MeshBlocks::read_triangles(RawMesh& mesh) {
  const uint32_t declared = read_count(lexer_, "numtris", context_.limits.vertices / 3, kTriBytes);
  mesh.tris_offset = lexer_.offset();
  const uint64_t room = plausible(lexer_, declared, kTriBytes);
  if (!lexer_.ok() || !lexer_.charge(room, 3 * sizeof(uint32_t), mesh.tris_offset)) return;
  mesh.indices.reserve(3 * room);
  lexer_.place.list = "triangles";
  lexer_.place.item = "triangle";
  LineOrder order;
  for (uint32_t i = 0; i < declared && lexer_.ok() && !cancelled(i); ++i) {
    lexer_.place.record = i;
    lexer_.expect("tri", "of the list that numtris declares");
    const uint64_t at = lexer_.here();
    const int64_t index = lexer_.integer("the triangle number");
    if (index != i || order.shuffled()) order.take(lexer_, index, i, declared, at);
    const uint32_t a = lexer_.index("a corner"), b = lexer_.index("a corner"), c = lexer_.index("a corner");
    if (!lexer_.ok()) return;
    mesh.indices.push_back(a);
    mesh.indices.push_back(b);
    mesh.indices.push_back(c);
  }
  if (lexer_.ok() && order.shuffled()) {
    order.apply(mesh.indices, 3);
    report_shuffled(mesh, order, "tri");
  }
}

void MeshBlocks::read_weights(RawMesh& mesh) {
  const uint32_t declared = read_count(lexer_, "numweights", context_.limits.vertices, kWeightBytes);
  mesh.weights_offset = lexer_.offset();
  const uint64_t room = plausible(lexer_, declared, kWeightBytes);
  if (!lexer_.ok() || !lexer_.charge(room, sizeof(Influence), mesh.weights_offset)) return;
  mesh.weights.reserve(room);
  lexer_.place.list = "weights";
  lexer_.place.item = "weight";
  LineOrder order;
  for (uint32_t i = 0; i < declared && lexer_.ok() && !cancelled(i); ++i) {
    lexer_.place.record = i;
    lexer_.expect("weight", "of the list that numweights declares");
    const uint64_t at = lexer_.here();
    const int64_t index = lexer_.integer("the weight number");
    if (index != i || order.shuffled()) order.take(lexer_, index, i, declared, at);
    Influence weight;
    weight.joint = lexer_.index("the joint");
    weight.weight = lexer_.real32("the weight bias");
    open("after the weight bias");
    weight.position.x = lexer_.real32("the weight position");
    weight.position.y = lexer_.real32("the weight position");
    weight.position.z = lexer_.real32("the weight position");
    close("after the weight position");
    if (!lexer_.ok()) return;
    mesh.weights.push_back(weight);
  }
  if (lexer_.ok() && order.shuffled()) {
    order.apply(mesh.weights);
    report_shuffled(mesh, order, "weight");
  }
}

void MeshBlocks::report_shuffled(RawMesh& mesh, const LineOrder& order, const char* line) {
  mesh.shuffled = true;
  lexer_.place.record = kNone;
  lexer_.warn(messages::kLinesOutOfOrder, order.first_offset(), {line});
}

void MeshBlocks::check(RawModel& model) {
  for (uint32_t m = 0; m < model.meshes.size() && lexer_.ok(); ++m) {
    RawMesh& mesh = model.meshes[m];
    lexer_.place = {m, nullptr, nullptr, kNone};
    check_weights(mesh, model.joints.size());
    check_triangles(mesh);
    check_runs(mesh);
  }
  lexer_.place = {};
}

void MeshBlocks::check_weights(const RawMesh& mesh, size_t joint_count) {
  for (uint32_t i = 0; i < mesh.weights.size(); ++i) {
    if (mesh.weights[i].joint < joint_count) continue;
    return report_joint(mesh, i, joint_count);
  }
}

void MeshBlocks::check_triangles(const RawMesh& mesh) {
  const size_t vertex_count = mesh.uv.size();
  for (size_t i = 0; i < mesh.indices.size(); ++i) {
    if (mesh.indices[i] < vertex_count) continue;
    return report_corner(mesh, i);
  }
}

void MeshBlocks::check_runs(RawMesh& mesh) {
  const size_t weight_count = mesh.weights.size();
  for (uint32_t i = 0; i < mesh.runs.size(); ++i) {
    const RawMesh::Run& run = mesh.runs[i];
    if (uint64_t{run.first} + run.count <= weight_count) continue;
    report_run(mesh, i);
    // The game takes a file without weights with a warning; there is nothing to contradict.
    if (weight_count == 0) mesh.runs.assign(mesh.runs.size(), {});
    return;
  }
}

}  // namespace vitrine::md5
