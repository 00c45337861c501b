#pragma once
// A world document and the files it names, opened: what a session plays, and what a changed text takes over from it.

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "world/world.h"

namespace vitrine {

class WorldModel;

/// A file the document names: its bytes, or why there are none; neither where there is no such file.
struct FoundFile {
  FoundFile(std::optional<std::vector<uint8_t>> given) : bytes(std::move(given)) {}
  FoundFile(Error why) : error(std::move(why)) {}

  std::optional<std::vector<uint8_t>> bytes;
  std::optional<Error> error;
};
/// By its name in the document, relative to that.
using WorldFiles = std::function<FoundFile(std::string_view name)>;

struct WorldParts {
  /// Messages of a file, to be placed wherever its name occurs.
  struct Note {
    const Code* code = nullptr;
    std::string message;
    bool is_warning = false;
    size_t companion = SIZE_MAX;  ///< which of a model's companions it is about; none: the model
    uint64_t offset = kNoOffset;
  };
  struct ModelRow {
    world::Named files;  ///< as the document names them
    std::vector<Note> notes;
    size_t taken_from = SIZE_MAX;  ///< the model of `before` that is to be moved here
  };
  struct SoundRow {
    std::string key, file;
    std::vector<Note> notes;
    std::shared_ptr<const nlohmann::ordered_json> table;  ///< null where there is none
  };

  WorldParts();
  WorldParts(WorldParts&&) noexcept;
  WorldParts& operator=(WorldParts&&) noexcept;
  ~WorldParts();

  std::string text;
  std::vector<world::Issue> issues;
  std::vector<world::Issue> reading;                     ///< those of the text alone
  std::optional<std::vector<world::Issue>> next_issues;  ///< of the document that the next frame takes
  std::vector<std::unique_ptr<WorldModel>> models;       ///< one per Document::models, null where it did not open
  std::unique_ptr<world::World> world;                   ///< null: the document is refused
  bool is_approximate = false;                           ///< the world has adopted values that it was not played with
  std::vector<ModelRow> model_rows;
  std::vector<SoundRow> sound_rows;

  /// Report key -> table of each sound file that was read; null without any.
  nlohmann::ordered_json sound() const;
  /// A frame of the document that was adopted is there, or comes.
  void take_issues();
  /// Moves over the models that `open_world` found in `before`.
  void take_models(WorldParts& before);
};

/// Names of the files of a document, each once.
std::vector<std::string> files_of(const world::Document& document);

/// Reads a text that is not larger than the limit.
world::ReadResult read_world(std::string_view text, const Limits& limits);

/// Opens what a text that has been read names; what `before` (may be null) has open already is not opened again: its
/// models stay where they are until `take_models`. Without `files`, what is missing there stays missing. Throws
/// bad_alloc.
WorldParts open_world(std::string text, world::ReadResult read, const WorldFiles& files, const Limits& limits,
                      const WorldParts* before);

/// Issues of the text and of the files, placed in a document that has taken the place of that of `parts`.
std::vector<world::Issue> issues_of(std::vector<world::Issue> of_reading, const WorldParts& parts,
                                    const world::Document& document);

}  // namespace vitrine
