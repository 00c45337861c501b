#include "session/open_files.h"

#include <algorithm>
#include <new>
#include <unordered_map>

#include "base/hash.h"

namespace vitrine {
namespace {

using FilesByHash = std::unordered_map<uint64_t, std::weak_ptr<OpenFiles>>;

/// Of different files with one hash the last ones are there.
FilesByHash& offered() {
  static FilesByHash files;
  return files;
}

/// Parts of the bytes, so that a large file costs no more than a small one: whoever finds it compares all of them.
void add_parts(Hash64& hash, std::span<const uint8_t> bytes) {
  constexpr size_t kParts = 64, kPartBytes = 64;
  const size_t step = std::max(kPartBytes, bytes.size() / kParts);
  for (size_t at = 0; at < bytes.size(); at += step) hash.bytes(&bytes[at], std::min(kPartBytes, bytes.size() - at));
}

}  // namespace

uint64_t Loader::hash_of_files() const {
  Hash64 hash;
  for (const File& file : files_) {
    hash.text(file.name);
    hash.u64(file.size);
    add_parts(hash, file.bytes);
  }
  return hash.value();
}

bool Loader::has_files_of(const Loader& other) const {
  const auto same = [](const File& a, const File& b) {
    const std::span<const uint8_t> x = a.bytes, y = b.bytes;
    return a.name == b.name && a.size == b.size && a.offered == b.offered && a.refused == b.refused &&
           std::equal(x.begin(), x.end(), y.begin(), y.end());
  };
  return limits_ == other.limits_ && options_ == other.options_ &&
         std::equal(files_.begin(), files_.end(), other.files_.begin(), other.files_.end(), same);
}

void Loader::add_files_of(const Loader& other) {
  for (const File& from : other.files_) {
    File file;
    file.name = from.name;
    file.size = from.size;
    file.offered = from.offered;
    file.image = from.offered && from.image;
    file.refused = from.refused;
    if (!from.bytes.empty()) {
      file.bytes = FileBytes(std::span<const uint8_t>(from.bytes));
      if (file.bytes.data() == nullptr) throw std::bad_alloc();
    }
    files_.push_back(std::move(file));
  }
}

OpenFiles::~OpenFiles() { hide_from_others(*this); }

ScenePlans* OpenFiles::plans_to_share() {
  const auto& meshes = loader.scene().meshes;
  const bool shaped = std::any_of(meshes.begin(), meshes.end(), [](const Mesh& mesh) { return !mesh.shapes.empty(); });
  return shaped ? nullptr : &plans;
}

std::shared_ptr<OpenFiles> find_equal(const OpenFiles& files) {
  const auto found = offered().find(files.loader.hash_of_files());
  std::shared_ptr<OpenFiles> others = found == offered().end() ? nullptr : found->second.lock();
  return others && files.loader.has_files_of(others->loader) ? others : nullptr;
}

void offer_to_others(const std::shared_ptr<OpenFiles>& files) {
  const Loader& loader = files->loader;
  if (loader.scene().nodes.empty() || loader.diagnostics().count(Severity::kError) != 0) return;
  files->shared_as = loader.hash_of_files();
  offered()[*files->shared_as] = files;
}

void hide_from_others(OpenFiles& files) {
  if (!files.shared_as) return;
  const auto found = offered().find(*files.shared_as);
  // Others with this hash may have taken its place.
  if (found != offered().end() && (found->second.expired() || found->second.lock().get() == &files))
    offered().erase(found);
  files.shared_as.reset();
}

}  // namespace vitrine
