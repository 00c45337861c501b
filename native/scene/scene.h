#pragma once
// THE data model. Every format builds one; posing, skinning, drawing, statistics and export read nothing else.
//
// Conventions: column vectors, column-major matrices, quaternions x y z w, radians, seconds; points map as
// world_from_node * p. A parent node stands before its children. Everything is in the file's own axes: `axes` says
// which, and becomes one root transform when drawing or exporting. Indices are u32 with kNone for "none". A Scene that
// `validate` has passed is trusted: no code behind it tests an index again.

#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/generated.h"

namespace vitrine {

inline constexpr uint32_t kNone = 0xFFFFFFFFu;

enum class Up : uint8_t { kY, kZ };
enum class Handedness : uint8_t { kRight, kLeft };
/// Which side of a triangle (a, b, c) is the outside, by the right-hand rule in the file's own numbers.
/// kCounterClockwise: (b-a) x (c-a) points outwards. md5 is kClockwise; QMSH (left-handed, D3D) is kCounterClockwise
/// here.
enum class FrontFace : uint8_t { kCounterClockwise, kClockwise };

struct Axes {
  Up up = Up::kY;
  Handedness handedness = Handedness::kRight;
  FrontFace front_face = FrontFace::kCounterClockwise;
  glm::vec3 forward{0, 0, 1};  ///< direction a character faces, so that views can start in front of it
  float unit_m = 1;            ///< metres per file unit, 1 when unknown
  bool uv_origin_top = true;   ///< v = 0 is the first row of the image (no flip on upload)
  bool engine_units = false;   ///< numbers are in a unit of the engine that the format does not state
};
/// Of the formats of id Tech and its heirs.
inline constexpr Axes kIdTechAxes{Up::kZ, Handedness::kRight, FrontFace::kClockwise, {1, 0, 0}, 1, true, true};

/// Local matrix = T * R * S.
struct Transform {
  glm::vec3 translation{0};
  glm::quat rotation{1, 0, 0, 0};  // glm's constructor takes w first; memory order is x y z w
  glm::vec3 scale{1};
};

/// Where a thing stands in its file; length 0 = unknown.
struct SourceRange {
  uint32_t file = kNone;  ///< index into Scene::files
  uint64_t offset = 0;
  uint64_t length = 0;
};

/// Extra named value of a scene element that has no field of its own.
struct Property {
  std::string name;
  std::vector<double> numbers;  ///< empty when it is a text
  std::string text;
};

struct SourceFile {
  std::string name;
  uint64_t bytes = 0;
  std::string role;                    ///< "mesh", "animation", "camera", "scene", "texture", ...
  std::string format;                  ///< id of the registry row
  std::vector<Property> properties{};  ///< what the file says as a whole
};

enum class NodeKind : uint8_t { kEmpty, kJoint, kMesh, kCamera, kLight, kEmitter };

struct Node {
  std::string name;
  NodeKind kind = NodeKind::kEmpty;
  uint32_t parent = kNone;  ///< always smaller than the node's own index
  Transform local;          ///< as stored; what clips replace component by component
  uint32_t rest =
      kNone;  ///< index into Scene::rest_matrices: parent_from_node = rest * T * R * S (QMSH bones); kNone = identity
  bool rest_is_bind = false;  ///< the rest matrix holds only while no clip drives the node (md5 bind poses that T * R *
                              ///< S cannot carry: stored quaternions longer than 1)
  uint32_t mesh = kNone;
  uint32_t skin =
      kNone;  ///< of a mesh node: positions then come out in scene space, the node's own matrix is not applied
  uint32_t camera = kNone;
  uint32_t light = kNone;
  uint32_t emitter = kNone;
  uint32_t tag = kNone;              ///< index into Scene::tag_tracks; its matrices then stand in place of T * R * S
  float length = 0;                  ///< bone length along the local +Y; 0 = unknown
  bool hidden = false;               ///< starts hidden (pivot meshes that serve as bones)
  std::vector<Property> properties;  ///< what the file says beyond this
  std::string extras;                ///< JSON that the file keeps for others, word for word (glTF); empty = none
  SourceRange source;
};

/// One influence of one vertex: world position contribution = weight * (world_from_joint * position).
struct Influence {
  uint32_t joint;      ///< index into Skin::joints
  float weight;        ///< as in the file; normalised only where the format says so
  glm::vec3 position;  ///< in the joint's space
};
/// What a large scene has most of.
using Influences = UnwrittenVector<Influence>;

struct Skin {
  std::string name;
  std::vector<uint32_t> joints;  ///< node indices; may name the mesh's own node (a rigid part)
  std::vector<glm::mat4>
      joint_from_bind;       ///< inverse bind matrices, same count, or empty when the format has no bind pose (md5)
  bool bind_is_rest = true;  ///< the nodes' stored transforms give the bind pose, and Mesh::positions are where it is
};

/// How normals of a deformed mesh come about.
enum class NormalRule : uint8_t {
  kRecompute,  ///< from the posed triangles: unit face normals summed over vertices welded by bind position (id Tech 4)
  kStored,     ///< stored normals, turned by the weighted joint matrices
};

struct UvLayer {
  std::string name;
  std::vector<glm::vec2> uv;  ///< one per vertex, as stored
  std::vector<float> w{};     ///< a third coordinate per vertex, where the file has one
};
struct ColorLayer {
  std::string name;
  std::vector<glm::u8vec4> color;  ///< one per vertex, a = 255 where the file has none
};
struct ShapeKey {
  std::string name;
  uint32_t relative_to = 0;  ///< index of another key; itself = basis
  float value = 0;
  std::vector<glm::vec3> positions;  ///< absolute, one per vertex
};

/// Numbers per vertex that mean nothing to Vitrine and are carried along: `_NAME` and further sets of glTF.
struct VertexAttribute {
  std::string name;
  uint32_t components = 1;         ///< of a vertex, 1 to 4
  uint32_t component_type = 5126;  ///< as glTF counts them
  bool normalized = false;
  std::vector<float> values;          ///< `components` for each vertex; 0 where the file has none
  std::vector<uint8_t> in_primitive;  ///< per primitive: it has the attribute
};

/// Vertices that a file stores again for every frame, packed as it has them: position = numbers * scale + offset. A row
/// is a vertex of the file, to which Mesh::file_vertex leads. scene/vertex_frames.h reads them.
struct VertexFrames {
  enum class Layout : uint8_t {
    kBytes,         ///< u8 x y z, u8 number of a direction
    kWords,         ///< u16 x y z, u16 number of a direction
    kSignedAngles,  ///< i16 x y z, u8 angle from +z, u8 angle around it from +x
  };
  struct Grid {
    glm::vec3 scale{1}, offset{0};
  };
  Layout layout = Layout::kBytes;
  uint32_t frame_count = 0, vertex_count = 0;
  std::vector<uint8_t> rows;          ///< [frame * vertex_count + vertex], as long as the layout says
  std::vector<Grid> grids;            ///< one, or one per frame
  std::vector<glm::vec3> directions;  ///< unit vectors by number; of angles cosine, sine and 0 of each of the 256
  std::vector<std::string> names;     ///< of the frames
};

/// A run of triangles with one material.
struct Primitive {
  uint32_t first_index = 0, index_count = 0;  ///< into Mesh::indices, multiples of 3
  uint32_t material = kNone;
  std::string name;  ///< part name where the format names parts (`Object.Material`), else empty
};

struct Mesh {
  std::string name;
  // Per vertex. Positions are the bind pose: in mesh-node space, or in scene space when the node has a skin.
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;         ///< unit; empty = to be computed
  std::vector<glm::vec4> tangents;        ///< unit xyz, w = handedness of the bitangent; empty = to be computed or none
  std::vector<glm::quat> tangent_frames;  ///< KRI's stored quaternions, raw; empty elsewhere
  std::vector<UvLayer> uv_layers;
  std::vector<ColorLayer> color_layers;
  std::vector<ShapeKey> shapes;
  std::vector<VertexAttribute> attributes;
  std::string extras;                 ///< as of a node
  std::vector<uint32_t> indices;      ///< triangles, in the file's winding
  std::vector<Primitive> primitives;  ///< cover `indices` in order, without gaps
  // Influences of vertex v: [influence_first[v], influence_first[v + 1]). Both empty in a rigid mesh.
  std::vector<uint32_t> influence_first;
  Influences influences;
  NormalRule normal_rule = NormalRule::kRecompute;
  std::vector<uint8_t> face_corners;  ///< corners of each polygon in file order (3 or 4); empty = all triangles
  std::vector<uint8_t> face_smooth;   ///< per polygon in file order 1 = smooth; empty = all are, or the file has none
  float crease_angle_rad = -1;        ///< >= 0: normals are to be computed, smooth across edges up to this angle
  // Formats with texture coordinates per corner split vertices, formats with materials per face reorder triangles.
  std::vector<uint32_t> file_vertex;    ///< per vertex its number in the file; empty = the same
  uint32_t file_vertex_count = 0;       ///< vertices in the file where file_vertex is given
  std::vector<uint32_t> file_triangle;  ///< per triangle its place in the file; empty = the same
  /// Instead of influences and shapes. Positions and normals are then those of frame 0.
  std::optional<VertexFrames> frames;
  SourceRange source;
};

enum class TextureRole : uint8_t { kDiffuse, kNormal, kSpecular, kEmissive, kReflection, kHeight, kOther };

struct TextureSlot {
  TextureRole role = TextureRole::kDiffuse;
  uint32_t texture = kNone;  ///< index into Scene::textures
  uint32_t uv_layer = 0;
  glm::vec2 uv_offset{0}, uv_scale{1};
  float factor = 1;
  bool clamp = false;  ///< the image's edge goes on outside of it, else it repeats
};

/// kFilter: what is behind is multiplied by the colour.
enum class AlphaMode : uint8_t { kOpaque, kMask, kBlend, kAdd, kFilter };
/// The faces that are not drawn. Where nothing states it, both sides are.
enum class Culling : uint8_t { kNone, kBack, kFront };

/// External declaration (.mtr, md5.cfg) of a material.
struct Declaration {
  std::string name;  ///< as written there
  SourceRange source;
  uint32_t line = 0;  ///< 1-based, of the name; 0 = there is no declaration
};

struct Material {
  std::string name;  ///< as in the file (md5: the shader name)
  glm::vec4 diffuse{0.8f, 0.8f, 0.8f, 1};
  glm::vec3 specular{0.2f};
  float hardness = 30;  ///< Blinn-Phong exponent
  glm::vec3 emissive{0};
  bool shadeless = false;
  bool double_sided = false;
  bool tints = false;   ///< the colour multiplies the image; else an image stands in its place
  bool hidden = false;  ///< nodraw
  Culling culling = Culling::kNone;
  AlphaMode alpha_mode = AlphaMode::kOpaque;
  float alpha_cutoff = 0.5f;
  std::vector<TextureSlot> slots;
  std::vector<Property> properties;  ///< what the file says beyond this
  std::string extras;                ///< as of a node
  SourceRange source;
  Declaration declaration;
};

enum class TextureStatus : uint8_t { kUnresolved, kFound, kMissing };

/// Why a file was taken for a name, in the order in which the rule tries (formats/lookup.h).
enum class FoundBy : uint8_t {
  kNothing,
  kAddress,  ///< it is at this address
  kRoot,     ///< it has this path from the root
  kPath,     ///< its path ends in this one
  kFolder,   ///< it lies in the folder of the file that names it
  kNearest,  ///< of those with this name none is nearer
};

struct Texture {
  std::string name;                     ///< as the file refers to it
  std::vector<std::string> candidates;  ///< file names to look for, best first
  bool is_address = false;              ///< they count from the folder of the file; else they are paths of a game
  TextureStatus status = TextureStatus::kUnresolved;
  uint32_t file = kNone;  ///< Scene::files index once found
  FoundBy found_by = FoundBy::kNothing;
  uint32_t steps = 0, others = 0;  ///< between the folders; files that would do as well
  std::vector<uint8_t> bytes;      ///< of an image inside the model's file, shown unless a candidate is found
  std::string inside;              ///< the name under which hosts keep such an image
  /// This texture and those behind it in the list take turns, each until its time; then again.
  std::vector<float> turns_s;
};

enum class Projection : uint8_t { kPerspective, kOrthographic };
/// How the stored angle becomes a view: see FORMAT.md of each format.
enum class FovRule : uint8_t { kVertical, kHorizontal, kHorizontal4by3 };

struct Camera {
  std::string name;
  Projection projection = Projection::kPerspective;
  FovRule fov_rule = FovRule::kVertical;
  float fov_rad = 0.8f;
  float ortho_scale = 1;
  float near_plane = 0, far_plane = 0;  ///< 0 = not in the file
  /// Axes of the view in the camera node's space, unit vectors.
  glm::vec3 look{0, 0, -1}, up{0, 1, 0};
  bool active = false;
};

enum class LightKind : uint8_t { kPoint, kSun, kSpot, kHemi, kArea };
struct Light {
  std::string name;
  LightKind kind = LightKind::kPoint;
  glm::vec3 color{1};
  float energy = 1;
  glm::vec4 attenuation{1, 0, 0, 0};  ///< q0, q1, q2, qs of KRI; 1,0,0,0 elsewhere
  float near_plane = 0, far_plane = 0, spot_angle_rad = 0, spot_blend = 0;
  std::vector<Property> properties;
};

struct Emitter {
  std::string name;
  uint32_t count = 0;
  uint32_t material = kNone;
  float life_start_s = 0, life_end_s = 0, lifetime_s = 0, life_random = 0;
  float size = 1, size_random = 0;
  glm::vec3 velocity{0};  ///< in the node's space
  float velocity_normal = 0, velocity_random = 0;
  std::vector<Property> properties;
};

// ---- clips (shown to people as actions)
// -------------------------------------------------------------------------------

enum class Interpolation : uint8_t { kStep, kLinear, kBezier };
/// Extrapolation of a curve before its first and after its last key.
enum class Extension : uint8_t { kHold, kExtrapolate, kCyclic, kCyclicExtrapolate };

struct Key {
  double time_s = 0;
  double value = 0;
  /// Handles as (time, value). Which of them are meant is Curve::handles.
  double left_time_s = 0, left_value = 0, right_time_s = 0, right_value = 0;
};

enum class HandleKind : uint8_t {
  kNone,
  kFull,        ///< times and values stored or derived (Blender's automatic handles)
  kValuesOnly,  ///< KRI: handle values without times, evaluated by nested lerps
};

enum class TargetKind : uint8_t { kNode, kMaterial, kTextureSlot, kLight, kCamera, kShape };
inline constexpr size_t kTargetKinds = 6;
enum class Channel : uint8_t { kTranslation, kRotationQuat, kRotationEuler, kScale, kOther };

struct Curve {
  TargetKind target_kind = TargetKind::kNode;
  uint32_t target = kNone;      ///< index into the table of target_kind; kNone = nothing in the scene answers to it
  uint32_t sub_target = kNone;  ///< shape key or texture slot within the target
  Channel channel = Channel::kOther;
  uint8_t component = 0;  ///< x y z w = 0 1 2 3
  std::string path;       ///< the file's own name of the channel: "LocX", "m.diffuse_color"
  Interpolation interpolation = Interpolation::kLinear;
  HandleKind handles = HandleKind::kNone;
  Extension before = Extension::kHold, after = Extension::kHold;
  std::vector<Key> keys;  ///< sorted by time; equal times are allowed, the later one wins
  SourceRange source;
};

/// Rows of transforms at a fixed rate (md5anim, md5camera).
struct SampledFrames {
  uint32_t track_count = 0;
  /// [frame * track_count + track]
  std::vector<glm::vec3> translations;
  std::vector<glm::quat> rotations;
  std::vector<float> fov_rad;          ///< one per frame (cameras); empty elsewhere
  std::vector<uint8_t> animated_bits;  ///< per track, md5 flags: bit 0..2 translation xyz, 3..5 rotation xyz
  std::vector<uint32_t> track_parent;  ///< per track, for the report; kNone = root
  std::vector<std::string> track_names;
  struct Binding {
    uint32_t node = 0;
    uint32_t track = 0;
  };
  std::vector<Binding> bindings;  ///< which node takes which track; a track may drive several nodes (split models)
  std::vector<uint32_t> cuts;     ///< md5camera: last frames of a view
  struct Bounds {
    glm::vec3 min{0}, max{0};
  };
  std::vector<Bounds> bounds;  ///< as stored, one per frame; empty = none
};

/// Key poses of all joints at common times (QMSH binary): transforms relative to the rest matrix.
struct KeyPoses {
  std::vector<uint32_t> nodes;        ///< one per track
  std::vector<double> times_s;        ///< non-decreasing
  std::vector<Transform> transforms;  ///< [key * nodes.size() + track]
};

/// Frames of meshes and of tags one after another, straight between them.
struct FrameRun {
  std::vector<uint32_t> meshes;  ///< those that show the frames
  std::vector<uint32_t> nodes;   ///< those with a tag that does
  std::vector<uint32_t> frames;  ///< one per key
  std::vector<double> ends_s;    ///< when each gives way to the next, ascending or equal
  double period_s = 0;           ///< of the loop, at most the last end
  bool closes = true;            ///< the loop leads straight from the last frame to its first one, else it jumps
  uint32_t loop_first = 0;       ///< the key to which a loop goes back
};

struct Clip {
  std::string name;
  std::string full_name;  ///< as in the file, where that is a path and `name` its last part; else empty
  uint32_t file = kNone;  ///< Scene::files index it came from
  double duration_s = 0;
  double frame_rate = 0;         ///< 0 = not sampled
  double first_frame = 1;        ///< number of the frame at time 0, as people and the file count
  uint32_t frame_count = 0;      ///< 0 = not sampled
  uint32_t root_node = kNone;    ///< joint that carries root motion, kNone = no notion of it
  uint32_t camera_node = kNone;  ///< the clip moves this camera (md5camera)
  bool closes = false;           ///< a loop leads from the last frame to the first, one interval more (md5.cfg)
  // Exactly one of the four is present.
  std::vector<Curve> curves;
  std::optional<SampledFrames> frames;
  std::optional<KeyPoses> poses;
  std::vector<FrameRun> runs;  ///< several where parts of a player have frames of their own; the first has the length
  bool playable = true;        ///< false: kept for its report, `why_not` says why
  std::string why_not;
  std::string extras;  ///< as of a node
  SourceRange source;
};

/// Matrices of a node as a file stores them, one per frame: origin and axes, which need not be at right angles.
struct TagTrack {
  struct Place {
    glm::vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, origin{0};
  };
  std::vector<Place> places;
};

struct Bounds {
  glm::vec3 min{0}, max{0};
  bool empty = true;
  void add(const glm::vec3& p) {
    min = empty ? p : glm::min(min, p);
    max = empty ? p : glm::max(max, p);
    empty = false;
  }
};

struct Scene {
  Axes axes;
  std::vector<SourceFile> files;
  std::vector<Node> nodes;
  std::vector<glm::mat4> rest_matrices;
  std::vector<TagTrack> tag_tracks;
  std::vector<Mesh> meshes;
  std::vector<Skin> skins;
  std::vector<Material> materials;
  std::vector<Texture> textures;
  std::vector<Camera> cameras;
  std::vector<Light> lights;
  std::vector<Emitter> emitters;
  std::vector<Clip> clips;
  // JSON that the first file keeps for others, as of a node.
  std::string extras, asset_extras;
  uint64_t extras_left_out = 0, attributes_left_out = 0;  ///< what the files have beyond that of them
};

}  // namespace vitrine
