#pragma once
// Report and warnings about models and animations; left out of view cores (view/rows.cpp).

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "formats/md5/raw.h"
#include "formats/md5/read/lexer.h"

namespace vitrine::md5 {

/// Whether the game would take the file.
void describe_game(const Lexer& lexer, nlohmann::ordered_json& info);
void describe(const RawModel& raw, nlohmann::ordered_json& info);
void describe(const RawAnimation& raw, nlohmann::ordered_json& info);

/// Vertices whose weights do not sum to 1, and the first of them.
struct WeightSums {
  uint64_t off = 0;
  size_t first = 0;
  double sum = 0;
};
void report_weight_sums(LoadContext& context, const RawMesh& raw, size_t number, const WeightSums& sums);

}  // namespace vitrine::md5
