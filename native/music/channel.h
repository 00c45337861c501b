#pragma once
// A channel: its program and controllers, and the chain its voices run through.

#include "music/filter.h"
#include "music/patch.h"
#include "music/signal_effects.h"
#include "music/voice.h"

namespace vitrine::music {

inline constexpr Controllers kFirstControllers{0, 0, 0, 0, 0, 0, 127};

/// Send buses of the channels, cleared with every frame.
struct Buses {
  StereoFrame mix, aux_a, aux_b;
  MonoFrame reverb, delay;
};

class Channel {
 public:
  void set(const Patch& patch, const Voice& voice);
  /// The sum of the voices through the chain, in place; the buses hold what lower channels sent.
  void run(StereoFrame& sum, const Buses& buses);
  /// Adds what the chain gave to the buses. A muted channel only sends on aux A and B.
  void send(const StereoFrame& sum, Buses& buses, bool muted);
  /// Empties every delay and filter.
  void clear();

  uint8_t program = 0;
  Controllers controllers = kFirstControllers;
  size_t last_voice = 0;  ///< allocated last: modulations of the channel read it
  uint32_t voice_count = 0;
  float peak = 0;  ///< the loudest sample that went to the mix since it was last set to 0

 private:
  float volume_ = 0, reverb_ = 0, delay_ = 0, send_a_ = 0, send_b_ = 0, receive_a_ = 0, receive_b_ = 0;
  bool chorus_first_ = false;
  StereoDcFilter first_dc_, second_dc_;
  Compressor compressor_;
  BassBoost boost_;
  Distortion distortion_;
  ModulatingDelay chorus_{2048};
};

}  // namespace vitrine::music
