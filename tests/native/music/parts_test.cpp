// Parts of the synthesizer alone, by the rules of its engine (V2 2001, synth.asm and ronan.cpp).

#include <gtest/gtest.h>

#include <cmath>

#include "music/modulators.h"
#include "music/speech.h"

namespace vitrine {
namespace {

using namespace music;

TEST(Envelope, ANoteDuringTheReleaseBeginsAnAttackWhereTheValueIs) {
  // An attack of 2^(7 - 0.09375 * 64) = 2 a tick, a release by the factor 1 - 2^(-11 * 16 / 128).
  const float parameters[] = {64, 64, 100, 64, 16, 128};
  Envelope envelope;
  envelope.set(parameters);
  envelope.start();
  for (int tick = 0; tick < 20; ++tick) envelope.step(true);
  EXPECT_FLOAT_EQ(envelope.out(), 40);
  envelope.step(false);
  const float released = 40 * (1 - std::exp2(-1.375f));
  EXPECT_FLOAT_EQ(envelope.out(), released);
  envelope.step(true);
  EXPECT_FLOAT_EQ(envelope.out(), released + 2);
}

/// The filter after `ticks`, by what it makes of one frame.
std::vector<float> spoken(uint8_t rate, int ticks) {
  const std::vector<std::string> texts = {"h4ay5ow3"};
  Speech speech(texts);
  speech.controller(4, 0);
  speech.controller(4, rate);
  for (int tick = 0; tick < ticks; ++tick) speech.tick();
  StereoFrame frame{};
  frame[0] = {1, 1};
  speech.run(frame);
  std::vector<float> sound;
  for (const Stereo& x : frame) sound.push_back(x.l);
  return sound;
}

TEST(Speech, TheRateIsHowManyTicksAFrameOfThePhonemesLasts) {
  for (const int ticks : {8, 20, 31}) {
    // Rate = value - 63.
    const std::vector<float> once = spoken(64, ticks);
    EXPECT_EQ(spoken(65, 2 * ticks), once) << ticks;
    EXPECT_EQ(spoken(70, 7 * ticks), once) << ticks;
    EXPECT_NE(spoken(64, ticks + 1), once) << ticks;
  }
}

}  // namespace
}  // namespace vitrine
