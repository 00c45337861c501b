#include "whole_check.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "base/json_text.h"
#include "convert/kind.h"
#include "format_check.h"
#include "scene/summary.h"
#include "scene/validate.h"
#include "session/curve_view.h"
#include "session/document.h"
#include "session/document_renderer.h"

namespace vitrine::fuzz {
namespace {

/// Documents with more are left to the benchmarks: one input is to take milliseconds.
constexpr double kMostFrameNodes = 50'000;
constexpr uint64_t kMostPoints = 50'000;
constexpr uint32_t kMostAsked = 3;

bool is_small(const Document& document) {
  const Scene& scene = document.scene();
  double frames = 1;
  for (const Clip& clip : scene.clips) frames += 1 + 64 * clip.duration_s;
  const Statistics counts = statistics(scene);
  return frames * static_cast<double>(scene.nodes.size() + 1) < kMostFrameNodes &&
         counts.vertices + counts.influences + counts.triangles + counts.keys < kMostPoints &&
         document.instance_count() * counts.vertices < kMostPoints;
}

/// A list of numbers has no member that is none: writers make null of NaN and infinity.
bool is_finite(const Json& value) {
  if (value.is_number_float()) return std::isfinite(value.get<double>());
  if (!value.is_structured()) return true;
  bool has_number = false, has_null = false;
  for (const Json& child : value) {
    if (!is_finite(child)) return false;
    has_number = has_number || child.is_number();
    has_null = has_null || child.is_null();
  }
  return !value.is_array() || !has_number || !has_null;
}

uint64_t triangles_of(const Document& document) {
  uint64_t indices = 0;
  for (const Node& node : document.scene().nodes) {
    if (node.mesh != kNone) indices += document.scene().meshes[node.mesh].indices.size();
  }
  return indices / 3;
}

uint64_t faults_of(const Document& document) {
  uint64_t count = 0;
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kInfo})
    count += document.diagnostics().count(severity);
  return count;
}

std::string check_places(const Document& document, const std::string& name, uint64_t size) {
  static constexpr const char* kKinds[] = {"vertex",   "triangle", "weight", "node",  "mesh",
                                           "material", "action",   "curve",  "frame", "key"};
  for (const char* kind : kKinds) {
    for (uint32_t index = 0; index < kMostAsked; ++index) {
      const Json thing = {{"kind", kind}, {"index", index}, {"mesh", 0}, {"action", 0}, {"curve", index}};
      for (const Json& place : document.places(thing)) {
        if (place["file"] != name) continue;
        const auto offset = place["offset"].get<uint64_t>(), length = place["size"].get<uint64_t>();
        if (offset > size || length > size - offset) return std::string("the place of a ") + kind + " leaves the file";
      }
    }
  }
  for (const uint64_t offset : {uint64_t{0}, size / 3, size / 2, size - 1, size, size + 1}) {
    (void)json_text(document.at(name, offset));
    (void)json_text(document.map_record(name, offset));
  }
  return "";
}

std::string check_actions(Document& document) {
  const auto clips = std::min(static_cast<uint32_t>(document.scene().clips.size()), kMostAsked);
  for (uint32_t clip = 0; clip < clips; ++clip) {
    (void)document.curves(clip, 4);
    const Json list = document.curve_list(clip);
    CurveQuery query;
    query.channels.resize(std::min<size_t>(list["curves"].size(), 8));
    std::iota(query.channels.begin(), query.channels.end(), 0U);
    query.to_s = document.scene().clips[clip].duration_s;
    query.columns = 16;
    query.most_keys = 8;
    query.at_s = query.to_s / 2;
    (void)document.curve_picture(clip, query);
    (void)document.key_times(clip, 0);
    (void)json_text(document.health(clip));
    if (!document.select_clip(clip)) continue;
    document.evaluate(document.duration_s() / 3, {true, true, true});
    (void)document.action_bounds(3);
    (void)json_text(document.pose_report(true, true));
    (void)document.gpu_difference();
  }
  return "";
}

/// The shadow takes three times as long as all other checks together, however small the picture: one input of sixteen
/// has it.
std::string check_picture(Document& document, bool has_shadow) {
  DocumentRenderer pictures;
  const Json options = {{"width", 24}, {"height", 16}, {"overlays", {"skeleton"}}, {"shadow", has_shadow}};
  const auto picture = pictures.draw(document, json_text(options));
  if (!picture) return picture.error().code() != nullptr ? "" : "no picture and no reason";
  return picture->rgba.size() == 24U * 16U * 4U ? "" : "a picture of another size";
}

/// Triangles that the KRI export divides, so that quaternions can be interpolated, and those that close its
/// T-junctions.
uint64_t added_faces(const Json& report) {
  uint64_t added = 0;
  for (const Json& mesh : report.value("meshes", Json::array())) added += mesh.value("extraFaces", uint64_t{0});
  return added;
}

std::string check_exports(const Document& document) {
  for (const ExportKind* kind : export_kinds()) {
    const auto written = document.export_file(kind->id, "{}");
    const std::string what = std::string("export to ") + kind->id + ": ";
    if (!written) {
      if (written.error().code() == nullptr) return what + "refused without a code";
      continue;
    }
    if (!written->opens || !written->report["losses"].empty()) continue;
    Document again;
    again.add_file(std::string("again.") + kind->id, written->bytes);
    if (!again.load()) return what + "does not open, and no loss is named";
    if (triangles_of(again) != triangles_of(document) + added_faces(written->report))
      return what + "other triangles, and no loss is named";
  }
  return "";
}

std::string check_fixes(const Document& document, const std::vector<uint8_t>& model, const FormatRow* model_row,
                        const std::string& name) {
  for (const Json& fix : document.fixes()) {
    if (fix["file"] != name) continue;
    const auto code = fix["code"].get<std::string>();
    std::vector<uint8_t> patched;
    const Json done = document.patch(name, Json::array({code}), patched);
    if (done.is_null()) continue;  // the file would still not open
    Document again(small_limits());
    if (model_row != nullptr) again.add_file(std::string("model.") + model_row->extensions[0], model);
    again.add_file(name, patched);
    again.load();
    if (!done["check"]["opens"].get<bool>()) return "the fix of " + code + " is written, and does not open";
    if (faults_of(again) >= faults_of(document) && document.diagnostics().count(Severity::kError) == 0)
      return "after the fix of " + code + " there are as many faults";
  }
  return "";
}

/// The same file twice, the second time for its actions as well: each plays those of the other.
std::string check_family(const FormatRow& row, std::span<const uint8_t> bytes) {
  const std::string twin = std::string("twin.") + row.extensions[0];
  for (const bool is_named : {false, true}) {
    ReadOptions options;
    if (is_named) options.animations.insert(twin);
    Document family(small_limits(), options);
    for (const std::string& name : {std::string("fuzz.") + row.extensions[0], twin})
      family.add_file(name, std::vector<uint8_t>(bytes.begin(), bytes.end()));
    if (!family.load()) {
      if (family.diagnostics().count(Severity::kError) == 0) return "a family is refused without an error";
      continue;
    }
    if (!validate(family.scene())) return "the scene of a family is none";
    if (!is_small(family)) continue;
    const auto clips = std::min(static_cast<uint32_t>(family.scene().clips.size()), 2 * kMostAsked);
    for (uint32_t clip = 0; clip < clips; ++clip) {
      if (family.select_clip(clip)) family.evaluate(family.duration_s() / 3, {true, false, false});
    }
  }
  return "";
}

}  // namespace

std::string check_whole(const FormatRow& row, std::span<const uint8_t> bytes) {
  Document document(small_limits());
  const FormatRow* model_row = nullptr;
  const std::vector<uint8_t> model = row.role == FileRole::kModel ? std::vector<uint8_t>() : companion(row, model_row);
  if (model_row != nullptr) document.add_file(std::string("model.") + model_row->extensions[0], model);
  const std::string name = std::string("fuzz.") + row.extensions[0];
  document.add_file(name, std::vector<uint8_t>(bytes.begin(), bytes.end()));
  const bool shows = document.load();
  if (!shows && document.diagnostics().count(Severity::kError) == 0) return "refused without an error";
  std::string broken = check_fixes(document, model, model_row, name);
  if (!broken.empty() || !shows || !is_small(document)) return broken;

  if (row.role == FileRole::kModel && !document.scene().clips.empty()) {
    if (broken = check_family(row, bytes); !broken.empty()) return broken;
  }
  Json report = document.report();
  report["info"].erase("format");  // the fields of a file as they stand there
  if (!is_finite(report)) return "a report with a number that is none";
  if (broken = check_actions(document); !broken.empty()) return broken;
  if (broken = check_picture(document, bytes.size() % 16 == 0); !broken.empty()) return broken;
  if (broken = check_places(document, name, bytes.size()); !broken.empty()) return broken;
  return check_exports(document);
}

}  // namespace vitrine::fuzz
