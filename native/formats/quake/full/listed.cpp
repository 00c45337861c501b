#include "formats/quake/full/describe.h"

namespace vitrine::quake {

Status take_listed_actions(LoadContext& context, RawModel& raw) {
  ActionList* list = context.actions;
  if (list == nullptr) return ok_status();
  VITRINE_TRY(raw.listed, take_actions(*list, context.options.whole_name(context.name),
                                       static_cast<uint32_t>(raw.frames.size()), context.budget));
  raw.list_file = list->file;
  return ok_status();
}

}  // namespace vitrine::quake
