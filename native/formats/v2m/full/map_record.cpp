#include "formats/v2m/full/map_record.h"

#include "base/utf8.h"
#include "formats/record_trace.h"
#include "formats/v2m/read/song_reader.h"

namespace vitrine::v2m {
namespace {

using Bytes = std::span<const uint8_t>;
using Fields = FieldReader<RecordTrace>;

constexpr ElementPart kOffset[] = {{"offset", "u32"}},
                      kModulation[] = {{"source", "u8"}, {"amount", "u8"}, {"destination", "u8"}};

/// The records that the reader passes over: the version, which it finds last, says what is in them.
class Rest {
 public:
  Rest(Bytes bytes, const Song& song, RecordTrace& trace) : bytes_(bytes), song_(song), trace_(trace) {}

  void run() {
    for (const Section& section : song_.sections) {
      const std::string_view what = section.what;
      if (what == "globals") globals(section);
      if (what == "patches") patches(section);
      if (what == "speech") speech(section);
      if (what == "padding" || what == "tail") trace_.unread(section.at, section.at + section.bytes, what);
    }
  }

 private:
  Fields fields(uint64_t at, uint64_t size) {
    return Fields(bytes_.subspan(static_cast<size_t>(at), static_cast<size_t>(size)), trace_, at);
  }
  void array(Fields& in, const char* name, uint64_t count, std::span<const ElementPart> parts) {
    trace_.array(name, in.offset(), count, parts);
    in.skip(count * bytes_of_parts(parts));
  }
  /// The record ends with bytes that are not read, if any.
  void end(Fields& in, const char* name) {
    if (!in.at_end()) trace_.put(name, "bytes", in.offset(), in.remaining(), nullptr);
    in.skip(in.remaining());
    trace_.end(in.offset());
  }
  template <size_t count>
  void parameters(Fields& in, const std::array<Parameter, count>& list) {
    for (const Parameter& parameter : list) {
      if (parameter.since > song_.version || in.at_end()) continue;
      std::string name(parameter.module);
      if (parameter.name != parameter.module) (name += ' ') += parameter.name;
      in.u8(name);
    }
  }

  void globals(const Section& section) {
    trace_.record("globals", section.at);
    Fields in = fields(section.at, section.bytes);
    in.u32("globals bytes");
    parameters(in, kGlobalParameters);
    end(in, "unread");
  }

  void patches(const Section& section) {
    trace_.record("patch table", section.at);
    Fields in = fields(section.at, section.bytes);
    in.u32("patches bytes");
    array(in, "patch offsets", song_.patches.sizes.size(), kOffset);
    uint64_t at = in.offset();
    trace_.end(at);
    for (size_t i = 0; i < song_.patches.sizes.size(); at += song_.patches.sizes[i++]) {
      trace_.record("patch", i, at);
      Fields patch = fields(at, song_.patches.sizes[i]);
      parameters(patch, kPatchParameters);
      if (!patch.at_end()) {
        const uint64_t count = patch.u8("modulation count");
        array(patch, "modulations", std::min<uint64_t>(count, patch.remaining() / 3), kModulation);
      }
      end(patch, "padding");
    }
  }

  void speech(const Section& section) {
    trace_.record("speech", section.at);
    Fields in = fields(section.at, section.bytes);
    in.u32("speech bytes");
    if (in.remaining() < 4) return end(in, "unread");
    const uint64_t count = in.u32("text count");
    array(in, "text offsets", std::min<uint64_t>(count, in.remaining() / 4), kOffset);
    while (true) {
      const auto left = bytes_.subspan(static_cast<size_t>(in.offset()), in.remaining());
      const auto zero = std::find(left.begin(), left.end(), uint8_t{0});
      if (zero == left.end()) break;
      const auto size = static_cast<uint64_t>(zero - left.begin()) + 1;
      const uint64_t at = in.offset();
      trace_.letters("text", at, size, in.text(size).substr(0, size - 1));
    }
    // A block that was cut has lost the end of its last text.
    const bool is_text = !song_.speech->texts.empty() && song_.speech->texts.back().size() == in.remaining();
    end(in, is_text ? "text without an end" : "unused");
  }

  Bytes bytes_;
  const Song& song_;
  RecordTrace& trace_;
};

/// Without records when the song cannot be read.
RecordTrace traced(Bytes bytes, uint64_t wanted) {
  RecordTrace trace(wanted, to_utf8);
  const auto song = SongReader(bytes, nullptr, trace).run();
  if (!song) return {wanted, to_utf8};
  Rest(bytes, *song, trace).run();
  return trace;
}

}  // namespace

nlohmann::ordered_json map_record(Bytes bytes, uint64_t offset) { return traced(bytes, offset).map(); }

uint64_t record_start(Bytes bytes, uint64_t offset) { return traced(bytes, offset).start(offset); }

}  // namespace vitrine::v2m
