#include "formats/md5/rows.h"

#include "base/names.h"
#include "formats/md5/build.h"
#include "formats/md5/full/describe.h"
#include "formats/md5/full/scale.h"
#include "formats/md5/read.h"

namespace vitrine::md5 {
namespace {

enum class Kind : uint8_t { kUnknown, kMesh, kAnimation, kCamera };

constexpr const char* kMeshExtensions[] = {"md5mesh"};
constexpr const char* kAnimationExtensions[] = {"md5anim"};
constexpr const char* kCameraExtensions[] = {"md5camera"};
constexpr const char* kScaleExtensions[] = {"md5scale"};

// ---- sniffing: the keys tell the three kinds apart, the name decides only where the text ends before them
// --------------

constexpr size_t kSniffBytes = 64 << 10;

struct Words {
  std::string_view text;

  static bool blank(char c) { return static_cast<signed char>(c) <= ' '; }
  std::string_view next() {
    for (;;) {
      while (!text.empty() && blank(text[0])) text.remove_prefix(1);
      if (text.starts_with("//")) {
        text.remove_prefix(std::min(text.find_first_of("\r\n"), text.size()));
      } else if (text.starts_with("/*")) {
        const size_t end = text.find("*/", 2);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
      } else if (!text.empty() && (text[0] == '"' || text[0] == '\'')) {
        const size_t end = text.find(text[0], 1);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      } else {
        break;
      }
    }
    size_t size = 0;
    while (size < text.size() && !blank(text[size]) && text[size] != '"' && text[size] != '{') ++size;
    if (size == 0 && !text.empty()) size = 1;
    const std::string_view word = text.substr(0, size);
    text.remove_prefix(size);
    return word;
  }
};

struct Sniffed {
  Kind kind = Kind::kUnknown;
  bool version6 = false;
};

Kind kind_of_name(std::string_view name) {
  if (ends_ignoring_case(name, ".md5anim")) return Kind::kAnimation;
  if (ends_ignoring_case(name, ".md5camera")) return Kind::kCamera;
  return Kind::kMesh;
}

Sniffed sniff(std::span<const uint8_t> bytes, std::string_view name) {
  Words words{{reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), kSniffBytes)}};
  if (words.next() != "MD5Version") return {};
  Sniffed out;
  out.version6 = words.next() == "6";
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    for (const char* key : {"numMeshes", "joints", "mesh", "numbones", "bone", "nummeshes"}) {
      if (word == key) out.kind = Kind::kMesh;
    }
    for (const char* key : {"numAnimatedComponents", "hierarchy", "baseframe", "frame", "numchannels", "channel"}) {
      if (word == key) out.kind = Kind::kAnimation;
    }
    for (const char* key : {"numCuts", "cuts", "camera"}) {
      if (word == key) out.kind = Kind::kCamera;
    }
    if (out.kind != Kind::kUnknown) return out;
  }
  out.kind = kind_of_name(name);
  return out;
}

template <Kind kind, bool version6>
bool sniff_row(std::span<const uint8_t> bytes, std::string_view name) {
  const Sniffed found = sniff(bytes, name);
  return found.kind == kind && found.version6 == version6;
}

// ---- loading
// -----------------------------------------------------------------------------------------------------------

/// Reads, then builds; the verdict of the game goes into the report in any case that opens.
template <class Read, class Build>
Status load(LoadContext& context, Scene& scene, Read read, Build build) {
  Lexer lexer(context);
  VITRINE_TRY(auto raw, read(context, lexer));
  describe_game(lexer, context.info);
  return build(context, std::move(raw), scene);
}

Status load_mesh(LoadContext& context, Scene& scene) { return load(context, scene, read_mesh, build_model); }
Status load_animation(LoadContext& context, Scene& scene) {
  return load(context, scene, read_animation, build_animation);
}

Status load_mesh_v6(LoadContext& context, Scene& scene) { return load(context, scene, read_mesh_v6, build_model); }
Status load_animation_v6(LoadContext& context, Scene& scene) {
  return load(context, scene, read_animation_v6, build_animation);
}
Status load_camera(LoadContext& context, Scene& scene) { return load(context, scene, read_camera, build_camera); }

const FormatRow kViewRows[] = {
    {"md5", "md5mesh", kMeshExtensions, FileRole::kModel, true, sniff_row<Kind::kMesh, false>, load_mesh},
    {"md5", "md5anim", kAnimationExtensions, FileRole::kAnimation, true, sniff_row<Kind::kAnimation, false>,
     load_animation}};
const FormatRow kOtherRows[] = {
    {"md5", "md5camera", kCameraExtensions, FileRole::kCamera, true, sniff_row<Kind::kCamera, false>, load_camera},
    {"md5", "md5mesh.v6", kMeshExtensions, FileRole::kModel, true, sniff_row<Kind::kMesh, true>, load_mesh_v6},
    {"md5", "md5anim.v6", kAnimationExtensions, FileRole::kAnimation, true, sniff_row<Kind::kAnimation, true>,
     load_animation_v6},
    {"md5", "md5scale", kScaleExtensions, FileRole::kAnimation, true, sniff_scale, load_scale, behind_others}};

}  // namespace

std::span<const FormatRow> view_rows() { return kViewRows; }

std::span<const FormatRow> rows() {
  static const std::vector<FormatRow> all = [] {
    std::vector<FormatRow> list(std::begin(kViewRows), std::end(kViewRows));
    list.insert(list.end(), std::begin(kOtherRows), std::end(kOtherRows));
    return list;
  }();
  return all;
}

}  // namespace vitrine::md5
