// The formats of this view core: this one alone, without words.

#include "formats/pivot/rows.h"
#include "formats/pivot/full/describe.h"

namespace vitrine {

std::span<const FormatRow> formats() { return pivot::rows(); }

namespace pivot {

void warn_object(LoadContext&, const RawScene&, uint32_t, const Sentence&, Arguments) {}
void add_properties(const RawScene&, std::vector<Node>&, SourceFile&) {}
void describe(const RawScene&, const std::vector<ObjectNotes>&, uint64_t, nlohmann::ordered_json&) {}

}  // namespace pivot

}  // namespace vitrine
