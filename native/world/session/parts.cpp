#include "world/session/parts.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "base/argument.h"
#include "base/sentences.h"
#include "session/document.h"
#include "session/sound.h"
#include "world/graph/codes.h"
#include "world/graph/file_name.h"
#include "world/session/frame/model.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;
using Note = WorldParts::Note;
using world::Issue;

constexpr size_t kMostNotes = 256;   // issues of files that are kept
constexpr size_t kMostFiles = 4096;  // models and their companions
constexpr size_t kShownName = 200;   // characters of a file's name in a message

std::string shown(const std::string& name) {
  if (name.size() <= kShownName) return "\"" + name + "\"";
  size_t end = kShownName;
  while (end != 0 && (static_cast<uint8_t>(name[end]) & 0xC0) == 0x80) --end;
  return "\"" + name.substr(0, end) + "...\"";
}

/// Bytes of a named file, or what to say.
class Files {
 public:
  Files(const WorldFiles& lookup, const Limits& limits)
      : lookup_(lookup), limit_(limits.input_bytes), left_(limits.input_bytes) {}

  std::optional<std::vector<uint8_t>> read(const std::string& name, Note& note) {
    note.code = &world::kWorldFile;
    FoundFile found = lookup_ ? lookup_(name) : FoundFile(std::nullopt);
    const uint64_t size = found.bytes ? found.bytes->size() : 0;
    if (size > limit_) found = Error{messages::kInputTooLarge, kNoOffset, {size, limit_}};
    if (found.error) {
      refuse(note, *found.error->code(), shown(name) + ": " + found.error->message());
    } else if (!found.bytes) {
      note.message = world::leaves_folder(name) ? shown(name) + " is outside the folder of the document"
                                                : "there is no file " + shown(name);
    } else if (size > left_) {
      refuse(note, kLimitInput, shown(name) + " is left out: the files of one document have too many bytes");
      found.bytes.reset();
    } else {
      left_ -= size;
    }
    return std::move(found.bytes);
  }

 private:
  static void refuse(Note& note, const Code& code, std::string message) {
    note.code = &code;
    note.message = std::move(message);
    note.is_warning = true;  // the world opens without the file
  }

  const WorldFiles& lookup_;
  const uint64_t limit_;
  uint64_t left_;
};

bool starved(const Document& document) {
  const auto& messages = document.diagnostics().messages();
  return std::any_of(messages.begin(), messages.end(), [](const Message& m) { return m.code == &kOutOfMemory; });
}
void mark_starved(const Document& document, Note& note) {
  if (!starved(document)) return;
  note.code = &kOutOfMemory;
  note.is_warning = true;  // the world opens without the file
}

/// Null, and a note, when the model cannot be opened. Companions that cannot be read leave it without them.
std::unique_ptr<WorldModel> open_model(const world::Named& row, Files& files, const Limits& limits,
                                       std::vector<Note>& notes) {
  Note note;
  auto bytes = files.read(row.file, note);
  if (!bytes) {
    notes.push_back(std::move(note));
    return nullptr;
  }
  auto document = std::make_unique<Document>(limits);
  document->add_file(row.file, std::move(*bytes));
  if (!document->load()) {
    const auto& messages = document->diagnostics().messages();
    note.message = shown(row.file) + " cannot be opened" + (messages.empty() ? "" : ": " + messages.front().text);
    mark_starved(*document, note);
    notes.push_back(std::move(note));
    return nullptr;
  }
  for (size_t i = 0; i < row.with.size() && notes.size() < kMostNotes; ++i) {
    const std::string& name = row.with[i].file;
    Note other;
    other.companion = i;
    bytes = files.read(name, other);
    if (!bytes) {
      notes.push_back(std::move(other));
      continue;
    }
    const size_t clips = document->scene().clips.size();
    const uint64_t errors = document->diagnostics().count(Severity::kError);
    document->add_file(name, std::move(*bytes));
    document->load();
    if (document->diagnostics().count(Severity::kError) == errors || document->scene().clips.size() != clips) continue;
    other.message = shown(name) + " cannot be opened";
    mark_starved(*document, other);
    notes.push_back(std::move(other));
  }
  return std::make_unique<WorldModel>(std::move(document));
}

bool same_files(const world::Named& a, const world::Named& b) {
  return a.file == b.file && std::equal(a.with.begin(), a.with.end(), b.with.begin(), b.with.end(),
                                        [](const auto& x, const auto& y) { return x.file == y.file; });
}

WorldParts::SoundRow open_sound(const world::Named& row, bool is_effects, Files& files, const Limits& limits) {
  WorldParts::SoundRow out{row.name, row.file, {}, nullptr};
  Note note;
  const auto bytes = files.read(row.file, note);
  if (!bytes) {
    out.notes.push_back(std::move(note));
    return out;
  }
  auto read = sound_table(is_effects, row.file, *bytes, limits);
  if (read)
    out.table = std::make_shared<const Json>(std::move(*read));
  else
    out.notes.push_back(
        {read.error().code(), shown(row.file) + ": " + read.error().message(), true, SIZE_MAX, read.error().offset()});
  return out;
}

/// Does the file of effects have one of that minor id? Of a file that cannot be read enough has been said.
bool has_effect(const world::Document& document, const WorldParts& parts, uint32_t minor) {
  if (!document.effects) return false;
  const auto row = std::find_if(parts.sound_rows.begin(), parts.sound_rows.end(),
                                [&](const WorldParts::SoundRow& sound) { return sound.key == document.effects->name; });
  if (row == parts.sound_rows.end() || row->table == nullptr) return true;
  const Json& effects = row->table->at("effects");
  return std::any_of(effects.begin(), effects.end(), [&](const Json& effect) { return effect["minor"] == minor; });
}

std::vector<const world::Named*> sounds_of(const world::Document& document) {
  std::vector<const world::Named*> rows;
  for (const auto* row : {&document.effects, &document.music}) {
    if (*row) rows.push_back(&**row);
  }
  return rows;
}

}  // namespace

WorldParts::WorldParts() = default;
WorldParts::WorldParts(WorldParts&&) noexcept = default;
WorldParts& WorldParts::operator=(WorldParts&&) noexcept = default;
WorldParts::~WorldParts() = default;

Json WorldParts::sound() const {
  Json tables;
  for (const SoundRow& row : sound_rows) {
    if (row.table != nullptr) tables[row.key] = *row.table;
  }
  return tables;
}

void WorldParts::take_issues() {
  if (next_issues) issues = std::move(*next_issues);
  next_issues.reset();
}

void WorldParts::take_models(WorldParts& before) {
  for (size_t i = 0; i < model_rows.size(); ++i) {
    if (model_rows[i].taken_from != SIZE_MAX) models[i] = std::move(before.models[model_rows[i].taken_from]);
    model_rows[i].taken_from = SIZE_MAX;
  }
}

std::vector<Issue> issues_of(std::vector<Issue> of_reading, const WorldParts& parts, const world::Document& document) {
  std::vector<Issue> issues = std::move(of_reading);
  size_t left = kMostNotes;
  const auto add = [&](const Note& note, std::string path, uint32_t node) {
    if (left == 0) return;
    --left;
    Issue issue{note.code, std::move(path), note.message};
    issue.is_warning = note.is_warning;
    issue.offset = note.offset;
    document.place(issue, node);
    issues.push_back(std::move(issue));
  };
  for (size_t i = 0; i < parts.model_rows.size(); ++i) {
    const world::Named& row = document.models[i];
    for (const Note& note : parts.model_rows[i].notes) {
      const uint32_t node = note.companion == SIZE_MAX ? row.node : row.with[note.companion].node;
      add(note, document.tree.pointer(node), node);
    }
  }
  const auto sounds = sounds_of(document);
  for (size_t i = 0; i < parts.sound_rows.size(); ++i) {
    for (const Note& note : parts.sound_rows[i].notes) add(note, "/sound/" + sounds[i]->name, sounds[i]->node);
  }
  for (const world::Operator& op : document.ops) {
    const uint32_t effect = document.effect_of(op);
    if (left == 0) break;
    if (effect == world::kNoNode || has_effect(document, parts, effect)) continue;
    const uint32_t node = document.tree.member(op.node, "effect");
    const std::string where = document.effects ? shown(document.effects->file) : "a document without effects";
    add({&world::kWorldName, "there is no effect " + std::to_string(effect) + " in " + where, true},
        document.tree.pointer(node), node);
  }
  return issues;
}

std::vector<std::string> files_of(const world::Document& document) {
  std::vector<std::string> names;
  std::unordered_set<std::string> known;
  const auto take = [&](const std::string& file) {
    if (known.insert(file).second) names.push_back(file);
  };
  for (const world::Named& row : document.models) {
    take(row.file);
    for (const world::Companion& companion : row.with) take(companion.file);
  }
  for (const world::Named* row : sounds_of(document)) take(row->file);
  return names;
}

world::ReadResult read_world(std::string_view text, const Limits& limits) {
  if (text.size() <= limits.input_bytes) return world::read(text);
  return {{}, {{&kLimitInput, "", "the document has " + counted(text.size(), "byte", "bytes")}}};
}

WorldParts open_world(std::string text, world::ReadResult read, const WorldFiles& files, const Limits& limits,
                      const WorldParts* before) {
  WorldParts parts;
  parts.text = std::move(text);
  parts.reading = read.issues;
  parts.issues = std::move(read.issues);
  if (!read.document) return parts;
  const world::Document& document = *read.document;
  size_t count = document.models.size();
  for (const world::Named& row : document.models) count += row.with.size();
  if (count > kMostFiles) {
    Issue issue{&world::kWorldLimit, "/models", "models have more than " + std::to_string(kMostFiles) + " files"};
    document.place(issue, document.tree.member(0, "models"));
    parts.issues.push_back(std::move(issue));
    return parts;
  }
  Files source(files, limits);
  std::vector<world::Model> models;
  std::vector<bool> is_taken(before == nullptr ? 0 : before->model_rows.size());
  for (const world::Named& row : document.models) {
    WorldParts::ModelRow& out = parts.model_rows.emplace_back();
    out.files = row;
    parts.models.emplace_back();
    for (size_t i = 0; i < is_taken.size() && out.taken_from == SIZE_MAX; ++i) {
      if (is_taken[i] || (before->models[i] == nullptr && files) || !same_files(before->model_rows[i].files, row))
        continue;
      is_taken[i] = true;
      out.taken_from = i;
      out.notes = before->model_rows[i].notes;
    }
    const bool is_open = out.taken_from != SIZE_MAX;
    if (!is_open) parts.models.back() = open_model(row, source, limits, out.notes);
    const WorldModel* model = is_open ? before->models[out.taken_from].get() : parts.models.back().get();
    models.push_back(model == nullptr ? world::Model{} : model->clusters());
  }
  for (const world::Named* row : sounds_of(document)) {
    const WorldParts::SoundRow* known = nullptr;
    for (size_t i = 0; before != nullptr && i < before->sound_rows.size(); ++i) {
      const WorldParts::SoundRow& old = before->sound_rows[i];
      if (old.key == row->name && old.file == row->file && (old.table != nullptr || !files)) known = &old;
    }
    parts.sound_rows.push_back(
        known != nullptr ? *known : open_sound(*row, document.effects && row == &*document.effects, source, limits));
  }
  parts.issues = issues_of(std::move(parts.issues), parts, document);
  Issue failure;
  document.place(failure, 0);
  auto world = world::World::make(std::move(*read.document), std::move(models));
  if (world) {
    parts.world = std::move(*world);
    return parts;
  }
  failure.code = world.error().code();
  failure.message = world.error().message();
  parts.issues.push_back(std::move(failure));
  return parts;
}

}  // namespace vitrine
