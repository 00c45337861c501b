#pragma once
// What engines take of an IQM, from their sources at the commits of `engines.cpp`.

#include <span>
#include <string_view>

#include "convert/kind.h"
#include "formats/iqm/write/options.h"

namespace vitrine::iqm_export {

struct Engine {
  const char* key;
  const char* title;
  IqmLimits limits;
  Scales scales = Scales::kNone;
  double units_per_metre = 0;  ///< 0 = the numbers of the file
  bool y_up = false;           ///< the engine converts no axes and has y up
  Materials materials = Materials::kPath;
  bool lower_meshes = false;       ///< skins go by mesh names in lower case
  bool no_prefix = false;          ///< a name of an action that begins another one finds that
  bool white = false;              ///< a mesh without colours is black
  bool whole_rates = false;        ///< rates are cut to whole numbers
  bool needs_animation = false;    ///< a file without actions is refused
  bool takes_action_files = true;  ///< it plays actions of other files than the model's
  ImagePlace images = ImagePlace::kGame;
  CompanionRules companions = {};
  bool draws_back_faces = false;  ///< true also where that is not known
  bool cube_config = false;       ///< iqm.cfg
};

/// Null for a name that no engine has.
const Engine* find_engine(std::string_view key);
/// Their keys, after the choice of none.
extern const std::span<const ExportChoice> kEngineChoices;

}  // namespace vitrine::iqm_export
