#include "export/export.h"

#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/utf8.h"
#include "base/whole_json.h"
#include "export/glb/export.h"
#include "export/json/export.h"
#include "export/kri/export.h"
#include "export/pivot/export.h"
#include "export/qmsh/convert.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;
using nlohmann::json;

constexpr Code kExportKind{"EXPORT_KIND", Severity::kError, "Name one of the kinds that can be written."};
constexpr Code kExportOption{"EXPORT_OPTION", Severity::kError, "The documentation of `convert` lists the options."};

Error wrong_option(const char* name, const char* expected) {
  return {&kExportOption, kNoOffset, std::string("the option \"") + name + "\" wants " + expected, {}};
}

/// The members of the options object; wrong ones leave an error behind instead of a default nobody asked for.
class Options {
 public:
  Options(std::string_view text, const ExportImages& images)
      : images(images), object_(text.empty() ? json::object() : parse_whole_json(text)) {
    if (!object_.is_object()) error_ = {&kExportOption, kNoOffset, "the options are not a JSON object", {}};
  }

  const ExportImages& images;

  void take(const char* name, bool& value) {
    if (const json* given = find(name)) {
      if (given->is_boolean())
        value = given->get<bool>();
      else
        fail(name, "true or false");
    }
  }
  std::optional<double> number(const char* name, double least, double most, const char* expected) {
    const json* given = find(name);
    if (given == nullptr) return {};
    const double value = given->is_number() ? given->get<double>() : least - 1;
    if (value >= least && value <= most) return value;
    fail(name, expected);
    return {};
  }
  std::optional<std::string> word(const char* name) {
    const json* given = find(name);
    if (given == nullptr) return {};
    if (given->is_string()) return given->get<std::string>();
    fail(name, "a word");
    return {};
  }
  void fail(const char* name, const char* expected) {
    if (error_.code == nullptr) error_ = wrong_option(name, expected);
  }
  const Error& error() const { return error_; }

 private:
  const json* find(const char* name) const {
    if (!object_.is_object()) return nullptr;
    const auto found = object_.find(name);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }
  json object_;
  Error error_;
};

std::vector<uint8_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

Json stage_json(const geometry::KriStageStatistics& s) {
  return {{"name", to_utf8(s.name)},
          {"sourceVertices", s.source_vertices},
          {"sourceTriangles", s.source_triangles},
          {"mergedVertices", s.merged_vertices},
          {"pureVertices", s.pure_vertices},
          {"averageHandedness", s.average_hand},
          {"tangentAccuracy", s.tangent_accuracy},
          {"hasFrames", s.has_frames},
          {"keptFrames", s.kept_frames},
          {"negativesBefore", s.negatives_before},
          {"negativesAfter", s.negatives_after},
          {"clones", s.clones},
          {"middles", s.middles},
          {"extraTriangles", s.extra_triangles},
          {"tJunctions", s.t_junctions},
          {"closingVertices", s.closing_vertices},
          {"closingTriangles", s.closing_triangles},
          {"vertices", s.vertices},
          {"triangles", s.triangles},
          {"extraVertices", s.extra_vertices()},
          {"extraFaces", s.extra_faces()},
          {"vertexUsage", s.vertex_usage()},
          {"reducedVertices", s.reduced_vertices},
          {"largestDroppedShare", s.largest_dropped_share},
          {"largestRounding", s.largest_rounding},
          {"unweightedVertices", s.unweighted_vertices}};
}

QmshOptions qmsh_options(Options& given) {
  QmshOptions options;
  if (const auto version = given.number("version", 10, 22, "10, or 12 to 22")) {
    options.version = static_cast<uint8_t>(*version);
    if (options.version != *version || options.version == 11) given.fail("version", "10, or 12 to 22");
  }
  if (const auto angle = given.number("autoSmooth", 0, 180, "degrees from 0 to 180"))
    options.auto_smooth_deg = static_cast<float>(*angle);
  given.take("legacy", options.legacy);
  given.take("everyFrame", options.every_frame);
  return options;
}

Result<ExportedFile> to_qmsh(const Scene& scene, Options& given, LossLedger& ledger) {
  const QmshOptions options = qmsh_options(given);
  if (given.error().code != nullptr) return given.error();
  ExportedFile file;
  VITRINE_TRY(file.bytes, export_qmsh(scene, options, ledger));
  return file;
}

Result<ExportedFile> to_qmsh_text(const Scene& scene, Options& given, LossLedger& ledger) {
  const QmshOptions options = qmsh_options(given);
  if (given.error().code != nullptr) return given.error();
  ExportedFile file;
  file.bytes = bytes_of(export_qmsh_text(scene, options, ledger));
  return file;
}

Result<ExportedFile> to_kri(const Scene& scene, Options& given, LossLedger& ledger) {
  KriExportOptions options;
  if (const auto generation = given.word("generation")) {
    options.generation = *generation == "seed" ? kri::Generation::kSeed : kri::Generation::kLast;
    if (*generation != "seed" && *generation != "last") given.fail("generation", "\"seed\" or \"last\"");
  }
  given.take("processQuaternions", options.process_quaternions);
  given.take("closeTJunctions", options.close_t_junctions);
  if (given.error().code != nullptr) return given.error();
  VITRINE_TRY(KriExport written, export_kri(scene, options, ledger));
  ExportedFile file;
  file.bytes = std::move(written.bytes);
  file.report["log"] = written.log.json();
  Json meshes = Json::array();
  for (const auto& statistics : written.meshes) meshes.push_back(stage_json(statistics));
  file.report["meshes"] = std::move(meshes);
  file.log = written.log.text();
  return file;
}

Result<ExportedFile> to_pivot(const Scene& scene, Options& given, LossLedger& ledger) {
  pivot::WriteOptions options;
  if (const auto wanted = given.word("dialect")) {
    const auto found = std::find_if(pivot::kDialects.begin(), pivot::kDialects.end(),
                                    [&](const pivot::Dialect& d) { return pivot::dialect_id(d) == *wanted; });
    if (found == pivot::kDialects.end())
      given.fail("dialect", "one of the eight dialects, as \"LE/total/index\"");
    else
      options.dialect = *found;
  }
  if (given.error().code != nullptr) return given.error();
  ExportedFile file;
  VITRINE_TRY(file.bytes, export_pivot(scene, options, ledger));
  return file;
}

Result<ExportedFile> to_glb(const Scene& scene, Options& given, LossLedger& ledger) {
  GlbOptions options;
  given.take("hidden", options.hidden);
  if (given.error().code != nullptr) return given.error();
  VITRINE_TRY(GlbExport written, export_glb(scene, given.images, options, ledger));
  ExportedFile file;
  file.bytes = std::move(written.bytes);
  file.report["readBack"] = std::move(written.read_back);
  return file;
}

Result<ExportedFile> to_json(const Scene& scene, Options& given, LossLedger&) {
  if (given.error().code != nullptr) return given.error();
  ExportedFile file;
  file.bytes = export_json(scene);
  return file;
}

struct Kind {
  std::string_view id;
  bool opens;  ///< a reader of ours opens what is written
  Result<ExportedFile> (*write)(const Scene&, Options&, LossLedger&);
};
constexpr Kind kKinds[] = {{"glb", false, to_glb},  {"qmsh", true, to_qmsh},   {"qmsh.tmp", true, to_qmsh_text},
                           {"scene", true, to_kri}, {"pivot", true, to_pivot}, {"json", false, to_json}};

Error unknown_kind(std::string_view kind) {
  std::string known;
  for (const Kind& row : kKinds) known += (known.empty() ? "" : ", ") + std::string(row.id);
  return {&kExportKind, kNoOffset, "cannot write \"" + std::string(kind) + "\"; the kinds are " + known, {}};
}

}  // namespace

Result<ExportedFile> export_scene(const Scene& scene, std::string_view kind, std::string_view options,
                                  const ExportImages& images) try {
  if (scene.nodes.empty()) return Error{&kNothingToShow, kNoOffset, "there is no model to write", {}};
  const auto row = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const Kind& k) { return k.id == kind; });
  if (row == std::end(kKinds)) return unknown_kind(kind);
  Options given(options, images);
  LossLedger ledger;
  VITRINE_TRY(ExportedFile file, row->write(scene, given, ledger));
  file.opens = row->opens;
  Json report = {{"kind", kind}, {"bytes", file.bytes.size()}, {"losses", ledger.json()}};
  if (file.report.is_object()) report.update(file.report);
  file.report = std::move(report);
  return file;
} catch (const std::bad_alloc&) {
  return Error{&kOutOfMemory, kNoOffset, kOutOfMemory.help, {}};
}

}  // namespace vitrine
