#pragma once
// Which names of a document stand for what: for renaming, and for whoever follows a link.

#include <nlohmann/json_fwd.hpp>

#include "world/graph/document.h"

namespace vitrine {

/// A row per name that the document links, in the order of the text: { pointer, target, name, table }. `pointer` is
/// that of the string (of a term "splineg(TIME, name)" too), `target` of what it names: an operator, a model,
/// subroutine or spline, or a row of a subroutine's `params`. `table` is where the name counts: a table of the
/// document, "segments", or "params". Names that are given, and ids of arguments, are no links.
nlohmann::ordered_json world_links(const world::Document& document);

}  // namespace vitrine
