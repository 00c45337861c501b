#pragma once
// What the report and the messages say of models and animations; not in the core for viewing.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "formats/md5/fit.h"
#include "formats/md5/lexer.h"
#include "formats/md5/raw.h"

namespace vitrine::md5 {

/// Whether the game would take the file.
void describe_game(const Lexer& lexer, nlohmann::ordered_json& info);
void describe(const RawModel& raw, nlohmann::ordered_json& info);
void describe(const RawAnimation& raw, nlohmann::ordered_json& info);
/// The fit joint by joint, as the report shows it, behind those of other skeletons.
void describe_fit(const Scene& scene, const Skeleton& skeleton, const std::vector<RawTrack>& tracks,
                  nlohmann::ordered_json& info);

/// Vertices whose weights do not sum to 1, and the first of them.
struct WeightSums {
  uint64_t off = 0;
  size_t first = 0;
  double sum = 0;
};
std::string weight_sums_text(const WeightSums& sums);
/// The line of a vertex; only for what is wrong, as the file is walked once more.
uint64_t line_of_vertex(std::span<const uint8_t> bytes, const RawMesh& raw, size_t vertex);

std::string fit_partial_text(const Scene& scene, const Skeleton& skeleton);
std::string fit_hierarchy_text(const Skeleton& skeleton, size_t by_shape);
std::string why_not_text(const std::vector<Skeleton>& targets, uint32_t best, size_t tracks);

}  // namespace vitrine::md5
