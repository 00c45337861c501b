#include "formats/mtr/full/declaration.h"

#include <algorithm>
#include <array>

#include "formats/mtr/codes.h"
#include "formats/mtr/full/expression.h"
#include "formats/mtr/sentences.h"

namespace vitrine::mtr {
namespace {

constexpr size_t kMostStages = 256;  // the game's own limit
constexpr size_t kMostListed = 64, kLongestListed = 64;

bool one_of(std::string_view word, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(), [&](const char* name) { return equal_ignoring_case(word, name); });
}

/// Functions of image programs, with the images they take.
struct Function {
  const char* name;
  int images;
};
constexpr Function kFunctions[] = {{"makenormalmap", 1}, {"addnormals", 2},  {"smoothnormals", 1},
                                   {"heightmap", 1},     {"add", 2},         {"scale", 1},
                                   {"invertalpha", 1},   {"invertcolor", 1}, {"makeintensity", 1},
                                   {"makealpha", 1},     {"flip", 1},        {"fliphorizontal", 1}};
const Function* function_of(std::string_view word) {
  const auto found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                  [&](const Function& f) { return equal_ignoring_case(f.name, word); });
  return found == std::end(kFunctions) ? nullptr : &*found;
}

/// Words that stand alone and say nothing about the look here.
bool is_plain_flag(std::string_view word) {
  return one_of(word, {"noshadows",
                       "noselfshadow",
                       "forceshadows",
                       "nooverlays",
                       "forceoverlays",
                       "forceopaque",
                       "suppressinsubview",
                       "portalsky",
                       "nofog",
                       "unsmoothedtangents",
                       "foglight",
                       "blendlight",
                       "ambientlight",
                       "mirror",
                       "decal_macro",
                       "allowoverlays",
                       "noportalfog",
                       "nocarve",
                       "solid",
                       "water",
                       "playerclip",
                       "monsterclip",
                       "moveableclip",
                       "ikclip",
                       "blood",
                       "trigger",
                       "aassolid",
                       "aasobstacle",
                       "flashlight_trigger",
                       "nonsolid",
                       "nullnormal",
                       "areaportal",
                       "qer_nocarve",
                       "discrete",
                       "nofragment",
                       "slick",
                       "collision",
                       "noimpact",
                       "nodamage",
                       "ladder",
                       "nosteps",
                       "metal",
                       "stone",
                       "flesh",
                       "wood",
                       "cardboard",
                       "liquid",
                       "glass",
                       "plastic",
                       "ricochet",
                       "polygonoffset"}) ||
         (word.size() > 8 && equal_ignoring_case(word.substr(0, 8), "surftype"));
}
bool is_plain_stage_flag(std::string_view word) {
  return one_of(word, {"nearest", "linear", "ignorealphatest", "uncompressed", "highquality", "forcehighquality",
                       "nopicmip", "vertexcolor", "inversevertexcolor", "maskred", "maskgreen", "maskblue", "maskalpha",
                       "maskcolor", "maskdepth", "screen", "screen2", "glasswarp", "colored"});
}

class Reader {
 public:
  Reader(LoadContext& context, uint64_t begin, uint64_t end) : context_(context), words_(context.bytes, begin, end) {}

  MaterialText run() {
    for (;;) {
      const Word word = words_.next();
      if (word.at_end()) break;
      if (word.is('{')) {
        read_stage(word.offset);
        if (context_.cancelled()) break;
      } else if (!word.is('}') && !word.is(',')) {
        read_general(word);
      }
    }
    return std::move(out_);
  }

 private:
  void warn(const Sentence& sentence, uint64_t offset, Arguments arguments = {}) {
    context_.diagnostics.add(sentence, offset, arguments);
  }

  void list(std::vector<std::string>& to, std::string_view word) {
    if (to.size() >= kMostListed || word.empty()) return;
    std::string item(word.substr(0, kLongestListed));
    if (std::find(to.begin(), to.end(), item) == to.end()) to.push_back(std::move(item));
  }
  void unused(const Word& word, bool rest_of_line) {
    if (out_.first_unused == kNoOffset) out_.first_unused = word.offset;
    list(out_.unused, word.text);
    if (rest_of_line) words_.skip_line();
  }

  /// One image, or a program of images: the first file counts.
  bool read_image(Image& image, uint64_t depth) {
    const Word word = words_.next();
    if (word.at_end() || word.is('{') || word.is('}') || depth == 0) {
      if (word.is('{') || word.is('}')) words_.cursor.move_to(word.offset);
      return false;
    }
    const Function* function = word.quoted ? nullptr : function_of(word.text);
    if (function == nullptr || !words_.accept('(')) {
      if (image.path.empty()) {
        image.path.assign(word.text);
        std::replace(image.path.begin(), image.path.end(), '\\', '/');
        image.offset = word.offset;
      }
      return true;
    }
    const bool first = image.path.empty();
    if (image.function.empty()) image.function = function->name;
    const bool height = std::string_view(function->name) == "heightmap";
    for (int i = 0; i < function->images; ++i) {
      if (i > 0 && !words_.accept(',')) return close(word.offset);
      if (!read_image(image, depth - 1)) return false;
      if (i == 0 && first && height) image.is_height = true;
    }
    while (words_.accept(','))
      if (!read_expression(words_, context_.limits.nesting)) return close(word.offset);
    return words_.accept(')') || close(word.offset);
  }
  /// Past the parenthesis that should stand here; an image that was found counts all the same.
  bool close(uint64_t offset) {
    warn(messages::kProgramNotClosed, offset);
    words_.skip_line();
    return true;
  }

  bool take_image(const Word& key, Image& image) {
    if (read_image(image, context_.limits.nesting)) return true;
    warn(messages::kImageExpected, key.offset, {lower_case(key.text)});
    words_.skip_line();
    return false;
  }

  std::optional<Value> take_value(const Word& key) {
    const std::optional<Value> value = read_expression(words_, context_.limits.nesting);
    if (!value) {
      warn(messages::kNumberAfter, key.offset, {lower_case(key.text)});
      words_.skip_line();
    } else if (value->changes) {
      list(out_.changing, key.text);
    }
    return value;
  }

  void add_stage(Stage&& stage) {
    if (out_.stages.size() < kMostStages)
      out_.stages.push_back(std::move(stage));
    else if (out_.stages.size() == kMostStages && !warned_of_stages_)
      warned_of_stages_ = true, warn(messages::kTooManyStages, stage.at);
  }

  void read_general(const Word& word) {
    const std::string_view key = word.text;
    const auto is = [&](const char* name) { return equal_ignoring_case(key, name); };
    if (is("diffusemap") || is("bumpmap") || is("specularmap")) {
      Stage stage;
      stage.kind = is("diffusemap") ? StageKind::kDiffuse : is("bumpmap") ? StageKind::kBump : StageKind::kSpecular;
      stage.blend_text = lower_case(key);
      stage.at = word.offset;
      if (take_image(word, stage.image)) add_stage(std::move(stage));
    } else if (is("qer_editorimage")) {
      Image image;
      if (take_image(word, image)) out_.editor_image = image.path;
    } else if (is("description")) {
      out_.description.assign(words_.next().text.substr(0, 1024));
    } else if (is("twosided")) {
      out_.two_sided = true;
    } else if (is("backsided")) {
      out_.back_sided = true;
    } else if (is("translucent")) {
      out_.translucent = true;
    } else if (is("nodraw")) {
      out_.nodraw = true;
    } else if (is("surfaceparm")) {
      const Word parm = words_.next();
      if (equal_ignoring_case(parm.text, "nodraw"))
        out_.nodraw = true;
      else if (equal_ignoring_case(parm.text, "trans"))
        out_.translucent = true;
      else
        unused(parm, false);
    } else if (is("cull")) {  // Quake III's word
      const Word side = words_.next();
      if (one_of(side.text, {"none", "disable", "twosided"}))
        out_.two_sided = true;
      else if (one_of(side.text, {"back", "backside", "backsided"}))
        out_.back_sided = true;
    } else if (is("clamp") || is("zeroclamp") || is("alphazeroclamp")) {
      out_.wrap = Wrap::kClamp;
    } else if (is("noclamp")) {
      out_.wrap = Wrap::kRepeat;
    } else {
      unused(word, !is_plain_flag(key));
    }
  }

  void read_stage(uint64_t at) {
    Stage stage;
    stage.at = at;
    for (;;) {
      const Word word = words_.next();
      if (word.at_end() || word.is('}')) break;
      if (word.is('{')) {
        warn(messages::kBlockInStage, word.offset);
        words_.skip_block();
      } else if (!word.is(',')) {
        read_stage_word(word, stage);
      }
    }
    add_stage(std::move(stage));
  }

  void read_blend(const Word& key, Stage& stage) {
    const Word first = words_.next();
    if (first.at_end() || first.is('{') || first.is('}')) {
      words_.cursor.move_to(first.offset);
      warn(messages::kBlendExpected, key.offset);
      return;
    }
    stage.blend_text = lower_case(first.text);
    const auto is = [&](const char* name) { return equal_ignoring_case(first.text, name); };
    if (is("diffusemap"))
      stage.kind = StageKind::kDiffuse;
    else if (is("bumpmap"))
      stage.kind = StageKind::kBump;
    else if (is("specularmap"))
      stage.kind = StageKind::kSpecular;
    else if (is("blend"))
      stage.blend = StageBlend::kBlend;
    else if (is("add"))
      stage.blend = StageBlend::kAdd;
    else if (is("filter") || is("modulate"))
      stage.blend = StageBlend::kFilter;
    else if (is("none"))
      stage.blend = StageBlend::kNone;
    else if (is_blend_factor(first.text)) {
      words_.accept(',');
      const Word second = words_.next();
      if (!is_blend_factor(second.text)) {
        words_.cursor.move_to(second.offset);
        warn(messages::kFactorsExpected, first.offset);
        return;
      }
      stage.blend_text += ", " + lower_case(second.text);
      stage.blend = blend_of_factors(first.text, second.text);
    } else {
      warn(messages::kUnknownBlend, first.offset, {lower_case(first.text)});
    }
  }

  void read_stage_word(const Word& word, Stage& stage) {
    const std::string_view key = word.text;
    const auto is = [&](const char* name) { return equal_ignoring_case(key, name); };
    const auto channel = [&](int first, int last) {
      if (const auto value = take_value(word)) std::fill(stage.rgba + first, stage.rgba + last + 1, value->number);
    };
    const auto pair = [&](float(&to)[2]) {
      for (int i = 0; i < 2; ++i) {
        if (i > 0) words_.accept(',');
        const auto value = take_value(word);
        if (!value) return;
        if (!value->changes) to[i] = value->number;
      }
    };
    if (is("blend")) {
      read_blend(word, stage);
    } else if (is("map")) {
      if (equal_ignoring_case(words_.peek().text, "clamp")) words_.next(), stage.wrap = Wrap::kClamp;
      take_image(word, stage.image);
    } else if (is("clampmap")) {
      stage.wrap = Wrap::kClamp;
      take_image(word, stage.image);
    } else if (is("cubemap") || is("cameracubemap")) {
      stage.is_cube = true;
      take_image(word, stage.image);
    } else if (is("alphatest")) {
      if (const auto value = take_value(word)) stage.alpha_test = value->number;
    } else if (is("alphafunc")) {  // Quake III's word
      const Word how = words_.next();
      stage.alpha_test = equal_ignoring_case(how.text, "gt0") ? 1.0f / 255 : 0.5f;
    } else if (is("red")) {
      channel(0, 0);
    } else if (is("green")) {
      channel(1, 1);
    } else if (is("blue")) {
      channel(2, 2);
    } else if (is("alpha")) {
      channel(3, 3);
    } else if (is("rgb")) {
      channel(0, 2);
    } else if (is("rgba")) {
      channel(0, 3);
    } else if (is("color")) {
      for (int i = 0; i < 4; ++i) {
        if (i > 0 && !words_.accept(',')) break;
        const auto value = take_value(word);
        if (!value) break;
        stage.rgba[i] = value->number;
      }
    } else if (is("scroll") || is("translate")) {
      pair(stage.offset);
    } else if (is("scale")) {
      pair(stage.scale);
    } else if (is("if")) {
      if (const auto value = take_value(word)) stage.never = !value->changes && value->number == 0;
    } else if (is("clamp") || is("zeroclamp") || is("alphazeroclamp")) {
      stage.wrap = Wrap::kClamp;
    } else if (is("noclamp")) {
      stage.wrap = Wrap::kRepeat;
    } else if (is("name")) {
      words_.next();
    } else {
      unused(word, !is_plain_stage_flag(key));
    }
  }

  LoadContext& context_;
  Words words_;
  MaterialText out_;
  bool warned_of_stages_ = false;
};

}  // namespace

StageBlend blend_of_factors(std::string_view source, std::string_view target) {
  const auto s = [&](const char* name) { return equal_ignoring_case(source, name); };
  const auto t = [&](const char* name) { return equal_ignoring_case(target, name); };
  if (s("gl_zero") && t("gl_one")) return StageBlend::kNone;
  if (s("gl_one") && t("gl_zero")) return StageBlend::kOpaque;
  if (t("gl_one") && (s("gl_one") || s("gl_src_alpha"))) return StageBlend::kAdd;
  if (t("gl_one_minus_src_color") && s("gl_one")) return StageBlend::kAdd;
  if (t("gl_one_minus_src_alpha") && (s("gl_src_alpha") || s("gl_one"))) return StageBlend::kBlend;
  if ((s("gl_dst_color") && t("gl_zero")) || (s("gl_zero") && t("gl_src_color"))) return StageBlend::kFilter;
  return StageBlend::kOther;
}

bool is_blend_factor(std::string_view word) { return word.size() > 3 && equal_ignoring_case(word.substr(0, 3), "gl_"); }

MaterialText read_material(LoadContext& context, std::string_view, uint64_t begin, uint64_t end) {
  return Reader(context, begin, end).run();
}

}  // namespace vitrine::mtr
