// Files beside the checkout against an independent computation: outcome and place of every fault, counts, boxes,
// actions, texture coordinates, normals and tags. Positions are bytes and shorts on a grid and agree to its rounding.

#include <cctype>
#include <map>
#include <set>
#include <sstream>

#include "support.h"
#include "support/reference.h"

namespace vitrine::quake::test {
namespace {

const std::filesystem::path kShared = VITRINE_SHARED;
const std::filesystem::path kMade = kShared / "corpus/quake_frames_synth", kReal = kShared / "corpus/quake_frames";

const std::map<std::string, const Code*> kErrors = {
    {"truncated", &kTruncated}, {"version", &kVersion},     {"range", &kRange},         {"count", &kCount},
    {"empty", &kEmpty},         {"index", &kIndex},         {"framesize", &kFrameSize}, {"frames", &kSurfaceFrames},
    {"interval", &kInterval},   {"not-finite", &kNotFinite}};
const std::map<std::string, const Code*> kWarnings = {{"align", &kAlign},
                                                      {"beyond-surface", &kSurfaceEnd},
                                                      {"degenerate", &kDegenerate},
                                                      {"empty", &kNothing},
                                                      {"end", &kTrailing},
                                                      {"facesfront-value", &kFacesFront},
                                                      {"frame-box", &kFrameBox},
                                                      {"frame-not-finite", &kNumbers},
                                                      {"frame-type", &kGroupType},
                                                      {"framesize", &kFrameRest},
                                                      {"glcmds-differ", &kCommands},
                                                      {"glcmds-extra", &kCommands},
                                                      {"glcmds-index", &kCommands},
                                                      {"glcmds-no-end", &kCommands},
                                                      {"glcmds-overrun", &kCommands},
                                                      {"glcmds-range", &kCommands},
                                                      {"interval-equal", &kIntervalOrder},
                                                      {"interval-order", &kIntervalOrder},
                                                      {"local-origin", &kLocalOrigin},
                                                      {"name-encoding", &kName},
                                                      {"name-rubbish", &kNameRest},
                                                      {"name-unterminated", &kName},
                                                      {"no-glcmds", &kCommands},
                                                      {"no-shaders", &kNoSkin},
                                                      {"no-skins", &kNoSkin},
                                                      {"no-surfaces", &kNothing},
                                                      {"no-triangles", &kNothing},
                                                      {"normal-index", &kNormal},
                                                      {"onseam-value", &kSeam},
                                                      {"scale-negative", &kScale},
                                                      {"scale-zero", &kScale},
                                                      {"skin-size", &kSkinSize},
                                                      {"skin-type", &kGroupType},
                                                      {"skin-width-not-4", &kSkinSize},
                                                      {"st-outside", &kUv},
                                                      {"surface-ident", &kSurfaceIdent},
                                                      {"surface-name-twice", &kSurfaceTwice},
                                                      {"surface-no-triangles", &kNothing},
                                                      {"surface-no-vertices", &kNothing},
                                                      {"surfaces-end", &kSurfaceEnd},
                                                      {"synctype", &kSync},
                                                      {"tag-axis-length", &kTag},
                                                      {"tag-names-change", &kTag},
                                                      {"tag-twice", &kTag},
                                                      {"trailing", &kTrailing},
                                                      {"uv-not-finite", &kNumbers}};

/// A list that may be left out.
Json list(const Json& object, const char* key) { return object.contains(key) ? object[key] : Json::array(); }

glm::dvec3 vec(const Json& v) { return {v[0].get<double>(), v[1].get<double>(), v[2].get<double>()}; }

void expect_near(const glm::dvec3& have, const glm::dvec3& want, double tolerance, const std::string& what) {
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(have[c], want[c], tolerance) << what << " component " << c;
}

/// Of the largest edge of the box of what is shown, and of 1.
double size_of(const std::vector<Vertex>& vertices) {
  Bounds box;
  for (const Vertex& v : vertices) box.add(v.position);
  const glm::vec3 edges = box.max - box.min;
  return std::max({double{edges.x}, double{edges.y}, double{edges.z}, 1.0});
}

/// Where the vertices of a surface begin among those of all.
std::vector<size_t> firsts_of(const Loaded& loaded) {
  std::vector<size_t> out = {0};
  if (!loaded.info.contains("surfaces")) return out;
  for (const auto& surface : loaded.info["surfaces"]) out.push_back(out.back() + surface["vertices"].get<size_t>());
  return out;
}

bool is_group(const Loaded& loaded, const Clip& clip) {
  const auto& groups = loaded.info["groups"];
  return std::any_of(groups.begin(), groups.end(),
                     [&](const auto& group) { return group["first"] == clip.runs[0].frames.front(); });
}

std::string actions_text(const Loaded& loaded) {
  std::string out;
  for (const Clip& clip : loaded.scene.clips) {
    out += (out.empty() ? "" : ";") + clip.name + ":" + std::to_string(clip.runs[0].frames.front()) + "+" +
           std::to_string(clip.runs[0].frames.size()) + (is_group(loaded, clip) ? "g" : "");
  }
  return out;
}

/// All frames of an MD3 have one name without a number: the reference makes an action of each, Vitrine one of all.
bool are_nameless(const Loaded& loaded) {
  const auto& frames = loaded.info["frames"];
  const auto first = frames[0]["name"].get<std::string>();
  return loaded.info["magic"] == "IDP3" && frames.size() > 1 && (first.empty() || !std::isdigit(first.back())) &&
         std::all_of(frames.begin(), frames.end(), [&](const auto& frame) { return frame["name"] == first; });
}

TEST(QuakeReference, MadeFilesFailAndWarnAtTheStatedPlaces) {
  std::ifstream in(kMade / "expected.json");
  if (!in) GTEST_SKIP() << "corpus/quake_frames_synth is absent";
  const Json reference = Json::parse(in);
  std::map<std::string, size_t> seen;
  for (const auto& [name, file] : reference["files"].items()) {
    const auto outcome = file["outcome"].get<std::string>();
    ++seen[outcome];
    if (outcome == "text") continue;  // .skin and animation.cfg
    SCOPED_TRACE(name);
    const Loaded loaded = load(read_file(kMade / name), name);
    if (outcome == "error") {
      const auto kind = file["kind"].get<std::string>();
      if (kind == "magic" || file["bytes"] == 0) {
        EXPECT_FALSE(loaded.known);
        continue;
      }
      ASSERT_FALSE(loaded.status.ok());
      EXPECT_EQ(loaded.status.error().code(), kErrors.at(kind)) << loaded.status.error().code()->id;
      EXPECT_EQ(loaded.status.error().offset(), file["offset"].get<uint64_t>());
      EXPECT_TRUE(loaded.scene.nodes.empty());
      continue;
    }
    ASSERT_TRUE(loaded.status.ok()) << loaded.status.error().message();
    ASSERT_TRUE(validate(loaded.scene).ok()) << validate(loaded.scene).error().message();
    std::set<std::pair<const Code*, uint64_t>> want, have;
    for (const Json& warning : list(file, "warnings"))
      want.emplace(kWarnings.at(warning["code"].get<std::string>()), warning["offset"].get<uint64_t>());
    for (const Message& m : loaded.diagnostics.messages()) have.emplace(m.code, m.offset);
    for (const auto& [code, offset] : want) EXPECT_TRUE(have.contains({code, offset})) << code->id << " at " << offset;
    // What is told once for all of a kind there is told for each surface or part here.
    for (const auto& [code, offset] : have) {
      const bool known = std::any_of(want.begin(), want.end(), [&](const auto& one) { return one.first == code; });
      EXPECT_TRUE(known) << code->id << " at " << offset;
    }
  }
  EXPECT_EQ(seen["error"], 49u);
  EXPECT_EQ(seen["error"] + seen["ok"] + seen["text"], 134u);
}

TEST(QuakeReference, MadeFilesHaveTheNumbersThatTheyWereMadeOf) {
  std::ifstream in(kMade / "expected.json");
  if (!in) GTEST_SKIP() << "corpus/quake_frames_synth is absent";
  size_t poses = 0, times = 0;
  const Json reference = Json::parse(in);
  for (const auto& [name, file] : reference["files"].items()) {
    if (file["outcome"] != "ok") continue;
    SCOPED_TRACE(name);
    const Loaded loaded = load(read_file(kMade / name), name);
    ASSERT_TRUE(loaded.status.ok());
    const Scene& scene = loaded.scene;
    const Json& want = file["statistics"];
    for (const auto& [key, own] : std::map<std::string, std::string>{{"surfaces", "surfaces"},
                                                                     {"vertices", "vertices"},
                                                                     {"triangles", "triangles"},
                                                                     {"frames", "entries"},
                                                                     {"poses", "frames"},
                                                                     {"groups", "groups"},
                                                                     {"tags", "tags"}})
      EXPECT_EQ(loaded.info["counts"][own].get<uint64_t>(), want[key].get<uint64_t>()) << key;
    ASSERT_EQ(scene.clips.size(), want["actions"].size());
    for (size_t a = 0; a < scene.clips.size(); ++a) {
      EXPECT_EQ(scene.clips[a].name, want["actions"][a]["name"].get<std::string>());
      EXPECT_EQ(scene.clips[a].runs[0].frames.front(), want["actions"][a]["first"].get<uint32_t>());
      EXPECT_EQ(scene.clips[a].runs[0].frames.size(), want["actions"][a]["count"].get<size_t>());
    }
    const std::vector<size_t> firsts = firsts_of(loaded);
    for (const Json& pose : list(file, "poses")) {
      if (scene.meshes.empty()) continue;
      const auto vertices = vertices_of(scene.meshes[0], {pose["pose"].get<uint32_t>(), 0, 0});
      const double tolerance = 1e-6 * size_of(vertices);
      for (size_t s = 0; s < pose["positions"].size(); ++s) {
        for (size_t v = 0; v < pose["positions"][s].size(); ++v) {
          const Vertex& have = vertices[firsts[s] + v];
          expect_near(have.position, vec(pose["positions"][s][v]), tolerance, "vertex " + std::to_string(v));
          if (pose["normals"][s][v].is_array())
            expect_near(have.normal, vec(pose["normals"][s][v]), 1e-6, "normal " + std::to_string(v));
        }
      }
      ++poses;
    }
    for (size_t s = 0, corner = 0; file.contains("corners") && s < file["corners"].size(); ++s) {
      const Json& corners = file["corners"][s];
      const Mesh& mesh = scene.meshes[0];
      for (size_t k = 0; k < corners["uv"].size(); ++k) {
        const size_t at = corner + k;
        const auto file_vertex = mesh.file_vertex.empty() ? at - firsts[s] : mesh.file_vertex[at];
        EXPECT_EQ(file_vertex, corners["vertex"][k].get<size_t>());
        for (int c = 0; c < 2; ++c) {
          const Json& uv = corners["uv"][k][static_cast<size_t>(c)];
          if (!uv.is_number()) continue;
          EXPECT_NEAR(mesh.uv_layers[0].uv[at][c], uv.get<double>(), 1e-6) << "corner " << k;
        }
      }
      const Primitive& primitive = mesh.primitives[s];
      ASSERT_EQ(primitive.index_count, corners["indices"].size());
      for (size_t i = 0; i < corners["indices"].size(); ++i)
        EXPECT_EQ(mesh.indices[primitive.first_index + i] - corner, corners["indices"][i].get<size_t>());
      corner += mesh.file_vertex.empty() ? corners["uv"].size() : 0;
    }
    if (file.contains("groupTimes")) {
      for (const Json& time : file["groupTimes"]) {
        for (const Clip& clip : scene.clips) {
          if (clip.frame_rate == 10 && clip.runs[0].frames.size() == 1) continue;
          const FrameBlend at = pose::frames_at(clip.runs[0], time["time"].get<double>(), {});
          EXPECT_EQ(at.first, time["at"][0].get<uint32_t>());
          EXPECT_EQ(at.second, time["at"][1].get<uint32_t>());
          EXPECT_NEAR(at.fraction, time["at"][2].get<double>(), 1e-6);
          ++times;
          break;
        }
      }
    }
    if (!file.contains("tags")) continue;
    for (uint32_t frame = 0; frame < file["tags"].size(); ++frame) {
      for (uint32_t t = 0; t < file["tags"][frame].size(); ++t) {
        const Json& tag = file["tags"][frame][t];
        const glm::dmat4 have = tag_matrix(scene.tag_tracks[t], {frame, frame, 0});
        expect_near(glm::dvec3(have[3]), vec(tag["origin"]), 1e-6, "origin");
        for (int c = 0; c < 3; ++c)
          expect_near(glm::dvec3(have[c]), vec(tag["axes"][static_cast<size_t>(c)]), 1e-6, "axis");
      }
    }
    if (!file.contains("quarter")) continue;
    const Json& quarter = file["quarter"];
    const FrameBlend at{quarter["a"].get<uint32_t>(), quarter["b"].get<uint32_t>(), quarter["fraction"].get<double>()};
    for (uint32_t t = 0; t < quarter["tags"].size(); ++t) {
      const glm::dmat4 have = tag_matrix(scene.tag_tracks[t], at);
      expect_near(glm::dvec3(have[3]), vec(quarter["tags"][t]["origin"]), 1e-6, "origin between");
      for (int c = 0; c < 3; ++c)
        expect_near(glm::dvec3(have[c]), vec(quarter["tags"][t]["axes"][static_cast<size_t>(c)]), 1e-6, "axis between");
    }
  }
  EXPECT_GT(poses, 75u);
  EXPECT_GT(times, 9u);
}

TEST(QuakeReference, StatisticsOfRealFilesAgree) {
  std::ifstream in(kShared / "reference/quake_frames_models.tsv");
  if (!in) GTEST_SKIP() << "reference/quake_frames_models.tsv is absent";
  std::string line, cell;
  std::getline(in, line);
  std::vector<std::string> heads;
  for (std::istringstream row(line); std::getline(row, cell, '\t');) heads.push_back(cell);
  size_t seen = 0;
  while (std::getline(in, line)) {
    std::map<std::string, std::string> want;
    std::istringstream row(line);
    for (const std::string& head : heads) std::getline(row, want[head], '\t');
    if (want["split"] != "shared") continue;
    const Bytes bytes = read_file(kReal / want["path"]);
    if (bytes.empty()) continue;
    SCOPED_TRACE(want["path"]);
    ++seen;
    const Loaded loaded = load(bytes, want["path"]);
    ASSERT_EQ(loaded.status.ok(), want["outcome"] == "ok");
    if (!loaded.status.ok()) continue;
    ASSERT_TRUE(validate(loaded.scene).ok()) << validate(loaded.scene).error().message();
    for (const auto& [head, key] : std::map<std::string, std::string>{{"surfaces", "surfaces"},
                                                                      {"vertices", "vertices"},
                                                                      {"triangles", "triangles"},
                                                                      {"frames", "entries"},
                                                                      {"poses", "frames"},
                                                                      {"groups", "groups"},
                                                                      {"tags", "tags"}})
      EXPECT_EQ(loaded.info["counts"][key].get<uint64_t>(), std::stoull(want[head])) << key;
    if (are_nameless(loaded))
      EXPECT_EQ(actions_text(loaded), "frames:0+" + want["poses"]);
    else
      EXPECT_EQ(actions_text(loaded), want["actions"]);
    if (want["bounds"].empty() || loaded.scene.meshes.empty()) continue;
    Bounds box;
    for (const glm::vec3& p : loaded.scene.meshes[0].positions) box.add(p);
    std::istringstream numbers(want["bounds"]);
    for (const glm::vec3& corner : {box.min, box.max}) {
      for (int c = 0; c < 3; ++c) {
        double number = 0;
        numbers >> number;
        EXPECT_NEAR(corner[c], number, 1e-6 * std::max(1.0, std::abs(number)));
      }
    }
  }
  EXPECT_EQ(seen, 187u);
}

TEST(QuakeReference, PosesOfRealFilesAgree) {
  VITRINE_REFERENCE(reference, "quake_frames_poses.json");
  size_t files = 0, frames = 0, between = 0;
  for (const Json& file : reference["files"]) {
    const auto name = file["path"].get<std::string>();
    const Bytes bytes = read_file(kReal / name);
    if (bytes.empty()) continue;
    SCOPED_TRACE(name);
    ++files;
    const Loaded loaded = load(bytes, name);
    ASSERT_TRUE(loaded.status.ok());
    const Scene& scene = loaded.scene;
    const auto check = [&](const FrameBlend& at, const Json& want) {
      if (want.contains("tags")) {
        for (uint32_t t = 0; t < want["tags"].size(); ++t) {
          const glm::dmat4 have = tag_matrix(scene.tag_tracks[t], at);
          expect_near(glm::dvec3(have[3]), vec(want["tags"][t]["origin"]), 1e-4, "origin");
          for (int c = 0; c < 3; ++c)
            expect_near(glm::dvec3(have[c]), vec(want["tags"][t]["axes"][static_cast<size_t>(c)]), 2e-6, "axis");
        }
      }
      if (scene.meshes.empty()) return;
      const auto vertices = vertices_of(scene.meshes[0], at);
      const double tolerance = 1e-6 * size_of(vertices);
      Bounds box;
      for (const Vertex& v : vertices) box.add(v.position);
      if (want.contains("bounds") && want["bounds"].is_array()) {
        expect_near(box.min, vec(want["bounds"][0]), tolerance, "lowest corner");
        expect_near(box.max, vec(want["bounds"][1]), tolerance, "highest corner");
      }
      const std::vector<size_t> firsts = firsts_of(loaded);
      if (!want.contains("vertices")) return;
      for (size_t s = 0; s < want["vertices"].size(); ++s) {
        for (const Json& vertex : want["vertices"][s]) {
          const Vertex& have = vertices[firsts[s] + vertex[0].get<size_t>()];
          expect_near(have.position, vec(vertex[1]), tolerance, "vertex");
          if (vertex[2].is_array()) expect_near(have.normal, vec(vertex[2]), 2e-6, "normal");
        }
      }
    };
    for (const Json& triangle : list(file, "cornerUV")) {
      const Mesh& mesh = scene.meshes[0];
      for (size_t k = 0; k < 3; ++k) {
        const glm::vec2 have = mesh.uv_layers[0].uv[mesh.indices[3 * triangle[0].get<size_t>() + k]];
        for (int c = 0; c < 2; ++c)
          EXPECT_NEAR(have[c], triangle[1][k][static_cast<size_t>(c)].get<double>(), 1e-6) << "uv of a corner";
      }
    }
    for (const Json& frame : file["frames"]) {
      const auto number = frame["pose"].get<uint32_t>();
      check({number, number, 0}, frame);
      ++frames;
    }
    if (!file.contains("between")) continue;
    for (const Json& one : file["between"]) {
      check({one["a"].get<uint32_t>(), one["b"].get<uint32_t>(), one["fraction"].get<double>()}, one);
      for (const Clip& clip : scene.clips) {
        if (clip.runs[0].frames.front() != one["first"].get<uint32_t>()) continue;
        const FrameBlend at = pose::frames_at(clip.runs[0], one["time"].get<double>(), {});
        EXPECT_EQ(at.first, one["a"].get<uint32_t>());
        EXPECT_EQ(at.second, one["b"].get<uint32_t>());
        EXPECT_NEAR(at.fraction, one["fraction"].get<double>(), 1e-6);
      }
      ++between;
    }
  }
  EXPECT_GE(files, 70u);
  EXPECT_GT(frames, 140u);
  EXPECT_GT(between, 20u);
}

}  // namespace
}  // namespace vitrine::quake::test
