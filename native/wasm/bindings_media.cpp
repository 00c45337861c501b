// Images and songs as JavaScript sees them.

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "base/sentences.h"
#include "images/image.h"
#include "music/midi.h"
#include "music/player.h"
#include "wasm/bindings.h"

namespace {

using namespace vitrine;

/// A decoded image, or why there is none.
class WasmImage {
 public:
  explicit WasmImage(const emscripten::val& file) {
    try {
      auto image = images::decode(bytes_of(file));
      if (image)
        image_ = std::move(*image);
      else
        error_ = error_text(image.error(), "");
    } catch (const std::bad_alloc&) {
      error_ = error_text({messages::kNoRoomWhileReading, kNoOffset}, "");
    }
  }
  std::string error() const { return error_; }
  uint32_t width() const { return image_.width; }
  uint32_t height() const { return image_.height; }
  bool has_alpha() const { return image_.has_alpha; }
  uintptr_t pointer() const { return reinterpret_cast<uintptr_t>(image_.rgba.data()); }

 private:
  images::Image image_;
  std::string error_;
};

/// A playable song, or the error.
class WasmSong {
 public:
  explicit WasmSong(const emscripten::val& file) {
    try {
      Budget budget(Limits{}.heap_bytes);
      auto player = music::SongPlayer::open(bytes_of(file), &budget);
      if (player)
        player_ = std::move(*player);
      else
        error_ = error_text(player.error(), "");
    } catch (const std::bad_alloc&) {
      error_ = error_text({messages::kNoRoomWhileReading, kNoOffset}, "");
    }
  }
  std::string error() const { return error_; }
  double length() const { return static_cast<double>(player_->length()); }
  uint32_t most_voices() const { return player_->most_voices(); }
  void mute(uint32_t channels) { player_->mute(channels); }
  void seek(double sample) { player_->seek(static_cast<uint64_t>(std::clamp(sample, 0.0, 9e15))); }
  /// Left and right in turn, kept until the next call.
  uintptr_t render(uint32_t samples) {
    sound_.resize(size_t{2} * samples);
    player_->render(sound_);
    return reinterpret_cast<uintptr_t>(sound_.data());
  }
  /// Keeps the file until the next call; the text has the losses, or why there is no file.
  std::string midi() {
    try {
      Budget budget(Limits{}.heap_bytes);
      auto file = music::to_midi(player_->song(), budget);
      if (!file) return error_text(file.error(), "");
      midi_ = std::move(file->bytes);
      nlohmann::ordered_json losses = nlohmann::ordered_json::array();
      for (const music::MidiLoss& loss : file->losses)
        losses.push_back(
            {{"what", loss.what}, {"count", loss.count}, {"largest", loss.largest}, {"message", loss.message}});
      return json_text({{"result", {{"kind", "mid"}, {"bytes", midi_.size()}, {"losses", std::move(losses)}}}});
    } catch (const std::bad_alloc&) {
      return error_text({messages::kNoRoomForDocument, kNoOffset}, "");
    }
  }
  uintptr_t midi_pointer() const { return reinterpret_cast<uintptr_t>(midi_.data()); }

 private:
  std::unique_ptr<music::SongPlayer> player_;
  std::vector<uint8_t> midi_;
  std::vector<float> sound_;
  std::string error_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(media) {
  using emscripten::class_;
  class_<WasmImage>("Image")
      .constructor<emscripten::val>()
      .function("error", call<&WasmImage::error>)
      .function("width", call<&WasmImage::width>)
      .function("height", call<&WasmImage::height>)
      .function("hasAlpha", call<&WasmImage::has_alpha>)
      .function("pointer", call<&WasmImage::pointer>);
  class_<WasmSong>("Song")
      .constructor<emscripten::val>()
      .function("error", call<&WasmSong::error>)
      .function("length", call<&WasmSong::length>)
      .function("mostVoices", call<&WasmSong::most_voices>)
      .function("mute", call<&WasmSong::mute>)
      .function("seek", call<&WasmSong::seek>)
      .function("render", call<&WasmSong::render>)
      .function("midi", call<&WasmSong::midi>)
      .function("midiPointer", call<&WasmSong::midi_pointer>);
}
