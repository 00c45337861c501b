#pragma once
// Actions that a file beside a model lists for it, instead of those in the model's own file. The list is read first;
// the model's reader cuts the actions from its frames, and the list's own turn comes when that is known.

#include <cstdint>
#include <string>
#include <vector>

namespace vitrine {

struct ListedAction {
  std::string name;
  int64_t first = 0, count = 0;  ///< frames, as written
  std::vector<uint32_t> frames;  ///< one by one; empty = `count` from `first` on
  double rate = 1;               ///< frames per second, above 0
  bool loop = false;
  uint64_t offset = 0;
  std::string comment;
};

struct ActionList {
  uint32_t file = 0;  ///< of the list, index into Scene::files
  std::vector<ListedAction> actions;
  bool taken = false;        ///< by a model
  uint64_t frame_count = 0;  ///< of that model
};

}  // namespace vitrine
