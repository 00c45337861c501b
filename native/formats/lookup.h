#pragma once
// Which of the files given is meant by a name in one of them: the one rule for images, buffers and companions of all
// formats. public/docs/files-found.md has it in words.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/hash_table.h"
#include "scene/scene.h"
#include "scene/textures.h"

namespace vitrine {

struct Found {
  uint32_t file = kNone;
  FoundBy by = FoundBy::kNothing;
  uint32_t steps = 0;   ///< between the folders of both files
  uint32_t others = 0;  ///< that the rule would take as well; the first by name is taken
};

/// In lower case with plain slashes, without `.` and `a/..`; steps out of the top stay.
std::string plain_path(std::string_view path);
/// With %20 and the like as the bytes they stand for; as it is where they are damaged.
std::string percent_decoded(std::string_view address);
/// `/a`, `\\host\a`, `c:\a` or `file:` of another disk or of this one.
bool is_absolute_path(std::string_view path);
/// `http:` and the like; letters of drives and `file:` are none.
bool has_scheme(std::string_view address);

/// The file that names others, as it is looked from.
struct LookupFrom {
  std::string folder;      ///< plain, with a slash at its end
  std::string mounted;     ///< the same with archives left out
  bool is_packed = false;  ///< in an archive
  uint64_t hash = 0, mounted_hash = 0, archive_hash = 0, root_hash = 0, own_root_hash = 0;
  uint32_t depth = 0;           ///< of `mounted`
  std::vector<uint64_t> above;  ///< hashes of the folders above, from the top
};

/// Finding is linear in the bytes of all names: files are kept by hashes of their paths, and of those ends that are
/// wanted.
class FileLookup {
 public:
  /// Before files are added: names that `find` will be asked for.
  void want(std::string_view name);
  /// kNone as its number for a file that is there but not meant by any name.
  void add(std::string_view path, uint32_t file);
  /// After all files.
  LookupFrom from(std::string_view path) const;
  /// The file that is meant by the first of these names that leads anywhere. An `address` counts from the folder of
  /// `from`; any other name is a path of a game, or a bare name, unless it begins with a dot.
  Found find(const LookupFrom& from, std::span<const std::string> names, bool is_address = false) const;

 private:
  struct Path {
    std::string text;  ///< plain, archives left out
    uint32_t file = 0;
  };
  /// Of the files below a folder with one end, the nearest to it.
  struct Near {
    uint32_t path = 0, below = 0, others = 0;
    bool aside = false;
  };
  struct Name;
  struct Nearest;

  void add_path(std::string_view text, uint32_t file);
  void add_near(const std::string& text, uint32_t path);
  uint32_t exact(uint64_t hash, const Name& name, size_t skip) const;
  uint32_t at_address(const LookupFrom& from, const Name& name) const;
  uint32_t at_root(const LookupFrom& from, const Name& name) const;
  uint32_t in_folder(const LookupFrom& from, const Name& name) const;
  Nearest nearest(const LookupFrom& from, std::string_view end) const;
  Found found(const LookupFrom& from, uint32_t path, FoundBy by) const;

  geometry::FlatMap ends_, exact_, near_;
  std::vector<uint32_t> exact_paths_;
  std::vector<Near> nearest_;
  std::vector<Path> paths_;
  size_t longest_ = 0;  ///< of the names wanted
  bool is_first_ = true;
  std::string common_;  ///< folder of all files, archives left out
};

}  // namespace vitrine
