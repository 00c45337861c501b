#include "session/model_files.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

#include "base/names.h"
#include "base/utf8.h"

namespace vitrine {
namespace {

constexpr size_t kNoModel = ~size_t{0};
constexpr double kWhole = 1e-6;  ///< of an action: what it is longer than another by is none of it

bool begins(std::string_view name, std::string_view with) {
  return name.size() >= with.size() && equal_ignoring_case(name.substr(0, with.size()), with);
}

class ModelJoiner {
 public:
  ModelJoiner(Scene& scene, const std::vector<ModelFile>& models, std::string_view torso, std::vector<Clip>& more)
      : scene_(scene),
        models_(models),
        torso_(torso),
        more_(more),
        parent_(models.size(), kNoModel),
        root_(models.size()) {}

  void run() {
    hang();
    // Parents come before their children.
    for (size_t m = 0; m < models_.size(); ++m) root_[m] = parent_[m] == kNoModel ? m : root_[parent_[m]];
    std::map<size_t, std::vector<size_t>> groups;
    for (size_t m = 0; m < models_.size(); ++m) groups[root_[m]].push_back(m);
    std::erase_if(groups, [](const auto& group) { return group.second.size() < 2; });
    if (!groups.empty()) join_actions(groups);
  }

 private:
  // ---- nodes

  void hang() {
    std::map<decltype(ModelFile::joins), std::vector<size_t>> kinds;
    for (size_t m = 0; m < models_.size(); ++m) {
      if (models_[m].joins != nullptr) kinds[models_[m].joins].push_back(m);
    }
    for (const auto& [joins, members] : kinds) {
      if (members.size() < 2) continue;
      std::vector<JoinPart> parts;
      for (const size_t m : members) parts.push_back(part_of(models_[m]));
      for (const TagJoin& join : joins(parts)) hang_on(members[join.child], members[join.parent], join);
    }
  }

  JoinPart part_of(const ModelFile& model) const {
    JoinPart out{model.name, {}};
    for (uint32_t n = model.part.first.nodes; n < model.part.end.nodes; ++n) {
      if (scene_.nodes[n].tag != kNone) out.tags.push_back(scene_.nodes[n].name);
    }
    return out;
  }

  void hang_on(size_t child, size_t parent, const TagJoin& join) {
    const ScenePart &own = models_[child].part, &other = models_[parent].part;
    const uint32_t first = own.first.nodes;
    // Parents stand before their children; files are read in that order.
    if (other.end.nodes > first || first == own.end.nodes || other.first.nodes == other.end.nodes) return;
    if (scene_.nodes[first].parent != kNone) return;
    uint32_t at = other.first.nodes;
    for (uint32_t n = at; n < other.end.nodes; ++n) {
      if (scene_.nodes[n].tag == kNone || !equal_ignoring_case(scene_.nodes[n].name, join.tag)) continue;
      at = n;
      break;
    }
    scene_.nodes[first].parent = at;
    scene_.nodes[first].hidden = join.is_flash;
    parent_[child] = parent;
    if (models_[child].info != nullptr)
      (*models_[child].info)["hangsOn"] = {{"file", to_utf8(models_[parent].name)}, {"tag", to_utf8(join.tag)}};
  }

  // ---- actions

  struct Owned {
    size_t model = 0;
    Clip clip;
    bool is_listed() const { return clip.source.file != clip.file; }
  };

  /// The clips of a group take the places of the first of them; those behind move up.
  void join_actions(const std::map<size_t, std::vector<size_t>>& groups) {
    std::map<uint32_t, size_t> model_of_file;
    for (size_t m = 0; m < models_.size(); ++m) model_of_file[models_[m].file] = m;
    std::map<size_t, std::vector<Owned>> owned;
    std::vector<Clip> clips, others;
    for (size_t c = 0; c < scene_.clips.size(); ++c) {
      const auto found = model_of_file.find(scene_.clips[c].file);
      const size_t root = found == model_of_file.end() ? kNoModel : root_[found->second];
      if (root == kNoModel || !groups.contains(root)) continue;
      owned[root].push_back({found->second, std::move(scene_.clips[c])});
    }
    std::map<size_t, std::vector<Clip>> joined;
    for (auto& [root, members] : owned) joined[root] = joined_actions(std::move(members));
    for (size_t c = 0; c < scene_.clips.size(); ++c) {
      const auto found = model_of_file.find(scene_.clips[c].file);
      const size_t root = found == model_of_file.end() ? kNoModel : root_[found->second];
      if (root == kNoModel || !groups.contains(root)) {
        clips.push_back(std::move(scene_.clips[c]));
        if (!more_.empty()) others.push_back(c < more_.size() ? std::move(more_[c]) : Clip{});
        continue;
      }
      for (Clip& clip : joined[root]) {
        clips.push_back(std::move(clip));
        if (!more_.empty()) others.emplace_back();
      }
      joined[root].clear();
    }
    scene_.clips = std::move(clips);
    if (!more_.empty()) more_ = std::move(others);
  }

  std::vector<Clip> joined_actions(std::vector<Owned> members) {
    const bool any_listed =
        std::any_of(members.begin(), members.end(), [](const Owned& one) { return one.is_listed(); });
    // Rows of a list come in its order, whichever part read them first.
    std::stable_sort(members.begin(), members.end(), [](const Owned& a, const Owned& b) {
      return std::tuple(!a.is_listed(), a.is_listed() ? a.clip.source.offset : 0) <
             std::tuple(!b.is_listed(), b.is_listed() ? b.clip.source.offset : 0);
    });
    std::vector<Owned> out;
    for (Owned& one : members) {
      // A part that only stands has nothing to choose beside a list, or beside another part that moves.
      if (!one.is_listed() && one.clip.frame_count < 2 && (any_listed || !out.empty())) continue;
      Clip* before = out.empty() ? nullptr : &out.back().clip;
      const bool same = before != nullptr && one.is_listed() && before->source.file == one.clip.source.file &&
                        before->source.offset == one.clip.source.offset && before->name == one.clip.name;
      if (same)
        std::move(one.clip.runs.begin(), one.clip.runs.end(), std::back_inserter(before->runs));
      else
        out.push_back(std::move(one));
    }
    add_standing(out);
    name_apart(out);
    std::vector<Clip> clips;
    for (Owned& one : out) clips.push_back(std::move(one.clip));
    return clips;
  }

  /// While the legs walk, the torso stands or does what was chosen, and the other way round.
  void add_standing(std::vector<Owned>& actions) const {
    const auto moves_alone = [](const Owned& one) { return one.is_listed() && one.clip.runs.size() == 1; };
    std::map<std::string, std::pair<size_t, FrameRun>> stands;  // by the part that moves
    for (const Owned& one : actions) {
      if (!torso_.empty() && moves_alone(one) && begins(one.clip.name, "TORSO_") &&
          equal_ignoring_case(one.clip.name, torso_))
        stands["LEGS_"] = {one.model, one.clip.runs[0]};
    }
    const bool is_chosen = !stands.empty();
    for (const auto& [moving, standing] : {std::pair("LEGS_", "TORSO_STAND"), std::pair("TORSO_", "LEGS_IDLE")}) {
      if (stands.contains(moving)) continue;
      for (const Owned& one : actions) {
        if (!moves_alone(one) || !begins(one.clip.name, standing)) continue;
        const bool is_exact = equal_ignoring_case(one.clip.name, standing);
        if (is_exact || !stands.contains(moving)) stands[moving] = {one.model, one.clip.runs[0]};
        if (is_exact) break;
      }
    }
    for (Owned& one : actions) {
      if (!moves_alone(one)) continue;
      for (const auto& [moving, stand] : stands) {
        if (!begins(one.clip.name, moving) || stand.first == one.model) continue;
        one.clip.runs.push_back(stand.second);
        if (is_chosen && begins(one.clip.name, "LEGS_")) make_room(one.clip);
        break;
      }
    }
  }

  /// An action of the legs lasts until one that was chosen for the torso is over; legs that walk go on.
  static void make_room(Clip& clip) {
    const double own_s = clip.duration_s, other_s = clip.runs[1].frames.size() > 1 ? clip.runs[1].period_s : 0;
    if (!(other_s > own_s)) return;
    const bool repeats = own_s > 0 && clip.runs[0].closes;
    clip.duration_s = repeats ? std::ceil(other_s / own_s - kWhole) * own_s : other_s;
    clip.frame_count = static_cast<uint32_t>(std::lround(clip.duration_s * clip.frame_rate));
  }

  void name_apart(std::vector<Owned>& actions) const {
    std::map<std::string, size_t> count;
    for (const Owned& one : actions) ++count[one.clip.name];
    for (Owned& one : actions) {
      if (!one.is_listed() && count[one.clip.name] > 1)
        one.clip.name = std::string(file_stem(models_[one.model].name)) + ":" + one.clip.name;
    }
  }

  Scene& scene_;
  const std::vector<ModelFile>& models_;
  std::string_view torso_;
  std::vector<Clip>& more_;
  std::vector<size_t> parent_;  ///< per model the one that it hangs on
  std::vector<size_t> root_;    ///< per model the one that it hangs on in the end
};

}  // namespace

void join_models(Scene& scene, const std::vector<ModelFile>& models, std::string_view torso, std::vector<Clip>& more) {
  if (models.size() > 1) ModelJoiner(scene, models, torso, more).run();
}

}  // namespace vitrine
