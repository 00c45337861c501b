#pragma once
// The mesh blocks that version 10 and version 6 share but for their parentheses.

#include "formats/md5/read.h"

namespace vitrine::md5 {

class MeshBlocks {
 public:
  MeshBlocks(LoadContext& context, Lexer& lexer, int version)
      : context_(context), lexer_(lexer), parentheses_(version >= 10) {}

  /// The block behind the keyword `mesh`, which stood at `offset`.
  void read(uint64_t offset, std::vector<RawMesh>& meshes);
  /// After the last byte: every reference between the lists of the meshes and to the joints.
  void check(RawModel& model);

 private:
  bool cancelled(uint32_t record);
  bool parentheses() const { return parentheses_; }
  void open(const char* where) {
    if (parentheses()) lexer_.expect('(', where);
  }
  void close(const char* where) {
    if (parentheses()) lexer_.expect(')', where);
  }
  void once(uint64_t& list_offset, uint64_t at, const char* key);
  void take_comment(RawMesh& mesh);
  void skip_key();
  void read_flags(RawMesh& mesh);
  void check_complete(const RawMesh& mesh, bool closed);
  void read_vertices(RawMesh& mesh);
  void read_triangles(RawMesh& mesh);
  void read_weights(RawMesh& mesh);
  void report_shuffled(RawMesh& mesh, const LineOrder& order, const char* line);
  void check_weights(const RawMesh& mesh, size_t joint_count);
  void check_triangles(const RawMesh& mesh);
  void check_runs(RawMesh& mesh);
  // Where the record stands that a check has stopped at, and what is wrong with it.
  void report_joint(const RawMesh& mesh, uint32_t weight, size_t joint_count);
  void report_corner(const RawMesh& mesh, size_t corner);
  void report_run(const RawMesh& mesh, uint32_t vertex);
  Lexer line_of(uint64_t list_offset, const char* keyword, uint32_t wanted);

  LoadContext& context_;
  Lexer& lexer_;
  bool parentheses_;
};

}  // namespace vitrine::md5
