#include "session/document.h"

#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/json_text.h"
#include "base/names.h"
#include "base/utf8.h"
#include "base/whole_json.h"
#include "convert/sentences.h"
#include "play/full/health.h"
#include "play/poser.h"
#include "pose/scalar_curve.h"
#include "scene/report.h"
#include "scene/summary.h"
#include "session/curve_view.h"
#include "session/fixes.h"
#include "session/load/clips.h"
#include "session/load/textures.h"
#include "session/open_files.h"
#include "session/places.h"
#include "session/read_back.h"

namespace vitrine {
namespace {

/// While a scene is exported its files have names without folders, and images do not say how they were found: what is
/// written says nothing of the user's disk, and the same input gives the same bytes wherever it lies.
class WithoutFolders {
 public:
  explicit WithoutFolders(Scene& scene) : scene_(scene) {
    for (SourceFile& file : scene.files) {
      names_.push_back(file.name);
      file.name = base_name(names_.back());
    }
    for (Texture& texture : scene.textures) found_by_.push_back(std::exchange(texture.found_by, FoundBy::kNothing));
  }
  ~WithoutFolders() {
    for (size_t i = 0; i < names_.size(); ++i) scene_.files[i].name = std::move(names_[i]);
    for (size_t i = 0; i < found_by_.size(); ++i) scene_.textures[i].found_by = found_by_[i];
  }
  WithoutFolders(const WithoutFolders&) = delete;
  WithoutFolders& operator=(const WithoutFolders&) = delete;

 private:
  Scene& scene_;
  std::vector<std::string> names_;
  std::vector<FoundBy> found_by_;
};

}  // namespace

struct Document::State {
  State(const Limits& limits, ReadOptions given) : files(std::make_shared<OpenFiles>(limits, std::move(given))) {}
  std::shared_ptr<OpenFiles> files;
  bool is_read = false;
  Poser poser;
  std::optional<Places> places;
  // Curves of the clip that was requested last.
  uint32_t viewed_clip = kNone;
  std::optional<CurveViews> views;

  Loader& loader() const { return files->loader; }

  /// Before files are added. Those that others show too are read again, for this document alone.
  Loader& own_loader() {
    if (files.use_count() > 1) {
      auto own = std::make_shared<OpenFiles>(loader().limits(), files->options);
      own->loader.add_files_of(loader());
      own->loader.load();
      show(std::move(own));
    }
    hide_from_others(*files);
    return loader();
  }

  void show(std::shared_ptr<OpenFiles> shown) {
    views.reset();
    places.reset();
    const auto before = std::exchange(files, std::move(shown));
    poser.attach(loader().scene(), files->plans_to_share());
  }

  void load() {
    if (std::exchange(is_read, true)) {
      own_loader().load();
    } else if (auto equal = find_equal(*files)) {
      return show(std::move(equal));
    } else {
      loader().load();
      offer_to_others(files);
    }
    files->plans = {};
    show(files);
  }

  void give_up() {
    if (files.use_count() > 1) files = std::make_shared<OpenFiles>(loader().limits(), files->options);
    hide_from_others(*files);
    loader().give_up();
    files->plans = {};
    show(files);
  }

  std::vector<uint32_t> clips_of(uint32_t clip) const {
    if (clip == kSimultaneousClips) return poser.together();
    return clip < loader().scene().clips.size() ? std::vector<uint32_t>{clip} : std::vector<uint32_t>();
  }
  const CurveViews& view(uint32_t clip) {
    if (views && viewed_clip == clip) return *views;
    views.emplace(loader().scene(), clips_of(clip), [this](uint32_t one) { return loader().other_reading(one); });
    viewed_clip = clip;
    return *views;
  }
  Places& all_places() { return places ? *places : places.emplace(loader()); }
};

Document::Document(Limits limits, ReadOptions options) : state_(std::make_unique<State>(limits, std::move(options))) {}
Document::~Document() = default;

uint8_t* Document::add_file(std::string name, uint64_t bytes) {
  return state_->own_loader().add_file(std::move(name), bytes);
}
void Document::add_file(std::string name, std::vector<uint8_t> bytes) {
  state_->own_loader().add_file(std::move(name), std::move(bytes));
}
void Document::offer(std::string name, uint64_t bytes) { state_->own_loader().offer(std::move(name), bytes); }
CancelFlag& Document::cancel_flag() { return state_->loader().cancel_flag(); }
const Scene& Document::scene() const { return state_->loader().scene(); }
const Diagnostics& Document::diagnostics() const { return state_->loader().diagnostics(); }
std::vector<std::string> Document::wanted() const { return state_->loader().wanted(); }
std::string Document::digest() const { return digest_text(scene()); }

Json Document::choose(const std::vector<std::string>& images) const {
  const std::vector<Found> found = find_images(scene(), {images.begin(), images.end()});
  Json out = Json::array();
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i].file != kNone && scene().textures[i].status != TextureStatus::kFound)
      out.push_back(Json::array({i, found[i].file}));
  }
  return out;
}

bool Document::load() {
  try {
    state_->load();
  } catch (const std::bad_alloc&) {
    state_->give_up();
  }
  return !scene().nodes.empty() || state_->loader().has_sound();
}

std::string Document::report_text(bool every_frame) const {
  RawReportParts whole;
  for (uint32_t i = 0; every_frame && i < scene().clips.size(); ++i) {
    const Json check = state_->poser.stored_bounds_check(i);
    whole.stored_bounds.push_back(check.is_null() ? std::string() : json_text(check));
  }
  whole.format_info = json_text(state_->loader().format_info());
  JsonWriter out;
  write_report(out, scene(), diagnostics(), state_->loader().format(), state_->poser.bind_bounds(),
               state_->poser.offers_together() ? &state_->poser.together() : nullptr, whole);
  return out.take();
}
Json Document::report(bool every_frame) const { return parse_whole_json<Json>(report_text(every_frame)); }

Json Document::curves(uint32_t clip, uint32_t samples) const {
  if (clip == kSimultaneousClips) {
    Json all = {{"action", nullptr}, {"duration", 0.0}, {"frameRate", 0.0}, {"curves", Json::array()}};
    for (const uint32_t one : state_->poser.together()) {
      Json part = curves_json(scene(), scene().clips[one], samples);
      all["duration"] = std::max(all["duration"].get<double>(), part["duration"].get<double>());
      for (Json& curve : part["curves"]) all["curves"].push_back(std::move(curve));
    }
    return all;
  }
  return clip < scene().clips.size() ? curves_json(scene(), scene().clips[clip], samples) : Json(nullptr);
}

Json Document::curve_list(uint32_t clip) const { return state_->view(clip).list(state_->poser.options); }
CurvePicture Document::curve_picture(uint32_t clip, const CurveQuery& query) const {
  try {
    return state_->view(clip).picture(query, state_->poser.options);
  } catch (const std::bad_alloc&) {
    return {};
  }
}

Json Document::health(uint32_t clip) {
  if (clip >= scene().clips.size()) return nullptr;
  const HealthThresholds thresholds;
  const Bounds& box = state_->poser.bind_bounds();
  const double size = box.empty ? 0 : glm::length(glm::dvec3(box.max) - glm::dvec3(box.min));
  Json out = {{"action", to_utf8(scene().clips[clip].name)}, {"size", size}};
  out.update(clip_health(scene(), scene().clips[clip], size, thresholds));
  out["bounds"] = state_->poser.stored_bounds_excess(clip, thresholds);
  return out;
}
Json Document::survey(uint32_t mesh) const {
  if (mesh >= scene().meshes.size()) return nullptr;
  const Mesh& one = scene().meshes[mesh];
  const geometry::MeshSurvey found = geometry::survey_mesh(one.positions, one.indices);
  Json out = {{"mesh", mesh},
              {"survey",
               {{"places", found.places},
                {"edges", found.edges},
                {"openEdges", found.open_edges},
                {"nonManifoldEdges", found.non_manifold_edges},
                {"turnedEdges", found.turned_edges},
                {"collapsedFaces", found.collapsed_faces},
                {"flatFaces", found.flat_faces},
                {"unusedVertices", found.unused_vertices}}}};
  if (one.influences.empty()) return out;
  const geometry::WeightSurvey weights = geometry::survey_weights(one);
  out["weights"] = {{"weighted", weights.weighted},
                    {"unweighted", weights.unweighted},
                    {"least", weights.least},
                    {"most", weights.most},
                    {"off", weights.off}};
  return out;
}
geometry::ClosedParts Document::closed_parts(uint32_t instance) const {
  if (instance >= instance_count()) return {};
  const Mesh& mesh = scene().meshes[scene().nodes[instance_node(instance)].mesh];
  return geometry::closed_parts(mesh.positions, mesh.indices);
}
std::vector<double> Document::key_times(uint32_t clip, uint32_t node) const {
  return vitrine::key_times(scene(), state_->clips_of(clip), node);
}

Json Document::map_record(std::string_view file, uint64_t offset) const {
  return state_->loader().map_record(file, offset);
}

Json Document::places(const Json& thing) const {
  // A vertex that has its place in every frame is meant as it was posed last.
  if (!thing.is_object() || thing.value("kind", Json()) != "vertex" || thing.contains("frame"))
    return state_->all_places().of(thing);
  Json shown = thing;
  const Json mesh = thing.value("mesh", Json());
  if (mesh.is_number_unsigned()) shown["frame"] = state_->poser.shown_frame(mesh.get<uint64_t>());
  return state_->all_places().of(shown);
}
Json Document::at(std::string_view file, uint64_t offset) const { return state_->all_places().at(file, offset); }
Json Document::fixes() const { return fixes_json(state_->loader()); }
Json Document::patch(std::string_view file, const Json& codes, std::vector<uint8_t>& patched) const {
  return patch_json(state_->loader(), file, codes, patched);
}

Result<ExportedFile> Document::export_file(std::string_view kind, std::string_view options, const ExportImages& images,
                                           const Simplify& simplify) const try {
  const WithoutFolders without_folders(state_->loader().scene());
  VITRINE_TRY(ExportedFile file, export_scene(scene(), kind, options, images, simplify));
  if (file.opens) VITRINE_CHECK(read_back(scene(), file));
  add_distance_loss(file.report);
  return file;
} catch (const std::bad_alloc&) {
  return Error{messages::kNoRoom, kNoOffset};
}

uint32_t Document::find_clip(std::string_view wanted) const { return vitrine::find_clip(scene(), wanted); }

bool Document::select_clip(uint32_t clip) { return state_->poser.select(clip); }
bool Document::set_blend(uint32_t clip, double time_s, double weight) {
  return state_->poser.set_blend(clip, time_s, weight);
}
uint32_t Document::selected_clip() const { return state_->poser.selected(); }
void Document::set_play_options(const PlayOptions& options) { state_->poser.options = options; }
const PlayOptions& Document::play_options() const { return state_->poser.options; }
double Document::duration_s() const { return state_->poser.duration_s(); }
void Document::evaluate(double time_s, const PoseOptions& options) { state_->poser.evaluate(time_s, options); }
bool Document::set_node_rotation(uint32_t node, const glm::quat& rotation) {
  return state_->poser.set_node_rotation(node, rotation);
}
void Document::clear_node_rotation(uint32_t node) { state_->poser.clear_node_rotation(node); }
Bounds Document::bounds() const { return state_->poser.bounds(); }
Bounds Document::action_bounds(uint32_t samples) { return state_->poser.action_bounds(samples); }

Bounds Document::stored_bounds(double time_s) const {
  const uint32_t selected = state_->poser.selected();
  return selected < scene().clips.size() ? vitrine::stored_bounds(scene().clips[selected], time_s) : Bounds{};
}
double Document::gpu_difference() const { return state_->poser.gpu_difference(); }
Json Document::pose_report(bool vertices, bool world_space) const {
  return state_->poser.report(vertices, world_space);
}
Status Document::check_vertex_report() const {
  constexpr uint64_t kMostPosed = 3'000'000;
  uint64_t vertices = 0;
  for (uint32_t i = 0; i < instance_count(); ++i)
    vertices += buffer(BufferKind::kPositions, i).bytes / sizeof(glm::vec3);
  return check_limit(vertices, kMostPosed, "posed vertices");
}
uint32_t Document::instance_count() const { return state_->poser.instance_count(); }
uint32_t Document::instance_node(uint32_t instance) const { return state_->poser.instance_node(instance); }
BufferView Document::buffer(BufferKind kind, uint32_t index) const { return state_->poser.buffer(kind, index); }

const Poser& Document::poser() const { return state_->poser; }

double Document::camera_fov_y(uint32_t camera, double aspect) const {
  if (camera >= scene().cameras.size() || !(aspect > 0)) return 0;
  return state_->poser.camera_fov_y(camera, aspect);
}

}  // namespace vitrine
