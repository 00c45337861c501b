// Who plays when: each part has eight bars, and one layer more than the part before; the bridge leaves the drums out. A part
// of one instrument is notes with their lengths, and curves of its controllers.

import type { V2mChannel, V2mRow } from '../model/v2m';
import { answerSong, call, type Chord, echo, light, parts, song } from './chords';

/** Ticks between two values of a curve: a sixteenth. */
const step = 24;

class Part {
  private readonly notes: { tick: number; key: number; velocity: number }[] = [];
  private readonly controls = new Map<number, Map<number, number>>();
  private random: number;

  /** `channel` is its program as well. */
  constructor(private readonly channel: number) {
    this.random = (channel + 1) * 0x9e3779b1;
  }

  /** A number from 0 to `most`, another one each time and the same ones on every run. */
  late(most: number): number {
    this.random = (Math.imul(this.random, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.random / 2 ** 32) * (most + 1));
  }

  note(tick: number, length: number, key: number, velocity: number): this {
    this.notes.push({ tick, key, velocity: Math.min(127, velocity) }, { tick: tick + length, key, velocity: 0 });
    return this;
  }

  control(number: number, tick: number, value: number): this {
    const rows = this.controls.get(number) ?? new Map<number, number>();
    this.controls.set(number, rows.set(tick, Math.round(value)));
    return this;
  }

  /** From one value to another, the last one included. */
  ramp(number: number, from: number, to: number, first: number, last: number): this {
    for (let tick = from; tick < to; tick += step)
      this.control(number, tick, first + ((last - first) * (tick - from)) / (to - step - from || 1));
    return this;
  }

  /** Bars of keys with their sixteenths; every bar follows the one before. */
  melody(
    start: number,
    bars: readonly (readonly (readonly [number, number, number])[])[],
    velocity: number,
    up = 0,
  ): this {
    bars.forEach((keys, i) => {
      for (const [key, at, length] of keys)
        this.note(start + (i * 16 + at) * step, length * step - 4, key + up, velocity - (at === 0 ? 0 : 8));
    });
    return this;
  }

  /** Nothing lies behind the end; releases come before strokes on the same tick. */
  done(end: number): V2mChannel {
    const notes = this.notes
      .map(({ tick, key, velocity }): V2mRow => [Math.min(tick, end), key, velocity])
      .sort((a, b) => a[0] - b[0] || (a[2] as number) - (b[2] as number));
    const controllers: Record<number, V2mRow[]> = {};
    for (const [number, rows] of this.controls) {
      const sorted = [...rows].sort(([a], [b]) => a - b);
      // A value that is there already takes no row.
      controllers[number] = sorted.filter(([, value], i) => value !== sorted[i - 1]?.[1]);
    }
    return { notes, programs: [[0, this.channel]], controllers };
  }
}

export const ticksPerQuarter = 96;
const sixteenth = ticksPerQuarter / 4,
  bar = 4 * ticksPerQuarter,
  eightBars = 8 * bar;
export const ticks = parts.length * eightBars;
const [arrival, gate, stair, engine, works, bridge, lamp, far] = parts.map((_, i) => i * eightBars) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

/** Every chord with its tick. */
const chords: (Chord & { tick: number })[] = [];
for (const part of parts) {
  for (const chord of part) {
    const last = chords.at(-1);
    chords.push({ ...chord, tick: last === undefined ? 0 : last.tick + last.beats * ticksPerQuarter });
  }
}
const chordAt = (tick: number): Chord => chords.filter((chord) => chord.tick <= tick).at(-1) as Chord;

function pad(): Part {
  const part = new Part(0);
  for (const { tick, voices, beats } of chords) {
    const velocity = tick < gate ? 70 : tick < lamp ? 78 : 92;
    voices.forEach((key, i) => part.note(tick + 3 * i, beats * ticksPerQuarter - 12, key, velocity));
    if (tick >= lamp) part.note(tick, beats * ticksPerQuarter - 12, (voices[3] as number) + 12, 50);
  }
  part.control(7, 0, 30).control(7, stair, 32).control(7, bridge, 34).control(7, lamp, 36);
  part.ramp(1, arrival, gate, 20, 60).ramp(1, gate, stair, 40, 78).ramp(1, stair, engine, 44, 70);
  part.ramp(1, engine, bridge, 50, 90).ramp(1, bridge, lamp, 30, 110).ramp(1, lamp, far, 100, 76);
  part.ramp(1, far, ticks, 70, 24);
  return part;
}

/** Index of a chord's voice (4: the lowest, an octave up) on each sixteenth; -1 rests. */
const rain = [0, -1, -1, 2, -1, -1, 3, -1, -1, -1, 1, -1, -1, 4, -1, -1],
  trickle = [0, -1, 1, 2, -1, 3, -1, -1, 4, -1, 2, 1, -1, -1, 3, -1],
  stream = [0, -1, 2, 1, -1, 3, 2, -1, 4, -1, 3, 2, -1, 1, 3, 2],
  flood = [0, 2, 1, 3, 4, 3, 2, 1, 0, 2, 4, 3, 2, 3, 1, 2];

function drops(): Part {
  const part = new Part(1);
  const play = (from: number, to: number, pattern: readonly number[], loud: number): void => {
    for (let tick = from; tick < to; tick += sixteenth) {
      const step = (tick / sixteenth) % 16,
        voice = pattern[step] as number;
      if (voice < 0) continue;
      const { voices } = chordAt(tick);
      const key = voice === 4 ? voices[0] + 24 : (voices[voice] as number) + 12;
      const accent = step % 8 === 0 ? 14 : step % 4 === 0 ? 6 : 0;
      part.note(tick + part.late(2) + (step % 2) * 2, 2 * sixteenth, key, loud + accent + part.late(10));
    }
  };
  play(arrival, gate, rain, 66);
  play(gate, stair, trickle, 70);
  play(stair, engine, stream, 62);
  play(engine, bridge, stream, 56);
  play(bridge, bridge + 6 * bar, rain, 70);
  play(bridge + 6 * bar, lamp, trickle, 66);
  play(lamp, far, flood, 64);
  play(far, ticks - 4 * bar, stream, 58);
  play(ticks - 4 * bar, ticks, rain, 60);
  part
    .control(7, 0, 58)
    .control(7, gate, 52)
    .control(7, stair, 50)
    .control(7, engine, 44)
    .control(7, bridge, 54)
    .control(7, lamp, 50);
  part.ramp(1, arrival, stair, 10, 60).ramp(1, stair, bridge, 50, 70).ramp(1, bridge, lamp, 20, 70);
  part.ramp(1, lamp, ticks, 90, 40);
  return part;
}

/** Sixteenth, how many, semitones above the chord's bass, velocity. */
type Step = readonly [at: number, length: number, up: number, velocity: number];
const held: Step[] = [[0, 15, 0, 80]],
  steady: Step[] = [[0, 7, 0, 100], [10, 5, 0, 84]],
  walking: Step[] = [[0, 5, 0, 104], [6, 3, 12, 74], [10, 3, 0, 92], [14, 2, 7, 72]],
  driving: Step[] = [[0, 3, 0, 108], [4, 2, 0, 78], [6, 2, 12, 84], [8, 3, 0, 96], [12, 2, 12, 80], [14, 2, 7, 78]]; // prettier-ignore

function bass(): Part {
  const part = new Part(2);
  const play = (from: number, to: number, steps: readonly Step[]): void => {
    for (let start = from; start < to; start += bar) {
      for (const [at, length, up, velocity] of steps) {
        const tick = start + at * sixteenth,
          root = chordAt(tick).bass;
        // A fifth below a bass that is high already.
        part.note(tick, length * sixteenth - 4, root + (up === 7 && root > 35 ? -5 : up), velocity);
      }
    }
  };
  play(arrival + 4 * bar, gate, held);
  play(gate, stair, steady);
  play(stair, engine, walking);
  play(engine, bridge, walking);
  play(bridge, lamp, held);
  play(lamp, far, driving);
  play(far, ticks - 4 * bar, walking);
  play(ticks - 4 * bar, ticks, held);
  part.control(7, 0, 92).control(7, stair, 98).control(7, lamp, 102);
  part.control(1, 0, 20).ramp(1, gate, stair, 24, 44).ramp(1, stair, bridge, 40, 70).control(1, bridge, 24);
  part.ramp(1, lamp, far, 60, 80).ramp(1, far, ticks - bar, 70, 30);
  return part;
}

function bell(): Part {
  const part = new Part(3);
  // The lighthouse's own: one stroke as the gate opens and one at the end of every part.
  for (const start of [gate, stair, works, lamp]) part.note(start, bar, 62, 96).note(start, bar, 69, 60);
  part.note(arrival + 2 * bar, bar, 74, 60).note(arrival + 6 * bar, bar, 77, 60);
  part.note(gate + 3 * bar + 8 * sixteenth, bar, 79, 66).note(gate + 6 * bar, bar, 81, 66);
  part.melody(stair, call, 84);
  for (const [i, key] of [82, 79, 77, 81].entries())
    part
      .note(engine + (2 * i + 1) * bar + 12 * sixteenth, bar, key, 58)
      .note(works + (2 * i + 1) * bar + 8 * sixteenth, bar, key, 62);
  part.melody(bridge, echo, 74);
  part.melody(lamp, light, 80, 0).melody(far, light, 62, 0);
  part.control(7, 0, 56).control(7, stair, 54).control(7, bridge, 52).control(7, lamp, 54);
  return part;
}

function reed(): Part {
  const part = new Part(4);
  part.melody(engine, song, 92).melody(works, answerSong, 94);
  part.melody(lamp, light, 88, -12);
  part.control(7, 0, 118).control(7, lamp, 106);
  for (let start = engine; start < far; start += bar) {
    if (start === bridge) start = lamp;
    part.ramp(1, start + 8 * sixteenth, start + bar, 10, 60).control(1, start, 8);
  }
  return part;
}

/** A line of sixteenths: x is loud, o soft, - none. */
function drum(
  channel: number,
  key: number,
  length: number,
  lines: readonly (readonly [number, number, string])[],
): Part {
  const part = new Part(channel);
  for (const [from, to, line] of lines) {
    for (let tick = from, i = 0; tick < to; tick += sixteenth, ++i) {
      const sign = line[i % line.length];
      if (sign === '-') continue;
      const velocity = sign === 'x' ? 104 : sign === 'O' ? 84 : 58;
      part.note(tick + (i % 2) * 3, sign === 'O' ? 3 * length : length, key, velocity + part.late(10));
    }
  }
  return part;
}

const kick = (): Part =>
  drum(5, 45, 20, [
    [stair, engine, 'x---------x-----x------o--x-----'],
    [engine, bridge, 'x-----o---x-----x-----o---x---o-'],
    [lamp, far, 'x-----x---x-----x--o--x---x---o-'],
    [far, ticks - 4 * bar, 'x---------x-----x------o--x-----'],
    [ticks - 4 * bar, ticks - 4 * bar + 1, 'x'],
  ]).control(7, 0, 122);
const snare = (): Part =>
  drum(6, 57, 20, [
    [stair, engine, '--------x---------------x------o'],
    [engine, bridge, '----x-------x------o----x-----o-'],
    [bridge + 7 * bar, lamp, '--------o-o-O-xx'],
    [lamp, far, '----x-------x--o----x--o----x-o-'],
    [far, ticks - 4 * bar, '--------x---------------x------o'],
  ]).control(7, 0, 82);
const hat = (): Part =>
  drum(7, 60, 10, [
    [gate + 4 * bar, stair, '----o-------o---'],
    [stair, engine, 'o-o-o-O-o-o-o-oo'],
    [engine, bridge, 'o-oox-O-o-oox-Oo'],
    [lamp, far, 'oooox-Ooooooxoo-'],
    [far, ticks - 4 * bar, 'o-o-o-O-o-o-o-oo'],
  ]).control(7, 0, 34);

function sea(): Part {
  const part = new Part(8);
  part.note(0, 8 * bar - 48, 60, 84).note(gate + 6 * bar, 2 * bar - 24, 60, 84);
  part.note(engine + 7 * bar, 8 * bar - 24, 60, 84).note(ticks - 2 * bar, 2 * bar - 48, 60, 84);
  part
    .ramp(7, arrival, gate, 100, 70)
    .control(7, gate + 6 * bar, 56)
    .control(7, engine + 7 * bar, 76);
  part.ramp(1, gate + 6 * bar, stair, 0, 70).control(1, stair, 0);
  part.ramp(1, bridge + 6 * bar, lamp, 0, 90).control(1, lamp, 0);
  part.ramp(7, bridge + 6 * bar, lamp, 76, 110).control(7, lamp, 80);
  return part;
}

function splash(): Part {
  const part = new Part(9);
  for (const [tick, velocity] of [[stair, 92], [engine, 84], [lamp, 100], [lamp + 4 * bar, 70]] as const) part.note(tick, bar, 60, velocity); // prettier-ignore
  return part.control(7, 0, 40);
}

/** The events of each channel, in the order of the sounds. */
export const channels = (): V2mChannel[] =>
  [pad(), drops(), bass(), bell(), reed(), kick(), snare(), hat(), sea(), splash()].map((part) => part.done(ticks));
