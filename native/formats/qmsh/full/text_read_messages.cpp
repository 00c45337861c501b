// What a text loses when it has a fault behind its objects; left out of view cores (view/rows.cpp).

#include <algorithm>

#include "formats/qmsh/sentences.h"
#include "formats/qmsh/text_blocks.h"

namespace vitrine::qmsh {

void TextBlocks::leave_out_rest(bool has_actions) {
  const bool has_parameters = !in_.failed();
  const bool is_over = in_.at_end();  // fails where a comment does not end
  if (!in_.failed()) {
    if (is_over) return;
    diagnostics_.add(messages::kTextFollows, in_.offset());
    in_.end_here();
    return;
  }
  const Code* const of_text[] = {&kSyntax, &kToken, &kNumber, &kString, &kComment, &kCurveWord, &kFps, &kNotFinite};
  if (std::find(std::begin(of_text), std::end(of_text), in_.error().code()) == std::end(of_text)) return;
  const Error error = in_.take_error();
  if (has_parameters) {
    diagnostics_.add(messages::kTextFollows, error.offset());
  } else {
    diagnostics_.add(has_actions ? messages::kParametersLeftOut : messages::kActionsLeftOut, error.offset(),
                     {error.message()});
  }
  model_.actions.resize(actions_end_);
}

}  // namespace vitrine::qmsh
