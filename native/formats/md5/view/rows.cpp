// The formats of this view core: this one alone. It has no words, so it stops where the full core explains.

#include "formats/md5/rows.h"
#include "formats/md5/full/describe.h"
#include "formats/md5/read/mesh_blocks.h"
#include "formats/md5/sentences.h"

namespace vitrine {

std::span<const FormatRow> formats() { return md5::view_rows(); }

namespace md5 {

void Lexer::remember(const Sentence& sentence, uint64_t offset, Arguments) { error_ = Error{sentence, offset}; }
void Lexer::remember(const Error& error, uint64_t) { error_ = error; }
void Lexer::remember_expected(const Phrase&) { error_ = Error{messages::kExpected, kNoOffset}; }
bool Lexer::forgive(const char*, uint64_t, std::span<const char* const>, bool) { return false; }
void Lexer::warn(const Sentence&, uint64_t, Arguments) {}
void Lexer::warn_game(const Sentence&, uint64_t, Arguments) {}
void Lexer::leave_rest() { cursor_.end_here(); }

// Rare: the full core does it.
void Lexer::look_at_exponent(uint64_t) {}
double Lexer::slow_real(uint64_t start, const char* what) { return fail(messages::kNotFinite, start, {what}), 0; }
float Lexer::slow_float(uint64_t start, const char* what) { return fail(messages::kNotFinite, start, {what}), 0.0f; }
int64_t Lexer::slow_integer(uint64_t start, const char* what) { return fail(messages::kNotFinite, start, {what}), 0; }
uint32_t Lexer::fail_index(uint64_t start, const char* what, int64_t) {
  return fail(messages::kNotFinite, start, {what}), 0u;
}
void MeshBlocks::report_joint(const RawMesh&, uint32_t, size_t) { lexer_.fail(messages::kNoSuchJoint, kNoOffset); }
void MeshBlocks::report_corner(const RawMesh&, size_t) { lexer_.fail(messages::kNoSuchVertex, kNoOffset); }
void MeshBlocks::report_run(const RawMesh&, uint32_t) { lexer_.fail(messages::kNoSuchWeights, kNoOffset); }

void describe_game(const Lexer&, nlohmann::ordered_json&) {}
void describe(const RawModel&, nlohmann::ordered_json&) {}
void describe(const RawAnimation&, nlohmann::ordered_json&) {}
void report_weight_sums(LoadContext&, const RawMesh&, size_t, const WeightSums&) {}

}  // namespace md5
}  // namespace vitrine
