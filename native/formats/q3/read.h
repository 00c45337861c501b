#pragma once
#include "formats/format.h"

namespace vitrine::q3 {

/// Skins of Quake III and its heirs (.skin): images for surfaces by their names. The one that is asked for is put on,
/// without a name the one that engines take by themselves.
Status load_skin(LoadContext& context, Scene& scene);

/// Scripts of Quake III and its heirs (.shader): the materials of `scene` that they name look as they say.
Status load_shaders(LoadContext& context, Scene& scene);

/// The report of an animation.cfg, and its messages: the models beside it have taken its actions.
Status load_animations(LoadContext& context, Scene& scene);

}  // namespace vitrine::q3
