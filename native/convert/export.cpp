#include "convert/export.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <nlohmann/json.hpp>

#include "base/argument.h"
#include "base/json_text.h"
#include "base/whole_json.h"
#include "convert/kind.h"
#include "convert/sentences.h"
#include "convert/skinned_scene.h"
#include "convert/space.h"
#include "scene/validate.h"

namespace vitrine {
namespace {

using nlohmann::json;

Error unknown_kind(std::string_view kind) {
  std::string known;
  for (const ExportKind* row : export_kinds()) known += (known.empty() ? "" : ", ") + std::string(row->id);
  return {messages::kUnknownKind, kNoOffset, {kind, known}};
}

Json option_json(const ExportOption& option) {
  static constexpr const char* kTypes[] = {"switch", "choice", "number", "text"};
  Json out = {{"name", option.name},
              {"type", kTypes[static_cast<int>(option.type)]},
              {"label", option.label},
              {"effect", option.effect},
              {"flag", {{"name", option.flag}, {"value", option.flag_value}, {"help", option.help}}}};
  if (option.type == ExportOption::Type::kSwitch) out["default"] = option.on;
  if (option.type == ExportOption::Type::kNumber) out["least"] = option.least, out["most"] = option.most;
  if (option.type == ExportOption::Type::kChoice) {
    out["numeric"] = option.numeric;
    for (const ExportChoice& choice : option.choices)
      out["choices"].push_back({{"value", choice.value}, {"label", choice.label}});
  }
  return out;
}

/// The data that only kinds with `keeps_extras` hold.
void report_extras(const Scene& scene, LossReport& loss_report) {
  uint64_t extras = scene.extras_left_out + !scene.extras.empty() + !scene.asset_extras.empty(),
           attributes = scene.attributes_left_out;
  const auto count = [&](const auto& list) {
    for (const auto& one : list) extras += !one.extras.empty();
  };
  count(scene.nodes), count(scene.meshes), count(scene.materials), count(scene.clips);
  for (const Mesh& mesh : scene.meshes) attributes += mesh.attributes.size();
  loss_report.add("extras", extras,
                  "`extras` of " + counted(extras, "part", "parts") + " of the file are lost: only GLB keeps them");
  loss_report.add("attributes", attributes,
                  counted(attributes, "vertex attribute", "vertex attributes") +
                      " without a meaning to Vitrine are lost: only GLB keeps them");
}

/// The third texture coordinate.
void report_w(const Scene& scene, LossReport& loss_report) {
  uint64_t layers = 0;
  for (const Mesh& mesh : scene.meshes)
    for (const UvLayer& layer : mesh.uv_layers) layers += !layer.w.empty();
  loss_report.add(
      "uvw", layers,
      counted(layers, "layer has", "layers have") + " a third coordinate W, which the format has no place for");
}

/// Vertices that the file stores for every frame.
void report_frames(const Scene& scene, LossReport& loss_report) {
  const auto runs = std::count_if(scene.clips.begin(), scene.clips.end(), [](const Clip& clip) {
    return std::any_of(clip.runs.begin(), clip.runs.end(), [](const FrameRun& run) { return run.frames.size() > 1; });
  });
  loss_report.add(
      "actions", static_cast<uint64_t>(runs),
      counted(static_cast<uint64_t>(runs), "action shows", "actions show") +
          " frames of stored vertices, which only GLB holds, and with --joints or --bake joints of MD5 and IQM; the "
          "model stands in its first frame");
}

/// The most joints that are to move the vertices; 0 where nothing is said of it.
uint32_t joints_asked(const ExportKind& kind, GivenOptions& given) {
  const auto is_joints = [](const ExportOption& option) { return std::string_view(option.name) == "joints"; };
  const auto option = std::find_if(kind.options.begin(), kind.options.end(), is_joints);
  if (option == kind.options.end()) return 0;
  constexpr const char* kExpected = "a whole number of 1 to 512";
  const double most = given.number("joints", option->least, option->most, kExpected).value_or(0);
  if (most != std::floor(most)) given.fail("joints", kExpected);
  return static_cast<uint32_t>(most);
}

/// In file units, from the units that are written.
double tolerance_asked(const Scene& scene, GivenOptions& given) {
  SpaceOptions space;
  space.units_per_metre = given.number("unitsPerMetre", 0, 1e6, "a number from 0 to 1000000").value_or(0);
  space.scale = given.number("scale", 0.000001, 1000000, "a factor above 0").value_or(1);
  return given.number("tolerance", 0, 1e9, "a distance").value_or(0) / Space(scene, space).scale();
}

/// Few joints in place of what moves vertices one by one.
Result<SkinnedScene> skin_frames(const Scene& scene, const ExportKind& kind, uint32_t joints, GivenOptions& given,
                                 LossReport& loss_report) {
  bool byte_weights = kind.byte_weights;
  given.take("byteWeights", byte_weights);
  const SkinningLimits limits{joints, byte_weights ? 255u : 0u, tolerance_asked(scene, given)};
  VITRINE_CHECK(given.status());
  VITRINE_CHECK(validate(scene));
  VITRINE_TRY(SkinnedScene skinned, skinned_scene(scene, limits));
  const Json& report = skinned.report;
  if (report.is_null()) return skinned;
  const auto count = report["joints"].get<uint64_t>();
  loss_report.add("skinning", report["frames"].get<uint64_t>(),
                  counted(report["frames"].get<uint64_t>(), "frame", "frames") + " of vertices become " +
                      counted(count, "joint", "joints") +
                      " with smooth weights; the number is the largest distance of a vertex on a frame, in file units",
                  report["largest"].get<double>());
  loss_report.add(
      "skinning", report["between"].get<double>() > report["largest"].get<double>(),
      "half-way between two frames a vertex is farther off than on any frame; the number is the largest distance, "
      "in file units",
      report["between"].get<double>());
  loss_report.add("curves", skinned.curves_left_out,
                  counted(skinned.curves_left_out, "curve of a material, light or camera is",
                          "curves of materials, lights and cameras are") +
                      " left out");
  given.source = &scene;
  return skinned;
}

}  // namespace

GivenOptions::GivenOptions(std::string_view text, const ExportImages& given, const Simplify& simplifier)
    : images(given), simplify(simplifier), object_(text.empty() ? json::object() : parse_whole_json(text)) {
  if (!object_.is_object()) error_ = {messages::kOptionsNoObject, kNoOffset};
}

void GivenOptions::take(const char* name, bool& value) {
  const json* given = find(name);
  if (given == nullptr) return;
  if (given->is_boolean())
    value = given->get<bool>();
  else
    fail(name, "true or false");
}

std::optional<double> GivenOptions::number(const char* name, double least, double most, const char* expected) {
  const json* given = find(name);
  if (given == nullptr) return {};
  const double value = given->is_number() ? given->get<double>() : least - 1;
  if (value >= least && value <= most) return value;
  fail(name, expected);
  return {};
}

std::optional<std::string> GivenOptions::word(const char* name) {
  const json* given = find(name);
  if (given == nullptr) return {};
  if (given->is_string()) return given->get<std::string>();
  fail(name, "a word");
  return {};
}

void GivenOptions::fail(const char* name, const char* expected) {
  if (error_) return;
  error_ = {messages::kOptionWants, kNoOffset, {name, expected}};
}

Status GivenOptions::status() const { return error_ ? Status(error_) : ok_status(); }

const json* GivenOptions::find(const char* name) const {
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

Result<ExportedFile> export_scene(const Scene& scene, std::string_view kind, std::string_view options,
                                  const ExportImages& images, const Simplify& simplify) try {
  if (scene.nodes.empty()) return Error{messages::kNoModel, kNoOffset};
  const auto kinds = export_kinds();
  const auto row = std::find_if(kinds.begin(), kinds.end(), [&](const ExportKind* k) { return k->id == kind; });
  if (row == kinds.end()) return unknown_kind(kind);
  GivenOptions given(options, images, simplify);
  LossReport loss_report;
  SkinnedScene skinned;
  const uint32_t joints = joints_asked(**row, given);
  if (joints > 0) {
    VITRINE_TRY(skinned, skin_frames(scene, **row, joints, given, loss_report));
  }
  const Scene& written = joints > 0 ? skinned.scene : scene;
  VITRINE_TRY(ExportedFile file, (*row)->write(written, given, loss_report));
  if (!(*row)->keeps_frames && !file.holds_frames) report_frames(written, loss_report);
  if (!(*row)->keeps_extras) report_extras(scene, loss_report);
  if (!(*row)->keeps_w) report_w(scene, loss_report);
  file.opens = (*row)->opens;
  Json report = {{"kind", kind}, {"bytes", file.bytes.size()}, {"losses", loss_report.json()}};
  if (!skinned.report.is_null()) report["skinning"] = std::move(skinned.report);
  if (file.report.is_object()) report.update(file.report);
  file.report = std::move(report);
  return file;
} catch (const std::bad_alloc&) {
  return Error{messages::kNoRoom, kNoOffset};
}

std::string export_kinds_json_text() {
  Json out = Json::array();
  for (const ExportKind* row : export_kinds()) {
    Json options = Json::array();
    for (const ExportOption& option : row->options) options.push_back(option_json(option));
    out.push_back({{"id", row->id}, {"title", row->title}, {"images", row->images}, {"options", std::move(options)}});
  }
  return json_text(out);
}

}  // namespace vitrine
