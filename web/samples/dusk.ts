// A song for the V2 synthesizer: 64 bars at 92 beats a minute about a lighthouse at dusk, and its notes as a picture.

import { channels, ticks, ticksPerQuarter } from './dusk/score';
import { roll } from './dusk/roll';
import { room, sounds } from './dusk/sounds';
import { writeV2m } from './model/v2m';
import type { Sample } from './sample';

export const dusk: Sample = {
  name: 'dusk',
  title: 'Dusk at the lighthouse',
  text: 'A song of 64 bars: pad, drops of water, bass, bell, reed, and drums of noise.',
  poster: 'dusk/dusk.png',
  build: () => {
    const played = channels();
    const song = writeV2m({
      ticksPerQuarter,
      microsecondsPerQuarter: Math.round(60e6 / 92),
      ticks,
      channels: played,
      globals: room,
      patches: sounds,
    });
    return [
      { path: 'dusk/dusk.v2m', bytes: song },
      { path: 'dusk/dusk.png', bytes: roll(played, ticks).png() },
    ];
  },
};
