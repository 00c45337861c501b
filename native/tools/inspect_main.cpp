// The core without a browser or Node, for debugging and for looking into fuzz findings.
//   vitrine_tool inspect FILE...   the report of one document of all files, as JSON
//   vitrine_tool digest FILE...    per file "digest  file", each a document of its own
//   vitrine_tool render OUT OPTIONS ACTION FILE...   a picture without images as raw RGBA; options as JSON, no action =
//   "" vitrine_tool world FILE [TIMES [X,Y,Z,DX,DY,DZ]]   the report of a world document at each time, one per line
//   vitrine_tool export OUT KIND OPTIONS FILE...   one document as Document::export_file writes it; prints the report
//   vitrine_tool song OUT SAMPLES FILE   the start of a song as raw floats, left and right in turn
//   vitrine_tool song-time RUNS SAMPLES FILE   processor seconds of each run that synthesizes the start, as JSON

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "music/player.h"
#include "session/document.h"
#include "session/document_renderer.h"
#include "world/graph/file_name.h"
#include "world/session/document.h"

namespace {

std::optional<std::vector<uint8_t>> read_file(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return std::nullopt;
  std::vector<uint8_t> bytes;
  uint8_t block[1 << 16];
  for (size_t n; (n = std::fread(block, 1, sizeof block, file)) > 0;) bytes.insert(bytes.end(), block, block + n);
  const bool complete = std::ferror(file) == 0;
  std::fclose(file);
  if (!complete) return std::nullopt;
  return bytes;
}

/// Adds one file; false when it cannot be read (with a message on standard error).
bool add_file(vitrine::Document& document, const char* path) {
  std::optional<std::vector<uint8_t>> bytes = read_file(path);
  if (!bytes) {
    std::fprintf(stderr, "vitrine_tool: cannot read %s\n", path);
    return false;
  }
  document.add_file(path, std::move(*bytes));
  return true;
}

int inspect(int count, char** files) {
  vitrine::Document document;
  for (int i = 0; i < count; ++i) {
    if (!add_file(document, files[i])) return 2;
  }
  document.load();
  std::printf("%s\n", document.report_text().c_str());
  return document.diagnostics().count(vitrine::Severity::kError) == 0 ? 0 : 1;
}

int digest(int count, char** files) {
  for (int i = 0; i < count; ++i) {
    vitrine::Document document;
    if (!add_file(document, files[i])) return 2;
    document.load();
    std::printf("%s  %s\n", document.digest().c_str(), files[i]);
  }
  return 0;
}

int export_as(const char* out, const char* kind, const char* options, int count, char** files) {
  vitrine::Document document;
  for (int i = 0; i < count; ++i) {
    if (!add_file(document, files[i])) return 2;
  }
  document.load();
  const auto written = document.export_file(kind, options);
  if (!written) {
    std::fprintf(stderr, "%s: %s\n", written.error().code()->id, written.error().message().c_str());
    return 1;
  }
  std::printf("%s\n", written->report.dump().c_str());
  std::ofstream file(out, std::ios::binary);
  file.write(reinterpret_cast<const char*>(written->bytes.data()), static_cast<std::streamsize>(written->bytes.size()));
  return file ? 0 : 2;
}

/// Null when there is no song (with a message on standard error).
std::unique_ptr<vitrine::music::SongPlayer> open_song(const char* path) {
  const auto bytes = read_file(path);
  auto player = vitrine::music::SongPlayer::open(bytes.value_or(std::vector<uint8_t>()));
  if (player) return std::move(*player);
  std::fprintf(stderr, "vitrine_tool: %s\n", player.error().message().c_str());
  return nullptr;
}

int song_time(const char* runs, const char* samples, const char* path) {
  const auto player = open_song(path);
  if (!player) return 1;
  std::vector<float> sound(2 * std::strtoul(samples, nullptr, 10));
  player->render(sound);  // warms up
  for (unsigned long run = 0; run < std::strtoul(runs, nullptr, 10); ++run) {
    player->seek(0);
    const std::clock_t start = std::clock();
    player->render(sound);
    std::printf("%s%.6f", run == 0 ? "[" : ", ", static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  std::printf("]\n");
  return 0;
}

int song(const char* out, const char* samples, const char* path) {
  const auto player = open_song(path);
  if (!player) return 1;
  std::vector<float> sound(2 * std::strtoul(samples, nullptr, 10));
  player->render(sound);
  std::FILE* file = std::fopen(out, "wb");
  if (file == nullptr) return 2;
  const bool written = std::fwrite(sound.data(), sizeof(float), sound.size(), file) == sound.size();
  return std::fclose(file) == 0 && written ? 0 : 2;
}

int render(const char* out, const char* options, const char* action, int count, char** files) {
  vitrine::Document document;
  for (int i = 0; i < count; ++i) {
    if (!add_file(document, files[i])) return 2;
  }
  document.load();
  document.set_play_options({vitrine::RootMotion::kKeep, false, false});
  if (*action != '\0' && !document.select_clip(document.find_clip(action))) {
    std::fprintf(stderr, "vitrine_tool: no action %s\n", action);
    return 2;
  }
  vitrine::DocumentRenderer pictures;
  const auto picture = pictures.draw(document, options);
  if (!picture) {
    std::fprintf(stderr, "vitrine_tool: %s\n", picture.error().message().c_str());
    return 1;
  }
  std::FILE* file = std::fopen(out, "wb");
  if (file == nullptr) return 2;
  const bool written = std::fwrite(picture->rgba.data(), 1, picture->rgba.size(), file) == picture->rgba.size();
  return std::fclose(file) == 0 && written ? 0 : 2;
}

std::vector<double> numbers(const char* text) {
  std::vector<double> list;
  for (char* end = nullptr;; text = end + 1) {
    list.push_back(std::strtod(text, &end));
    if (*end != ',') return list;
  }
}

int world(const char* path, const char* times, const char* camera) {
  const auto text = read_file(path);
  if (!text) {
    std::fprintf(stderr, "vitrine_tool: cannot read %s\n", path);
    return 2;
  }
  const auto folder = std::filesystem::path(path).parent_path();
  vitrine::WorldSession session(
      {reinterpret_cast<const char*>(text->data()), text->size()}, [&](std::string_view name) {
        return vitrine::world::leaves_folder(name) ? std::nullopt
                                                   : read_file((folder / std::filesystem::path(name)).c_str());
      });
  std::optional<vitrine::world::CameraOverride> view;
  if (camera != nullptr) {
    auto list = numbers(camera);
    list.resize(6);
    view = {{list[0], list[1], list[2]}, {list[3], list[4], list[5]}};
  }
  for (const double time_s : numbers(times)) {
    if (!session.ok() || !session.evaluate(time_s, view)) break;
    std::printf("%s\n", session.report_text().c_str());
  }
  if (session.ok()) return 0;
  std::printf("%s\n", session.report_text().c_str());
  return 1;
}

/// A picture of 16-bit samples: P7 (PAM) of four channels, as converters write them.
std::optional<vitrine::render::WorldImage> read_pam(const std::filesystem::path& path) {
  const auto bytes = read_file(path.c_str());
  if (!bytes) return {};
  const std::string text(bytes->begin(), bytes->end());
  vitrine::render::WorldImage image;
  const size_t end = text.find("ENDHDR\n");
  if (end == std::string::npos ||
      std::sscanf(text.c_str(), "P7\nWIDTH %u\nHEIGHT %u\n", &image.width, &image.height) != 2)
    return {};
  const size_t count = size_t{image.width} * image.height * 4;
  if (count == 0 || bytes->size() - (end + 7) != count * 2) return {};
  for (size_t i = end + 7; i < bytes->size(); i += 2)
    image.rgba.push_back(static_cast<float>(((*bytes)[i] << 8 | (*bytes)[i + 1]) / 65535.0));
  return image;
}

/// Writes the last of the frames as a PPM of 16 bits. `what`: final, after-PHASE, solo-PHASE, off-PHASE-..., steps-N.
/// The document's images are looked for in `images` as NAME.pam.
int draw(const char* path, const char* out, const char* size, const char* times, const char* what, const char* images) {
  const auto text = read_file(path);
  unsigned width = 0, height = 0;
  vitrine::render::WorldSwitch which;
  if (!text || std::sscanf(size, "%ux%u", &width, &height) != 2 || width == 0 || height == 0 || width > 4096 ||
      height > 4096 || !vitrine::read_world_switch(what, which)) {
    std::fprintf(stderr, "vitrine_tool: cannot draw %s %s of %s\n", what, size, path);
    return 2;
  }
  const auto folder = std::filesystem::path(path).parent_path();
  vitrine::WorldSession session(
      {reinterpret_cast<const char*>(text->data()), text->size()},
      [&](std::string_view name) { return read_file((folder / std::filesystem::path(name)).c_str()); });
  for (const double time_s : numbers(times)) {
    if (session.ok()) session.evaluate(time_s, {}, double{1} * width / height);
  }
  if (!session.ok()) {
    std::printf("%s\n", session.report_text().c_str());
    return 1;
  }
  std::map<std::string, std::optional<vitrine::render::WorldImage>> known;
  std::vector<vitrine::world::Issue> issues;
  const auto image = [&](const std::string& name) -> const vitrine::render::WorldImage* {
    const auto [row, is_new] = known.try_emplace(name);
    if (is_new) row->second = read_pam(std::filesystem::path(images) / (name + ".pam"));
    return row->second ? &*row->second : nullptr;
  };
  const auto drawing = session.draw(width, height, which, image, issues);
  for (const vitrine::world::Issue& issue : issues)
    std::fprintf(stderr, "%s %s: %s\n", issue.code->id, issue.path.c_str(), issue.message.c_str());
  if (!drawing) {
    std::fprintf(stderr, "%s: %s\n", drawing.error().code()->id, drawing.error().message().c_str());
    return 1;
  }
  std::ofstream file(out, std::ios::binary);
  file << "P6\n" << width << ' ' << height << "\n65535\n";
  const auto bytes = vitrine::world_pixels(drawing->colors, true);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc >= 3 && std::strcmp(argv[1], "inspect") == 0) return inspect(argc - 2, argv + 2);
  if (argc >= 3 && std::strcmp(argv[1], "digest") == 0) return digest(argc - 2, argv + 2);
  if (argc >= 6 && std::strcmp(argv[1], "render") == 0) return render(argv[2], argv[3], argv[4], argc - 5, argv + 5);
  if (argc >= 6 && std::strcmp(argv[1], "export") == 0) return export_as(argv[2], argv[3], argv[4], argc - 5, argv + 5);
  if (argc == 5 && std::strcmp(argv[1], "song") == 0) return song(argv[2], argv[3], argv[4]);
  if (argc == 5 && std::strcmp(argv[1], "song-time") == 0) return song_time(argv[2], argv[3], argv[4]);
  if (argc >= 3 && argc <= 5 && std::strcmp(argv[1], "world") == 0)
    return world(argv[2], argc > 3 ? argv[3] : "0", argc > 4 ? argv[4] : nullptr);
  if (argc == 8 && std::strcmp(argv[1], "draw") == 0) return draw(argv[2], argv[3], argv[4], argv[5], argv[6], argv[7]);
  std::fprintf(stderr,
               "usage: vitrine_tool inspect|digest FILE... | render OUT OPTIONS ACTION FILE... |\n"
               "       export OUT KIND OPTIONS FILE... | world FILE [TIMES [CAMERA]] |\n"
               "       song OUT SAMPLES FILE | song-time RUNS SAMPLES FILE |\n"
               "       draw FILE OUT.ppm WxH TIMES WHAT IMAGES\n");
  return 2;
}
