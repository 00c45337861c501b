#pragma once
// The reader of V2M songs.

#include <algorithm>

#include "formats/trace.h"
#include "formats/v2m/parameters.h"
#include "formats/v2m/read/song.h"
#include "formats/v2m/sentences.h"

namespace vitrine::v2m {

inline constexpr uint32_t kMostGlobals = 131072;
inline constexpr int kNewest = 6;

inline Error truncated(uint64_t offset, const char* what) { return {messages::kEndsInside, offset, {what}}; }

/// `count` rows stored as planes of one byte each; every row is a difference to the one before.
class Planes {
 public:
  Planes(std::span<const uint8_t> bytes, uint32_t count) : bytes_(bytes), count_(count) {}
  uint64_t next_tick() {
    const size_t i = row_;
    return tick_ +=
           uint32_t{bytes_[i]} | uint32_t{bytes_[count_ + i]} << 8 | uint32_t{bytes_[2 * size_t{count_} + i]} << 16;
  }
  uint8_t value(int plane) const { return bytes_[static_cast<size_t>(3 + plane) * count_ + row_]; }
  void next_row() { ++row_; }

 private:
  std::span<const uint8_t> bytes_;
  size_t count_, row_ = 0;
  uint64_t tick_ = 0;
};

template <class Trace>
class SongReader {
 public:
  SongReader(std::span<const uint8_t> bytes, Budget* budget, Trace& trace)
      : trace_(trace), in_(bytes, trace), bytes_(bytes), budget_(budget) {}

  Result<Song> run() {
    song_.bytes = bytes_.size();
    trace_.record("header", 0);
    song_.division = in_.u32("time division");
    song_.max_ticks = in_.u32("last tick");
    if (!in_.ok()) return truncated(in_.offset(), "its header");
    if (song_.division == 0) return Error{messages::kNoDivision, 0};
    end_section("header");
    trace_.record("tempo", in_.offset());
    VITRINE_CHECK(read_tempo());
    end_section("tempo");
    for (size_t i = 0; i < song_.channels.size(); ++i) {
      trace_.record("channel", i, in_.offset());
      VITRINE_CHECK(read_channel(song_.channels[i]));
      end_section("channel");
    }
    VITRINE_CHECK(read_globals());
    end_section("globals");
    VITRINE_CHECK(read_patches());
    end_section("patches");
    VITRINE_CHECK(read_speech());
    if (song_.speech) end_section("speech");
    const bool is_padding = read_end();
    if (song_.trailing != 0) end_section(is_padding ? "padding" : "tail");
    VITRINE_CHECK(check_programs());
    return std::move(song_);
  }

 private:
  void end_section(const char* what) {
    const uint64_t at = song_.sections.empty() ? 0 : song_.sections.back().at + song_.sections.back().bytes;
    song_.sections.push_back({what, at, in_.offset() - at});
    trace_.end(in_.offset());
  }

  template <class T>
  Status reserve(std::vector<T>& list, uint32_t count) {
    if (budget_ != nullptr) VITRINE_CHECK(budget_->charge(count, sizeof(T), in_.offset()));
    list.reserve(count);
    return ok_status();
  }

  /// What rows are called; there are seven lists of controllers.
  struct Rows {
    std::string_view name;
    int number = 0;
  };
  /// A count of rows, then planes: three for the bytes of the tick and those of `columns`, each a number or what it
  /// differs by from the row before.
  Result<Planes> planes(const Rows& rows, std::initializer_list<ElementPart> columns, const char* what, uint32_t& count,
                        const char* meaning = "difference") {
    const uint64_t at = in_.offset(), row_bytes = 3 + bytes_of_parts({columns.begin(), columns.size()});
    count = in_.ByteReader::u32();
    if (!in_.ok() || count > in_.remaining() / row_bytes) return truncated(at, what);
    if constexpr (Trace::kRecords) {
      const std::string name = std::string(rows.name) + (rows.number == 0 ? "" : " " + std::to_string(rows.number));
      trace_.field(name + " count", "u32", at, count);
      uint64_t plane = in_.offset();
      const auto trace_plane = [&](std::string_view column, const ElementPart& part) {
        trace_.array(name + ": " + std::string(column), plane, count, {&part, 1});
        plane += uint64_t{count} * bytes_of_type(part.type);
      };
      for (const char* byte : {"low", "middle", "high"})
        trace_plane("tick, " + std::string(byte) + " byte", {"difference", "u8"});
      for (const ElementPart& column : columns) trace_plane(column.name, {meaning, column.type});
    }
    return Planes(in_.bytes(uint64_t{count} * row_bytes), count);
  }

  Status read_tempo() {
    uint32_t count = 0;
    VITRINE_TRY(Planes rows,
                planes({"tempo"},
                       {{"microseconds per quarter", "u32"}, {"numerator", "u8"}, {"denominator", "u8"}, {"tpq", "u8"}},
                       "its tempo map", count, "value"));
    // Behind the three planes of the delta: whole u32 values, then three planes of bytes.
    const auto values = bytes_.subspan(static_cast<size_t>(in_.offset()) - size_t{count} * 10, size_t{count} * 10);
    ByteReader us(values.subspan(size_t{count} * 3));
    VITRINE_CHECK(reserve(song_.tempo, count));
    for (size_t i = 0; i < count; ++i, rows.next_row()) {
      Tempo tempo;
      tempo.tick = rows.next_tick();
      tempo.us_per_quarter = us.u32();
      tempo.numerator = values[size_t{count} * 7 + i];
      tempo.denominator = values[size_t{count} * 8 + i];
      tempo.tpq = values[size_t{count} * 9 + i];
      song_.tempo.push_back(tempo);
    }
    return ok_status();
  }

  Status read_channel(Channel& channel) {
    channel.offset = in_.offset();
    uint32_t count = 0;
    {
      VITRINE_TRY(Planes rows,
                  planes({"notes"}, {{"note", "u8"}, {"velocity", "u8"}}, "the notes of a channel", count));
      uint8_t note = 0, velocity = 0;
      VITRINE_CHECK(reserve(channel.notes, count));
      for (uint32_t i = 0; i < count; ++i, rows.next_row()) {
        const uint64_t tick = rows.next_tick();
        note = static_cast<uint8_t>(note + rows.value(0));
        velocity = static_cast<uint8_t>(velocity + rows.value(1));
        channel.notes.push_back({tick, note, velocity});
        channel.last_tick = tick;
      }
      if (count == 0) return ok_status();
    }
    VITRINE_TRY(Planes programs, planes({"programs"}, {{"program", "u8"}}, "the program changes of a channel", count));
    uint8_t program = 0;
    VITRINE_CHECK(reserve(channel.programs, count));
    for (uint32_t i = 0; i < count; ++i, programs.next_row()) {
      const uint64_t tick = programs.next_tick();
      program = static_cast<uint8_t>(program + programs.value(0));
      channel.programs.push_back({tick, program});
    }
    // Pitch bends are differences like all else; the original player reads the first of each channel with the program
    // count as stride, a bug that moves later events by 42 ms in the worst of 381 public songs.
    VITRINE_TRY(Planes bends, planes({"pitch bends"}, {{"low bits", "u8"}, {"high bits", "u8"}},
                                     "the pitch bends of a channel", count));
    VITRINE_CHECK(reserve(channel.bends, count));
    for (uint32_t i = 0; i < count; ++i, bends.next_row()) channel.bends.push_back(bends.next_tick());
    for (int number = 1; auto& controller : channel.controllers) {
      VITRINE_TRY(Planes rows,
                  planes({"controller", number++}, {{"value", "u8"}}, "the controllers of a channel", count));
      uint8_t value = 0;
      VITRINE_CHECK(reserve(controller, count));
      for (uint32_t i = 0; i < count; ++i, rows.next_row()) {
        const uint64_t tick = rows.next_tick();
        value = static_cast<uint8_t>(value + rows.value(0));
        controller.push_back({tick, value});
      }
    }
    return ok_status();
  }

  Status read_globals() {
    const uint64_t at = in_.offset();
    song_.globals_bytes = in_.ByteReader::u32();
    if (!in_.ok()) return truncated(at, "the size of its globals");
    if (song_.globals_bytes > kMostGlobals) return Error{messages::kGlobalsSize, at, {song_.globals_bytes}};
    song_.globals_at = in_.offset();
    in_.skip(song_.globals_bytes);
    return in_.ok() ? ok_status() : truncated(at, "its globals");
  }

  Status read_patches() {
    Patches& patches = song_.patches;
    const uint64_t size_at = in_.offset();
    patches.bytes = in_.ByteReader::u32();
    patches.at = in_.offset();
    const auto data = in_.bytes(patches.bytes);
    if (!in_.ok()) return truncated(size_at, "its patches");
    ByteReader table(data, patches.at);
    const uint32_t first = table.u32();
    if (first == 0 || first % 4 != 0 || first > data.size()) {
      return Error{messages::kPatchesBegin, patches.at, {first, data.size()}};
    }
    std::vector<uint32_t> begins;
    VITRINE_CHECK(reserve(begins, first / 4));
    VITRINE_CHECK(reserve(patches.sizes, first / 4));
    VITRINE_CHECK(reserve(patches.modulations, first / 4));
    begins.push_back(first);
    for (uint32_t i = 1; i < first / 4; ++i) {
      const uint64_t at = table.offset();
      begins.push_back(table.u32());
      if (begins[i] < begins[i - 1] || begins[i] > data.size()) return Error{messages::kPatchOrder, at, {i, begins[i]}};
    }
    for (size_t i = 0; i < begins.size(); ++i)
      patches.sizes.push_back((i + 1 < begins.size() ? begins[i + 1] : patches.bytes) - begins[i]);
    return find_version(data, begins);
  }

  /// The newest generation whose sizes fit: globals, and every patch but the last (which may be padded).
  Status find_version(std::span<const uint8_t> data, const std::vector<uint32_t>& begins) {
    Patches& patches = song_.patches;
    const auto fits = [&](int version, size_t patch) {
      const uint32_t parameters = stored_count(kPatchParameters, version), size = patches.sizes[patch];
      return size > parameters && (size - parameters - 1) % 3 == 0 &&
             (size - parameters - 1) / 3 == data[begins[patch] + parameters];
    };
    const size_t checked = begins.size() == 1 ? 1 : begins.size() - 1;
    for (int version = kNewest; version >= 0; --version) {
      if (stored_count(kGlobalParameters, version) != song_.globals_bytes) continue;
      bool all = true;
      for (size_t patch = 0; patch < checked && all; ++patch) all = fits(version, patch);
      if (!all) continue;
      song_.version = version;
      const uint32_t parameters = stored_count(kPatchParameters, version);
      for (size_t patch = 0; patch < begins.size(); ++patch) {
        if (patches.sizes[patch] <= parameters) return Error{messages::kLastPatch, patches.at + begins[patch]};
        patches.modulations.push_back(data[begins[patch] + parameters]);
      }
      return ok_status();
    }
    return Error{messages::kUnknownGeneration, song_.globals_at, {song_.globals_bytes}};
  }

  /// Older songs end with their patches. Players read the block with no look at its size, so that a copy without its
  /// end still sounds: all that is wrong here is a warning.
  Status read_speech() {
    if (in_.remaining() < 4) return ok_status();
    const uint64_t at = in_.offset();
    const auto left = bytes_.subspan(static_cast<size_t>(at) + 4);
    ByteReader size_field(bytes_.subspan(static_cast<size_t>(at), 4));
    const uint32_t size = size_field.u32();
    if (size > left.size()) {
      // What is longer than the file and does not begin as texts do is none: see read_end.
      if (!begins_as_texts(left)) return ok_status();
      warn({messages::kSpeechSize, at, {size, left.size()}});
    }
    Speech speech;
    speech.at = at;
    speech.bytes = static_cast<uint32_t>(std::min<uint64_t>(size, left.size()));
    const auto block = left.first(speech.bytes);
    in_.skip(4 + uint64_t{speech.bytes});
    if (!block.empty()) VITRINE_CHECK(read_texts(speech, block));
    song_.speech = std::move(speech);
    return ok_status();
  }

  /// Texts follow their offsets without a gap.
  static bool begins_as_texts(std::span<const uint8_t> block) {
    ByteReader in(block);
    const uint32_t count = in.u32(), first = in.u32();
    return in.ok() && count != 0 && first == 4 + uint64_t{count} * 4;
  }

  Status read_texts(Speech& speech, std::span<const uint8_t> block) {
    const uint64_t at = speech.at + 4;
    ByteReader table(block, at);
    const uint32_t count = table.u32();
    if (!table.ok() || count > table.remaining() / 4) {
      warn({messages::kTooManyTexts, at, {block.size(), count}});
      return ok_status();
    }
    VITRINE_CHECK(reserve(speech.texts, count));
    uint64_t letters = 0;
    bool told = false;  // of texts, once: a block that is cut lacks all that follow
    const auto tell = [&](const Error& fault) {
      if (!told) warn(fault);
      told = true;
    };
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t field = table.offset();
      const uint32_t begin = table.u32();
      if (begin >= block.size()) {
        tell({messages::kTextOutside, field, {i, begin, block.size()}});
        speech.texts.emplace_back();
        continue;
      }
      const auto text = block.subspan(begin);
      const auto end = std::find(text.begin(), text.end(), uint8_t{0});
      if (end == text.end()) tell({messages::kTextWithoutEnd, field, {i}});
      const auto length = static_cast<size_t>(end - text.begin());
      // Texts may share their bytes; together they are still no longer than the song allows.
      letters += length;
      if (letters > bytes_.size()) {
        warn({messages::kTextsRepeat, field, {i}});
        return ok_status();
      }
      speech.texts.emplace_back(reinterpret_cast<const char*>(text.data()), length);
    }
    return ok_status();
  }

  /// True for padding.
  bool read_end() {
    song_.trailing = static_cast<uint32_t>(in_.remaining());
    const uint64_t at = in_.offset();
    const auto rest = in_.bytes(in_.remaining());
    const bool is_padding =
        rest.size() <= 4 && std::all_of(rest.begin(), rest.end(), [](uint8_t byte) { return byte == 0; });
    if (!is_padding) warn({messages::kBytesFollow, at, {rest.size()}});
    return is_padding;
  }

  void warn(const Error& fault, std::optional<uint32_t> channel = {}) { song_.warnings.push_back({fault, channel}); }

  Status check_programs() {
    for (uint32_t i = 0; i < song_.channels.size(); ++i) {
      const Channel& channel = song_.channels[i];
      for (const Program& row : channel.programs) {
        if (row.program < song_.patches.sizes.size()) continue;
        return Error{messages::kNoSuchPatch, channel.offset, {i, row.program, song_.patches.sizes.size()}};
      }
      if (!channel.notes.empty() && channel.programs.empty())
        warn({messages::kNotesWithoutProgram, channel.offset, {i}}, i);
    }
    return ok_status();
  }

  [[no_unique_address]] KeptTrace<Trace> trace_;
  FieldReader<Trace> in_;
  std::span<const uint8_t> bytes_;
  Budget* budget_;
  Song song_;
};

}  // namespace vitrine::v2m
