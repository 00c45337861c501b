#include "formats/iqm/write/names.h"

#include "base/utf8.h"

namespace vitrine::iqm_export {

std::string readable_name(const std::string& name, const std::string& if_empty) {
  std::string out = to_utf8(name);
  for (char& c : out) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 0x7F || c == '"') c = '_';
  }
  return out.empty() ? if_empty : out;
}

std::string name_for(const IqmWriteOptions& options, const std::string& name, const std::string& if_empty) {
  return options.plain_names ? plain_name(name, if_empty.c_str()) : readable_name(name, if_empty);
}

}  // namespace vitrine::iqm_export
