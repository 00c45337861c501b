#pragma once
// A row of the table of kinds that can be written: what it is called, its options, and the function that writes. Each
// target's own lies in its folder; scripts get the rows by export_kinds_json_text.

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "convert/export.h"
#include "convert/loss_report.h"

namespace vitrine {

struct ExportChoice {
  const char* value;
  const char*
      label;  ///< for people, empty where the value says it; parts that are said one by one are separated by " | "
};

/// A member of the options object, for the menus and flags that scripts make of it. The kind's own function reads it.
struct ExportOption {
  enum class Type : uint8_t { kSwitch, kChoice, kNumber, kText };
  Type type;
  const char* name;
  const char* label;            ///< in menus; empty = not in menus
  const char* effect = "";      ///< a sentence without a full stop
  const char* flag;             ///< of the command line; turns a switch that is on off
  const char* flag_value = "";  ///< as its help writes the value; none for switches
  const char* help;             ///< of the flag
  bool on = false;              ///< of switches
  std::span<const ExportChoice> choices = {};
  bool numeric = false;        ///< choices whose values are numbers
  double least = 0, most = 0;  ///< of numbers, which may also be left out
};

/// The members of the options object; wrong ones cause an error instead of an unwanted default.
class GivenOptions {
 public:
  GivenOptions(std::string_view text, const ExportImages& images, const Simplify& simplify);

  const ExportImages& images;
  const Simplify& simplify;
  const Scene* source = nullptr;  ///< what a written file is measured against; null = the scene that is written

  const nlohmann::json& object() const { return object_; }

  void take(const char* name, bool& value);
  std::optional<double> number(const char* name, double least, double most, const char* expected);
  std::optional<std::string> word(const char* name);
  void fail(const char* name, const char* expected);
  Status status() const;

 private:
  const nlohmann::json* find(const char* name) const;
  nlohmann::json object_;
  Error error_;
};

struct ExportKind {
  const char* id;     ///< also the ending of such a file
  const char* title;  ///< for people
  bool opens;         ///< a reader of ours opens what is written
  bool images;        ///< holds images: the host is to give them
  std::span<const ExportOption> options;
  Result<ExportedFile> (*write)(const Scene& scene, GivenOptions& options, LossReport& loss_report);
  bool keeps_extras = false;  ///< also vertex attributes of the file's own; the others report them as lost
  bool keeps_frames = false;  ///< vertices that are stored for every frame; the others stand in the first one
  bool keeps_w = false;       ///< a third texture coordinate
  bool byte_weights = false;  ///< those of joints are whole parts of 255
};

/// What can be written, in the order of menus: the second half of the ONE table (formats/registry.cpp).
std::span<const ExportKind* const> export_kinds();

}  // namespace vitrine
