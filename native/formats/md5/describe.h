#pragma once
// Report and warnings about models and animations; left out of view cores (view_rows.cpp).

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
void report_weight_sums(LoadContext& context, const RawMesh& raw, size_t number, const WeightSums& sums);

/// Joints that keep their bind pose, and those that the tree decided.
void report_fit(LoadContext& context, const Scene& scene, const Skeleton& skeleton);
/// For a clip that fits no skeleton, `best` joints at most. It is kept and cannot play; a view core stops here.
Status report_misfit(LoadContext& context, const std::vector<Skeleton>& targets, uint32_t best, size_t tracks,
                     Clip& clip);

}  // namespace vitrine::md5
