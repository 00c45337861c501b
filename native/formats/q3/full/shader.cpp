// Scripts of Quake III: a declaration is a name and a block, lines are a keyword and its words, inner blocks are
// stages, drawn one over another. Words of the engines made from it (RTCW, Enemy Territory, ioquake3's second renderer,
// Daemon) are read as far as they name images.

#include <algorithm>

#include "formats/line_words.h"
#include "formats/mtr/read.h"
#include "formats/mtr/sentences.h"
#include "formats/q3/read.h"
#include "formats/q3/sentences.h"

namespace vitrine::q3 {
namespace {

using mtr::MaterialText;
using mtr::Stage;
using mtr::StageBlend;
using mtr::StageKind;
using mtr::Wrap;

constexpr size_t kMostStages = 256, kMostListed = 64, kLongestListed = 64;

bool one_of(std::string_view word, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(), [&](const char* name) { return equal_ignoring_case(word, name); });
}
bool begins(std::string_view word, std::string_view with) {
  return word.size() >= with.size() && equal_ignoring_case(word.substr(0, with.size()), with);
}

/// Keywords that steer the map compiler, the editor or the order of drawing.
bool is_silent(std::string_view key) {
  return begins(key, "q3map_") || begins(key, "qer_") ||
         one_of(key, {"surfaceparm", "sort",          "light",           "tesssize",    "entitymergable",
                      "clamptime",   "polygonoffset", "nopolygonoffset", "noshadows",   "nofog",
                      "notc",        "depthwrite",    "depthfunc",       "nodepthtest", "detail",
                      "noshadow",    "fogonly",       "allowcompress",   "nocompress",  "spritegen",
                      "spritescale"});
}

/// Images of the game that no model has.
bool is_lightmap(std::string_view path) { return one_of(path, {"$lightmap", "*lightmap"}); }

class Shader {
 public:
  Shader(LoadContext& context, std::string_view name, uint64_t begin, uint64_t end)
      : context_(context), name_(name), words_(context.bytes.first(static_cast<size_t>(end)), "", "{}", begin) {
    out_.by_order = true;
  }

  MaterialText run() {
    for (;;) {
      const LineWord word = words_.next();
      if (word.at_end) break;
      if (word.ends_line || word.is('}')) continue;
      if (!word.is('{')) {
        take_general(word);
        skip_line();
      } else {
        read_stage(word.offset);
        if (context_.cancelled()) break;
      }
    }
    if (out_.stages.empty() && !out_.nodraw) add_own_image();
    return std::move(out_);
  }

 private:
  void warn(const Sentence& sentence, uint64_t offset, Arguments arguments = {}) {
    context_.diagnostics.add(sentence, offset, arguments);
  }

  /// The next word of the line; without text at its end and before a brace.
  LineWord value() {
    LineWord word = words_.next();
    if (word.is_word() && !word.is('{') && !word.is('}')) return word;
    words_.move_to(word.offset);
    return {{}, word.offset};
  }
  void skip_line() {
    for (;;) {
      const LineWord word = words_.next();
      if (word.is_word() && !word.is('{') && !word.is('}')) continue;
      words_.move_to(word.offset);
      return;
    }
  }

  static void list(std::vector<std::string>& to, std::string_view word) {
    if (to.size() >= kMostListed || word.empty()) return;
    std::string item(word.substr(0, kLongestListed));
    if (std::find(to.begin(), to.end(), item) == to.end()) to.push_back(std::move(item));
  }
  void unused(const LineWord& word, std::string_view with = {}) {
    if (out_.first_unused == kNoOffset) out_.first_unused = word.offset;
    std::string text(word.text.substr(0, kLongestListed));
    if (!with.empty()) text += " " + std::string(with.substr(0, kLongestListed));
    list(out_.unused, text);
  }

  bool take_image(const LineWord& key, mtr::Image& image) {
    const LineWord word = value();
    if (word.text.empty()) {
      warn(mtr::messages::kImageExpected, key.offset, {lower_case(key.text.substr(0, kLongestListed))});
      return false;
    }
    image.path.assign(word.text);
    std::replace(image.path.begin(), image.path.end(), '\\', '/');
    image.offset = word.offset;
    return true;
  }

  void add_stage(Stage stage) {
    if (stage.image.path.empty() || is_lightmap(stage.image.path)) return;
    if (out_.stages.size() < kMostStages)
      out_.stages.push_back(std::move(stage));
    else if (!warned_of_stages_)
      warned_of_stages_ = true, warn(mtr::messages::kTooManyStages, stage.at);
  }

  /// Without a stage DarkPlaces takes the image of the declaration's name; GtkRadiant and q3map2 the editor's one.
  void add_own_image() {
    Stage stage;
    stage.lit = true;
    stage.image.path = out_.editor_image.empty() ? std::string(name_) : out_.editor_image;
    if (!out_.editor_image.empty()) warn(messages::kEditorImage, editor_at_, {std::string(name_), out_.editor_image});
    out_.stages.push_back(std::move(stage));
  }

  /// Daemon's and the second renderer's layers of a lit surface.
  bool take_layer(const LineWord& word, Stage& stage) {
    const std::string_view key = word.text;
    if (one_of(key, {"diffusemap", "albedomap"}))
      stage.kind = StageKind::kDiffuse;
    else if (one_of(key, {"normalmap", "bumpmap"}))
      stage.kind = StageKind::kBump;
    else if (equal_ignoring_case(key, "specularmap"))
      stage.kind = StageKind::kSpecular;
    else if (one_of(key, {"glowmap", "addmap"}))
      stage.blend = StageBlend::kAdd;
    else
      return false;
    stage.at = word.offset;
    stage.blend_text = lower_case(key);
    take_image(word, stage.image);
    return true;
  }

  void take_general(const LineWord& word) {
    const std::string_view key = word.text;
    Stage layer;
    if (equal_ignoring_case(key, "cull")) {
      const LineWord side = value();
      out_.two_sided = one_of(side.text, {"none", "disable", "twosided"});
      out_.back_sided = one_of(side.text, {"back", "backside", "backsided"});
      if (!out_.two_sided && !out_.back_sided && !one_of(side.text, {"front", "frontside", "frontsided"}))
        warn(messages::kCullExpected, side.offset, {std::string(side.text.substr(0, kLongestListed))});
    } else if (equal_ignoring_case(key, "twosided")) {
      out_.two_sided = true;
    } else if (equal_ignoring_case(key, "backsided")) {
      out_.back_sided = true;
    } else if (equal_ignoring_case(key, "surfaceparm")) {
      const LineWord parm = value();
      out_.nodraw |= equal_ignoring_case(parm.text, "nodraw");
      out_.no_mipmaps |= one_of(parm.text, {"nomip", "nomipmaps", "nopicmip"});
    } else if (one_of(key, {"nomip", "nomipmaps", "nopicmip"})) {
      out_.no_mipmaps = true;
    } else if (one_of(key, {"qer_editorimage", "qer_image"})) {
      mtr::Image image;
      editor_at_ = word.offset;
      if (take_image(word, image)) out_.editor_image = image.path;
    } else if (one_of(key, {"implicitmap", "implicitmask", "implicitblend"})) {
      layer.at = word.offset;
      layer.lit = true;
      if (take_image(word, layer.image) && layer.image.path == "-") layer.image.path.assign(name_);
      if (equal_ignoring_case(key, "implicitmask")) layer.alpha_test = 0.5f;
      if (equal_ignoring_case(key, "implicitblend")) layer.blend = StageBlend::kBlend;
      add_stage(std::move(layer));
    } else if (take_layer(word, layer)) {
      add_stage(std::move(layer));
    } else if (!is_silent(key)) {
      unused(word);
    }
  }

  void read_stage(uint64_t at) {
    Stage stage;
    stage.at = at;
    std::vector<Stage> layers;
    for (;;) {
      const LineWord word = words_.next();
      if (word.at_end || word.is('}')) break;
      if (word.ends_line) continue;
      if (word.is('{')) {
        warn(mtr::messages::kBlockInStage, word.offset);
        if (!skip_block()) break;
        continue;
      }
      Stage layer;
      if (take_layer(word, layer)) {
        if (layers.size() < kMostStages) layers.push_back(std::move(layer));
      } else {
        take_stage_word(word, stage);
      }
      skip_line();
    }
    // What holds for a stage of several layers holds for its colours.
    bool has_colours = false;
    for (Stage& layer : layers) {
      if (layer.kind == StageKind::kDiffuse) {
        mtr::Image image = std::move(layer.image);
        layer = stage;
        layer.image = std::move(image);
        layer.kind = StageKind::kDiffuse;
        has_colours = true;
      }
      add_stage(std::move(layer));
    }
    if (!has_colours) add_stage(std::move(stage));
  }

  bool skip_block() {
    for (uint64_t depth = 1; depth > 0;) {
      const LineWord word = words_.next();
      if (word.at_end) return false;
      if (word.is('{')) ++depth;
      if (word.is('}')) --depth;
    }
    return true;
  }

  std::optional<float> number(const LineWord& key) {
    LineWord word = value();
    while (word.text == "(" || word.text == ",") word = value();
    std::string_view text = word.text;
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    if (text.starts_with('(')) text.remove_prefix(1);
    TextCursor cursor({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
    float found = 0;
    if (cursor.take_number(found) && found <= 1e30f) return negative ? -found : found;
    warn(mtr::messages::kNumberAfter, word.text.empty() ? key.offset : word.offset,
         {lower_case(key.text.substr(0, kLongestListed))});
    return {};
  }

  void take_blend(const LineWord& key, Stage& stage) {
    const LineWord first = value();
    stage.blend_text = lower_case(first.text.substr(0, kLongestListed));
    if (first.text.empty()) {
      warn(mtr::messages::kBlendExpected, key.offset);
    } else if (equal_ignoring_case(first.text, "add")) {
      stage.blend = StageBlend::kAdd;
    } else if (one_of(first.text, {"filter", "modulate"})) {
      stage.blend = StageBlend::kFilter;
    } else if (equal_ignoring_case(first.text, "blend")) {
      stage.blend = StageBlend::kBlend;
    } else if (!take_kind(first.text, stage) && mtr::is_blend_factor(first.text)) {
      const LineWord second = value();
      if (!mtr::is_blend_factor(second.text)) {
        warn(mtr::messages::kFactorsExpected, first.offset);
        return;
      }
      stage.blend_text += ", " + lower_case(second.text.substr(0, kLongestListed));
      stage.blend = mtr::blend_of_factors(first.text, second.text);
    } else if (stage.kind == StageKind::kAmbient) {
      warn(mtr::messages::kUnknownBlend, first.offset, {stage.blend_text});
    }
  }

  static bool take_kind(std::string_view word, Stage& stage) {
    if (one_of(word, {"diffusemap", "collapse_diffusemap", "colormap", "collapse_colormap"}))
      stage.kind = StageKind::kDiffuse;
    else if (one_of(word, {"normalmap", "bumpmap", "normalparallaxmap", "normalheightmap"}))
      stage.kind = StageKind::kBump;
    else if (equal_ignoring_case(word, "specularmap"))
      stage.kind = StageKind::kSpecular;
    else
      return false;
    return true;
  }

  void take_alpha(const LineWord& key, Stage& stage) {
    const LineWord how = value();
    if (equal_ignoring_case(how.text, "gt0"))
      stage.alpha_test = 1.0f / 255;
    else if (one_of(how.text, {"ge128", "ge50"}))
      stage.alpha_test = 0.5f;
    else if (equal_ignoring_case(how.text, "ge192"))
      stage.alpha_test = 0.75f;
    else if (equal_ignoring_case(how.text, "lt128"))
      unused(key, how.text);  // what is opaque is cut out
    else
      warn(messages::kAlphaExpected, how.offset, {std::string(how.text.substr(0, kLongestListed))});
  }

  void take_stage_word(const LineWord& word, Stage& stage) {
    const std::string_view key = word.text;
    if (one_of(key, {"map", "clampmap"})) {
      if (equal_ignoring_case(key, "clampmap")) stage.wrap = Wrap::kClamp;
      take_image(word, stage.image);
    } else if (one_of(key, {"animmap", "clampanimmap", "oneshotanimmap", "oneshotclampanimmap"})) {
      if (key.find("lamp") != std::string_view::npos || key.find("LAMP") != std::string_view::npos)
        stage.wrap = Wrap::kClamp;
      if (number(word)) take_image(word, stage.image);
      list(out_.changing, key);
    } else if (one_of(key, {"blendfunc", "blend"})) {
      take_blend(word, stage);
    } else if (equal_ignoring_case(key, "stage")) {
      take_kind(value().text, stage);
    } else if (equal_ignoring_case(key, "alphafunc")) {
      take_alpha(word, stage);
    } else if (equal_ignoring_case(key, "alphatest")) {
      if (const auto least = number(word)) stage.alpha_test = *least;
    } else if (equal_ignoring_case(key, "rgbgen")) {
      take_colour(word, stage);
    } else if (equal_ignoring_case(key, "alphagen")) {
      const LineWord how = value();
      if (one_of(how.text, {"const", "constant"})) {
        if (const auto alpha = number(word)) stage.rgba[3] = *alpha;
      } else if (!one_of(how.text, {"identity", "entity", "vertex", "default"})) {
        list(out_.changing, key);
      }
    } else if (one_of(key, {"tcgen", "texgen"})) {
      stage.is_cube |= begins(value().text, "environment");
    } else if (equal_ignoring_case(key, "tcmod")) {
      take_move(word, stage);
    } else if (!is_silent(key)) {
      unused(word);
    }
  }

  void take_colour(const LineWord& key, Stage& stage) {
    const LineWord how = value();
    if (one_of(how.text, {"const", "constant"})) {
      for (int i = 0; i < 3; ++i) {
        const auto colour = number(key);
        if (!colour) return;
        stage.rgba[i] = *colour;
      }
    } else if (begins(how.text, "lightingdiffuse") || one_of(how.text, {"vertexlit", "exactvertexlit"})) {
      stage.lit = true;
    } else if (!one_of(how.text, {"identity", "identitylighting", "vertex", "exactvertex", "entity", "default"})) {
      list(out_.changing, key.text);
    }
  }

  void take_move(const LineWord& key, Stage& stage) {
    const LineWord how = value();
    if (!equal_ignoring_case(how.text, "scale")) {
      list(out_.changing, "tcMod " + std::string(how.text.substr(0, kLongestListed)));
      return;
    }
    for (float& scale : stage.scale) {
      const auto by = number(key);
      if (!by) return;
      scale *= *by;
    }
  }

  LoadContext& context_;
  std::string_view name_;
  LineWords words_;
  MaterialText out_;
  uint64_t editor_at_ = kNoOffset;
  bool warned_of_stages_ = false;
};

MaterialText read_shader(LoadContext& context, std::string_view name, uint64_t begin, uint64_t end) {
  return Shader(context, name, begin, end).run();
}

}  // namespace

Status load_shaders(LoadContext& context, Scene& scene) {
  return mtr::load_declarations(context, scene, {read_shader, messages::kDeclaredLater, true});
}

}  // namespace vitrine::q3
