#pragma once
#include <vector>

#include "base/diagnostics.h"
#include "base/name_index.h"
#include "formats/format.h"
#include "formats/qmsh/full/finding_counter.h"
#include "formats/qmsh/text_model.h"

namespace vitrine::qmsh {

static_assert(NameIndex::kUnknown == kNone);

inline constexpr int32_t kDefaultFps = 25;

/// The actions as clips: seconds from each action's first key, handles not derived yet (Bezier curves with
/// HandleKind::kNone), as the author's editor shows them. `bones` leads from a name to its bone, `first_joint` is the
/// node of the first. `clips` has none before.
void build_actions(const TextModel& model, const NameIndex& bones, uint32_t first_joint, LoadContext& context,
                   std::vector<Clip>& clips);

inline constexpr ReadingOption kLegacyCurves = {
    "legacyCurves", "legacy", "QMSH texts: curves as the original converter read them (all linear, ends held)"};
/// That reading: straight lines through the points, ends held. `scale_fault`: the converter of version 10 reads scale
/// curves wrongly.
void read_as_original(Clip& clip, bool scale_fault);
/// The scale fault of the version 10 converter: per bone ScaleX and ScaleY both set X (the later curve stays), Z is
/// never found, and the mean of X, 1 and 1 is stored.
void read_scale_as_original(Clip& clip);

/// Sorts the keys of a curve whose points are out of order; a view core stops there.
void put_in_order(const TextCurve& text, std::vector<Key>& keys, FindingCounter& disorder, Diagnostics& diagnostics);

}  // namespace vitrine::qmsh
