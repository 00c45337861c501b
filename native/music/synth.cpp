#include "music/synth.h"

namespace vitrine::music {
namespace {

/// No sound is that loud: what is has run away, which only songs that were made for it do.
constexpr float kRunaway = 65536, kLoudest = 63.9f;

bool ran_away(const StereoFrame& frame) {
  for (const Stereo& x : frame) {
    if (!(std::fabs(x.l) < kRunaway && std::fabs(x.r) < kRunaway)) return true;
  }
  return false;
}

float bounded(float x) { return std::clamp(x, -kLoudest, kLoudest); }

}  // namespace

Synth::Synth(const Bank& bank, std::span<const std::string> texts)
    : bank_(bank), speaks_(!texts.empty()), speech_(texts) {
  for (size_t i = 0; i < voices_.size(); ++i) voices_[i].seed(static_cast<uint32_t>(i));
  std::array<float, kGlobals> p;
  std::copy(bank.globals.begin(), bank.globals.end(), p.begin());
  reverb_.set(&p[at::kGlobalReverb]);
  delay_.set(&p[at::kGlobalDelay]);
  const float low = (p[at::kLowCut] + 1.0f) / 128.0f, high = (p[at::kHighCut] + 1.0f) / 128.0f;
  low_cut_ = low * low;
  high_cut_ = high * high;
  const float* compressor = &p[at::kGlobalCompressor];
  compressor_.set(compressor, Compressor::song_look_ahead(compressor[3]));
}

const Patch& Synth::patch(int channel) const {
  const size_t program = channels_[static_cast<size_t>(channel)].program;
  return bank_.patches[std::min(program, bank_.patches.size() - 1)];
}

void Synth::free_voice(Voice& voice) {
  --channels_[static_cast<size_t>(voice.channel)].voice_count;
  voice.channel = -1;
}

void Synth::program_change(int channel, uint8_t program) {
  Channel& target = channels_[static_cast<size_t>(channel)];
  program &= 127;
  if (program != target.program) {
    target.program = program;
    for (Voice& voice : voices_) {
      if (voice.channel == channel) free_voice(voice);
    }
  }
  std::fill_n(target.controllers.begin(), 6, uint8_t{0});
}

void Synth::controller(int channel, int number, uint8_t value) {
  channels_[static_cast<size_t>(channel)].controllers[static_cast<size_t>(number - 1)] = value;
  if (channel == kSpeechChannel) speech_.controller(number, value);
}

void Synth::note(int channel, uint8_t note, uint8_t velocity, uint32_t row) {
  if (channel == kSpeechChannel) speech_.note(velocity != 0);
  if (velocity != 0) return note_on(channel, note, velocity, row);
  for (Voice& voice : voices_) {
    if (voice.channel != channel || voice.note() != note || !voice.gate()) continue;
    return voice.note_off();
  }
}

void Synth::release_all() {
  for (Voice& voice : voices_) voice.note_off();
  for (Channel& channel : channels_) channel.controllers = kFirstControllers;
}

size_t Synth::allocate(int channel) const {
  // The oldest of a channel's voices (-1: of all), one that is released before one that is held.
  const auto oldest = [&](int owner) {
    size_t found = voices_.size();
    for (size_t i = 0; i < voices_.size(); ++i) {
      const Voice& voice = voices_[i];
      if (owner >= 0 && voice.channel != owner) continue;
      if (found == voices_.size() ||
          std::pair(voice.gate(), voice.stamp) < std::pair(voices_[found].gate(), voices_[found].stamp))
        found = i;
    }
    return found;
  };
  const uint32_t most = std::max<uint32_t>(1, patch(channel).values[at::kPolyphony]);
  if (channels_[static_cast<size_t>(channel)].voice_count >= most) return oldest(channel);
  for (size_t i = 0; i < voices_.size(); ++i) {
    if (voices_[i].channel < 0) return i;
  }
  return oldest(-1);
}

void Synth::note_on(int channel, uint8_t note, uint8_t velocity, uint32_t row) {
  const size_t index = allocate(channel);
  Voice& voice = voices_[index];
  Channel& owner = channels_[static_cast<size_t>(channel)];
  if (voice.channel >= 0) free_voice(voice);
  voice.channel = channel;
  voice.stamp = stamp_++;
  voice.row = row;
  ++owner.voice_count;
  owner.last_voice = index;
  // With the note and the velocity of its last life, as in the original.
  voice.set(patch(channel), owner.controllers);
  voice.note_on(note, velocity);
}

void Synth::tick() {
  for (Voice& voice : voices_) {
    if (voice.channel < 0) continue;
    voice.set(patch(voice.channel), channels_[static_cast<size_t>(voice.channel)].controllers);
    if (!voice.tick()) free_voice(voice);
  }
  for (int i = 0; i < kChannels; ++i) {
    Channel& channel = channels_[static_cast<size_t>(i)];
    channel.set(patch(i), voices_[channel.last_voice]);
  }
  speech_.tick();
}

void Synth::render_channel(size_t index) {
  sum_.fill({});
  for (size_t i = 0; i < voices_.size(); ++i) {
    Voice& voice = voices_[i];
    if (voice.channel == static_cast<int>(index)) voice.render(sum_, buses_.aux_a, buses_.aux_b);
  }
  if (ran_away(sum_)) {
    for (size_t i = 0; i < voices_.size(); ++i) {
      if (voices_[i].channel != static_cast<int>(index)) continue;
      free_voice(voices_[i]);
      voices_[i] = {};
      voices_[i].seed(static_cast<uint32_t>(i));
    }
    sum_.fill({});
  }
  if (index == kSpeechChannel) {
    // Without texts the filter rests in its silence.
    if (speaks_)
      speech_.run(sum_);
    else
      sum_.fill({});
  }
  Channel& channel = channels_[index];
  channel.run(sum_, buses_);
  if (ran_away(sum_)) {
    channel.clear();
    return;
  }
  channel.send(sum_, buses_, (muted_ >> index & 1) != 0);
}

void Synth::cut(StereoFrame& mix) {
  const auto side = [&](float x, float& low, float& high) {
    float y = x - low;
    low = settled(low + low_cut_ * y);
    if (high_cut_ != 1.0f) y = high = settled(high + high_cut_ * (y - high));
    return y;
  };
  for (Stereo& x : mix) x = {side(x.l, low_.l, high_.l), side(x.r, low_.r, high_.r)};
}

const StereoFrame& Synth::frame() {
  tick();
  buses_ = {};
  for (size_t i = 0; i < channels_.size(); ++i) {
    if (channels_[i].voice_count != 0) render_channel(i);
  }
  StereoFrame& mix = buses_.mix;
  reverb_.add(buses_.reverb, mix);
  delay_.add(buses_.delay, mix);
  dc_.run(mix);
  cut(mix);
  compressor_.run(mix);
  for (Stereo& x : mix) x = {bounded(x.l), bounded(x.r)};
  return mix;
}

uint32_t Synth::voice_count() const {
  uint32_t count = 0;
  for (const Channel& channel : channels_) count += channel.voice_count;
  return count;
}

float Synth::take_peak(int channel) { return std::exchange(channels_[static_cast<size_t>(channel)].peak, 0.0f); }

}  // namespace vitrine::music
