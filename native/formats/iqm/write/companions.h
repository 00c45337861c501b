#pragma once
// The files beside an IQM: texts that engines read, and actions as files of their own.

#include <string>
#include <vector>

#include "convert/anim_names.h"
#include "convert/export.h"
#include "formats/iqm/write/model.h"

namespace vitrine::iqm_export {

// The text files that engines read beside an IQM.

/// Those of the engine, of `model`, which is made of `scene`. `names`: of the actions, one each; `action_files`: their
/// files, empty where they are in the model's own.
std::vector<TextFile> companions_of(const Scene& scene, const Model& model, const IqmWriteOptions& options,
                                    const AnimationNames& names, const std::vector<std::string>& action_files,
                                    LossReport& loss_report);

// Actions as files of their own, beside a model that has none.

struct ActionFile {
  std::string name;  ///< NAME_ACTION and the ending
  Model model;       ///< the joints, one action whose frames count from 0, and a triangle
};

/// One for each action of the model. Its triangle hangs on the first joint: Daemon and GZDoom refuse files without
/// meshes, and the others do not mind it.
std::vector<ActionFile> action_files(const Model& model, const IqmWriteOptions& options);

}  // namespace vitrine::iqm_export
