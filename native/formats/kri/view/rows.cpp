// The formats of this view core: this one alone, without words.

#include "formats/kri/rows.h"
#include "formats/kri/read/builder.h"

namespace vitrine {

std::span<const FormatRow> formats() { return kri::rows(); }

namespace kri {

void describe(const Container&, LoadContext&) {}
void Builder::note(const Frame&, const Sentence&, Arguments) {}
void Builder::report_chunk(const Frame&, std::string_view, const Record*) {}
void Builder::report_lost_faces(const Mesh&) {}

}  // namespace kri
}  // namespace vitrine
