#include "music/channel.h"

namespace vitrine::music {

void Channel::set(const Patch& patch, const Voice& voice) {
  constexpr int kFirst = at::kVolume;
  const auto values = modulated<at::kPolyphony - kFirst>(patch, kFirst, patch.channel,
                                                         [&](int number) { return voice.source(number, controllers); });
  const auto p = [&](int index) { return values.data() + (index - kFirst); };
  volume_ = 0.6f * (*p(at::kVolume) / 128.0f);
  reverb_ = volume_ * 0.6f * (*p(at::kReverb) / 128.0f);
  delay_ = volume_ * 0.6f * (*p(at::kDelay) / 128.0f);
  send_a_ = 0.6f * (*p(at::kSendA) / 128.0f);
  send_b_ = 0.6f * (*p(at::kSendB) / 128.0f);
  receive_a_ = *p(at::kReceiveA) / 128.0f;
  receive_b_ = *p(at::kReceiveB) / 128.0f;
  chorus_first_ = round_i32(*p(at::kRoute)) != 0;
  boost_.set(*p(at::kBoost));
  distortion_.set(p(at::kDistortion));
  chorus_.set(p(at::kChorus));
  const float* compressor = p(at::kCompressor);
  compressor_.set(compressor, Compressor::channel_look_ahead(compressor[3]));
}

void Channel::run(StereoFrame& x, const Buses& buses) {
  for (size_t i = 0; i < x.size(); ++i) {
    x[i].l += receive_a_ * buses.aux_a[i].l + receive_b_ * buses.aux_b[i].l;
    x[i].r += receive_a_ * buses.aux_a[i].r + receive_b_ * buses.aux_b[i].r;
  }
  first_dc_.run(x);
  compressor_.run(x);
  boost_.run(x);
  if (chorus_first_) chorus_.run(x);
  distortion_.run(x);
  second_dc_.run(x);
  if (!chorus_first_) chorus_.run(x);
}

void Channel::send(const StereoFrame& x, Buses& buses, bool muted) {
  for (size_t i = 0; i < x.size(); ++i) {
    buses.aux_a[i].l += send_a_ * x[i].l;
    buses.aux_a[i].r += send_a_ * x[i].r;
    buses.aux_b[i].l += send_b_ * x[i].l;
    buses.aux_b[i].r += send_b_ * x[i].r;
  }
  if (muted) return;
  for (size_t i = 0; i < x.size(); ++i) {
    const float middle = x[i].l + x[i].r;
    const Stereo out{volume_ * x[i].l, volume_ * x[i].r};
    buses.reverb[i] += reverb_ * middle;
    buses.delay[i] += delay_ * middle;
    buses.mix[i].l += out.l;
    buses.mix[i].r += out.r;
    peak = std::max({peak, std::fabs(out.l), std::fabs(out.r)});
  }
}

void Channel::clear() {
  Channel fresh;
  fresh.program = program;
  fresh.controllers = controllers;
  fresh.last_voice = last_voice;
  fresh.voice_count = voice_count;
  *this = std::move(fresh);
}

}  // namespace vitrine::music
