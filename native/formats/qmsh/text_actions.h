#pragma once
#include <string>
#include <unordered_map>
#include <vector>

#include "formats/qmsh/text_model.h"
#include "formats/registry.h"

namespace vitrine::qmsh {

inline constexpr int32_t kDefaultFps = 25;

/// The actions as clips: seconds from each action's first key, handles not derived yet (Bezier curves with
/// HandleKind::kNone), as the author's editor shows them. `node_of_bone` leads from a bone's name to its node.
std::vector<Clip> build_actions(const TextModel& model, const std::unordered_map<std::string, uint32_t>& node_of_bone,
                                LoadContext& context);

/// The scale fault of the version 10 converter: per bone ScaleX and ScaleY both set X (the later curve stays), Z is
/// never found, and the mean of X, 1 and 1 is stored.
void read_scale_as_original(Clip& clip);

}  // namespace vitrine::qmsh
