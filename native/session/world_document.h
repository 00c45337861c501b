#pragma once
// World documents with the files they name: models of any format, effects, music. `vitrine world` and the page use
// this.

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "session/world_drawing.h"
#include "world/world.h"

namespace vitrine {

/// Bytes of a file the document names, relative to it; nothing when there is no such file.
using FileLookup = std::function<std::optional<std::vector<uint8_t>>(std::string_view name)>;

/// Names of the files a document refers to (models, sound), each once; none of one that cannot be read. For hosts that
/// must fetch before they can answer a lookup.
std::vector<std::string> world_files(std::string_view text);

/// A world document that is being played.
class WorldSession {
 public:
  /// Reads the document and what it names. A session is made in any case; `ok` says whether it can be evaluated.
  /// Memory that runs out is an issue like others.
  WorldSession(std::string_view text, const FileLookup& files, const Limits& limits = {});
  ~WorldSession();

  bool ok() const { return world_ != nullptr; }
  /// Errors and warnings of reading; after a failed `evaluate` also why.
  const std::vector<world::Issue>& issues() const { return issues_; }
  /// The next frame; false ends the session (the frame asks for too much).
  /// `aspect` > 0 replaces the camera's.
  bool evaluate(double time_s, const std::optional<world::CameraOverride>& camera = {}, double aspect = 0);
  /// The last frame to draw; it must have been evaluated with the aspect of the picture. `issues` gets what drawing has
  /// to say.
  render::WorldPicture picture(uint32_t width, uint32_t height, const ImageLookup& images,
                               std::vector<world::Issue>& issues) const;
  /// Report of the last frame; { "issues": [...] } alone of a refused document, before the first frame, and of a frame
  /// with more rows than a report can hold (WORLD_LIMIT).
  nlohmann::ordered_json report() const;
  /// The same as text; memory that runs out is an issue here as well.
  std::string report_text() const;
  /// Hash of that text, 16 hexadecimal digits: equal on every host.
  std::string digest() const;
  const world::World& world() const { return *world_; }

 private:
  void load(std::string_view text, const FileLookup& files);
  void load_sound(const world::Document& document, const FileLookup& files);
  void run_out_of_memory();
  Limits limits_;
  std::vector<std::unique_ptr<WorldModel>> models_;  ///< null where one did not open
  std::unique_ptr<world::World> world_;
  bool evaluated_ = false;
  std::vector<world::Issue> issues_;
  std::unique_ptr<nlohmann::ordered_json> sound_;
};

}  // namespace vitrine
