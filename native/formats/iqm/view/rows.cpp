// The formats of this view core: this one alone, without words.

#include "formats/iqm/rows.h"
#include "formats/iqm/full/describe.h"

namespace vitrine {

std::span<const FormatRow> formats() { return iqm::rows(); }

namespace iqm {

void describe(const RawModel&, nlohmann::ordered_json&) {}
void describe_comment(const std::string&, nlohmann::ordered_json&) {}
Status describe_binary(LoadContext&, const Header&, const Parts&, const std::vector<VertexArray>&, const Strings&,
                       const RawModel&) {
  return ok_status();
}

Status take_listed_actions(LoadContext&, RawModel&) { return ok_status(); }

}  // namespace iqm

}  // namespace vitrine
