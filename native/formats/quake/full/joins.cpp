// Which parts hang on which: lower, upper and head of a player, and a weapon with what hangs on it.

#include <algorithm>
#include <map>
#include <string>

#include "base/names.h"
#include "formats/quake/parts.h"

namespace vitrine::quake {
namespace {

std::string folder_of(std::string_view path) {
  return lower_case(path.substr(0, path.size() - base_name(path).size()));
}

class Joiner {
 public:
  explicit Joiner(std::span<const JoinPart> parts) : parts_(parts) {}

  std::vector<TagJoin> run() {
    for (size_t i = 0; i < parts_.size(); ++i) {
      part_.push_back(part_by_name(parts_[i].name));
      folders_[folder_of(parts_[i].name)].push_back(i);
    }
    for (const auto& [folder, members] : folders_) name_by_tags(members);
    for (const auto& [folder, members] : folders_) join_player(members);
    join_across_folders();
    find_weapon();
    for (const auto& [folder, members] : folders_) join_weapons(members);
    return std::move(out_);
  }

 private:
  bool has_tag(size_t part, std::string_view tag) const {
    const auto& tags = parts_[part].tags;
    return std::any_of(tags.begin(), tags.end(), [&](std::string_view own) { return equal_ignoring_case(own, tag); });
  }
  bool hangs(size_t part) const {
    return std::any_of(out_.begin(), out_.end(), [&](const TagJoin& join) { return join.child == part; });
  }

  size_t only(const std::vector<size_t>& members, Part wanted) const {
    size_t found = kNoPart;
    for (const size_t i : members) {
      if (part_[i] != wanted) continue;
      if (found != kNoPart) return kNoPart;
      found = i;
    }
    return found;
  }

  /// A player whose parts have other names, if each of them can be one thing only.
  void name_by_tags(const std::vector<size_t>& members) {
    std::map<Part, std::vector<size_t>> found;
    for (const size_t i : members) {
      if (part_[i] == Part::kLower || part_[i] == Part::kUpper || part_[i] == Part::kHead) return;
      const bool torso = has_tag(i, "tag_torso"), head = has_tag(i, "tag_head");
      if (torso || head) found[torso && head ? Part::kUpper : torso ? Part::kLower : Part::kHead].push_back(i);
    }
    if (found[Part::kUpper].size() != 1) return;
    for (const auto& [part, which] : found) {
      if (which.size() == 1) part_[which[0]] = part;
    }
  }

  void join_player(const std::vector<size_t>& members) {
    const size_t lower = only(members, Part::kLower), upper = only(members, Part::kUpper),
                 head = only(members, Part::kHead);
    if (lower != kNoPart && upper != kNoPart) out_.push_back({upper, lower, "tag_torso"});
    if (upper != kNoPart && head != kNoPart) out_.push_back({head, upper, "tag_head"});
  }

  /// Heads have folders of their own as well (models/players/heads).
  void join_across_folders() {
    std::vector<size_t> all(parts_.size());
    for (size_t i = 0; i < all.size(); ++i) all[i] = i;
    const size_t upper = only(all, Part::kUpper), head = only(all, Part::kHead);
    if (upper != kNoPart && head != kNoPart && !hangs(head)) out_.push_back({head, upper, "tag_head"});
  }

  void join_weapons(const std::vector<size_t>& members) {
    std::map<std::string, size_t> by_stem;
    for (const size_t i : members) by_stem.try_emplace(lower_case(stem_of_part(parts_[i].name)), i);
    const auto called = [&](std::string stem) {
      const auto found = by_stem.find(stem);
      return found == by_stem.end() ? kNoPart : found->second;
    };
    for (const auto& [stem, i] : by_stem) {
      if (part_[i] == Part::kNone) {
        const size_t hand = called(stem + "_hand");
        if (hand != kNoPart && i != weapon_ && has_tag(hand, "tag_weapon")) out_.push_back({i, hand, "tag_weapon"});
      } else if (part_[i] == Part::kBarrel || part_[i] == Part::kFlash) {
        const std::string_view tag = part_[i] == Part::kBarrel ? "tag_barrel" : "tag_flash";
        const size_t weapon = called(stem.substr(0, stem.rfind('_')));
        if (weapon != kNoPart && has_tag(weapon, tag)) out_.push_back({i, weapon, tag, part_[i] == Part::kFlash});
      }
    }
  }

  /// The only thing that the only player can hold.
  void find_weapon() {
    std::vector<size_t> holders, held;
    for (size_t i = 0; i < parts_.size(); ++i) {
      if (part_[i] == Part::kUpper && has_tag(i, "tag_weapon")) holders.push_back(i);
      if (part_[i] == Part::kNone && (has_tag(i, "tag_flash") || has_tag(i, "tag_barrel") || has_tag(i, "tag_weapon")))
        held.push_back(i);
    }
    if (holders.size() != 1 || held.size() != 1) return;
    weapon_ = held[0];
    out_.push_back({weapon_, holders[0], "tag_weapon"});
  }

  static constexpr size_t kNoPart = ~size_t{0};

  std::span<const JoinPart> parts_;
  std::vector<Part> part_;
  std::map<std::string, std::vector<size_t>> folders_;
  size_t weapon_ = kNoPart;  ///< that a player holds
  std::vector<TagJoin> out_;
};

}  // namespace

std::vector<TagJoin> joins_of(std::span<const JoinPart> parts) { return Joiner(parts).run(); }

}  // namespace vitrine::quake
