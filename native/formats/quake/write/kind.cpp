#include "base/number.h"
#include "convert/common_options.h"
#include "convert/export.h"
#include "convert/plain_text.h"
#include "formats/quake/write/export.h"
#include "formats/quake/write/options.h"

namespace vitrine {
namespace {

const ExportOption kMd3Options[] = {
    engine_option(md3_export::kEngineChoices),
    kFrontOption,
    kScaleOption,
    {.type = ExportOption::Type::kNumber,
     .name = "fps",
     .label = "Frames per second",
     .effect = "Of all actions, instead of the engine’s or their own",
     .flag = "fps",
     .flag_value = "N",
     .help = "QMSH texts: frames per second, keys on whole frames; MD3: instead of the engine’s or those chosen by "
             "--tolerance",
     .least = 0.1,
     .most = 1000},
    kToleranceOption,
    {.type = ExportOption::Type::kText,
     .name = "lod",
     .label = "Levels of detail",
     .effect = "Shares of the triangles that NAME_1.md3 and on keep, for engines that read such files: 0.5,0.25",
     .flag = "lod",
     .flag_value = "SHARES",
     .help =
         "MD3: lower levels of detail beside the model, as shares of its triangles: 0.5,0.25; for engines that read "
         "them"},
    {.type = ExportOption::Type::kSwitch,
     .name = "player",
     .label = "Cut into a player",
     .effect = "Writes lower.md3, upper.md3 and head.md3, their skins and animation.cfg, for ioquake3",
     .flag = "player",
     .help = "MD3 for ioquake3: a player, cut into lower.md3, upper.md3 and head.md3"},
    {.type = ExportOption::Type::kText,
     .name = "cut",
     .label = "Cut at",
     .effect = "Joints or objects that torso and head of a player move with; leave empty for tag_torso and tag_head: "
               "torso=Spine,head=Neck",
     .flag = "cut",
     .flag_value = "torso=NAME,head=NAME",
     .help = "MD3, with --player: the joints or objects that torso and head move with; default: tag_torso, tag_head"},
    kNameOption,
    kFolderOption,
    kHiddenOption,
};

/// Numbers between 0 and 1, each less than the one before it, with commas between them.
std::vector<double> shares_of(GivenOptions& given) {
  std::vector<double> out;
  const std::string text = given.word("lod").value_or("");
  double most = 1;
  for (const char *at = text.data(), *end = at + text.size(); at != end;) {
    double share = 0;
    const char* const next = parse_double(at, end, share);
    const bool ends = next == end || (*next == ',' && next + 1 != end);
    if (next == at || !ends || !(share > 0 && share < most) || out.size() == md3_export::kMostLevels) {
      given.fail("lod", "up to seven shares of the triangles, each less than the one before it: 0.5,0.25");
      break;
    }
    out.push_back(most = share);
    at = next == end ? end : next + 1;
    while (*at == ' ') ++at;
  }
  return out;
}

void take_cut(GivenOptions& given, md3_export::Md3WriteOptions& options) {
  given.take("player", options.player);
  const std::string text = given.word("cut").value_or("");
  if (text.empty()) return;
  constexpr const char* kExpected = "torso=NAME,head=NAME, or one of them, together with \"player\"";
  if (!options.player) given.fail("cut", kExpected);
  for (size_t from = 0; from <= text.size();) {
    const size_t to = std::min(text.find(',', from), text.size());
    const std::string pair = text.substr(from, to - from);
    if (pair.starts_with("torso=") && pair.size() > 6)
      options.cut_torso = pair.substr(6);
    else if (pair.starts_with("head=") && pair.size() > 5)
      options.cut_head = pair.substr(5);
    else
      given.fail("cut", kExpected);
    from = to + 1;
  }
}

Result<ExportedFile> to_md3(const Scene& scene, GivenOptions& given, LossReport& loss_report) {
  md3_export::Md3WriteOptions options;
  if (const auto key = given.word("engine"); key && !key->empty()) {
    if (!md3_export::take_engine(*key, options))
      given.fail("engine", "an engine that reads MD3, as the documentation lists them");
  }
  take_space_options(given, options.space, options.tolerance);
  if (const auto name = given.word("name"); name && !name->empty())
    options.name = cut_name(plain_name(*name, "model"), md3_export::kLongestName);
  if (const auto rate = given.number("fps", 0.1, 1000, "0.1 to 1000 frames per second")) options.rate = *rate;
  options.shares = shares_of(given);
  take_cut(given, options);
  const std::string called = options.name;
  if (options.player) options.name = "lower";
  options.image_rules.place = options.engine.empty() ? ImagePlace::kNone : options.images;
  options.image_rules.bytes = md3_export::kLongestName;
  const char* const above = options.player ? "models/players/" : "models/";
  const std::string folder = options.in_progs ? "progs" : above + called;
  take_image_rules(given, options.name, folder, options.image_rules);
  given.take("hidden", options.hidden);
  VITRINE_CHECK(given.status());
  VITRINE_TRY(md3_export::Md3Export written,
              md3_export::export_md3(scene, options, loss_report, given.images, given.simplify));
  ExportedFile file;
  file.bytes = std::move(written.bytes);
  file.clips = std::move(written.clips);
  file.report = std::move(written.report);
  add_files(file, options.name + ".md3", written.companions);
  return file;
}

}  // namespace

const ExportKind kMd3Kind = {.id = "md3",
                             .title = "MD3 for an engine (.md3)",
                             .opens = false,
                             .images = true,
                             .options = kMd3Options,
                             .write = to_md3,
                             .keeps_frames = true};

}  // namespace vitrine
