// The instruments of the song: cold pad, drops of water, round bass, the lighthouse's bell, a reed, and drums and sea of
// noise. Volumes come with controller 7, brightness with controller 1.

import type { V2mModulation, V2mPatch } from '../model/v2m';

const saw = 1,
  pulse = 2,
  sine = 3,
  noise = 4,
  fm = 5;
const low = 1,
  band = 2,
  high = 3,
  moog = 6;
/** Keys sound an octave below MIDI's; twelve semitones up puts them where they are written. */
const octave = 76;
const volume: V2mModulation = ['c7', 0.99, 'volume'];

const pad: V2mPatch = {
  name: 'pad',
  values: {
    transpose: octave,
    ...{ 'osc1.mode': saw, 'osc1.detune': 73, 'osc1.volume': 40 },
    ...{ 'osc2.mode': saw, 'osc2.detune': 55, 'osc2.volume': 40 },
    ...{ 'osc3.mode': pulse, 'osc3.color': 50, 'osc3.transpose': 52, 'osc3.volume': 14 },
    ...{ 'filter1.mode': low, 'filter1.cutoff': 54, 'filter1.resonance': 34 },
    ...{ 'filter2.mode': high, 'filter2.cutoff': 46, 'filter2.resonance': 10, routing: 1 },
    ...{ 'amp.attack': 84, 'amp.decay': 100, 'amp.sustain': 104, 'amp.release': 99 },
    ...{ 'env.attack': 92, 'env.decay': 108, 'env.sustain': 60, 'env.release': 100 },
    ...{ 'lfo1.mode': 1, 'lfo1.rate': 6, 'lfo1.polarity': 2, 'lfo1.amplify': 40 },
    ...{ keysync: 0, reverb: 54, delay: 10, polyphony: 8 },
    ...{ 'chorus.amount': 80, 'chorus.left': 44, 'chorus.right': 60, 'chorus.rate': 22, 'chorus.depth': 44 },
    'chorus.phase': 96,
  },
  modulations: [
    volume,
    ['c1', 0.34, 'filter1.cutoff'],
    ['env', 0.1, 'filter1.cutoff'],
    ['lfo1', 0.3, 'filter1.cutoff'],
    ['velocity', 0.4, 'amp.amplify'],
    ['note', 0.12, 'pan'],
  ],
};

/** A sine with a short burst of another above it; each drop falls elsewhere between the sides. */
const drop: V2mPatch = {
  name: 'drop',
  values: {
    transpose: octave,
    ...{ 'osc1.mode': sine, 'osc1.transpose': 76, 'osc1.volume': 8 },
    ...{ 'osc2.mode': fm, 'osc2.volume': 64 },
    ...{ 'osc3.mode': saw, 'osc3.color': 64, 'osc3.detune': 67, 'osc3.volume': 14 },
    ...{ 'filter1.mode': low, 'filter1.cutoff': 84, 'filter1.resonance': 40 },
    ...{ 'amp.attack': 4, 'amp.decay': 86, 'amp.sustain': 0, 'amp.release': 82, 'amp.amplify': 40 },
    ...{ 'env.attack': 0, 'env.decay': 68, 'env.sustain': 0, 'env.release': 60 },
    ...{ 'lfo1.mode': 4, 'lfo1.rate': 90, 'lfo1.polarity': 2, 'lfo1.amplify': 90 },
    ...{ keysync: 1, reverb: 40, delay: 44, polyphony: 6 },
  },
  modulations: [
    volume,
    ['velocity', 0.65, 'amp.amplify'],
    ['env', 0.12, 'osc1.volume'],
    ['c1', 0.3, 'filter1.cutoff'],
    ['velocity', 0.12, 'filter1.cutoff'],
    ['lfo1', 0.6, 'pan'],
  ],
};

const bass: V2mPatch = {
  name: 'bass',
  values: {
    transpose: octave,
    ...{ 'osc1.mode': saw, 'osc1.volume': 70 },
    ...{ 'osc2.mode': pulse, 'osc2.color': 54, 'osc2.detune': 68, 'osc2.volume': 44 },
    ...{ 'osc3.mode': sine, 'osc3.volume': 90 },
    ...{ 'filter1.mode': moog, 'filter1.cutoff': 50, 'filter1.resonance': 38 },
    ...{ 'drive.mode': 1, 'drive.gain': 34, 'drive.first': 90, 'drive.second': 64 },
    ...{ 'amp.attack': 12, 'amp.decay': 100, 'amp.sustain': 84, 'amp.release': 74, 'amp.amplify': 60 },
    ...{ 'env.attack': 4, 'env.decay': 80, 'env.sustain': 20, 'env.release': 70 },
    ...{ keysync: 1, reverb: 8, polyphony: 1 },
    ...{ 'compressor.mode': 2, 'compressor.threshold': 66, 'compressor.ratio': 60, 'compressor.attack': 40 },
    'compressor.out': 74,
  },
  modulations: [
    volume,
    ['env', 0.26, 'filter1.cutoff'],
    ['c1', 0.3, 'filter1.cutoff'],
    ['velocity', 0.5, 'amp.amplify'],
  ],
};

/** Two sines of no whole ratio: struck metal. */
const bell: V2mPatch = {
  name: 'bell',
  values: {
    transpose: octave,
    ...{ 'osc1.mode': sine, 'osc1.transpose': 83, 'osc1.detune': 66, 'osc1.volume': 8 },
    ...{ 'osc2.mode': fm, 'osc2.volume': 50 },
    ...{ 'osc3.mode': sine, 'osc3.transpose': 88, 'osc3.detune': 70, 'osc3.volume': 5 },
    ...{ 'filter1.mode': low, 'filter1.cutoff': 112, 'filter1.resonance': 10 },
    ...{ 'amp.attack': 2, 'amp.decay': 102, 'amp.sustain': 0, 'amp.release': 98, 'amp.amplify': 34 },
    ...{ 'env.attack': 0, 'env.decay': 90, 'env.sustain': 0, 'env.release': 90 },
    ...{ keysync: 1, pan: 74, reverb: 66, delay: 42, polyphony: 4 },
  },
  modulations: [
    volume,
    ['velocity', 0.7, 'amp.amplify'],
    ['env', 0.09, 'osc1.volume'],
    ['velocity', 0.05, 'osc1.volume'],
    ['env', 0.06, 'osc3.volume'],
  ],
};

/** One voice that glows: vibrato comes with controller 1. */
const reed: V2mPatch = {
  name: 'reed',
  values: {
    transpose: octave,
    ...{ 'osc1.mode': pulse, 'osc1.color': 44, 'osc1.volume': 60 },
    ...{ 'osc2.mode': saw, 'osc2.detune': 69, 'osc2.volume': 50 },
    ...{ 'osc3.mode': sine, 'osc3.transpose': 52, 'osc3.volume': 40 },
    ...{ 'filter1.mode': moog, 'filter1.cutoff': 76, 'filter1.resonance': 30 },
    ...{ 'amp.attack': 52, 'amp.decay': 100, 'amp.sustain': 96, 'amp.release': 84, 'amp.amplify': 60 },
    ...{ 'env.attack': 60, 'env.decay': 100, 'env.sustain': 60, 'env.release': 90 },
    ...{ 'lfo1.mode': 3, 'lfo1.sync': 0, 'lfo1.rate': 78, 'lfo1.polarity': 2, 'lfo1.amplify': 0 },
    ...{ keysync: 0, pan: 54, reverb: 54, delay: 44, polyphony: 2 },
    ...{ 'chorus.amount': 84, 'chorus.left': 30, 'chorus.right': 44, 'chorus.rate': 30, 'chorus.depth': 30 },
    'chorus.phase': 96,
  },
  modulations: [
    volume,
    ['velocity', 0.5, 'amp.amplify'],
    ['env', 0.16, 'filter1.cutoff'],
    ['c1', 0.99, 'lfo1.amplify'],
    ['lfo1', 0.22, 'osc1.detune'],
    ['lfo1', 0.22, 'osc2.detune'],
  ],
};

const kick: V2mPatch = {
  name: 'kick',
  values: {
    transpose: 64,
    ...{ 'osc1.mode': sine, 'osc1.volume': 127 },
    ...{ 'osc2.mode': noise, 'osc2.color': 20, 'osc2.transpose': 110, 'osc2.volume': 0 },
    ...{ 'filter1.mode': low, 'filter1.cutoff': 108 },
    ...{ 'drive.mode': 1, 'drive.gain': 40, 'drive.first': 100, 'drive.second': 64 },
    ...{ 'amp.attack': 0, 'amp.decay': 80, 'amp.sustain': 0, 'amp.release': 80, 'amp.amplify': 50 },
    ...{ 'env.attack': 0, 'env.decay': 50, 'env.sustain': 0, 'env.release': 50 },
    ...{ keysync: 2, reverb: 10, polyphony: 1 },
  },
  modulations: [volume, ['velocity', 0.6, 'amp.amplify'], ['env', 0.3, 'osc1.transpose'], ['env', 0.12, 'osc2.volume']],
};

/** A drum in a long room. */
const snare: V2mPatch = {
  name: 'snare',
  values: {
    transpose: octave,
    ...{ 'osc1.mode': sine, 'osc1.volume': 60 },
    ...{ 'osc2.mode': noise, 'osc2.color': 30, 'osc2.transpose': 112, 'osc2.volume': 60 },
    ...{ 'filter1.mode': low, 'filter1.cutoff': 104, 'filter1.resonance': 10 },
    ...{ 'filter2.mode': high, 'filter2.cutoff': 50, routing: 1 },
    ...{ 'amp.attack': 0, 'amp.decay': 74, 'amp.sustain': 0, 'amp.release': 74, 'amp.amplify': 40 },
    ...{ 'env.attack': 0, 'env.decay': 46, 'env.sustain': 0, 'env.release': 50 },
    ...{ keysync: 2, pan: 60, reverb: 70, delay: 8, polyphony: 2 },
  },
  modulations: [
    volume,
    ['velocity', 0.68, 'amp.amplify'],
    ['env', 0.1, 'osc1.transpose'],
    ['env', -0.3, 'osc1.volume'],
  ],
};

/** Closed by a short key, open by a long one. */
const hat: V2mPatch = {
  name: 'hat',
  values: {
    transpose: octave,
    ...{ 'osc1.mode': noise, 'osc1.color': 40, 'osc1.transpose': 122, 'osc1.volume': 90 },
    ...{ 'filter1.mode': high, 'filter1.cutoff': 112, 'filter1.resonance': 30 },
    ...{ 'amp.attack': 0, 'amp.decay': 80, 'amp.sustain': 0, 'amp.release': 54, 'amp.amplify': 20 },
    ...{ 'lfo1.mode': 4, 'lfo1.rate': 90, 'lfo1.polarity': 2, 'lfo1.amplify': 40 },
    ...{ keysync: 0, pan: 76, reverb: 26, polyphony: 2 },
  },
  modulations: [volume, ['velocity', 0.7, 'amp.amplify'], ['lfo1', 0.25, 'filter1.cutoff']],
};

/** Waves far below, and what leads from one part to the next. */
const sea: V2mPatch = {
  name: 'sea',
  values: {
    transpose: octave,
    ...{ 'osc1.mode': noise, 'osc1.color': 0, 'osc1.transpose': 110, 'osc1.volume': 100 },
    ...{ 'filter1.mode': band, 'filter1.cutoff': 62, 'filter1.resonance': 24 },
    ...{ 'amp.attack': 104, 'amp.decay': 110, 'amp.sustain': 90, 'amp.release': 106, 'amp.amplify': 20 },
    ...{ 'lfo1.mode': 3, 'lfo1.sync': 0, 'lfo1.rate': 3, 'lfo1.polarity': 2, 'lfo1.amplify': 100 },
    ...{ 'lfo2.mode': 3, 'lfo2.sync': 0, 'lfo2.rate': 1, 'lfo2.polarity': 2, 'lfo2.amplify': 100 },
    ...{ keysync: 0, reverb: 60, polyphony: 2 },
  },
  modulations: [
    volume,
    ['velocity', 0.7, 'amp.amplify'],
    ['lfo1', 0.16, 'filter1.cutoff'],
    ['lfo2', 0.5, 'pan'],
    ['c1', 0.5, 'filter1.cutoff'],
  ],
};

/** A splash of the same noise at the beginning of a part. */
const splash: V2mPatch = {
  name: 'splash',
  values: {
    transpose: octave,
    ...{ 'osc1.mode': noise, 'osc1.color': 30, 'osc1.transpose': 120, 'osc1.volume': 90 },
    ...{ 'filter1.mode': high, 'filter1.cutoff': 92, 'filter1.resonance': 10 },
    ...{ 'amp.attack': 0, 'amp.decay': 106, 'amp.sustain': 0, 'amp.release': 106, 'amp.amplify': 20 },
    ...{ 'env.attack': 0, 'env.decay': 108, 'env.sustain': 0, 'env.release': 100 },
    ...{ keysync: 0, pan: 52, reverb: 76, polyphony: 2 },
  },
  modulations: [volume, ['velocity', 0.7, 'amp.amplify'], ['env', -0.12, 'filter1.cutoff']],
};

/** In the order of their channels. */
export const sounds = [pad, drop, bass, bell, reed, kick, snare, hat, sea, splash] as const;

/** The delay repeats after three and two eighths of a beat of 92 a minute. */
export const room = {
  ...{ 'reverb.time': 52, 'reverb.highCut': 74, 'reverb.lowCut': 34, 'reverb.volume': 100 },
  ...{ 'delay.amount': 112, 'delay.feedback': 92, 'delay.left': 87, 'delay.right': 58, 'delay.rate': 10 },
  ...{ 'delay.depth': 3, 'delay.phase': 96, lowCut: 0, highCut: 127 },
  ...{ 'compressor.mode': 2, 'compressor.stereo': 0, 'compressor.auto': 0, 'compressor.ahead': 3 },
  ...{ 'compressor.threshold': 62, 'compressor.ratio': 40, 'compressor.attack': 50, 'compressor.release': 84 },
  'compressor.out': 53,
};
