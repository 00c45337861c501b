#pragma once
// Actions as files of their own, beside a model that has none.

#include <string>
#include <vector>

#include "formats/iqm/write/model.h"

namespace vitrine::iqm_export {

struct ActionFile {
  std::string name;  ///< NAME_ACTION and the ending
  Model model;       ///< the joints, one action whose frames count from 0, and a triangle
};

/// One for each action of the model. Its triangle hangs on the first joint: Daemon and GZDoom refuse files without
/// meshes, and the others do not mind it.
std::vector<ActionFile> action_files(const Model& model, const IqmWriteOptions& options);

}  // namespace vitrine::iqm_export
