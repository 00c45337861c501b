#pragma once
// From staged files to one validated scene: the part of a document that runs when files arrive.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/limits.h"
#include "formats/registry.h"
#include "scene/scene.h"

namespace vitrine {

class Loader {
 public:
  Loader(const Limits& limits, const LoadOptions& options)
      : limits_(limits), options_(options), diagnostics_(limits.messages) {}

  uint8_t* stage(std::string name, uint64_t bytes);
  void stage(std::string name, std::vector<uint8_t> bytes);
  void offer(std::string name, uint64_t bytes);

  /// Loads everything staged since the last call. A new model makes the scene be built again from all files, so that
  /// the order of drops does not matter; companions are added to what is there.
  void load();

  /// After memory ran out where no file is to blame: an empty scene and the error.
  void give_up();

  Scene& scene() { return scene_; }
  const Scene& scene() const { return scene_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }
  CancelFlag& cancel_flag() { return cancel_; }
  /// Format id of the first model that opened, else of the first file that did; empty when nothing opened.
  std::string format() const;
  /// What only the formats have: the fields of that same file, and with several files each one's fields in `files`.
  nlohmann::ordered_json format_info() const;

 private:
  struct File {
    std::string name;
    std::vector<uint8_t> bytes;
    uint64_t size = 0;
    const FormatRow* row = nullptr;
    bool image = false;
    bool offered = false;          ///< known by name only
    bool refused = false;          ///< over a limit: its error stands, there are no bytes
    bool loaded = false;           ///< had its turn
    bool opened = false;           ///< and brought something
    std::optional<Error> invalid;  ///< read without complaint, yet validate refused the scene
    nlohmann::ordered_json info = nlohmann::ordered_json::object();
  };

  const File* main_file() const;
  void recognise(File& file);
  void start_over();
  void load_pending();
  std::vector<size_t> load_order() const;
  void load_file(size_t index);
  void add_legacy_difference(File& file, size_t first_clip);
  void check_one_by_one();

  Limits limits_;
  LoadOptions options_;
  Diagnostics diagnostics_;
  CancelFlag cancel_{false};
  std::vector<File> files_;
  size_t recognised_ = 0;
  Scene scene_;
};

}  // namespace vitrine
