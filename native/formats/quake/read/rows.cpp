#include "formats/quake/rows.h"

#include "formats/quake/build.h"
#include "formats/quake/full/describe.h"
#include "formats/quake/parts.h"
#include "formats/quake/read.h"

namespace vitrine::quake {
namespace {

constexpr const char* kMdlExtensions[] = {"mdl"};
constexpr const char* kMd2Extensions[] = {"md2"};
constexpr const char* kMd3Extensions[] = {"md3"};

bool begins(std::span<const uint8_t> bytes, std::string_view magic) {
  return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()).starts_with(magic);
}
bool sniff_mdl(std::span<const uint8_t> bytes, std::string_view) {
  return begins(bytes, "IDPO") || begins(bytes, "MD16") || begins(bytes, "RAPO");
}
bool sniff_md2(std::span<const uint8_t> bytes, std::string_view) { return begins(bytes, "IDP2"); }
bool sniff_md3(std::span<const uint8_t> bytes, std::string_view) { return begins(bytes, "IDP3"); }

template <Result<RawModel> (*read)(LoadContext&)>
Status load(LoadContext& context, Scene& scene) {
  VITRINE_TRY(RawModel raw, read(context));
  VITRINE_CHECK(describe(context, raw));
  VITRINE_CHECK(take_listed_actions(context, raw));
  return build_model(context, std::move(raw), scene);
}

}  // namespace

std::span<const FormatRow> rows() {
  static const FormatRow kRows[] = {
      {"quake", "mdl", kMdlExtensions, FileRole::kModel, false, sniff_mdl, load<read_mdl>},
      {"quake", "md2", kMd2Extensions, FileRole::kModel, false, sniff_md2, load<read_md2>},
      {"quake", "md3", kMd3Extensions, FileRole::kModel, false, sniff_md3, load<read_md3>, rank_of_part}};
  return kRows;
}

}  // namespace vitrine::quake
