#include "scene/full/messages_report.h"

#include <nlohmann/json.hpp>

#include "base/utf8.h"

namespace vitrine {

void write_issues(JsonWriter& out, const Diagnostics& diagnostics) {
  out.begin_object("issues");
  out.field("numErrors", diagnostics.count(Severity::kError));
  out.field("numWarnings", diagnostics.count(Severity::kWarning));
  out.field("numInfos", diagnostics.count(Severity::kInfo));
  out.field("numHints", diagnostics.count(Severity::kHint));
  out.field("truncated", diagnostics.truncated());
  out.begin_array("messages");
  for (const Message& message : diagnostics.messages()) {
    out.begin_object();
    out.field("code", message.code->id);
    out.field("severity", static_cast<int>(message.severity));
    out.field("message", message.text);
    out.field("source", message.source);
    if (message.line != 0) {
      out.field("line", message.line);
      out.field("column", message.column);
    }
    if (message.offset != kNoOffset) out.field("offset", message.offset);
    if (!message.path.empty()) out.field("path", message.path);
    out.field("help", message.code->help);
    if (message.line != 0) {
      out.begin_object("excerpt");
      out.field("text", message.excerpt);
      out.field("caret", message.excerpt_caret);
      out.end_object();
    }
    out.end_object();
  }
  out.end_array();
  out.end_object();
}

Json error_json(const Error& error, std::string_view source) {
  Json message = {{"code", error.code()->id}, {"severity", 0}, {"message", to_utf8(error.message())}};
  message["source"] = to_utf8(source);
  message["help"] = error.code()->help;
  if (!error.path().empty()) message["path"] = to_utf8(error.path());
  if (error.offset() != kNoOffset) message["offset"] = error.offset();
  return message;
}

}  // namespace vitrine
