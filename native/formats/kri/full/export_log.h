#pragma once
// The exporter's log: what it enumerates, at four levels, counted.

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace vitrine::kri {

enum class LogLevel : uint8_t { kPlain, kInfo, kWarning, kError };

struct LogLine {
  LogLevel level = LogLevel::kPlain;
  uint8_t depth = 0;  ///< 0 = an object or material, 1 = a fact of it, 2 = a detail of that
  std::string text;
};

class ExportLog {
 public:
  void add(LogLevel level, uint8_t depth, std::string text) {
    ++counts_[static_cast<size_t>(level)];
    lines_.push_back({level, depth, std::move(text)});
  }
  void add(const LogLine& line) { add(line.level, line.depth, line.text); }

  uint64_t count(LogLevel level) const { return counts_[static_cast<size_t>(level)]; }
  const std::vector<LogLine>& lines() const { return lines_; }
  /// "2 errors, 1 warnings, 14 infos"
  std::string summary() const;
  /// As the original's log file: tabs for depth, (i) (w) (e) for levels.
  std::string text() const;
  nlohmann::ordered_json json() const;

 private:
  std::vector<LogLine> lines_;
  std::array<uint64_t, 4> counts_{};
};

}  // namespace vitrine::kri
