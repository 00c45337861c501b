// A song for the V2 synthesizer: 64 bars at 92 beats a minute about a lighthouse at dusk; and its notes as a picture: time to
// the right, keys upwards, over a sea at dusk with the lighthouse's beam.

import { channels, ticks, ticksPerQuarter } from './dusk/score';
import { room, sounds } from './dusk/sounds';
import { blend, type Color, hex, Picture } from './model/png';
import { type V2mChannel, writeV2m } from './model/v2m';
import { clamp } from './model/vec';
import type { Sample } from './sample';

const width = 480,
  height = 360;
const [night, sky, warm, water] = [hex(0x0d1524), hex(0x25405c), hex(0xd98a4a), hex(0x0a1a24)];
/** Colours of the channels with keys; the drums are drawn below. */
const colors: readonly Color[] = [0x4f7fa8, 0x9fd6e8, 0xb8623f, 0xffd58a, 0xf0a860].map(hex);
const horizon = 0.8,
  lamp = [0.86, 0.3] as const;

/** Sky, sea and beam; `u` to the right, `v` downwards. */
function seaAtDusk(u: number, v: number): Color {
  if (v > horizon) {
    const ripple = 0.5 + 0.5 * Math.sin(v * 420 + 3 * Math.sin(u * 9 + v * 60));
    return blend(water, warm, 0.22 * ripple * Math.exp(-((v - horizon) * 9 + Math.abs(u - 0.35) * 2.2)));
  }
  const up = v / horizon;
  const base = blend(blend(night, sky, up), warm, 0.75 * Math.pow(up, 5) * (1 - 0.5 * Math.abs(u - 0.35)));
  const [x, y] = [u - lamp[0], v - lamp[1]];
  const away = Math.hypot(x * 1.33, y),
    off = Math.abs(Math.atan2(y, -x) - 0.16);
  const beam = x < 0 ? Math.exp(-((off / 0.075) ** 2)) * Math.exp(-away * 1.7) : 0;
  return blend(base, hex(0xffdca0), clamp(0.42 * beam + 0.9 * Math.exp(-away * 46) + 0.18 * Math.exp(-away * 9), 0, 1));
}

/** A tower on its rock. */
function tower(u: number, v: number): boolean {
  const x = Math.abs(u - lamp[0]);
  if (v > lamp[1] + 0.045)
    return x < 0.014 + 0.024 * (v - lamp[1]) || (v > 0.73 && x < 0.12 * Math.sqrt((v - 0.73) * 6));
  return (
    (v > lamp[1] + 0.03 && x < 0.024) ||
    (v > lamp[1] - 0.06 && v < lamp[1] - 0.03 && x < 0.016 - 0.3 * (lamp[1] - 0.03 - v))
  );
}

function roll(channels: readonly V2mChannel[], ticks: number): Picture {
  const picture = Picture.paint(width, height, (u, v) =>
    v < horizon + 0.02 && tower(u, v) ? hex(0x070b12) : seaAtDusk(u, v),
  );
  const bar = (from: number, to: number, y: number, tall: number, color: Color, much: number): void => {
    const [left, right] = [from, to].map((tick) => 12 + (tick / ticks) * (width - 24)) as [number, number];
    for (let row = y; row < y + tall; ++row) {
      for (let x = Math.floor(left); x < Math.max(right, left + 1.5); ++x)
        picture.set(x, row, blend(picture.get(x, row), color, much));
    }
  };
  channels.forEach(({ notes }, channel) => {
    const begun = new Map<number, readonly [tick: number, velocity: number]>();
    for (const [tick, key = 0, velocity = 0] of notes) {
      const [start, loud] = begun.get(key) ?? [tick, 0];
      begun.delete(key);
      if (velocity > 0) begun.set(key, [tick, velocity]);
      if (loud === 0) continue;
      const much = 0.25 + (0.6 * loud) / 127;
      if (channel < colors.length)
        bar(
          start,
          tick,
          Math.round(280 - (key - 26) * 4),
          3,
          colors[channel] as Color,
          channel === 0 ? 0.5 * much : much,
        );
      else if (channel < 8) bar(start, start, 306 + 12 * (channel - 5), 7, hex(0xcfe0e8), 0.4 * much);
    }
  });
  return picture;
}

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
