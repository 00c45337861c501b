#pragma once
// Constant data of a world document: the names behind the numbers of its tables.

#include <nlohmann/json_fwd.hpp>

#include "world/session/meshes.h"

namespace vitrine {

/// { "operators": [{ "name", "kind", "class", "pointer", "line", "column" }], "segments": [operator], "portals":
/// [operator], "models": [{ "name", "actions": [name] }] (none of one that did not open), "cells": [{ "name", "mode",
/// "corners": [x, y, z...], "edges": [corner...] }], "constraints": [particle...], "debug": bool, "bpm", "events": [{
/// "operator", "start", "end" or null, "pointer" }] (beats), "images": [file] }
nlohmann::ordered_json world_outline(const world::Document& document, const WorldMeshes::Models& models);

}  // namespace vitrine
