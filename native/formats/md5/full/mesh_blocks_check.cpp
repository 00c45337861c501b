// References of a mesh block that lead nowhere: the place in the file is found by reading the list once more.

#include "formats/md5/codes.h"
#include "formats/md5/read/mesh_blocks.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {

void MeshBlocks::report_joint(const RawMesh& mesh, uint32_t weight, size_t joint_count) {
  lexer_.place.list = "weights", lexer_.place.item = "weight", lexer_.place.record = weight;
  Lexer line = line_of(mesh.weights_offset, "weight", weight);
  lexer_.fail(messages::kNoSuchJoint, line.here(), {mesh.weights[weight].joint, joint_count});
}

void MeshBlocks::report_corner(const RawMesh& mesh, size_t corner) {
  const auto triangle = static_cast<uint32_t>(corner / 3);
  lexer_.place.list = "triangles", lexer_.place.item = "triangle", lexer_.place.record = triangle;
  Lexer line = line_of(mesh.tris_offset, "tri", triangle);
  for (size_t before = 0; before < corner % 3; ++before) line.integer("");
  lexer_.fail(messages::kNoSuchVertex, line.here(), {mesh.indices[corner], mesh.uv.size()});
}

void MeshBlocks::report_run(const RawMesh& mesh, uint32_t vertex) {
  lexer_.place.list = "vertices", lexer_.place.item = "vertex", lexer_.place.record = vertex;
  Lexer line = line_of(mesh.verts_offset, "vert", vertex);
  if (parentheses()) line.expect('(', "");
  line.real64("");
  line.real64("");
  if (parentheses()) line.expect(')', "");
  const RawMesh::Run& run = mesh.runs[vertex];
  if (mesh.weights.empty()) {
    lexer_.warn(messages::kMeshWithoutWeights, line.here(), {mesh.runs.size()});
    return;
  }
  lexer_.fail(messages::kNoSuchWeights, line.here(),
              {run.first, uint64_t{run.first} + run.count - 1, mesh.weights.size()});
}

/// A lexer behind the number of the record that ended up at `wanted`, on the list that starts at `list_offset`.
Lexer MeshBlocks::line_of(uint64_t list_offset, const char* keyword, uint32_t wanted) {
  Lexer line(lexer_, list_offset);
  for (;;) {
    while (!line.accept(keyword) && !line.at_end()) line.token();
    if (line.at_end() || line.integer("") == int64_t{wanted}) return line;
  }
}

}  // namespace vitrine::md5
