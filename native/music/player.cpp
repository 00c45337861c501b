#include "music/player.h"

#include <algorithm>

#include "music/song_of.h"

namespace vitrine::music {

static_assert(kRate == v2m::kSampleRate);

Result<std::unique_ptr<SongPlayer>> SongPlayer::open(std::span<const uint8_t> bytes, Budget* budget) {
  VITRINE_TRY(SongBytes found, read_song(bytes, budget));
  v2m::Song& song = found.song;
  if (budget != nullptr)
    VITRINE_CHECK(budget->charge(song.patches.bytes, 4 * sizeof(Modulation), found.at + song.patches.at));
  Bank bank = read_bank(found.bytes, song);
  return std::unique_ptr<SongPlayer>(new SongPlayer(std::move(song), std::move(bank)));
}

SongPlayer::SongPlayer(v2m::Song song, Bank bank)
    : song_(std::move(song)),
      bank_(std::move(bank)),
      extent_(v2m::measure(song_)),
      synth_(make_synth()),
      stepper_(song_) {}

std::unique_ptr<Synth> SongPlayer::make_synth() const {
  return song_.speech ? std::make_unique<Synth>(bank_, song_.speech->texts) : std::make_unique<Synth>(bank_);
}

template <class Put>
void SongPlayer::run(uint64_t samples, Put&& put) {
  while (samples != 0) {
    // An event on the border of a frame comes before the frame; one inside is heard from the next.
    while (!stepper_.done() && stepper_.sample() == position_) stepper_.step(*synth_);
    if (frame_at_ == kFrame) {
      frame_ = &synth_->frame();
      frame_at_ = 0;
      most_voices_ = std::max(most_voices_, synth_->voice_count());
    }
    uint64_t count = std::min<uint64_t>(samples, static_cast<uint64_t>(kFrame - frame_at_));
    if (!stepper_.done()) count = std::min(count, stepper_.sample() - position_);
    put(*frame_, frame_at_, static_cast<int>(count));
    frame_at_ += static_cast<int>(count);
    position_ += count;
    samples -= count;
  }
}

void SongPlayer::render(std::span<float> interleaved) {
  float* out = interleaved.data();
  run(interleaved.size() / 2, [&](const StereoFrame& frame, int first, int count) {
    for (int i = first; i < first + count; ++i) {
      *out++ = frame[static_cast<size_t>(i)].l;
      *out++ = frame[static_cast<size_t>(i)].r;
    }
  });
}

void SongPlayer::skip(uint64_t samples) {
  run(samples, [](const StereoFrame&, int, int) {});
}

void SongPlayer::seek(uint64_t sample) {
  if (sample < position_) {
    synth_ = make_synth();
    synth_->set_muted(muted_);
    stepper_ = v2m::EventStepper(song_);
    frame_at_ = kFrame;
    position_ = 0;
    most_voices_ = 0;
  }
  skip(sample - position_);
}

void SongPlayer::repeat() {
  synth_->release_all();
  stepper_ = v2m::EventStepper(song_);
  position_ = 0;
}

void SongPlayer::mute(uint32_t channels) {
  muted_ = channels;
  synth_->set_muted(channels);
}

}  // namespace vitrine::music
