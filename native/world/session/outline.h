#pragma once
// The names of a world document: those behind the numbers of its tables, and what each stands for.

#include <nlohmann/json_fwd.hpp>

#include "world/graph/document.h"
#include "world/session/meshes.h"

namespace vitrine {

// Constant data of a world document: the names behind the numbers of its tables.

/// { "operators": [{ "name", "kind", "class", "pointer", "line", "column" }], "segments": [operator], "portals":
/// [operator], "models": [{ "name", "actions": [name] }] (none of one that did not open), "cells": [{ "name", "mode",
/// "corners": [x, y, z...], "edges": [corner...] }], "constraints": [particle...], "debug": bool, "bpm", "events": [{
/// "operator", "start", "end" or null, "pointer" }] (beats), "images": [file] }
nlohmann::ordered_json world_outline(const world::Document& document, const WorldMeshes::Models& models);

// Which names of a document stand for what: for renaming, and for whoever follows a link.

/// A row per name that the document links, in the order of the text: { pointer, target, name, table }. `pointer` is
/// that of the string (of a term "splineg(TIME, name)" too), `target` of what it names: an operator, a model,
/// subroutine or spline, or a row of a subroutine's `params`. `table` is where the name counts: a table of the
/// document, "segments", or "params". Names that are given, and ids of arguments, are no links.
nlohmann::ordered_json world_links(const world::Document& document);

}  // namespace vitrine
