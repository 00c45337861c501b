#include "formats/qmsh/full/describe.h"
#include "formats/qmsh/full/binary_info.h"
#include "formats/qmsh/full/loops/binary_check.h"
#include "formats/qmsh/full/text_info.h"
#include "formats/qmsh/read/binary_build.h"
#include "formats/qmsh/read/text_build.h"

namespace vitrine::qmsh {

Status build_described(BinaryModel&& model, LoadContext& context, Scene& scene) {
  check_binary(model, context.diagnostics);
  auto info = binary_info(model, context.bytes.size());
  VITRINE_CHECK(build_binary(std::move(model), context, scene));
  context.info = std::move(info);
  return ok_status();
}

Status build_described(const TextModel& model, LoadContext& context, Scene& scene) {
  std::vector<VertexBinding> held;
  VITRINE_CHECK(build_text(model, context, scene, held));
  context.info = text_info(model, held);
  return ok_status();
}

}  // namespace vitrine::qmsh
