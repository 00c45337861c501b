#include "formats/lookup.h"

#include <algorithm>
#include <array>

#include "base/names.h"

namespace vitrine {
namespace {

/// Levels below the top that are told apart; what lies deeper counts as lying in the last of them.
constexpr uint32_t kLevels = 32;
/// Folders of a path of another disk that may be those of the files given.
constexpr int kTails = 8;

/// Some engines and people pack single files; their names mean what is inside.
constexpr std::string_view kPacked = ".gz";

/// A hash that adds up: that of "ab" follows from those of "a" and "b".
constexpr uint64_t kBase = 0x9E3779B97F4A7C15ull;

uint64_t hash_on(uint64_t before, std::string_view text) {
  for (const char c : text) before = before * kBase + static_cast<unsigned char>(c) + 1;
  return before;
}

uint64_t near_key(uint64_t folder, uint64_t end) { return geometry::mix_bits(folder) + end * 0xC2B2AE3D27D4EB4Full; }

bool is_slash(char c) { return c == '/' || c == '\\'; }
bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Calls `use` with each part between these characters.
template <class Use>
void for_parts(std::string_view text, const char* between, Use use) {
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find_first_of(between, at), text.size());
    use(text.substr(at, end - at));
    at = end + 1;
  }
}

/// A folder for what is not in use: `_source`, `old textures`, `backup`, `.git`, `__MACOSX`.
bool is_aside(std::string_view folder) {
  static constexpr std::array<std::string_view, 12> kWords = {"old",     "bak",      "backup",    "backups",
                                                              "orig",    "original", "originals", "source",
                                                              "sources", "src",      "unused",    "trash"};
  if (folder.starts_with('.') || folder.starts_with('_')) return folder != "..";
  bool aside = false;
  for_parts(folder, "_-. ", [&](std::string_view word) { aside |= is_one_of(word, kWords); });
  return aside;
}

/// Archives are folders of their entries, and lie over the folder that they are in.
bool is_archive(std::string_view folder) {
  static constexpr std::array<std::string_view, 6> kEndings = {".pk3", ".pk4", ".pak", ".zip", ".pk3dir", ".pk4dir"};
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view end) { return folder.ends_with(end); });
}

/// Where the last archive of a plain folder ends; 0 = there is none.
size_t archive_end(std::string_view folder) {
  size_t end = 0, at = 0;
  for_parts(folder, "/", [&](std::string_view part) {
    at += part.size() + 1;
    if (is_archive(part)) end = at;
  });
  return std::min(end, folder.size());
}

/// Without the folders that are archives; the last part is no folder.
std::string without_archives(std::string_view path) {
  std::string out;
  size_t at = 0;
  for_parts(path, "/", [&](std::string_view part) {
    at += part.size() + 1;
    if (at <= path.size() && is_archive(part)) return;
    out += part;
    if (at <= path.size()) out += '/';
  });
  return out;
}

/// Folders of all games that this project reads files of, right below their roots.
size_t game_root(std::string_view folder) {
  static constexpr std::array<std::string_view, 3> kFolders = {"models", "progs", "packages"};
  size_t at = 0, root = std::string_view::npos;
  for_parts(folder, "/", [&](std::string_view part) {
    if (root == std::string_view::npos && is_one_of(part, kFolders)) root = at;
    at += part.size() + 1;
  });
  return root;
}

std::string_view folder_of(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }  // npos + 1 = 0

uint32_t depth_of(std::string_view folder) {
  return static_cast<uint32_t>(std::count(folder.begin(), folder.end(), '/'));
}

}  // namespace

std::string plain_path(std::string_view path) {
  std::string out;
  for_parts(path, "/\\", [&](std::string_view part) {
    if (part == "." || part.empty()) return;
    if (part == ".." && !out.empty() && !(out == ".." || out.ends_with("/.."))) {
      const size_t slash = out.rfind('/');
      out.erase(slash == out.npos ? 0 : slash);
      return;
    }
    if (!out.empty()) out += '/';
    for (const char c : part) out += lower(c);
  });
  return out;
}

std::string percent_decoded(std::string_view address) {
  const auto hex = [](char c) {
    c = lower(c);
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
  };
  std::string out;
  for (size_t i = 0; i < address.size(); ++i) {
    if (address[i] != '%') {
      out += address[i];
      continue;
    }
    const int high = i + 2 < address.size() ? hex(address[i + 1]) : -1;
    const int low = i + 2 < address.size() ? hex(address[i + 2]) : -1;
    if (high < 0 || low < 0) return std::string(address);
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

bool is_absolute_path(std::string_view path) {
  return !path.empty() && (is_slash(path[0]) || (path.size() > 1 && path[1] == ':' && is_letter(path[0])));
}

bool has_scheme(std::string_view address) {
  const size_t colon = address.find(':');
  return colon != address.npos && colon > 1 && colon < address.find_first_of("/\\") &&
         !equal_ignoring_case(address.substr(0, colon), "file");
}

struct FileLookup::Name {
  explicit Name(std::string_view name) {
    constexpr std::string_view kFile = "file:";
    if (equal_ignoring_case(name.substr(0, kFile.size()), kFile)) {
      name.remove_prefix(kFile.size());
      is_absolute = true;
    }
    is_absolute |= is_absolute_path(name);
    begins_with_dot = name.starts_with("./") || name.starts_with(".\\") || name.starts_with("..");
    text = plain_path(name);
    while (std::string_view(text).substr(skip).starts_with("../")) skip += 3, ++up;
    base = text.rfind('/') + 1;  // npos + 1 = 0
    if (text.size() > base + kPacked.size() && text.ends_with(kPacked)) text.resize(text.size() - kPacked.size());
  }
  std::string_view from(size_t at) const { return std::string_view(text).substr(at); }
  /// Where its path begins; of a path of another disk, where its last folders do.
  size_t first_end() const {
    if (!is_absolute) return skip;
    size_t first = base;
    for (int n = 0; n < kTails && first > 1; ++n) first = text.rfind('/', first - 2) + 1;
    return first;
  }
  size_t next_end(size_t at) const { return is_absolute ? text.find('/', at) + 1 : base; }

  std::string text;
  size_t skip = 0, base = 0, up = 0;  ///< `up` steps upwards, which take `skip` bytes
  bool is_absolute = false, begins_with_dot = false;
};

struct FileLookup::Nearest {
  uint32_t path = kNone, steps = 0, others = 0;
  bool aside = false;

  bool is_there() const { return path != kNone; }
  void take(const Nearest& other) {
    if (!other.is_there()) return;
    if (!is_there() || (other.aside != aside ? aside : other.steps < steps)) *this = other;
  }
};

void FileLookup::want(std::string_view name) {
  const auto want_one = [&](const Name& one) {
    longest_ = std::max(longest_, one.text.size());
    for (size_t at = one.first_end(); at < one.base; at = one.next_end(at)) ends_.find_or_add(hash_on(0, one.from(at)));
    ends_.find_or_add(hash_on(0, one.from(one.base)));
  };
  want_one(Name(name));
  if (name.find('%') != name.npos) want_one(Name(percent_decoded(name)));
}

void FileLookup::add(std::string_view path, uint32_t file) {
  const std::string plain = plain_path(path), mounted = without_archives(plain);
  const std::string_view folder = folder_of(mounted);
  if (is_first_) {
    common_ = folder;
    is_first_ = false;
  } else if (!folder.starts_with(common_)) {
    const auto differs = std::mismatch(common_.begin(), common_.end(), folder.begin(), folder.end()).first;
    common_.erase(differs, common_.end());
    common_.erase(folder_of(common_).size());
  }
  if (file == kNone) return;
  add_path(mounted, file);
  const uint32_t number = static_cast<uint32_t>(paths_.size() - 1);
  if (plain.size() != mounted.size() && exact_.find_or_add(hash_on(0, plain)) == exact_paths_.size())
    exact_paths_.push_back(number);
  if (mounted.ends_with(kPacked)) add_path(std::string_view(mounted).substr(0, mounted.size() - kPacked.size()), file);
}

void FileLookup::add_path(std::string_view text, uint32_t file) {
  const auto number = static_cast<uint32_t>(paths_.size());
  paths_.push_back({std::string(text), file});
  if (exact_.find_or_add(hash_on(0, text)) == exact_paths_.size()) exact_paths_.push_back(number);
  add_near(paths_.back().text, number);
}

void FileLookup::add_near(const std::string& text, uint32_t path) {
  std::array<uint64_t, kLevels> above{};
  std::array<bool, kLevels> aside{};
  std::string_view folder = folder_of(text);
  const uint32_t depth = depth_of(folder), levels = std::min(depth + 1, kLevels);
  bool is_prepared = false;
  const auto prepare = [&] {
    uint64_t hash = 0;
    uint32_t level = 1;
    bool deeper = false;
    for (size_t at = 0; at < folder.size();) {
      const size_t next = folder.find('/', at) + 1;
      if (level < kLevels) above[level] = hash = hash_on(hash, folder.substr(at, next - at));
      // A folder counts for those above it.
      const bool is = is_aside(folder.substr(at, next - 1 - at));
      if (level < kLevels) aside[level - 1] = is;
      deeper |= level >= kLevels && is;
      at = next, ++level;
    }
    aside[levels - 1] = deeper;
    for (uint32_t i = levels - 1; i-- > 0;) aside[i] = aside[i] || aside[i + 1];
    is_prepared = true;
  };
  uint64_t hash = 0, power = 1;
  for (size_t at = text.size(); at > 0 && text.size() - at < longest_; --at) {
    hash += power * (static_cast<unsigned char>(text[at - 1]) + 1ull);
    power *= kBase;
    if ((at > 1 && text[at - 2] != '/') || ends_.find(hash) == kNone) continue;
    if (!is_prepared) prepare();
    for (uint32_t level = 0; level < levels; ++level) {
      const uint32_t number = near_.find_or_add(near_key(above[level], hash));
      const Near one{path, depth - level, 0, aside[level]};
      if (number == nearest_.size()) {
        nearest_.push_back(one);
        continue;
      }
      Near& best = nearest_[number];
      if (one.aside == best.aside && one.below == best.below)
        ++best.others;
      else if (one.aside != best.aside ? best.aside : one.below < best.below)
        best = one;
    }
  }
}

LookupFrom FileLookup::from(std::string_view path) const {
  LookupFrom out;
  out.folder = folder_of(plain_path(path));
  out.mounted = without_archives(out.folder);
  out.hash = hash_on(0, out.folder);
  out.mounted_hash = hash_on(0, out.mounted);
  const size_t archive = archive_end(out.folder), game = game_root(out.mounted);
  out.is_packed = archive > 0;
  out.archive_hash = hash_on(0, std::string_view(out.folder).substr(0, archive));
  const size_t root = game != std::string_view::npos ? game : out.mounted.starts_with(common_) ? common_.size() : 0;
  out.root_hash = hash_on(0, std::string_view(out.mounted).substr(0, root));
  // The same folder in the archive.
  const size_t left_out = out.folder.size() - out.mounted.size(), own = std::max(archive, root + left_out);
  out.own_root_hash = hash_on(0, std::string_view(out.folder).substr(0, own));
  out.depth = depth_of(out.mounted);
  uint64_t hash = 0;
  out.above.push_back(hash);
  for (size_t at = 0; at < out.mounted.size() && out.above.size() < kLevels;) {
    const size_t next = out.mounted.find('/', at) + 1;
    hash = hash_on(hash, std::string_view(out.mounted).substr(at, next - at));
    out.above.push_back(hash);
    at = next;
  }
  return out;
}

/// The file `folder` + `name`, the latter without its first bytes; `hash` is that of the folder.
uint32_t FileLookup::exact(uint64_t hash, const Name& name, size_t skip) const {
  const std::string_view end = name.from(skip);
  const uint32_t number = exact_.find(hash_on(hash, end));
  if (number == kNone || end.empty()) return kNone;
  const uint32_t path = exact_paths_[number];
  // Another path may have the same hash.
  return paths_[path].text.ends_with(end) ? path : kNone;
}

uint32_t FileLookup::at_address(const LookupFrom& from, const Name& name) const {
  if (name.is_absolute) return exact(0, name, 0);
  const auto up = [&](std::string_view folder, uint64_t hash) {
    for (size_t i = 0; i < name.up; ++i) {
      if (folder.empty()) return kNone;
      folder = folder_of(folder.substr(0, folder.size() - 1));
    }
    return exact(name.up == 0 ? hash : hash_on(0, folder), name, name.skip);
  };
  const uint32_t path = up(from.folder, from.hash);
  return path != kNone || from.folder.size() == from.mounted.size() ? path : up(from.mounted, from.mounted_hash);
}

uint32_t FileLookup::at_root(const LookupFrom& from, const Name& name) const {
  if (name.is_absolute) return kNone;
  uint32_t path = from.is_packed ? exact(from.archive_hash, name, name.skip) : kNone;
  if (path == kNone && from.is_packed) path = exact(from.own_root_hash, name, name.skip);
  return path != kNone ? path : exact(from.root_hash, name, name.skip);
}

uint32_t FileLookup::in_folder(const LookupFrom& from, const Name& name) const {
  uint32_t path = kNone;
  for (const size_t at : {name.is_absolute ? name.base : name.skip, name.base}) {
    if (path == kNone && from.is_packed) path = exact(from.hash, name, at);
    if (path == kNone) path = exact(from.mounted_hash, name, at);
  }
  return path;
}

FileLookup::Nearest FileLookup::nearest(const LookupFrom& from, std::string_view end) const {
  Nearest out;
  const uint64_t hash = hash_on(0, end);
  if (ends_.find(hash) == kNone) return out;
  for (uint32_t level = 0; level < from.above.size(); ++level) {
    const uint32_t number = near_.find(near_key(from.above[level], hash));
    if (number == kNone) break;  // nor below any folder of this one
    const Near& near = nearest_[number];
    const uint32_t steps = from.depth - level + near.below;
    if (out.is_there() && out.aside == near.aside && out.steps == steps && out.path != near.path)
      out = {near.path, steps, out.others + 1 + near.others, near.aside};
    else
      out.take({near.path, steps, near.others, near.aside});
  }
  // Another end may have the same hash.
  if (out.is_there() && !paths_[out.path].text.ends_with(end)) out = {};
  return out;
}

Found FileLookup::found(const LookupFrom& from, uint32_t path, FoundBy by) const {
  const std::string_view folder = folder_of(paths_[path].text);
  const auto differs = std::mismatch(folder.begin(), folder.end(), from.mounted.begin(), from.mounted.end());
  const size_t shared = folder_of(folder.substr(0, static_cast<size_t>(differs.first - folder.begin()))).size();
  return {paths_[path].file, by, depth_of(folder.substr(shared)) + from.depth - depth_of(folder.substr(0, shared)), 0};
}

Found FileLookup::find(const LookupFrom& from, std::span<const std::string> names, bool is_address) const {
  std::vector<Name> wanted(names.begin(), names.end());
  for (const std::string& name : names)
    if (name.find('%') != name.npos) wanted.emplace_back(percent_decoded(name));
  for (const Name& name : wanted) {
    if (!is_address && !name.begins_with_dot && !name.is_absolute) continue;
    if (const uint32_t path = at_address(from, name); path != kNone) return found(from, path, FoundBy::kAddress);
  }
  for (const Name& name : wanted) {
    if (const uint32_t path = at_root(from, name); path != kNone) {
      const Found there = found(from, path, FoundBy::kRoot);
      // The root may be the folder.
      return {there.file, there.steps == 0 && name.base == name.skip ? FoundBy::kFolder : there.by, there.steps, 0};
    }
  }
  // From the root of another game, or of a disk that is not here.
  Nearest whole;
  for (const Name& name : wanted) {
    Nearest own;
    for (size_t at = name.first_end(); at < name.base && !own.is_there(); at = name.next_end(at))
      own = nearest(from, name.from(at));
    whole.take(own);
    if (whole.is_there() && !whole.aside) return {paths_[whole.path].file, FoundBy::kPath, whole.steps, whole.others};
  }
  for (const Name& name : wanted)
    if (const uint32_t path = in_folder(from, name); path != kNone) return found(from, path, FoundBy::kFolder);
  Nearest best;
  for (const Name& name : wanted) best.take(nearest(from, name.from(name.base)));
  const bool by_path = whole.is_there() && (!best.is_there() || best.aside);
  if (by_path) best = whole;
  if (!best.is_there()) return {};
  return {paths_[best.path].file, by_path ? FoundBy::kPath : FoundBy::kNearest, best.steps, best.others};
}

}  // namespace vitrine
