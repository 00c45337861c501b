#pragma once
#include "formats/format.h"
#include "formats/qmsh/binary_model.h"

namespace vitrine::qmsh {

/// The axes of every QMSH binary: left-handed, +Y up, characters face -Z.
Axes binary_axes();

/// Appends the model to `scene`: bones as joints with rest matrices, one mesh with a primitive per submesh, points and
/// the stored camera as nodes, animations as key poses. Skins list the mesh's own node first (QMSH bone 0, "none"),
/// then the bones. Numbers that are not finite end in NOT_FINITE; `model` is used up.
Status build_binary(BinaryModel&& model, LoadContext& context, Scene& scene);

}  // namespace vitrine::qmsh
