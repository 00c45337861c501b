#include "formats/qmsh/write/file.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "formats/qmsh/read/encoding.h"

namespace vitrine::qmsh {
namespace {

constexpr int kDecimals = 9;
constexpr double kScale = 1e9, kExactInteger = 9007199254740992.0;  // 2^53

class TextWriter {
 public:
  explicit TextWriter(const TextModel& model) : m_(model) {}

  std::string write() {
    out_ = "QMSH TMP 10\nobjects {\n";
    for (const TextMesh& mesh : m_.meshes) object(mesh);
    for (const TextArmature& armature : m_.armatures) bones(armature);
    out_ += "}\nactions {\n";
    for (const TextAction& action : m_.actions) curves(action);
    out_ += "}\nparams {\n\tfps = ";
    number(m_.fps);
    out_ += "\n}\n";
    return std::move(out_);
  }

 private:
  void number(double v) { append_number(out_, v); }
  void text(const std::string& s) { append_string(out_, s); }
  void list(std::initializer_list<double> values) {
    const char* between = "";
    for (const double v : values) {
      out_ += between;
      number(v);
      between = ",";
    }
  }
  void vec(const glm::vec3& v) { list({v.x, v.y, v.z}); }
  void line(const char* indent, const glm::vec3& v) {
    out_ += indent;
    vec(v);
    out_ += '\n';
  }
  void count_block(const char* name, size_t count) {
    out_ += name;
    number(static_cast<double>(count));
    out_ += " {\n";
  }
  template <size_t N>
  void matrix(const std::array<float, N>& m) {
    constexpr size_t kSide = N == 9 ? 3 : 4;
    for (size_t i = 0; i < N; ++i) {
      out_ += i % kSide == 0 ? "\t\t\t" : ", ";
      number(m[i]);
      if (i % kSide + 1 == kSide) out_ += ";\n";
    }
  }
  void object(const TextMesh& mesh);
  void bones(const TextArmature& armature);
  void curves(const TextAction& action);

  const TextModel& m_;
  std::string out_;
};

void TextWriter::object(const TextMesh& mesh) {
  out_ += "\tmesh ";
  text(mesh.name);
  out_ += " {\n";
  line("\t\t", mesh.position), line("\t\t", mesh.rotation_rad), line("\t\t", mesh.scale);
  out_ += "\t\t";
  text(mesh.parent_armature);
  out_ += ' ';
  text(mesh.parent_bone);
  out_ += "\n\t\t";
  number(mesh.auto_smooth_deg >= 0 ? mesh.auto_smooth_deg : 30);
  out_ += '\n';
  count_block("\t\tmaterials ", mesh.materials.size());
  for (const TextMaterial& material : mesh.materials) {
    out_ += "\t\t\t";
    text(material.name);
    out_ += '\n';
  }
  out_ += "\t\t}\n";
  count_block("\t\tvertices ", mesh.vertices.size());
  for (const glm::vec3& v : mesh.vertices) line("\t\t\t", v);
  out_ += "\t\t}\n";
  count_block("\t\tfaces ", mesh.faces.size());
  for (const TextFace& face : mesh.faces) {
    out_ += "\t\t\t";
    number(face.corner_count);
    out_ += ' ';
    number(face.material);
    out_ += face.smooth ? " 1" : " 0";
    for (uint32_t k = 0; k < face.corner_count; ++k) {
      const TextCorner& corner = mesh.corners[face.first_corner + k];
      out_ += ' ';
      number(corner.vertex);
      out_ += ' ';
      list({corner.uv.x, corner.uv.y});
    }
    out_ += '\n';
  }
  out_ += "\t\t}\n\t\tvertex_groups {\n";
  for (const TextGroup& group : mesh.groups) {
    out_ += "\t\t\t";
    text(group.name);
    out_ += " {";
    for (const TextGroup::Entry& entry : group.entries) {
      out_ += ' ';
      number(entry.vertex);
      out_ += ' ';
      number(entry.weight);
    }
    out_ += " }\n";
  }
  out_ += "\t\t}\n\t}\n";
}

void TextWriter::bones(const TextArmature& armature) {
  out_ += "\tarmature ";
  text(armature.name);
  out_ += " {\n";
  line("\t\t", armature.position), line("\t\t", armature.rotation_rad), line("\t\t", armature.scale);
  out_ += armature.use_groups ? "\t\t1 " : "\t\t0 ";
  out_ += armature.use_envelopes ? "1\n" : "0\n";
  for (const TextBone& bone : armature.bones) {
    out_ += "\t\tbone ";
    text(bone.name);
    out_ += " {\n\t\t\t";
    text(bone.parent);
    const auto end = [&](const char* word, const glm::vec3& in_bone, const glm::vec3& point, float radius) {
      out_ += word;
      vec(in_bone);
      out_ += ' ';
      vec(point);
      out_ += ' ';
      number(radius);
    };
    end("\n\t\t\thead ", bone.head_in_bone, bone.head, bone.head_radius);
    end("\n\t\t\ttail ", bone.tail_in_bone, bone.tail, bone.tail_radius);
    out_ += "\n\t\t\t";
    number(bone.roll_bone_rad);
    out_ += ' ';
    number(bone.roll_armature_rad);
    out_ += "\n\t\t\t";
    number(bone.length);
    out_ += ' ';
    number(bone.weight);
    out_ += '\n';
    matrix(bone.matrix3);
    matrix(bone.matrix);
    out_ += "\t\t}\n";
  }
  out_ += "\t}\n";
}

void TextWriter::curves(const TextAction& action) {
  constexpr const char* kInterpolations[] = {" CONST ", " LINEAR ", " BEZIER "};
  constexpr const char* kExtensions[] = {"CONST {", "EXTRAP {", "CYCLIC {", "CYCLIC_EXTRAP {"};
  out_ += '\t';
  text(action.name);
  out_ += " {\n";
  for (const TextChannel& channel : action.channels) {
    out_ += "\t\t";
    text(channel.bone);
    out_ += " {\n";
    for (const TextCurve& curve : channel.curves) {
      out_ += "\t\t\t";
      text(curve.name);
      out_ += kInterpolations[static_cast<size_t>(curve.interpolation)];
      out_ += kExtensions[static_cast<size_t>(curve.extension)];
      for (const TextPoint& point : curve.points) {
        out_ += ' ';
        list({point.frame, point.value});
      }
      out_ += " }\n";
    }
    out_ += "\t\t}\n";
  }
  out_ += "\t}\n";
}

}  // namespace

void append_number(std::string& out, double value) {
  const double scaled = std::round(std::abs(value) * kScale);
  if (!(scaled < kExactInteger)) {
    out += nlohmann::json(value).dump();
    return;
  }
  auto rest = static_cast<uint64_t>(scaled);
  if (rest == 0) {
    out += '0';
    return;
  }
  if (value < 0) out += '-';
  char digits[24];
  int count = 0, decimals = kDecimals;
  while (decimals > 0 && rest % 10 == 0) rest /= 10, --decimals;
  // The last digits come first; a zero stands before the point.
  for (; rest != 0 || count <= decimals; rest /= 10) digits[count++] = static_cast<char>('0' + rest % 10);
  while (count-- > 0) {
    out += digits[count];
    if (count == decimals && decimals != 0) out += '.';
  }
}

void append_string(std::string& out, const std::string& utf8) {
  constexpr std::string_view kPlain("\\\"\0\r\n\t\v\b\f\a", 10);
  constexpr char kEscaped[] = "\\\"0rntvbfa";
  out += '"';
  for (const char c : encode_name(utf8)) {
    if (const size_t found = kPlain.find(c); found != std::string_view::npos) {
      out += '\\';
      out += kEscaped[found];
    } else {
      out += c;
    }
  }
  out += '"';
}

std::string write_text(const TextModel& model) { return TextWriter(model).write(); }

}  // namespace vitrine::qmsh
