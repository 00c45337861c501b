#include "world/session/shadows.h"

namespace vitrine {
namespace {

void append(ShadowBatch& batch, const WorldVolumes::Row& row, uint32_t job) {
  const std::vector<glm::vec4>& points = row.caster->points;
  const std::vector<uint32_t>& indices = row.volume->shape.indices;
  const uint32_t near_indices = row.volume->shape.near_indices;
  const auto base = static_cast<uint32_t>(batch.points.size());
  for (const glm::vec4& p : points) batch.points.push_back({{p.x, p.y, p.z, p.w}, job});
  // Near caps have points of their own, which know that they lie in the surface.
  const auto near_base = static_cast<uint32_t>(batch.points.size());
  const size_t on_mesh = near_indices > 0 ? points.size() / 2 : 0;
  for (size_t i = 0; i < on_mesh; ++i)
    batch.points.push_back({{points[i].x, points[i].y, points[i].z, 1}, job | ShadowPoint::kNearCap});
  for (size_t i = 0; i < indices.size(); ++i)
    batch.indices.push_back((i < near_indices ? near_base : base) + indices[i]);
  batch.ends.push_back(static_cast<uint32_t>(batch.indices.size()));
}

}  // namespace

void WorldShadows::update(const world::World& world, const WorldVolumes& volumes,
                          const std::function<uint32_t(uint32_t)>& place_of) {
  const auto rows = volumes.rows();
  const std::vector<world::PaintJob>& paint = world.frame().paint;
  const auto pass_of = [&](const ShadowPair& pair) {
    return pair.entry == world::kNoNode ? 0 : paint[pair.entry].key >> 24;
  };
  count_ = 0;
  std::vector<Part> now;
  for (size_t first = 0, end = 0; first < rows.size(); first = end) {
    const uint32_t pass = pass_of(rows[first].pair), rank = rows[first].pair.rank;
    now.clear();
    for (end = first; end < rows.size() && pass_of(rows[end].pair) == pass && rows[end].pair.rank == rank; ++end)
      now.push_back({rows[end].volume->number, place_of(rows[end].pair.job)});
    if (count_ == batches_.size()) batches_.emplace_back(), parts_.emplace_back();
    ShadowBatch& batch = batches_[count_];
    std::vector<Part>& parts = parts_[count_];
    ++count_;
    if (batch.pass == pass && batch.rank == rank && parts == now) continue;
    // Where memory runs out the batch is dropped, and made again next time.
    parts.clear();
    batch.pass = pass, batch.rank = rank, batch.version = ++versions_;
    batch.points.clear(), batch.indices.clear(), batch.ends.clear();
    for (size_t i = first; i < end; ++i) append(batch, rows[i], now[i - first].job);
    parts = now;
  }
}

}  // namespace vitrine
