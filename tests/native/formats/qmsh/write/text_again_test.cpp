// Texts that were read and are written again, and what other models become: names, steps, frames, skeletons.

#include <algorithm>

#include "formats/qmsh/codes.h"
#include "formats/qmsh/read/text_build.h"
#include "formats/qmsh/support.h"
#include "formats/qmsh/write/convert.h"
#include "formats/qmsh/write/file.h"
#include "formats/qmsh/write/skeleton.h"
#include "session/load/finish_model.h"

namespace vitrine::qmsh::test {
namespace {

Loaded load_finished(const std::string& text) {
  Loaded loaded = load_text(text);
  EXPECT_TRUE(loaded.ok) << (loaded.ok ? "" : loaded.diagnostics.messages().back().text);
  Budget budget(Limits{}.heap_bytes);
  loaded.ok = loaded.ok && finish_model(loaded.scene, 0, 0, budget, loaded.diagnostics).ok();
  return loaded;
}
const Loss* find(const LossReport& report, const std::string& what) {
  const auto& losses = report.losses();
  const auto found = std::find_if(losses.begin(), losses.end(), [&](const Loss& loss) { return loss.what == what; });
  return found == losses.end() ? nullptr : &*found;
}

// Everything that version 10 has beside a scene: places of objects, a moved armature with a name, radii, rolls, a
// weight of a bone, flat faces, a vertex that no face uses, numbers of materials beyond the list, a late first frame.
constexpr const char* kText = R"(QMSH TMP 10
objects {
	mesh "Frog" {
		1,2,3
		0,0,1.5
		2,2,2
		"" ""
		30
		materials 3 {
			"skin"
			"unused"
			"eye"
		}
		vertices 6 {
			0,0,1
			9,9,9
			1,0,0
			1,1,0
			0,1,0
			0,0,0
		}
		faces 3 {
			4 2 0 5 0,0 2 1,0 3 1,1 4 0,1
			3 0 1 5 0,0 2 1,0 0 0.5,1
			3 7 1 2 0,0 3 1,0 0 0.5,1
		}
		vertex_groups {
		}
	}
	armature "Skeleton" {
		0,0,4
		0,0,0
		1,1,1
		1 0
		bone "A" {
			""
			head 0,0,0 0,0,0 0.25
			tail 0,1,0 0,1,0 0.5
			0.125 0.375
			1 0.75
			1, 0, 0;
			0, 1, 0;
			0, 0, 1;
			1, 0, 0, 0;
			0, 1, 0, 0;
			0, 0, 1, 0;
			0, 0, 0, 1;
		}
		bone "B" {
			"A"
			head 0,0.5,0 0,1,0 0.0625
			tail 0,1,0 0,2,0 0.03125
			0 0
			1 1
			1, 0, 0;
			0, 1, 0;
			0, 0, 1;
			1, 0, 0, 0;
			0, 1, 0, 0;
			0, 0, 1, 0;
			0, 1, 0, 1;
		}
	}
}
actions {
	"Walk" {
		"A" {
			"LocX" CONST CYCLIC { 11,0 21,1 31,2 }
			"LocZ" BEZIER CYCLIC_EXTRAP { 11,0 21,1 31,0 }
		}
		"B" {
			"QuatW" LINEAR CONST { 16,1 31,0.75 }
		}
	}
}
params {
	fps = 20
}
)";

TEST(TextAgain, IsTheSameText) {
  const Loaded file = load_finished(kText);
  ASSERT_TRUE(file.ok);
  LossReport loss_report;
  EXPECT_EQ(export_qmsh_text(file.scene, {}, loss_report), kText);
  EXPECT_TRUE(loss_report.losses().empty()) << loss_report.json().dump();
}

TEST(TextAgain, AtAnotherRateKeepsItsTimesOnWholeFrames) {
  const Loaded file = load_finished(kText);
  LossReport loss_report;
  QmshOptions options;
  options.fps = 30;
  const TextModel model = convert_to_qmsh_text(file.scene, options, loss_report);
  EXPECT_EQ(model.fps, 30);
  double last = 0;
  for (const TextChannel& channel : model.actions.front().channels)
    for (const TextCurve& curve : channel.curves)
      for (const TextPoint& point : curve.points) {
        EXPECT_EQ(point.frame, std::round(point.frame));
        last = std::max(last, point.frame);
      }
  EXPECT_EQ(last, 11 + 30);  // one second
}

/// A square under a node of a name of its own, which differs from the mesh's.
struct Squares {
  Scene scene;
  Squares() {
    scene.axes = text_axes();
    for (const char* name : {"red", "blue"}) scene.materials.emplace_back().name = name;
  }
  uint32_t mesh(const char* name, uint32_t parts) {
    Mesh& mesh = scene.meshes.emplace_back();
    mesh.name = name;
    mesh.normal_rule = NormalRule::kStored;
    for (uint32_t part = 0; part < parts; ++part) {
      const auto first = static_cast<uint32_t>(mesh.positions.size());
      const auto z = static_cast<float>(part);
      mesh.positions.insert(mesh.positions.end(), {{0, 0, z}, {1, 0, z}, {1, 1, z}});
      mesh.indices.insert(mesh.indices.end(), {first, first + 1, first + 2});
      mesh.primitives.push_back({3 * part, 3, part, {}});
    }
    for (int set = 0; set < 2; ++set)
      mesh.uv_layers.push_back({"", std::vector<glm::vec2>(mesh.positions.size(), glm::vec2(0.25f * (set + 1)))});
    return static_cast<uint32_t>(scene.meshes.size() - 1);
  }
  Node& node(const char* name, uint32_t mesh, uint32_t parent = kNone) {
    Node& node = scene.nodes.emplace_back();
    node.name = name;
    node.parent = parent;
    node.mesh = mesh;
    if (mesh != kNone) node.kind = NodeKind::kMesh;
    return node;
  }
};

TEST(Names, AreThoseOfObjects) {
  Squares squares;
  const uint32_t house = squares.mesh("ME_House", 2), window = squares.mesh("ME_Window", 1);
  squares.node("House", house).local.translation = {1, 2, 3};
  squares.node("Window", window, 0).local.translation = {0, 0, 1};
  squares.node("Window", window).local.scale = {2, 2, 2};
  ASSERT_TRUE(validate(squares.scene).ok());
  LossReport losses;
  const TextModel text = convert_to_qmsh_text(squares.scene, {}, losses);
  ASSERT_EQ(text.meshes.size(), 3u);
  auto mesh = text.meshes.begin();
  EXPECT_EQ(mesh->name, "House");
  EXPECT_EQ(mesh->position, glm::vec3(1, 2, 3));
  ASSERT_EQ(mesh->materials.size(), 2u);
  ++mesh;
  EXPECT_EQ(mesh->name, "Window");
  EXPECT_EQ(mesh->position, glm::vec3(1, 2, 4));
  EXPECT_EQ(mesh->vertices[1], glm::vec3(1, 0, 0));
  ++mesh;
  EXPECT_EQ(mesh->name, "Window.1");
  EXPECT_EQ(mesh->scale, glm::vec3(2));
  ASSERT_NE(find(losses, "parents"), nullptr);
  EXPECT_NE(find(losses, "parents")->message.find("'Window' under 'House'"), std::string::npos);

  LossReport binary_losses;
  const auto binary = convert_to_qmsh(squares.scene, {}, binary_losses);
  ASSERT_TRUE(binary.ok());
  ASSERT_EQ(binary->submeshes.size(), 4u);
  EXPECT_EQ(binary->submeshes[0].name, "House.red");
  EXPECT_EQ(binary->submeshes[1].name, "House.blue");
  EXPECT_EQ(binary->submeshes[2].name, "Window");
  EXPECT_EQ(binary->submeshes[3].name, "Window.1");
  ASSERT_NE(find(binary_losses, "materialNames"), nullptr);
  EXPECT_NE(find(binary_losses, "materialNames")->message.find("'blue', 'red'"), std::string::npos);
  QmshOptions old;
  old.version = 10;
  LossReport old_losses;
  ASSERT_TRUE(convert_to_qmsh(squares.scene, old, old_losses).ok());
  EXPECT_EQ(find(old_losses, "materialNames"), nullptr);
}

TEST(UvSets, AreChosenByNumber) {
  Squares squares;
  squares.node("Square", squares.mesh("ME", 1));
  LossReport losses;
  QmshOptions options;
  options.uv_set = 1;
  EXPECT_EQ(convert_to_qmsh_text(squares.scene, options, losses).meshes.front().corners[0].uv.x, 0.5f);
  options.uv_set = 2;  // there is none: the first
  EXPECT_EQ(convert_to_qmsh_text(squares.scene, options, losses).meshes.front().corners[0].uv.x, 0.25f);
}

/// Two objects on two skeletons that share a joint, and an action with a late first key: a straight turn of A, steps
/// of B's place.
struct Rigs : Squares {
  Rigs() {
    const uint32_t square = mesh("ME", 1);
    node("Body", square).skin = 0;
    node("A", kNone).kind = NodeKind::kJoint;
    node("B", kNone, 1).kind = NodeKind::kJoint;
    scene.nodes[2].local.translation = {0, 1, 0};
    node("Body2", square).skin = 1;
    node("C", kNone).kind = NodeKind::kJoint;
    for (const std::vector<uint32_t>& joints : {std::vector<uint32_t>{1, 2}, {4, 2}}) {
      Skin& skin = scene.skins.emplace_back();
      skin.joints = joints;
      skin.joint_from_bind.assign(2, glm::mat4(1));
      if (joints[0] == 1) skin.joint_from_bind[1][3].y = -1;
      if (joints[0] == 4) skin.joint_from_bind[1][3].y = -1;
    }
    Mesh& mesh = scene.meshes[0];
    mesh.influence_first = {0, 1, 2, 3};
    for (uint32_t v = 0; v < 3; ++v) mesh.influences.push_back({0, 1, mesh.positions[v]});
    Clip& clip = scene.clips.emplace_back();
    clip.name = "Wave";
    clip.duration_s = 2;
    const auto curve = [&](uint32_t target, Channel channel, uint8_t component, Interpolation interpolation,
                           std::vector<std::pair<double, double>> keys) {
      Curve& c = clip.curves.emplace_back();
      c.target = target, c.channel = channel, c.component = component, c.interpolation = interpolation;
      for (const auto& [time, value] : keys) c.keys.push_back({time, value});
    };
    const double s = std::sqrt(0.5);
    curve(1, Channel::kRotationQuat, 0, Interpolation::kLinear, {{0.5, 0}, {2, 0}});
    curve(1, Channel::kRotationQuat, 1, Interpolation::kLinear, {{0.5, 0}, {2, 0}});
    curve(1, Channel::kRotationQuat, 2, Interpolation::kLinear, {{0.5, 0}, {2, s}});
    curve(1, Channel::kRotationQuat, 3, Interpolation::kLinear, {{0.5, 1}, {2, s}});
    curve(2, Channel::kTranslation, 0, Interpolation::kStep, {{0.5, 0}, {1.5, 3}});
    curve(2, Channel::kTranslation, 1, Interpolation::kStep, {{0.5, 1}, {1.5, 1}});
    curve(2, Channel::kTranslation, 2, Interpolation::kStep, {{0.5, 0}, {1.5, 0}});
  }
};

TEST(Skeletons, BeyondOneAreRefusedUntilOneIsNamed) {
  const Rigs rigs;
  ASSERT_TRUE(validate(rigs.scene).ok());
  ASSERT_EQ(qmsh_armatures(rigs.scene).size(), 2u);
  const Status several = check_armature(rigs.scene, "");
  ASSERT_FALSE(several);
  EXPECT_STREQ(several.error().code()->id, "EXPORT_SKELETONS");
  EXPECT_NE(several.error().message().find("'A', 'C'"), std::string::npos) << several.error().message();
  EXPECT_STREQ(check_armature(rigs.scene, "D").error().code()->id, "EXPORT_OPTION");
  EXPECT_TRUE(check_armature(rigs.scene, "A"));

  LossReport losses;
  QmshOptions options;
  options.armature = "A";
  const TextModel text = convert_to_qmsh_text(rigs.scene, options, losses);
  ASSERT_EQ(text.armatures.size(), 1u);
  EXPECT_EQ(text.armatures.front().name, "A");
  EXPECT_EQ(text.armatures.front().bones.size(), 2u);
  EXPECT_EQ(text.meshes.front().parent_armature, "A");
}

TEST(Steps, StayStepsFromTheFirstKeyOnOnWholeFrames) {
  const Rigs rigs;
  LossReport losses;
  QmshOptions options;
  options.armature = "A";
  options.fps = 24;
  const TextModel text = convert_to_qmsh_text(rigs.scene, options, losses);
  ASSERT_EQ(text.actions.size(), 1u);
  const TextCurve* steps = nullptr;
  const TextCurve* turn = nullptr;
  for (const TextChannel& channel : text.actions.front().channels)
    for (const TextCurve& curve : channel.curves) {
      if (channel.bone == "B" && curve.name == "LocX") steps = &curve;
      if (channel.bone == "A" && curve.name == "QuatW") turn = &curve;
      EXPECT_EQ(curve.points.front().frame, 13);  // 0.5 s, counted from 1
      EXPECT_EQ(curve.points.back().frame, 49);
    }
  ASSERT_NE(steps, nullptr);
  ASSERT_NE(turn, nullptr);
  EXPECT_EQ(steps->interpolation, Interpolation::kStep);
  EXPECT_EQ(turn->interpolation, Interpolation::kLinear);
  for (const TextPoint& point : steps->points) EXPECT_EQ(point.value, point.frame < 37 ? 0 : 3) << point.frame;
  const Loss* times = find(losses, "times");
  ASSERT_NE(times, nullptr);
  EXPECT_EQ(times->largest, 0.5);

  const Loaded again = load_finished(write_text(text));
  ASSERT_TRUE(again.ok);
  EXPECT_NEAR(again.scene.clips[0].duration_s, 1.5, 1e-9);
  EXPECT_EQ(again.scene.clips[0].first_frame, 13);
}

TEST(Binaries, BeginWithTheFirstKey) {
  const Rigs rigs;
  LossReport losses;
  QmshOptions options;
  options.armature = "A";
  const auto binary = convert_to_qmsh(rigs.scene, options, losses);
  ASSERT_TRUE(binary.ok());
  const BinaryAnimation& animation = binary->animations.at(0);
  EXPECT_EQ(animation.times_s.front(), 0);
  EXPECT_FLOAT_EQ(animation.times_s.back(), 1.5f);
  EXPECT_FLOAT_EQ(animation.length_s, 1.5f);
  ASSERT_NE(find(losses, "times"), nullptr);
  EXPECT_EQ(find(losses, "times")->largest, 0.5);
}

}  // namespace
}  // namespace vitrine::qmsh::test
