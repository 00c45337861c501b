#pragma once
// Chunks, strings and the parts of the writer.

#include "base/byte_writer.h"
#include "formats/kri/sentences.h"
#include "formats/kri/write/file.h"

namespace vitrine::kri {

class ChunkWriter {
 public:
  explicit ChunkWriter(Generation generation) : generation_(generation) {}

  bool is_seed() const { return generation_ == Generation::kSeed; }
  void begin(std::string_view name) {
    out_.padded(name, 8);
    size_at_ = out_.size();
    out_.u32(0);
  }
  void end() { out_.patch_u32(size_at_, static_cast<uint32_t>(out_.size() - size_at_ - 4)); }

  /// A name: 24 bytes padded, or length-prefixed.
  void name(std::string_view text) { is_seed() ? out_.padded(text, 24) : this->text(text); }
  void text(std::string_view text) {
    text = text.substr(0, 255);
    out_.u8(static_cast<uint32_t>(text.size()));
    out_.raw(text);
  }
  void floats(std::initializer_list<float> values) {
    for (const float value : values) out_.f32(value);
  }
  void vec3(const glm::vec3& v) { floats({v.x, v.y, v.z}); }
  void quat(const glm::quat& q) { floats({q.x, q.y, q.z, q.w}); }
  void transform(const Transform& t) {
    vec3(t.translation);
    out_.f32((t.scale.x + t.scale.y + t.scale.z) / 3);
    quat(t.rotation);
  }
  /// Three bytes, and with `alpha` >= 0 a fourth.
  void color(const glm::vec3& c, float alpha = -1);

  ByteWriter& out() { return out_; }

 private:
  ByteWriter out_;
  Generation generation_;
  size_t size_at_ = 0;
};

/// The material draws particles as points of light.
bool is_halo(const Material& material);
Status write_material(ChunkWriter& chunks, const OutMaterial& material, ExportLog& log);
Status write_mesh(ChunkWriter& chunks, const OutMesh& mesh, const OutScene& scene, ExportLog& log);
Status write_actions(ChunkWriter& chunks, const std::vector<OutAction>& actions, ExportLog& log);
void write_emitter(ChunkWriter& chunks, const Emitter& emitter, const OutScene& scene, bool has_uv, ExportLog& log);

/// "0.94": as the original prints its averages.
std::string decimals(double value, int places);
inline Error does_not_fit(uint64_t count, const char* what) {
  return Error{messages::kDoesNotFit, kNoOffset, {count, what}};
}

}  // namespace vitrine::kri
