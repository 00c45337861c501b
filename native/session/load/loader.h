#pragma once
// From added files to one validated scene: the part of a document that runs when files arrive.

#include <algorithm>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/limits.h"
#include "formats/format.h"
#include "scene/remove.h"
#include "scene/scene.h"

namespace vitrine {

/// Bytes of one file. Not set to zero first: the caller fills it.
class FileBytes {
 public:
  FileBytes() = default;
  /// Without data where there is no memory for so many.
  explicit FileBytes(size_t size) : bytes_(size != 0 ? new (std::nothrow) uint8_t[size] : nullptr), size_(size) {}
  explicit FileBytes(std::span<const uint8_t> bytes) : FileBytes(bytes.size()) {
    if (bytes_) std::copy(bytes.begin(), bytes.end(), bytes_.get());
  }
  uint8_t* data() { return bytes_.get(); }
  bool empty() const { return size_ == 0; }
  operator std::span<const uint8_t>() const { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<uint8_t[]> bytes_;
  size_t size_ = 0;
};

/// Fields of the report that only the format of a file knows. View cores have one object for all files, which nothing
/// is written to.
nlohmann::ordered_json* new_info();
struct DeleteInfo {
  void operator()(nlohmann::ordered_json* info) const;
};

class Loader {
 public:
  /// `options` stay where they are for as long as it lives.
  Loader(const Limits& limits, const ReadOptions& options)
      : limits_(limits), options_(options), diagnostics_(limits.messages) {}

  uint8_t* add_file(std::string name, uint64_t bytes);
  void add_file(std::string name, std::vector<uint8_t> bytes);
  void offer(std::string name, uint64_t bytes);

  // Of the full core (session/open_files.cpp).
  /// Equal for equal files; others seldom share it.
  uint64_t hash_of_files() const;
  /// The same files, named by the same names and read under the same limits and options.
  bool has_files_of(const Loader& other) const;
  /// Adds copies of its files; bad_alloc where there is no memory for them.
  void add_files_of(const Loader& other);

  /// Loads everything added since the last call. A new model makes the scene be built again from all files, so that
  /// the order of drops does not matter; new companions do not rebuild the scene.
  void load();

  /// After memory ran out where no file is to blame: an empty scene and the error.
  void give_up();

  Scene& scene() { return scene_; }
  const Scene& scene() const { return scene_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }
  CancelFlag& cancel_flag() { return cancel_; }
  /// A song or an effect file opened: there is something to show without a scene.
  bool has_sound() const;
  /// Format id of the first model that opened, else of the first file that did; empty when nothing opened.
  std::string format() const;
  /// Fields of the report that only the format knows, of that same file; with several files, each one's fields are in
  /// `files`.
  nlohmann::ordered_json format_info();
  /// The clip under the reading that is not shown: the other program's (OtherReading), or the author's where that one
  /// is switched on. Nothing for clips of formats with one reading.
  std::optional<Clip> other_reading(uint32_t clip) const;
  /// Files that opened, by their place in the scene's list; nothing for others.
  struct OpenFile {
    std::string_view name;
    std::span<const uint8_t> bytes;
    const FormatRow* row = nullptr;
  };
  std::optional<OpenFile> open_file(uint32_t index) const;
  /// All files with their bytes as they were added (none where a file is known by name only).
  std::vector<OpenFile> files() const;
  /// See Document::wanted.
  std::vector<std::string> wanted() const;
  const Limits& limits() const { return limits_; }
  const ReadOptions& options() const { return options_; }
  /// See FormatDetails::map_record; null for a name that no opened file has. Of several files the last one counts.
  nlohmann::ordered_json map_record(std::string_view file, uint64_t offset) const;

 private:
  struct File {
    std::string name;
    FileBytes bytes;
    uint64_t size = 0;
    const FormatRow* row = nullptr;
    bool image = false;
    bool offered = false;             ///< known by name only
    bool refused = false;             ///< over a limit: its error stands, there are no bytes
    bool loaded = false;              ///< has been read
    bool opened = false;              ///< and brought something
    bool gives_actions_only = false;  ///< found: what else it brought is not in the scene
    ScenePart part;                   ///< of a model
    Axes axes;                        ///< likewise
    std::optional<Error> invalid;     ///< read without complaint, yet validate refused the scene
    std::unique_ptr<nlohmann::ordered_json, DeleteInfo> info{new_info()};
    std::unique_ptr<ActionList> actions;  ///< of a model beside it that the file lists
  };

  const File* main_file() const;
  void recognise(File& file);
  bool recognise_buffers();
  void read_action_lists();
  ActionList* action_list_for(size_t index);
  void start_over();
  void load_pending();
  static uint8_t rank_of(const File& file);
  std::vector<size_t> load_order() const;
  void load_next(const std::vector<size_t>& order, size_t k);
  void load_file(size_t index);
  void share();
  void tell_idle_actions();
  bool has_loaded_materials() const;
  void sort_materials(std::vector<size_t>& order) const;
  std::vector<AddedFile> files_of_drop() const;
  Status charge_look(const FormatRow& row);
  void forget_charges();
  static Error fault(const FormatRow& row, const Error& error, std::span<const uint8_t> bytes);
  static bool is_another_kind(const File& file);
  bool is_stood_in_for(const File& file);
  std::string fault_by_ending(const File& file) const;
  bool tell_unread_image();
  void say_unrecognised(const File& file);
  void read(LoadContext& context, File& file);
  void read_otherwise_from(size_t first_clip, File& file);
  void add_reading_difference(size_t index);
  void check_one_by_one();
  void pay_for_found();
  void check_skin();
  void tell_tie();

  Limits limits_;
  const ReadOptions& options_;
  Diagnostics diagnostics_;
  CancelFlag cancel_{false};
  std::vector<File> files_;
  size_t recognised_ = 0;
  Scene scene_;
  /// Files that list actions: by the paths of their models and, after kAnyFolder, by the names of those. Sorted.
  std::vector<std::pair<std::string, size_t>> action_lists_;
  std::vector<AddedFile> beside_;  ///< while files are loaded
  uint64_t looked_through_ = 0;    ///< see charge_look
  bool shared_ = false;            ///< the models' actions, with one another
  size_t told_clips_ = 0;          ///< that have been looked at for whether they move anything
  bool is_tie_told_ = false;
  bool names_unpaid_ = false;       ///< of files that textures are in, and the message about it stands
  Budget materials_budget_{0};      ///< of all files of materials
  std::vector<Clip> author_clips_;  ///< by number, of files that are shown under the other reading
};

}  // namespace vitrine
