// Joints, keys and lines in another order than usual.

#include "formats/md5/codes.h"
#include "formats/md5/read.h"
#include "formats/md5/sentences.h"

namespace vitrine::md5 {

void check_parents(Lexer& lexer, const std::vector<int64_t>& parents, const std::vector<uint64_t>& offsets) {
  const auto count = static_cast<int64_t>(parents.size());
  for (size_t i = 0; i < parents.size() && lexer.ok(); ++i) {
    if (parents[i] < count) continue;
    lexer.place.record = static_cast<uint32_t>(i);
    lexer.fail(messages::kNoSuchParent, offsets[i], {parents[i], count});
  }
  // 0 = not visited, 1 = on the way up from the joint in question, 2 = leads to a root.
  std::vector<uint8_t> state(parents.size(), 0);
  for (size_t i = 0; i < parents.size() && lexer.ok(); ++i) {
    int64_t at = static_cast<int64_t>(i);
    for (; at >= 0 && state[static_cast<size_t>(at)] == 0; at = parents[static_cast<size_t>(at)])
      state[static_cast<size_t>(at)] = 1;
    if (at >= 0 && state[static_cast<size_t>(at)] == 1) {
      lexer.place.record = static_cast<uint32_t>(at);
      lexer.fail(messages::kOwnAncestor, offsets[static_cast<size_t>(at)]);
      return;
    }
    for (at = static_cast<int64_t>(i); at >= 0 && state[static_cast<size_t>(at)] == 1;
         at = parents[static_cast<size_t>(at)])
      state[static_cast<size_t>(at)] = 2;
  }
}

std::vector<uint32_t> parents_first(const std::vector<int64_t>& parents) {
  std::vector<uint32_t> order;
  order.reserve(parents.size());
  std::vector<bool> placed(parents.size(), false);
  std::vector<uint32_t> chain;
  for (uint32_t i = 0; i < parents.size(); ++i) {
    chain.clear();
    for (int64_t at = i; at >= 0 && !placed[static_cast<size_t>(at)]; at = parents[static_cast<size_t>(at)]) {
      chain.push_back(static_cast<uint32_t>(at));
      placed[static_cast<size_t>(at)] = true;
    }
    order.insert(order.end(), chain.rbegin(), chain.rend());
  }
  return order;
}

void KeyOrder::take(Lexer& lexer, size_t key, uint64_t offset) {
  const bool repeats = key + 1 == keys_.size();
  if (key < next_ && !repeats) {
    lexer.warn_game(messages::kKeyTooLate, offset, {keys_[key]});
    return;
  }
  for (; next_ < key; ++next_) {
    lexer.warn_game(messages::kKeyExpected, offset, {keys_[next_], keys_[key]});
  }
  if (!repeats) next_ = key + 1;
}

bool LineOrder::place(Lexer& lexer, int64_t index, uint32_t line, uint32_t declared, uint64_t offset) {
  if (!shuffled()) {
    first_offset_ = offset;
    position_.reserve(line + 1);
    seen_.assign(line, true);
    for (uint32_t i = 0; i < line; ++i) position_.push_back(i);
  }
  if (index < 0 || index >= declared) {
    lexer.fail(messages::kLineNumberOutOfRange, offset, {int64_t{declared} - 1, index});
    return false;
  }
  const auto at = static_cast<size_t>(index);
  if (at >= seen_.size()) seen_.resize(at + 1, false);
  if (seen_[at]) {
    lexer.fail(messages::kNumberTwice, offset, {index});
    return false;
  }
  seen_[at] = true;
  position_.push_back(static_cast<uint32_t>(at));
  return true;
}

}  // namespace vitrine::md5
