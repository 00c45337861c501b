// Options as the members of a JSON object.

#include <algorithm>
#include <cmath>

#include "convert/plain_text.h"
#include "convert/sentences.h"
#include "convert/space.h"
#include "formats/md5/write/export.h"

namespace vitrine::md5_export {
namespace {

using nlohmann::json;

constexpr double kMostCount = 4294967294.0;
constexpr size_t kMostSequences = 4096, kMostName = 200;

class Reader {
 public:
  explicit Reader(const json& given) : given_(given) {}

  void take(const char* name, bool& value) {
    if (const json* found = find(name)) {
      if (found->is_boolean())
        value = found->get<bool>();
      else
        fail(name, "true or false");
    }
  }
  void take(const char* name, double& value, double least, double most, const char* expected) {
    if (const json* found = find(name)) {
      const double number = found->is_number() ? found->get<double>() : NAN;
      if (number >= least && number <= most)
        value = number;
      else
        fail(name, expected);
    }
  }
  void take(const char* name, uint32_t& value, double least = 0) {
    double number = value;
    take(name, number, least, kMostCount, "a whole number");
    if (number != std::floor(number)) return fail(name, "a whole number");
    value = static_cast<uint32_t>(number);
  }
  void take(const char* name, std::string& value) {
    if (const json* found = find(name)) {
      if (found->is_string() && found->get_ref<const std::string&>().size() <= kMostName)
        value = found->get<std::string>();
      else
        fail(name, "a short text");
    }
  }
  /// One of the words, by its number.
  template <class Enum>
  void take(const char* name, Enum& value, std::initializer_list<const char*> words, const char* expected) {
    std::string word;
    take(name, word);
    if (word.empty()) return;
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) return fail(name, expected);
    value = static_cast<Enum>(found - words.begin());
  }
  const json* list(const char* name, size_t most) {
    const json* found = find(name);
    if (found == nullptr || (found->is_array() && found->size() <= most)) return found;
    fail(name, "a list");
    return nullptr;
  }
  const json* find(const char* name) const {
    const auto found = given_.find(name);
    return found == given_.end() || found->is_null() ? nullptr : &*found;
  }
  void fail(const char* name, const char* expected) {
    if (!error) error = {vitrine::messages::kOptionWants, kNoOffset, {name, expected}};
  }

  Error error;

 private:
  const json& given_;
};

Error read_limits(const json& given, Md5Limits& out) {
  Reader from(given);
  from.take("joints", out.joints);
  from.take("nameBytes", out.name_bytes, 8);
  from.take("influences", out.influences);
  from.take("meshes", out.meshes);
  from.take("meshesByJoints", out.meshes_by_joints);
  from.take("meshVertices", out.mesh_vertices, 3);
  from.take("meshTriangles", out.mesh_triangles, 1);
  from.take("meshWeights", out.mesh_weights);
  from.take("allVertices", out.all_vertices);
  from.take("allTriangles", out.all_triangles);
  from.take("frames", out.frames);
  from.take("parent", out.parent);
  return from.error;
}

void read_sequences(Reader& from, Md5WriteOptions& out) {
  const json* list = from.list("sequences", kMostSequences);
  if (list == nullptr) return;
  for (const json& one : *list) {
    Reader member(one);
    Md5Sequence sequence;
    if (one.is_object()) {
      member.take("name", sequence.name);
      member.take("frames", sequence.frames, 1);
    }
    if (sequence.name.empty() || sequence.frames == 0 || sequence.frames > 65535 || member.error)
      return from.fail("sequences", "names with numbers of frames");
    out.sequences.push_back(sequence);
  }
}

/// The animations that an engine knows.
void read_animations(Reader& from, const json& given, Md5WriteOptions& out) {
  Result<AnimNaming> read = anim_naming(given);
  if (!read) {
    if (!from.error) from.error = read.error();
    return;
  }
  out.anim_naming = std::move(*read);
  if (!out.anim_naming.given.empty() && !out.writes("def") && !out.writes("md5.cfg"))
    from.fail("animNames", "left out: no file of this engine has names of animations");
}

void read_companions(Reader& from, Md5WriteOptions& out) {
  const json* list = from.list("companions", 16);
  if (list == nullptr) return;
  for (const json& one : *list) {
    static constexpr const char* kKnown[] = {"def", "mtr", "skin", "md5.cfg", "md5scale", "images"};
    const std::string word = one.is_string() ? one.get<std::string>() : "";
    if (std::find(std::begin(kKnown), std::end(kKnown), word) == std::end(kKnown))
      return from.fail("companions", "a list of def, mtr, skin, md5.cfg, md5scale, images");
    out.companions.push_back(word);
  }
}

}  // namespace

Result<Md5WriteOptions> md5_options(const json& given) {
  Md5WriteOptions out;
  if (!given.is_object()) return Error{vitrine::messages::kOptionsNoObject, kNoOffset};
  Reader from(given);
  from.take("name", out.name);
  out.name = plain_name(out.name, "model");
  from.take("engine", out.engine);
  out.engine = quotable(out.engine, "");
  from.take("unitsPerMetre", out.units_per_metre, 0, 1e6, "a number from 0 to 1000000");
  from.take("scale", out.scale, 1e-6, 1e6, "a factor from 0.000001 to 1000000");
  from.take("front", out.front);
  if (!out.front.empty() && !direction_of(out.front)) from.fail("front", "+x, -x, +y, -y, +z or -z");
  from.take("byteWeights", out.byte_weights);
  from.take("oneBindPosition", out.one_bind_position);
  from.take("leastWeight", out.least_weight, 0, 0.5, "a share from 0 to 0.5");
  from.take("reduceJoints", out.reduce_joints);
  from.take("bake", out.bake);
  from.take("tolerance", out.tolerance, 0, 1e9, "a distance of 0 or more");
  from.take("frameRate", out.frame_rate);
  if (out.frame_rate > 1000) from.fail("frameRate", "1 to 1000 frames per second");
  from.take("prefixActions", out.prefix_actions);
  from.take("oneFile", out.one_file);
  from.take("openLoops", out.open_loops);
  from.take("rootMotion", out.root_motion, {"keep", "extract", "lock", "loops"}, "keep, extract, lock or loops");
  from.take("shaderNames", out.shader_names, {"keep", "base", "folder"}, "keep, base or folder");
  from.take("shaderFolder", out.shader_folder);
  out.shader_folder = out.shader_folder.empty() ? "models/md5/" + out.name : quotable(out.shader_folder, "models");
  from.take("shaderBytes", out.shader_bytes);
  from.take("folder", out.folder);
  if (!out.folder.empty()) out.folder = quotable(out.folder, "");
  for (const auto& [name, value] : {std::pair{"imageSuffix", &out.image_suffix},
                                    {"glowSuffix", &out.glow_suffix},
                                    {"imageName", &out.image_name}}) {
    from.take(name, *value);
    if (!value->empty()) *value = plain_name(*value, "");
  }
  from.take("plainImages", out.plain_images);
  from.take("rootStartsAtZero", out.root_starts_at_zero);
  from.take("wholeBounds", out.whole_bounds);
  from.take("needsAnimation", out.needs_animation);
  from.take("bindPose", out.bind_pose);
  from.take("hidden", out.hidden);
  read_sequences(from, out);
  read_companions(from, out);
  read_animations(from, given, out);
  from.take("drawsBackFaces", out.draws_back_faces);
  from.take("playerHeight", out.player_height, 0, 1e6, "a number from 0 to 1000000");
  from.take("replacedSize", out.replaced_size, 0, 1e9, "a number of 0 or more");
  if (const json* limits = from.find("limits")) {
    if (!limits->is_object())
      from.fail("limits", "an object");
    else if (const Error wrong = read_limits(*limits, out.limits); wrong)
      return wrong;
  }
  if (from.error) return from.error;
  return out;
}

}  // namespace vitrine::md5_export
