// Bad input: what is said, and where. One file per defect in tests/data/md5/invalid.

#include <filesystem>
#include <map>
#include <set>

#include "formats/md5/codes.h"
#include "formats/md5/full/places.h"
#include "formats/md5/rows.h"
#include "formats/md5/support.h"

namespace vitrine::md5test {
namespace {

struct Defect {
  const char* file;
  const char* code;
  uint32_t line, column;
  const char* part;  ///< of the message
};

const Defect kDefects[] = {
    {"version_9.md5mesh", "MD5_VERSION", 1, 12, "expected version 10, found 9"},
    {"version_word.md5mesh", "MD5_SYNTAX", 1, 12, "expected a number for the version, found 'ten'"},
    {"commandline_missing_text.md5mesh", "TRUNCATED", 2, 12, "expected a text for commandline"},
    {"joints_negative.md5mesh", "MD5_COUNT", 4, 11, "expected numJoints of 0 or more, found -3"},
    {"joints_huge.md5mesh", "MD5_COUNT", 4, 11, "rest of the file can hold at most"},
    {"joints_more_lines.md5mesh", "MD5_COUNT", 10, 2, "2 joints that numJoints declares"},
    {"joints_less_lines.md5mesh", "MD5_SYNTAX", 11, 1, "expected the name of a joint, found '}'"},
    {"joint_parent_outside.md5mesh", "MD5_INDEX", 10, 9, "the parent is joint 7, but there are 3"},
    {"joint_parent_cycle.md5mesh", "MD5_HIERARCHY", 9, 10, "its own ancestor"},
    {"joint_bracket.md5mesh", "MD5_SYNTAX", 8, 12, "expected '(' before the vector, found '['"},
    {"joint_nan.md5mesh", "NOT_FINITE", 9, 16, "found 'nan'"},
    {"joint_ind.md5mesh", "NOT_FINITE", 9, 17, "found '1.#IND00'"},
    {"joint_infinite.md5mesh", "NOT_FINITE", 9, 16, "found '1e999'"},
    {"joints_missing.md5mesh", "TRUNCATED", 29, 1, "expected a 'joints' block, found the end of the file"},
    {"joints_twice.md5mesh", "MD5_DUPLICATE", 13, 1, "second 'joints' block"},
    {"meshes_none.md5mesh", "MD5_COUNT", 5, 11, "numMeshes is 1, the file holds 0"},
    {"verts_more_declared.md5mesh", "MD5_SYNTAX", 23, 2,
     "expected 'vert' of the list that numverts declares, found 'numtris'"},
    {"verts_fewer_declared.md5mesh", "MD5_COUNT", 21, 2, "one more 'vert' than declared"},
    {"verts_negative.md5mesh", "MD5_COUNT", 17, 11, "numverts of 0 or more"},
    {"verts_huge.md5mesh", "MD5_COUNT", 17, 11, "rest of the file"},
    {"vert_number_outside.md5mesh", "MD5_INDEX", 20, 7, "expected a number from 0 to 3, found 4"},
    {"vert_number_twice.md5mesh", "MD5_DUPLICATE", 20, 7, "number 1 was given before"},
    {"vert_word.md5mesh", "MD5_SYNTAX", 19, 13,
     "expected a number for the texture coordinate t, found 'zero' (mesh 0, vertex 1)"},
    {"vert_weights_past_end.md5mesh", "MD5_INDEX", 21, 17,
     "the vertex uses weights 4 to 6, but there are 6 (mesh 0, vertex 3)"},
    {"vert_weight_negative.md5mesh", "MD5_NUMBER", 21, 17, "expected a number from 0"},
    {"vert_weight_wraps.md5mesh", "MD5_INDEX", 21, 17, "weights 4294967294 to 4294967297"},
    {"tri_vertex_outside.md5mesh", "MD5_INDEX", 25, 12,
     "the triangle names vertex 4, but there are 4 (mesh 0, triangle 1)"},
    {"tri_fraction_negative.md5mesh", "MD5_NUMBER", 25, 12, "found -3"},
    {"tri_too_long.md5mesh", "MD5_SYNTAX", 24, 14, "expected 'tri' of the list that numtris declares, found '3'"},
    {"tris_twice.md5mesh", "MD5_DUPLICATE", 27, 2, "second 'numtris'"},
    {"weight_joint_outside.md5mesh", "MD5_INDEX", 33, 11,
     "the weight names joint 3, but there are 3 (mesh 0, weight 5)"},
    {"weight_no_bracket.md5mesh", "MD5_SYNTAX", 32, 17,
     "expected '(' after the weight bias, found '}' (mesh 0, weight 4)"},
    {"weight_float_range.md5mesh", "NOT_FINITE", 32, 13, "beyond the range of a float"},
    {"weights_missing.md5mesh", "TRUNCATED", 27, 2, "expected 'numweights' in the mesh"},
    {"mesh_string_key.md5mesh", "MD5_SYNTAX", 23, 2, "expected a key or"},
    {"truncated_in_weights.md5mesh", "TRUNCATED", 32, 2,
     "expected 'weight' of the list that numweights declares, found the end of the file (mesh 0, weight 4)"},
    {"frames_zero.md5anim", "MD5_COUNT", 4, 11, "expected numFrames of at least 1"},
    {"frames_missing_one.md5anim", "TRUNCATED", 33, 2, "numFrames is 3, 2 were found"},
    {"frames_one_more.md5anim", "MD5_COUNT", 39, 7, "here begins one more"},
    {"frame_short.md5anim", "MD5_SYNTAX", 33, 1, "expected a number for a component, found '}' (frame 1)"},
    {"frame_long.md5anim", "MD5_SYNTAX", 32, 16, "expected '}' after the components of the frame, found '6' (frame 1)"},
    {"frame_nan.md5anim", "NOT_FINITE", 32, 8, "found 'NaN'"},
    {"rate_negative.md5anim", "MD5_NUMBER", 6, 11, "frame rate of 0 or more"},
    {"component_past_end.md5anim", "MD5_INDEX", 12, 13, "takes 1 component from 4 on, but a frame has 4"},
    {"track_parent_outside.md5anim", "MD5_INDEX", 12, 9, "the parent is joint 3"},
    {"track_parent_cycle.md5anim", "MD5_HIERARCHY", 11, 10, "its own ancestor"},
    {"hierarchy_missing_joint.md5anim", "MD5_SYNTAX", 12, 1, "expected the name of a joint"},
    {"baseframe_short.md5anim", "MD5_SYNTAX", 24, 1, "expected '(' before the vector, found '}'"},
    {"baseframe_missing.md5anim", "MD5_SYNTAX", 21, 6, "expected the 'baseframe' block before the frames"},
    {"joints_before_counts.md5anim", "MD5_SYNTAX", 8, 11, "expected 'numJoints' before this block"},
    {"cut_outside.md5camera", "MD5_INDEX", 9, 2, "found 4"},
    {"cuts_more_than_frames.md5camera", "MD5_COUNT", 6, 9, "found 5 cuts in 4 frames"},
    {"cuts_more_lines.md5camera", "MD5_SYNTAX", 9, 4, "expected '}' after the cuts that numCuts declares, found '2'"},
    {"cuts_fewer_lines.md5camera", "MD5_SYNTAX", 9, 1, "expected a number for the last frame of a view"},
    {"fov_flat.md5camera", "MD5_NUMBER", 14, 22, "between 0 and 180 degrees (frame 1)"},
    {"camera_short.md5camera", "MD5_SYNTAX", 16, 1, "expected '(' before the vector"},
    {"camera_rate_negative.md5camera", "MD5_NUMBER", 5, 11, "frame rate above 0"},
    {"alpha_v10_body.md5mesh", "MD5_VERSION", 4, 1, "found 'numJoints' of version 10"},
    {"alpha_parent_unknown.md5mesh", "MD5_INDEX", 9, 1, "bone 'legs' does not exist"},
    {"alpha_matrix_flat.md5mesh", "MD5_NUMBER", 9, 1, "cannot be inverted"},
    {"alpha_bones_count.md5mesh", "MD5_COUNT", 3, 10, "numbones is 3, the file holds 2"},
    {"alpha_channels_count.md5anim", "MD5_COUNT", 3, 13, "numchannels is 8, the file holds 7"},
    {"alpha_channel_rate.md5anim", "MD5_NUMBER", 43, 1, "another"},
    {"alpha_keys_short.md5anim", "MD5_SYNTAX", 42, 1, "expected a number for a key"},
    {"scale_cut.md5scale", "MD5_SYNTAX", 3, 1, "expected JSON"},
    {"scale_word.md5scale", "MD5_NUMBER", 2, 2, "frame 2 of the joint has no factor"},
    {"scale_frame.md5scale", "MD5_NUMBER", 2, 2, "'last' of the joint is not a frame number"},
    {"scale_list.md5scale", "MD5_SYNTAX", 2, 2, "expected '{' and factors by frame"},
};

TEST(Md5BadInput, EveryDefectIsNamedAtItsPlace) {
  for (const Defect& defect : kDefects) {
    SCOPED_TRACE(defect.file);
    const Document document = load({data_file(std::string("invalid/") + defect.file)});
    ASSERT_EQ(document.errors, std::vector<std::string>{defect.code});
    const Message* message = document.find(defect.code);
    EXPECT_EQ(message->line, defect.line);
    EXPECT_EQ(message->column, defect.column);
    EXPECT_NE(message->text.find(defect.part), std::string::npos) << message->text;
    EXPECT_TRUE(document.scene.nodes.empty());
    EXPECT_TRUE(document.scene.clips.empty());
  }
}

TEST(Md5BadInput, EveryInvalidFileIsInTheTable) {
  std::set<std::string> files, listed;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(VITRINE_TEST_DATA) + "/md5/invalid"))
    files.insert(entry.path().filename().string());
  for (const Defect& defect : kDefects) listed.insert(defect.file);
  EXPECT_EQ(files, listed);
}

TEST(Md5BadInput, TheRowsListEveryCodeThatIsReported) {
  std::set<std::string> known = {"TRUNCATED", "NOT_FINITE", "LIMIT_COUNT", "LIMIT_MEMORY"};
  for (const Code* code : md5::kCodes) EXPECT_TRUE(known.insert(code->id).second) << code->id << " is listed twice";
  for (const Defect& defect : kDefects) EXPECT_TRUE(known.contains(defect.code)) << defect.code;
}

TEST(Md5BadInput, AnAnimationThatFailsLeavesItsMeshAlone) {
  const Document alone = load({data_file("valid/flag.md5mesh")});
  const Document both = load({data_file("valid/flag.md5mesh"), data_file("invalid/frame_short.md5anim")});
  EXPECT_EQ(both.errors, std::vector<std::string>{"MD5_SYNTAX"});
  EXPECT_EQ(both.scene.nodes.size(), alone.scene.nodes.size());
  EXPECT_EQ(both.scene.meshes.size(), 1u);
  EXPECT_TRUE(both.scene.clips.empty());
}

std::string replaced(std::string text, std::string_view old, std::string_view with) {
  const size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return at == std::string::npos ? text : text.replace(at, old.size(), with);
}

TEST(Md5BadInput, CountsStayAsTheBlocksHaveTakenThem) {
  const Input mesh = data_file("valid/flag.md5mesh"), anim = data_file("valid/wave.md5anim");
  const std::pair<const char*, const char*> later[] = {{"\nframe 0", "numFrames 9"},
                                                       {"\nframe 1", "numFrames 9"},
                                                       {"\nbaseframe", "numJoints 1"},
                                                       {"\nframe 1", "numJoints 9"},
                                                       {"\nbounds", "numAnimatedComponents 2"},
                                                       {"\nframe 1", "numAnimatedComponents 9"}};
  for (const auto& [block, count] : later) {
    const Document document = load({mesh, {anim.name, replaced(anim.bytes, block, "\n" + std::string(count) + block)}});
    EXPECT_EQ(document.errors, std::vector<std::string>{"MD5_DUPLICATE"}) << count << " before" << block;
  }
  const Document again = load({mesh, {anim.name, replaced(anim.bytes, "\nframe 1", "\nnumFrames 3\nframe 1")}});
  EXPECT_TRUE(again.opened()) << "the same number once more";
}

/// Posing needs no bounds: whatever stands in their block, the action plays, and the warning leads to the fault.
struct BoundsFault {
  const char *old, *with;
  uint32_t line, column;
  const char* part;
  size_t bounds = 0;
};
const BoundsFault kFaultyBounds[] = {
    {"-1 -1 9 )", "-1 -1 9 (", 17, 12, "expected ')' after the vector, found '('"},
    {"( -1 -1 9", "( nan -1 9", 17, 4, "found 'nan'"},
    {"( -1 -1 9", "( -1.#IND00 -1 9", 17, 5, "found '1.#IND00'"},
    {"( -1 -1 9", "( 1e99 -1 9", 17, 0, "beyond the range of a float"},
    {"( -1 -1 9", "( low -1 9", 17, 4, "found 'low'"},
    {"( -1 -1 9", "( \"low -1 9", 17, 4, "the end of the line"},
    {"bounds {", "bounds", 16, 2, "expected '{' after 'bounds'"},
    {" ( 4 5 20 )\n}", "\n}", 19, 1, "expected '('"},
    {" ( 4 5 20 )\n}", " ( 4 5 20 )\n", 21, 1, "expected '}' after the bounds, found 'baseframe'"},
    {"\nbaseframe", "\nbounds { ( 0 0 0 ) ( 1 1 1 ) }\nbaseframe", 21, 1, "second 'bounds' block", 3},
};

TEST(Md5BadInput, FaultyBoundsAreLeftOutAndTheActionPlays) {
  const Input mesh = data_file("valid/flag.md5mesh"), anim = data_file("valid/wave.md5anim");
  const Document whole = load({mesh, anim});
  for (const BoundsFault& fault : kFaultyBounds) {
    SCOPED_TRACE(fault.with);
    const Document document = load({mesh, {anim.name, replaced(anim.bytes, fault.old, fault.with)}});
    ASSERT_TRUE(document.opened()) << document.errors[0];
    const Message* message = document.find("MD5_OPTIONAL");
    ASSERT_NE(message, nullptr);
    EXPECT_EQ(message->line, fault.line);
    if (fault.column != 0) {
      EXPECT_EQ(message->column, fault.column);
    }
    EXPECT_NE(message->text.find(fault.part), std::string::npos) << message->text;
    EXPECT_NE(message->text.find("bounds are left out"), std::string::npos) << message->text;
    EXPECT_TRUE(document.has("MD5_GAME_REFUSES"));
    const Clip& clip = document.scene.clips.at(0);
    EXPECT_EQ(clip.frame_count, 3u);
    EXPECT_EQ(clip.frames->bounds.size(), fault.bounds);
    EXPECT_EQ(clip.frames->translations, whole.scene.clips.at(0).frames->translations);
    EXPECT_EQ(clip.frames->rotations, whole.scene.clips.at(0).frames->rotations);
  }
}

TEST(Md5BadInput, BehindFaultyBoundsTheRecordsAreStillFound) {
  const std::string whole = data_file("valid/wave.md5anim").bytes;
  const auto records = [](const std::string& text) {
    std::map<std::string, size_t> out;
    for (const SourceRecords& list :
         md5::animation_places({reinterpret_cast<const uint8_t*>(text.data()), text.size()}))
      out[list.name] = list.size();
    return out;
  };
  const std::map<std::string, size_t> all = {{"hierarchy", 3}, {"bounds", 3}, {"baseframe", 3}, {"frame", 3}};
  EXPECT_EQ(records(whole), all);
  for (const BoundsFault& fault : kFaultyBounds) {
    SCOPED_TRACE(fault.with);
    std::map<std::string, size_t> expected = all;
    // A number beyond a float is read as one: its lines have their places.
    const bool is_number = std::string(fault.with).find("1e99") != std::string::npos;
    expected["bounds"] = is_number ? 3 : fault.bounds;
    EXPECT_EQ(records(replaced(whole, fault.old, fault.with)), expected);
  }
}

TEST(Md5BadInput, ACommandLineThatDoesNotEndIsLeftOut) {
  for (const char* file : {"flag.md5mesh", "wave.md5anim", "path.md5camera"}) {
    SCOPED_TRACE(file);
    Input input = data_file(std::string("valid/") + file);
    const size_t at = input.bytes.find("commandline"), end = input.bytes.find('\n', at);
    input.bytes.replace(at, end - at, "commandline \"joints numFrames -x");
    const Document document = load({input});
    ASSERT_TRUE(document.opened()) << document.errors[0];
    const Message* message = document.find("MD5_OPTIONAL");
    ASSERT_NE(message, nullptr);
    EXPECT_EQ(message->line, 2u);
    EXPECT_EQ(message->column, 13u);
    EXPECT_NE(message->text.find("the end of the line; the command line is left out"), std::string::npos)
        << message->text;
    EXPECT_FALSE(document.scene.nodes.empty());
  }
}

TEST(Md5BadInput, LimitsStopWhatTheFileCouldHold) {
  const Input mesh = data_file("valid/flag.md5mesh");
  const Input anim = data_file("valid/wave.md5anim");
  const auto code_under = [](const Input& input, auto set) {
    Limits limits;
    set(limits);
    const Document document = load({input}, limits);
    return document.errors.empty() ? std::string() : document.errors[0];
  };
  EXPECT_EQ(code_under(mesh, [](Limits& l) { l.joints = 2; }), "LIMIT_COUNT");
  EXPECT_EQ(code_under(mesh, [](Limits& l) { l.meshes = 0; }), "LIMIT_COUNT");
  EXPECT_EQ(code_under(mesh, [](Limits& l) { l.vertices = 3; }), "LIMIT_COUNT");
  EXPECT_EQ(code_under(mesh, [](Limits& l) { l.influences_per_vertex = 1; }), "LIMIT_COUNT");
  EXPECT_EQ(code_under(mesh, [](Limits& l) { l.heap_bytes = 100; }), "LIMIT_MEMORY");
  EXPECT_EQ(code_under(anim, [](Limits& l) { l.frame_joints = 8; }), "LIMIT_COUNT");
  EXPECT_EQ(code_under(anim, [](Limits& l) { l.heap_bytes = 300; }), "LIMIT_MEMORY");
  EXPECT_EQ(code_under(mesh, [](Limits& l) { l.joints = 3; }), "");
}

/// `vertices` vertices that all use the same 64 weights.
Input shared_weights(int vertices) {
  std::string text =
      "MD5Version 10\ncommandline \"\"\nnumJoints 1\nnumMeshes 1\njoints {\n\"root\" -1 ( 0 0 0 ) ( 0 0 0 )\n}\n"
      "mesh {\nshader \"\"\nnumverts " +
      std::to_string(vertices) + "\n";
  for (int v = 0; v < vertices; ++v) text += "vert " + std::to_string(v) + " ( 0 0 ) 0 64\n";
  text += "numtris 1\ntri 0 0 1 2\nnumweights 64\n";
  for (int w = 0; w < 64; ++w) text += "weight " + std::to_string(w) + " 0 0.015625 ( 1 0 0 )\n";
  return {"shared.md5mesh", text + "}\n"};
}

TEST(Md5BadInput, SharedWeightsArePaidForAsOftenAsTheyAreUsed) {
  // Each vertex gets 64 influences of its own: a joint, a weight and a position, 20 bytes.
  constexpr int kVertices = 4000;
  constexpr uint64_t kCopies = uint64_t{kVertices} * 64 * 20;
  Limits limits;
  limits.heap_bytes = kCopies - 1;
  EXPECT_EQ(load({shared_weights(kVertices)}, limits).errors, std::vector<std::string>{"LIMIT_MEMORY"});
  limits.heap_bytes = 2 * kCopies;
  EXPECT_TRUE(load({shared_weights(kVertices)}, limits).opened());
}

}  // namespace
}  // namespace vitrine::md5test
