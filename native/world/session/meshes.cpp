#include "world/session/meshes.h"

#include "world/session/frame/model.h"

namespace vitrine {
namespace {

constexpr size_t kMostTriangles = 3'000'000;  // that one frame shows, each counted once

WorldModel* model_of(const world::Operator& op, const WorldMeshes::Models& models) {
  return op.target == world::kNoNode ? nullptr : models[op.target].get();
}

}  // namespace

const WorldMeshes::Pose* WorldMeshes::find(const Key& key) {
  const auto found = poses_.find(key);
  if (found == poses_.end()) return nullptr;
  found->second.is_used = true;
  return &found->second;
}

const WorldMeshes::Pose* WorldMeshes::keep(const Key& key, std::vector<std::vector<render::WorldTriangle>> clusters) {
  Pose pose;
  pose.is_used = true;
  for (auto& list : clusters) {
    pose.triangles += list.size();
    pose.clusters.push_back(std::make_shared<const std::vector<render::WorldTriangle>>(std::move(list)));
  }
  const size_t count = pose.triangles;
  const Pose* const kept = &poses_.emplace(key, std::move(pose)).first->second;
  triangles_ += count;
  return kept;
}

render::WorldMesh WorldMeshes::of_model(uint32_t model, WorldModel& opened, uint32_t clip, double time_s,
                                        uint32_t cluster) {
  const Key key{model, clip, clip == kNone ? 0 : bits_of(time_s)};
  const Pose* pose = find(key);
  if (pose == nullptr) {
    const auto count = static_cast<uint32_t>(opened.clusters().clusters.size());
    size_t triangles = triangles_;
    for (uint32_t i = 0; i < count; ++i) triangles += opened.triangle_count(i);
    work_ += opened.pose_work(clip);
    if (triangles > kMostTriangles || takes_too_long()) is_full_ = true;
    if (is_full_) return nullptr;
    opened.pose(clip, time_s);
    ++poses_made_;
    std::vector<std::vector<render::WorldTriangle>> clusters;
    for (uint32_t i = 0; i < count; ++i) clusters.push_back(opened.triangles(i));
    pose = keep(key, std::move(clusters));
  }
  return pose->clusters[cluster];
}

render::WorldMesh WorldMeshes::posed(const world::Document& document, const Models& models,
                                     const world::MeshValue& mesh, uint32_t number) {
  const world::Operator& op = document.ops[mesh.op];
  WorldModel* const model = model_of(op, models);
  if (number < op.boxes.size() || model == nullptr || op.word.empty()) return bind(document, models, mesh.op, number);
  return of_model(op.target, *model, model->action(op.word), mesh.pose,
                  number - static_cast<uint32_t>(op.boxes.size()));
}

render::WorldMesh WorldMeshes::bind(const world::Document& document, const Models& models, uint32_t op_index,
                                    uint32_t number) {
  const world::Operator& op = document.ops[op_index];
  if (number >= op.boxes.size()) {
    WorldModel* const model = model_of(op, models);
    if (model == nullptr) return nullptr;
    return of_model(op.target, *model, kNone, 0, number - static_cast<uint32_t>(op.boxes.size()));
  }
  const Key key{world::kNoNode, op_index, number};
  const Pose* pose = find(key);
  if (pose == nullptr) {
    if (triangles_ > kMostTriangles) is_full_ = true;
    if (is_full_) return nullptr;
    std::vector<std::vector<render::WorldTriangle>> clusters;
    clusters.push_back(box_triangles({op.boxes[number].min, op.boxes[number].max}));
    pose = keep(key, std::move(clusters));
  }
  return pose->clusters[0];
}

void WorldMeshes::age() {
  std::erase_if(poses_, [&](const auto& row) {
    if (row.second.is_used) return false;
    triangles_ -= row.second.triangles;
    return true;
  });
  for (auto& [key, pose] : poses_) pose.is_used = false;
  is_full_ = false;
  work_ = 0;
}

}  // namespace vitrine
