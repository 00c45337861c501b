#pragma once
#include "formats/format.h"
#include "formats/qmsh/binary_model.h"
#include "formats/qmsh/text_model.h"

namespace vitrine::qmsh {

/// Builds, and adds the fields of this format to the report; the view core only builds (view/rows.cpp).
Status build_described(BinaryModel&& model, LoadContext& context, Scene& scene);
Status build_described(const TextModel& model, LoadContext& context, Scene& scene);

}  // namespace vitrine::qmsh
