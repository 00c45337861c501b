#include "formats/kri/full/export_log.h"

#include <nlohmann/json.hpp>

namespace vitrine::kri {

std::string ExportLog::summary() const {
  return std::to_string(count(LogLevel::kError)) + " errors, " + std::to_string(count(LogLevel::kWarning)) +
         " warnings, " + std::to_string(count(LogLevel::kInfo)) + " infos";
}

std::string ExportLog::text() const {
  constexpr const char* kMarks[] = {"", "(i) ", "(w) ", "(e) "};
  std::string out;
  for (const LogLine& line : lines_) {
    out.append(line.depth, '\t');
    out += kMarks[static_cast<size_t>(line.level)];
    out += line.text + "\n";
  }
  return out + summary() + "\n";
}

nlohmann::ordered_json ExportLog::json() const {
  constexpr const char* kNames[] = {"plain", "info", "warning", "error"};
  auto lines = nlohmann::ordered_json::array();
  for (const LogLine& line : lines_) {
    lines.push_back({{"level", kNames[static_cast<size_t>(line.level)]}, {"depth", line.depth}, {"text", line.text}});
  }
  return {{"errors", count(LogLevel::kError)},
          {"warnings", count(LogLevel::kWarning)},
          {"infos", count(LogLevel::kInfo)},
          {"lines", std::move(lines)}};
}

}  // namespace vitrine::kri
