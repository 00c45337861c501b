#include "formats/md5/write/write.h"

#include <algorithm>
#include <cmath>

#include "base/codes.h"
#include "convert/plain_text.h"
#include "formats/md5/write/rig.h"
#include "formats/md5/write/sentences.h"
#include "formats/md5/write/text.h"

namespace vitrine::md5_export {
namespace {

void append_count(std::string& out, const char* key, uint64_t count) {
  // The blank behind the value is for assimp.
  out += key, out += ' ', out += std::to_string(count), out += " \n";
}

void append_header(std::string& out) { out += "MD5Version 10 \ncommandline \"\"\n\n"; }

void append_joint(std::string& out, const Rig& rig, const Joint& joint) {
  out += "\t\"" + joint.name + "\" ";
  out += joint.parent == kNone ? "-1" : std::to_string(joint.parent);
  out += ' ';
  append_vector(out, joint.position);
  out += " ( ";
  append_rotation(out, joint.rotation);
  out += " )";
  if (joint.parent != kNone) out += " // " + rig.joints[joint.parent].name;
  out += '\n';
}

void append_mesh(std::string& out, const OutMesh& mesh) {
  out += "\nmesh {\n\t// meshes: " + cut_name(mesh.name, kLongestName) + "\n\tshader \"" + mesh.shader + "\"\n\n";
  append_count(out, "\tnumverts", mesh.vertices.size());
  for (size_t v = 0; v < mesh.vertices.size(); ++v) {
    const OutVertex& vertex = mesh.vertices[v];
    out += "\tvert ", append_whole(out, v), out += " ( ";
    append_number(out, vertex.uv.x), out += ' ';
    append_number(out, vertex.uv.y), out += " ) ";
    append_whole(out, vertex.first), out += ' ', append_whole(out, vertex.count), out += '\n';
  }
  out += '\n';
  append_count(out, "\tnumtris", mesh.indices.size() / 3);
  for (size_t t = 0; t < mesh.indices.size() / 3; ++t) {
    out += "\ttri ", append_whole(out, t);
    for (size_t k = 0; k < 3; ++k) out += ' ', append_whole(out, mesh.indices[3 * t + k]);
    out += '\n';
  }
  out += '\n';
  append_count(out, "\tnumweights", mesh.weights.size());
  for (size_t w = 0; w < mesh.weights.size(); ++w) {
    const OutWeight& weight = mesh.weights[w];
    out += "\tweight ", append_whole(out, w), out += ' ', append_whole(out, weight.joint), out += ' ';
    append_bias(out, weight.bias);
    out += ' ';
    append_vector(out, weight.offset);
    out += '\n';
  }
  out += "}\n";
}

bool fits(const glm::vec3& v) {
  return std::isfinite(v.x + v.y + v.z) && std::abs(v.x) + std::abs(v.y) + std::abs(v.z) < kLargestNumber;
}

class AnimWriter {
 public:
  AnimWriter(const AnimFile& file, const Rig& rig, const OutMeshes& meshes, const Md5WriteOptions& options,
             Mover& mover)
      : file_(file), rig_(rig), meshes_(meshes), options_(options), mover_(mover) {
    for (const OutMesh& mesh : meshes.meshes) {
      for (const OutWeight& weight : mesh.weights) parts_.push_back(part_of(weight));
    }
  }

  Result<AnimText> run() {
    for (const Take& take : file_.takes) {
      for (const double time_s : take.times_s) {
        if (!frame(take, time_s)) return Error{messages::kActionNotFinite, kNoOffset, {file_.name}};
        if (frames_.size() > kMostText) return too_long();
      }
      for (uint32_t k = 0; k < take.repeated; ++k) repeat();
      if (frames_.size() > kMostText) return too_long();
    }
    AnimText out;
    out.largest_error_rad = largest_error_rad_;
    append_header(out.text);
    append_count(out.text, "numFrames", count_);
    append_count(out.text, "numJoints", rig_.joints.size());
    append_count(out.text, "frameRate", file_.rate);
    append_count(out.text, "numAnimatedComponents", 6 * rig_.joints.size());
    hierarchy(out.text);
    out.text += "\nbounds {\n" + boxes_ + "}\n\nbaseframe {\n" + base_ + "}\n";
    out.text.reserve(out.text.size() + frames_.size());
    out.text += frames_;
    if (options_.writes_scale()) write_factors(out);
    return out;
  }

 private:
  Error too_long() const { return {messages::kActionTextTooLong, kNoOffset, {file_.name, kMostText >> 20}}; }

  void hierarchy(std::string& out) const {
    out += "\nhierarchy {\n";
    for (size_t j = 0; j < rig_.joints.size(); ++j) {
      const Joint& joint = rig_.joints[j];
      out += "\t\"" + joint.name + "\" " + (joint.parent == kNone ? "-1" : std::to_string(joint.parent)) + " 63 " +
             std::to_string(6 * j);
      if (joint.parent != kNone) out += " // " + rig_.joints[joint.parent].name;
      out += '\n';
    }
    out += "}\n";
  }

  /// False where a number is infinite or none.
  bool frame(const Take& take, double time_s) {
    worlds_ = mover_.at(take, time_s);
    locals_.resize(worlds_.size());
    make_locals(rig_, worlds_, locals_);
    joint_matrices(worlds_, mover_.sizes(), matrices_);
    const Bounds box = posed_box(meshes_.meshes, parts_, worlds_, matrices_);
    if (!fits(box.min) || !fits(box.max) || !std::all_of(locals_.begin(), locals_.end(), [](const Local& local) {
          return fits(local.position) && fits(local.rotation.xyz);
        }))
      return false;
    body_.clear();
    for (const Local& local : locals_) {
      append_frame_row(body_, local.position, local.rotation);
      largest_error_rad_ = std::max(largest_error_rad_, local.rotation.error_rad);
    }
    box_.clear();
    append_box(box);
    if (options_.writes_scale()) now_ = mover_.sizes(), factors_.resize(now_.size());
    // Doom 3 takes the base frame where frame 0 is asked for by number.
    if (count_ == 0) base_frame();
    repeat();
    return true;
  }

  void repeat() {
    for (size_t j = 0; j < factors_.size(); ++j) {
      if (now_[j] != 1) factors_[j].emplace_back(count_, static_cast<float>(now_[j])), ++factor_count_;
    }
    frames_ += "\nframe ", append_whole(frames_, count_++), frames_ += " {\n", frames_ += body_, frames_ += "}\n";
    boxes_ += box_;
  }

  void base_frame() {
    for (const Local& local : locals_) {
      base_ += '\t';
      append_vector(base_, local.position);
      base_ += " ( ";
      append_rotation(base_, local.rotation);
      base_ += " )\n";
    }
  }

  /// The engine reads so many tokens: of each joint its name and its brackets, of each factor two.
  void write_factors(AnimText& out) const {
    constexpr uint64_t kMostTokens = 4096;
    const auto scaled = static_cast<uint64_t>(
        std::count_if(factors_.begin(), factors_.end(), [](const auto& list) { return !list.empty(); }));
    if (scaled == 0) return;
    if (1 + 2 * scaled + 2 * factor_count_ > kMostTokens) {
      out.factors_left_out = factor_count_;
      return;
    }
    out.scale = "{";
    for (size_t j = 0, written = 0; j < factors_.size(); ++j) {
      if (factors_[j].empty()) continue;
      out.scale += (written++ > 0 ? ",\n\t\"" : "\n\t\"") + rig_.joints[j].name + "\": {";
      for (size_t k = 0; k < factors_[j].size(); ++k) {
        out.scale += (k > 0 ? ", \"" : " \"") + std::to_string(factors_[j][k].first) + "\": ";
        append_number(out.scale, factors_[j][k].second);
      }
      out.scale += " }";
    }
    out.scale += "\n}\n";
  }

  void append_box(Bounds box) {
    if (options_.whole_bounds) box.min = glm::floor(box.min), box.max = glm::ceil(box.max);
    box_ += '\t';
    append_vector(box_, box.min);
    box_ += ' ';
    append_vector(box_, box.max);
    box_ += '\n';
  }

  const AnimFile& file_;
  const Rig& rig_;
  const OutMeshes& meshes_;
  const Md5WriteOptions& options_;
  Mover& mover_;
  std::vector<double> parts_;  ///< of every weight, mesh by mesh
  std::vector<Rigid> worlds_;
  std::vector<glm::dmat3> matrices_;
  std::vector<Local> locals_;
  std::string body_, box_, boxes_, base_, frames_;
  std::vector<double> now_;                                       ///< factors of the frame
  std::vector<std::vector<std::pair<uint64_t, float>>> factors_;  ///< per joint, by frame
  uint64_t count_ = 0, factor_count_ = 0;
  double largest_error_rad_ = 0;
};

}  // namespace

std::string write_mesh(const Rig& rig, const std::vector<OutMesh>& meshes) {
  std::string out;
  append_header(out);
  append_count(out, "numJoints", rig.joints.size());
  append_count(out, "numMeshes", meshes.size());
  out += "\njoints {\n";
  for (const Joint& joint : rig.joints) append_joint(out, rig, joint);
  out += "}\n";
  for (const OutMesh& mesh : meshes) append_mesh(out, mesh);
  return out;
}

Result<AnimText> write_animation(const AnimFile& file, const Rig& rig, const OutMeshes& meshes,
                                 const Md5WriteOptions& options, Mover& mover) {
  return AnimWriter(file, rig, meshes, options, mover).run();
}

}  // namespace vitrine::md5_export
