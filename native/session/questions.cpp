#include "session/questions.h"

#include <algorithm>

#include "base/json_text.h"
#include "base/utf8.h"
#include "base/whole_json.h"
#include "play/poser.h"
#include "scene/full/messages_report.h"
#include "session/curve_view.h"

namespace vitrine {
namespace {

/// The members of a question.
class QuestionInput {
 public:
  explicit QuestionInput(std::string_view text) : object_(parse_whole_json<Json>(text)) {}

  const Json& member(const char* name) const {
    static const Json nothing;
    const auto found = object_.is_object() ? object_.find(name) : object_.end();
    return found != object_.end() ? *found : nothing;
  }
  double number(const char* name) const {
    const Json& value = member(name);
    return value.is_number() ? value.get<double>() : 0.0;
  }
  /// -1 is kNone, -2 kSimultaneousClips.
  uint32_t index(const char* name) const {
    return static_cast<uint32_t>(static_cast<int64_t>(std::clamp(number(name), -2.0, 4e9)));
  }
  uint64_t offset(const char* name) const { return static_cast<uint64_t>(std::clamp(number(name), 0.0, 1e18)); }
  bool flag(const char* name) const {
    const Json& value = member(name);
    return value.is_boolean() && value.get<bool>();
  }
  std::string text(const char* name) const {
    const Json& value = member(name);
    return value.is_string() ? value.get<std::string>() : std::string();
  }
  std::vector<std::string> texts(const char* name) const {
    std::vector<std::string> out;
    for (const Json& value : member(name)) out.push_back(value.is_string() ? value.get<std::string>() : std::string());
    return out;
  }

 private:
  Json object_;
};

Answer failed(const Error& error) { return Answer(Json{{"error", error_json(error, "")}}); }

Answer curve_picture(const Asked& asked, const QuestionInput& in) {
  CurvePicture picture = asked.document.curve_picture(in.index("action"), curve_query_of(in.member("query")));
  Answer out(!picture.columns.empty() || !picture.values.empty());
  out.add(std::move(picture.columns));
  out.add(std::move(picture.keys));
  out.add(std::move(picture.key_counts));
  out.add(std::move(picture.values));
  return out;
}

Answer closed_parts(const Asked& asked, const QuestionInput& in) {
  geometry::ClosedParts parts = asked.document.closed_parts(in.index("instance"));
  Answer out(Json{{"closed", parts.closed}, {"of", parts.of}});
  out.add(std::move(parts.indices));
  return out;
}

Answer key_times(const Asked& asked, const QuestionInput& in) {
  Answer out;
  out.add(asked.document.key_times(in.index("action"), in.index("node")));
  return out;
}

Answer pose_report(const Asked& asked, const QuestionInput& in) {
  const bool vertices = in.flag("vertices");
  if (vertices) {
    if (const Status status = asked.document.check_vertex_report(); !status) return failed(status.error());
  }
  return Answer(asked.document.pose_report(vertices, in.flag("worldSpace")));
}

Answer patch(const Asked& asked, const QuestionInput& in) {
  std::vector<uint8_t> patched;
  Answer out(asked.document.patch(in.text("file"), in.member("codes"), patched));
  out.add(std::move(patched));
  return out;
}

Answer wanted(const Asked& asked, const QuestionInput&) {
  Answer out(Json::array());
  for (const std::string& name : asked.document.wanted()) out.json.push_back(to_utf8(name));
  return out;
}

Answer export_file(const Asked& asked, const QuestionInput& in) {
  auto file =
      asked.document.export_file(in.text("kind"), json_text(in.member("options")), asked.export_images, asked.simplify);
  asked.export_images.clear();
  if (!file) return failed(file.error());
  Answer out(Json{{"result", std::move(file->report)}, {"log", to_utf8(file->log)}});
  out.add(std::move(file->bytes));
  return out;
}

Answer textures_drawn(const Asked& asked, const QuestionInput&) {
  Answer out(Json::array());
  const std::vector<bool> drawn = DocumentRenderer::wanted(asked.document);
  for (size_t i = 0; i < drawn.size(); ++i) {
    if (drawn[i]) out.json.push_back(i);
  }
  return out;
}

Answer render(const Asked& asked, const QuestionInput& in) {
  auto picture = asked.pictures.draw(asked.document, json_text(in.member("options")));
  if (!picture) return failed(picture.error());
  Answer out(Json{{"result", {{"width", picture->width}, {"height", picture->height}}}});
  out.add(std::move(picture->rgba));
  return out;
}

using Asks = const Asked&;
using In = const QuestionInput&;

const struct {
  std::string_view name;
  Answer (*answer)(Asks, In);
} kQuestions[] = {
    {"at", [](Asks a, In in) { return Answer(a.document.at(in.text("file"), in.offset("offset"))); }},
    {"choose", [](Asks a, In in) { return Answer(a.document.choose(in.texts("names"))); }},
    {"closedParts", closed_parts},
    {"curveList", [](Asks a, In in) { return Answer(a.document.curve_list(in.index("action"))); }},
    {"curvePicture", curve_picture},
    {"curves", [](Asks a, In in) { return Answer(a.document.curves(in.index("action"), in.index("samples"))); }},
    {"digest", [](Asks a, In) { return Answer(a.document.digest()); }},
    {"export", export_file},
    {"fixes", [](Asks a, In) { return Answer(a.document.fixes()); }},
    {"gpuDifference", [](Asks a, In) { return Answer(a.document.gpu_difference()); }},
    {"health", [](Asks a, In in) { return Answer(a.document.health(in.index("action"))); }},
    {"keyTimes", key_times},
    {"mapRecord", [](Asks a, In in) { return Answer(a.document.map_record(in.text("file"), in.offset("offset"))); }},
    {"patch", patch},
    {"places", [](Asks a, In in) { return Answer(a.document.places(in.member("thing"))); }},
    {"poseReport", pose_report},
    {"render", render},
    {"survey", [](Asks a, In in) { return Answer(a.document.survey(in.index("mesh"))); }},
    {"texturesDrawn", textures_drawn},
    {"vertex",
     [](Asks a, In in) { return Answer(a.document.poser().vertex_report(in.index("instance"), in.index("vertex"))); }},
    {"wanted", wanted},
};

}  // namespace

Answer ask(const Asked& asked, std::string_view name, std::string_view input) {
  for (const auto& question : kQuestions) {
    if (question.name == name) return question.answer(asked, QuestionInput(input));
  }
  return {};
}

}  // namespace vitrine
