#pragma once
// Animations that a list names for a model, and that are not among the files: named together, at the first one's place.

#include <string>

#include "base/utf8.h"
#include "formats/format.h"
#include "formats/mtr/codes.h"
#include "formats/mtr/sentences.h"

namespace vitrine::mtr {

class MissingAnimations {
 public:
  void add(std::string_view file, uint64_t offset) {
    if (count_++ == 0) offset_ = offset;
    if (count_ <= kMostNames) names_ += (count_ > 1 ? ", " : "") + to_utf8(file.substr(0, kMostBytes));
  }

  /// `of` is what names them.
  void warn(Diagnostics& diagnostics, const std::string& of) const {
    if (count_ == 0) return;
    const std::string more = count_ > kMostNames ? " and " + std::to_string(count_ - kMostNames) + " more" : "";
    diagnostics.add(messages::kAnimationsMissing, offset_, {of, count_, names_, more});
  }

 private:
  static constexpr uint64_t kMostNames = 8;
  static constexpr size_t kMostBytes = 100;
  std::string names_;
  uint64_t count_ = 0, offset_ = 0;
};

}  // namespace vitrine::mtr
