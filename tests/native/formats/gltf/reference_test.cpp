// Files beside the checkout against an independent computation: what opens and what does not, counts, boxes, and poses
// within 2e-5 of the size, 1e-4 where a filter of meshopt rounds.

#include <map>
#include <sstream>

#include "formats/gltf/read/container.h"
#include "support.h"
#include "support/reference.h"

namespace vitrine::gltf::test {
namespace {

const std::filesystem::path kMade = std::filesystem::path(VITRINE_TEST_DATA) / "gltf/reference";
const std::filesystem::path kCorpus = std::filesystem::path(VITRINE_SHARED) / "corpus/gltf";
const bool kBeside = std::filesystem::exists(kCorpus);

using Row = std::map<std::string, std::string>;

std::vector<std::string> split(const std::string& line, char by) {
  std::vector<std::string> out;
  std::stringstream in(line);
  for (std::string cell; std::getline(in, cell, by);) out.push_back(cell);
  return out;
}

/// Appends the rows of a table whose files lie in `folder`; `file` is where.
void add_models(std::vector<Row>& out, const std::filesystem::path& table, const std::filesystem::path& folder) {
  std::ifstream in(table);
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> names = split(line, '\t');
  while (std::getline(in, line)) {
    const std::vector<std::string> cells = split(line, '\t');
    Row row;
    for (size_t i = 0; i < names.size(); ++i) row[names[i]] = i < cells.size() ? cells[i] : "";
    row["file"] = (folder / row["path"]).string();
    if (!row["path"].starts_with("synth/") && std::filesystem::exists(row["file"])) out.push_back(std::move(row));
  }
}
/// Files made for the tests, and models of other people where they are beside the checkout.
std::vector<Row> models() {
  std::vector<Row> out;
  add_models(out, kMade / "models.tsv", kMade);
  add_models(out, std::filesystem::path(VITRINE_SHARED) / "reference/gltf_models.tsv", kCorpus);
  return out;
}

const std::map<std::string, std::vector<const Code*>> kCodesOfReference = {
    {"magic", {&kUnknownFormat, &kJson}},
    {"truncated", {&kTruncated}},
    {"glb-chunk", {&kChunk}},
    {"json", {&kJson}},
    {"missing", {&kMissing}},
    {"type", {&kType}},
    {"version", {&kVersion}},
    {"extension", {&kExtension}},
    {"reference", {&kReference}},
    {"range", {&kRange, &kType}},
    {"stride", {&kStride}},
    {"sparse", {&kSparse}},
    {"accessor", {&kAccessor}},
    {"index", {&kIndex}},
    {"count", {&kCount}},
    {"cycle", {&kTree}},
    {"parent", {&kTree}},
    {"limit", {&kLimitMemory, &kLimitCount, &kRange}},
    {"buffer", {&kBuffer}},
    {"uri", {&kUri}},
    {"meshopt", {&kMeshopt}},
    {"value", {&kValue}},
};

TEST(GltfReference, FilesOpenOrFailAsStated) {
  const std::vector<Row> rows = models();
  size_t broken = 0;
  for (const Row& row : rows) {
    SCOPED_TRACE(row.at("path"));
    Document document;
    add_file(document, row.at("file"));
    const bool opened = document.load();
    const Message* error = first_error(document);
    if (row.at("outcome") == "ok") {
      EXPECT_TRUE(opened && error == nullptr) << words_of(document);
      continue;
    }
    ++broken;
    EXPECT_FALSE(opened);
    ASSERT_NE(error, nullptr);
    const auto& codes = kCodesOfReference.at(row.at("kind"));
    EXPECT_TRUE(std::find(codes.begin(), codes.end(), error->code) != codes.end())
        << row.at("kind") << " " << row.at("where") << ": " << error->code->id << " " << error->path << " "
        << error->text;
    EXPECT_NE(error->offset, kNoOffset);
    // The reference names the object, a message the property within it.
    const bool in_document = row.at("where").starts_with("/");
    if (in_document) {
      EXPECT_TRUE(error->path.starts_with(row.at("where")) || row.at("where").starts_with(error->path))
          << error->path << " instead of " << row.at("where");
    } else if (error->code != &kUnknownFormat && error->code != &kJson) {
      EXPECT_EQ(std::to_string(error->offset), row.at("where"));
    }
  }
  EXPECT_EQ(broken, kBeside ? 45u : 17u);
}

TEST(GltfReference, CountsAreThoseOfTheReference) {
  const std::vector<Row> rows = models();
  for (const Row& row : rows) {
    if (row.at("outcome") != "ok") continue;
    SCOPED_TRACE(row.at("path"));
    Document document;
    add_file(document, row.at("file"));
    if (!document.load()) {
      ADD_FAILURE() << words_of(document);
      continue;
    }
    const auto report = document.report(false);
    const auto& counts = report["info"]["format"]["counts"];
    for (const char* name : {"nodes", "meshes", "primitives", "vertices", "triangles", "lines", "points", "skins",
                             "animations", "materials", "textures", "images", "cameras"})
      EXPECT_EQ(std::to_string(counts[name].get<uint64_t>()), row.at(name)) << name;
    EXPECT_EQ(std::to_string(counts["lights"].get<uint64_t>()), row.at("lights"));
    uint64_t triangles = 0;
    for (const Node& node : document.scene().nodes) {
      if (node.mesh != kNone) triangles += document.scene().meshes[node.mesh].indices.size() / 3;
    }
    // Meshes that hang on no node of the scene are shown as well, with a warning.
    EXPECT_EQ(std::to_string(triangles),
              row.at(row.at("instanceTriangles") == "0" ? "triangles" : "instanceTriangles"));
    const std::vector<std::string> durations = split(row.at("durations"), ' ');
    ASSERT_EQ(document.scene().clips.size(), durations.size());
    for (size_t i = 0; i < durations.size(); ++i)
      EXPECT_NEAR(document.scene().clips[i].duration_s, std::stod(durations[i]), 1e-6) << i;
  }
}

TEST(GltfReference, BoxesAreThoseOfTheReference) {
  const std::vector<Row> rows = models();
  size_t seen = 0;
  for (const Row& row : rows) {
    if (row.at("outcome") != "ok" || row.at("bounds").empty()) continue;
    SCOPED_TRACE(row.at("path"));
    Document document;
    add_file(document, row.at("file"));
    if (!document.load()) {
      ADD_FAILURE() << words_of(document);
      continue;
    }
    document.evaluate(0, {true, false, false, false});
    const Bounds box = document.bounds();
    std::vector<double> want;
    for (const std::string& number : split(row.at("bounds"), ' ')) want.push_back(std::stod(number));
    ASSERT_EQ(want.size(), 6u);
    double size = 0;
    for (size_t c = 0; c < 3; ++c) size = std::max(size, want[c + 3] - want[c]);
    for (size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(box.min[static_cast<int>(c)], want[c], 1e-4 * size) << "min " << c;
      EXPECT_NEAR(box.max[static_cast<int>(c)], want[c + 3], 1e-4 * size) << "max " << c;
    }
    ++seen;
  }
  EXPECT_GT(seen, kBeside ? 140u : 35u);
}

/// The vertices of a primitive of an instance in the numbers of its POSITION accessor.
struct Part {
  uint32_t instance = 0;
  uint32_t primitive = 0, first = 0, count = 0;
};

class PoseCheck {
 public:
  PoseCheck(Document& document, const Json& file, double tolerance) : document_(document), file_(file) {
    const auto report = document.report(false);
    for (const auto& number : report["info"]["format"]["nodeOrder"]) order_.push_back(number.get<uint32_t>());
    const double edge = edge_of(file["rest"]);
    tolerance_ = tolerance, rest_edge_ = edge;
  }
  void run(const Json& gltf) {
    gltf_ = &gltf;
    check(file_["rest"], "rest");
    if (!file_.contains("animations")) return;
    for (const Json& animation : file_["animations"]) {
      ASSERT_TRUE(document_.select_clip(animation["index"].get<uint32_t>()));
      for (const Json& pose : animation["poses"]) {
        document_.evaluate(pose["t"].get<double>(), {true, false, false, false});
        const std::string what = "animation " + animation["index"].dump() + " at " + pose["t"].dump();
        check(pose["i"], what);
        if (pose.contains("matrices")) check_matrices(pose["matrices"], std::max(rest_edge_, edge_of(pose["i"])), what);
        ++poses;
      }
    }
  }
  size_t poses = 0, vertices = 0;
  double worst = 0;

 private:
  static double edge_of(const Json& instances) {
    Bounds all;
    for (const auto& [name, one] : instances.items()) {
      for (const Json& corner : one["box"])
        all.add({corner[0].get<double>(), corner[1].get<double>(), corner[2].get<double>()});
    }
    if (all.empty) return 0;
    const glm::vec3 size = all.max - all.min;
    return std::max(size.x, std::max(size.y, size.z));
  }

  /// The scene's instance of a node of the file.
  uint32_t instance_of(uint32_t node) const {
    for (uint32_t i = 0; i < document_.instance_count(); ++i) {
      if (order_[document_.instance_node(i)] == node) return i;
    }
    return kNone;
  }

  void check(const Json& instances, const std::string& what) {
    const double bound = tolerance_ * std::max(rest_edge_, edge_of(instances));
    for (const auto& [name, want] : instances.items()) {
      SCOPED_TRACE(what + " " + name);
      uint32_t node = 0, mesh = 0, primitive = 0;
      ASSERT_EQ(std::sscanf(name.c_str(), "n%u/m%u/p%u", &node, &mesh, &primitive), 3);
      const uint32_t instance = instance_of(node);
      ASSERT_NE(instance, kNone);
      check_instance(want, instance, mesh, primitive, bound);
    }
  }

  void check_instance(const Json& want, uint32_t instance, uint32_t mesh_number, uint32_t primitive, double bound) {
    uint64_t first = 0, count = 0;
    const Json& primitives = (*gltf_)["meshes"][mesh_number]["primitives"];
    for (uint32_t p = 0; p <= primitive; ++p) {
      first += count;
      const Json& attributes = primitives[p]["attributes"];
      count = attributes.contains("POSITION")
                  ? (*gltf_)["accessors"][attributes["POSITION"].get<size_t>()]["count"].get<uint64_t>()
                  : 0;
    }
    const Mesh& mesh = document_.scene().meshes[document_.scene().nodes[document_.instance_node(instance)].mesh];
    const std::vector<glm::dvec3> positions = placed(document_, instance);
    std::map<uint64_t, size_t> vertex_of;
    glm::dvec3 low(HUGE_VAL), high(-HUGE_VAL), sum(0), corners(0);
    for (size_t v = 0; v < positions.size(); ++v) {
      const uint64_t number = mesh.file_vertex.empty() ? v : mesh.file_vertex[v];
      if (number < first || number >= first + count) continue;
      if (!vertex_of.emplace(number - first, v).second) continue;
      low = glm::min(low, positions[v]), high = glm::max(high, positions[v]);
      sum += positions[v];
    }
    for (int c = 0; c < 3; ++c) {
      near(low[c], want["box"][0][static_cast<size_t>(c)], bound, "box");
      near(high[c], want["box"][1][static_cast<size_t>(c)], bound, "box");
      near(sum[c], want["sum"][static_cast<size_t>(c)],
           bound * std::sqrt(double(vertex_of.size())) + 1e-8 * std::abs(sum[c]), "sum");
    }
    const Primitive& drawn = mesh.primitives[primitive];
    for (uint32_t k = 0; k < drawn.index_count; ++k) corners += positions[mesh.indices[drawn.first_index + k]];
    for (int c = 0; drawn.index_count != 0 && c < 3; ++c)
      near(corners[c], want["corners"][static_cast<size_t>(c)],
           bound * std::sqrt(double(drawn.index_count)) + 1e-8 * std::abs(corners[c]), "corners");
    for (const Json& v : want["v"]) {
      const auto found = vertex_of.find(v[0].get<uint64_t>());
      ASSERT_NE(found, vertex_of.end()) << v[0];
      for (int c = 0; c < 3; ++c) near(positions[found->second][c], v[static_cast<size_t>(c) + 1], bound, "vertex");
      ++vertices;
    }
  }

  void check_matrices(const Json& matrices, double edge, const std::string& what) {
    const auto worlds = floats<glm::mat4>(document_, BufferKind::kNodeMatrices, 0);
    for (const Json& matrix : matrices) {
      SCOPED_TRACE(what + " node " + matrix[0].dump());
      const auto place = std::find(order_.begin(), order_.end(), matrix[0].get<uint32_t>());
      ASSERT_NE(place, order_.end());
      const glm::mat4& have = worlds[static_cast<size_t>(place - order_.begin())];
      double largest = edge;
      for (size_t i = 0; i < 16; ++i) largest = std::max(largest, std::abs(matrix[i + 1].get<double>()));
      for (size_t i = 0; i < 16; ++i)
        near(have[static_cast<int>(i / 4)][static_cast<int>(i % 4)], matrix[i + 1], tolerance_ * largest, "matrix");
    }
  }

  void near(double have, const Json& want, double bound, const char* what) {
    EXPECT_NEAR(have, want.get<double>(), bound) << what;
  }

  Document& document_;
  const Json& file_;
  const Json* gltf_ = nullptr;
  std::vector<uint32_t> order_;
  double tolerance_ = 0, rest_edge_ = 0;
};

TEST(GltfReference, PosesAreThoseOfTheReference) {
  size_t files = 0, poses = 0, vertices = 0;
  const auto check_file = [&](const std::filesystem::path& path, const Json& file) {
    SCOPED_TRACE(path.string());
    Document document;
    add_file(document, path);
    ASSERT_TRUE(document.load()) << words_of(document);
    PlayOptions options;
    options.loop = false;
    document.set_play_options(options);
    document.select_clip(kNone);
    document.evaluate(0, {true, false, false, false});
    const Bytes bytes = read_file(path);
    const auto container = open_container(bytes, nullptr);
    const Json gltf = Json::parse(container->json.begin(), container->json.end());
    const bool filtered = gltf.dump().find("meshopt") != std::string::npos;
    PoseCheck check(document, file, filtered ? 1e-4 : 2e-5);
    check.run(gltf);
    ++files, poses += check.poses, vertices += check.vertices;
  };
  const Json made = vitrine::test::data_json("gltf/reference/poses.json");
  for (const auto& [path, file] : made["files"].items()) check_file(kMade / path, file);
  EXPECT_EQ(files, 38u);
  if (!kBeside) return;
  const Json beside = vitrine::test::reference_json("gltf_poses.json");
  for (const auto& [path, file] : beside["files"].items()) {
    if (!path.starts_with("synth/") && std::filesystem::exists(kCorpus / path)) check_file(kCorpus / path, file);
  }
  std::printf("%zu files, %zu poses, %zu vertices\n", files, poses, vertices);
  EXPECT_EQ(files, 149u);
}

}  // namespace
}  // namespace vitrine::gltf::test
