#pragma once
// The text files that engines read beside an IQM.

#include "convert/anim_names.h"
#include "convert/export.h"
#include "formats/iqm/write/model.h"

namespace vitrine::iqm_export {

/// Those of the engine, of `model`, which is made of `scene`. `names`: of the actions, one each; `action_files`: their
/// files, empty where they are in the model's own.
std::vector<TextFile> companions_of(const Scene& scene, const Model& model, const IqmWriteOptions& options,
                                    const AnimationNames& names, const std::vector<std::string>& action_files,
                                    LossReport& loss_report);

}  // namespace vitrine::iqm_export
