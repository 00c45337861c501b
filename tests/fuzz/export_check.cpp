#include "export_check.h"

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "format_check.h"
#include "session/document.h"

namespace vitrine::fuzz {
namespace {

/// No more is posed for one input.
constexpr double kMostPosed = 100'000;

bool is_small(const Scene& scene) {
  double frames = 0, vertices = 1;
  for (const Clip& clip : scene.clips) frames += 1 + 64 * clip.duration_s;
  for (const Mesh& mesh : scene.meshes) vertices += static_cast<double>(mesh.positions.size()) / 16;
  return frames * (static_cast<double>(scene.nodes.size()) + vertices) < kMostPosed;
}

/// An image for every texture that was found.
ExportImages images_of(const Scene& scene) {
  ExportImages out;
  for (uint32_t t = 0; t < scene.textures.size(); ++t) {
    if (scene.textures[t].status == TextureStatus::kFound) out[t] = {'T', 'G', 'A'};
  }
  return out;
}

/// Whatever materials and actions are called.
void require_below(const nlohmann::ordered_json& report) {
  for (const auto& file : report.value("files", nlohmann::ordered_json::array())) {
    const std::string name = "/" + file["name"].get<std::string>() + "/";
    require(name.find("//") == std::string::npos && name.find("/../") == std::string::npos &&
                name.find_first_of("\\:") == std::string::npos,
            "a file elsewhere");
  }
}

}  // namespace

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

std::optional<ExportedFile> check_export(const char* kind, const nlohmann::json& options, const uint8_t* data,
                                         size_t size) {
  Document document(small_limits());
  document.add_file("fuzz", std::vector<uint8_t>(data, data + size));
  if (!document.load() || !is_small(document.scene())) return std::nullopt;
  const ExportImages images = images_of(document.scene());
  Result<ExportedFile> written = document.export_file(kind, options.dump(), images);
  if (!written) {
    require(written.error().code() != nullptr && !written.error().message().empty(), "refused without a reason");
    require(std::string(written.error().code()->id) != "EXPORT_UNREADABLE", written.error().message().c_str());
    return std::nullopt;
  }
  const Result<ExportedFile> again = document.export_file(kind, options.dump(), images);
  require(again.ok() && again->bytes == written->bytes && again->report == written->report,
          "written otherwise the second time");
  require_below(written->report);
  return std::move(*written);
}

}  // namespace vitrine::fuzz
