// Songs for the V2 synthesizer, generation 6: events as planes of differences, patches of 89 parameters and their
// modulations. native/formats/v2m/FORMAT.md has the layout, native/music/MUSIC.md what the parameters do.

import { Bytes } from './bytes';

const module = (name: string, parts: string): string[] => parts.split(' ').map((part) => `${name}.${part}`);
const oscillator = 'mode ring transpose detune color volume';
const envelope = 'attack decay sustain sustainTime release amplify';
const lfo = 'mode sync envelope rate phase polarity amplify';
const distortion = 'mode gain first second';
const delay = 'amount feedback left right rate depth phase';
const compressor = 'mode stereo auto ahead threshold ratio attack release out';

/** In the order of a patch. */
const parameters = [
  ...['pan', 'transpose'],
  ...['osc1', 'osc2', 'osc3'].flatMap((name) => module(name, oscillator)),
  ...['filter1', 'filter2'].flatMap((name) => module(name, 'mode cutoff resonance')),
  ...['routing', 'balance'],
  ...module('drive', distortion),
  ...['amp', 'env'].flatMap((name) => module(name, envelope)),
  ...['lfo1', 'lfo2'].flatMap((name) => module(name, lfo)),
  ...['keysync', 'volume', 'receiveA', 'receiveB', 'sendA', 'sendB', 'reverb', 'delay', 'route', 'boost'],
  ...module('distortion', distortion),
  ...module('chorus', delay),
  ...module('compressor', compressor),
  'polyphony',
];
const globals = [
  ...module('reverb', 'time highCut lowCut volume'),
  ...module('delay', delay),
  ...['lowCut', 'highCut'],
  ...module('compressor', compressor),
  'unused',
];

const middle = (names: readonly string[]): [string, number][] => names.map((name) => [name, 64]);
const plainCompressor: [string, number][] = Object.entries({ ahead: 2, threshold: 90, ratio: 32, attack: 20 }).map(
  ([name, value]) => [`compressor.${name}`, value],
);
/** Defaults of a sound; all others are 0. */
const usual = new Map<string, number>([
  ...middle(['pan', 'transpose', 'balance', 'compressor.release', 'compressor.out']),
  ...['osc1', 'osc2', 'osc3'].flatMap((name) => middle([`${name}.transpose`, `${name}.detune`])),
  ...['amp', 'env'].flatMap((name): [string, number][] => [
    [`${name}.sustain`, 127],
    [`${name}.sustainTime`, 64],
    [`${name}.release`, 60],
    [`${name}.amplify`, 127],
  ]),
  ...middle(['chorus.amount', 'chorus.feedback', 'chorus.phase']),
  ...plainCompressor,
  ['drive.gain', 32],
  ['distortion.gain', 32],
  ['filter1.cutoff', 127],
  ['filter2.cutoff', 127],
  ['lfo1.amplify', 127],
  ['lfo2.amplify', 127],
  ['keysync', 1],
  ['polyphony', 8],
]);
const usualGlobals = new Map<string, number>([
  ...middle(['delay.amount', 'delay.feedback', 'delay.phase', 'compressor.release', 'compressor.out']),
  ...plainCompressor,
  ['highCut', 127],
]);

const sources = ['velocity', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'amp', 'env', 'lfo1', 'lfo2', 'note'] as const;

/** Source, how much of it is added (-1 to 1), and the parameter. */
export type V2mModulation = readonly [source: (typeof sources)[number], factor: number, parameter: string];
export interface V2mPatch {
  readonly name: string;
  readonly values: Readonly<Record<string, number>>;
  readonly modulations: readonly V2mModulation[];
}
/** A tick and its values. */
export type V2mRow = readonly [tick: number, ...values: number[]];
export interface V2mChannel {
  /** Key and velocity; 0 lets go. In the order of the ticks, like all rows. */
  notes: V2mRow[];
  programs: V2mRow[];
  /** Those of controllers 1 to 7. */
  controllers: Record<number, V2mRow[]>;
}
export interface V2mSong {
  ticksPerQuarter: number;
  microsecondsPerQuarter: number;
  ticks: number;
  channels: readonly (V2mChannel | undefined)[];
  globals: Readonly<Record<string, number>>;
  patches: readonly V2mPatch[];
}

function values(names: readonly string[], plain: Map<string, number>, own: Readonly<Record<string, number>>): number[] {
  for (const name of Object.keys(own)) if (!names.includes(name)) throw new Error(`no parameter ${name}`);
  return names.map((name) => {
    const value = own[name] ?? plain.get(name) ?? 0;
    if (!(Number.isInteger(value) && value >= 0 && value <= 127)) throw new Error(`${name} is ${value}`);
    return value;
  });
}

/** The three bytes of each difference of ticks, then a byte of difference for each value. */
function planes(out: Bytes, rows: readonly V2mRow[], count: number): void {
  const difference = (i: number, column: number): number =>
    (rows[i]?.[column] ?? 0) - (i === 0 ? 0 : (rows[i - 1]?.[column] ?? 0));
  out.u32(rows.length);
  for (const shift of [0, 8, 16]) rows.forEach((_, i) => out.u8(difference(i, 0) >> shift));
  for (let column = 1; column <= count; ++column) rows.forEach((_, i) => out.u8(difference(i, column)));
}

function patchBytes({ values: own, modulations }: V2mPatch): Bytes {
  const out = new Bytes().u8(...values(parameters, usual, own), modulations.length);
  for (const [source, factor, parameter] of modulations) {
    if (!parameters.includes(parameter)) throw new Error(`no parameter ${parameter}`);
    out.u8(sources.indexOf(source), Math.min(127, Math.round(64 + 64 * factor)), parameters.indexOf(parameter));
  }
  return out;
}

export function writeV2m(song: V2mSong): Uint8Array {
  const out = new Bytes().u32(song.ticksPerQuarter, song.ticks);
  planes(out, [[0]], 0);
  out.u32(song.microsecondsPerQuarter).u8(4, 4, 8);
  for (let i = 0; i < 16; ++i) {
    const channel = song.channels[i];
    planes(out, channel?.notes ?? [], 2);
    if (channel === undefined) continue;
    planes(out, channel.programs, 1);
    planes(out, [], 2);
    for (let number = 1; number <= 7; ++number) planes(out, channel.controllers[number] ?? [], 1);
  }
  out.u32(globals.length).u8(...values(globals, usualGlobals, song.globals));
  const bodies = song.patches.map(patchBytes),
    table = new Bytes(),
    body = new Bytes();
  for (const bytes of bodies) {
    table.u32(4 * bodies.length + body.length);
    body.append(bytes);
  }
  out
    .u32(table.length + body.length)
    .append(table)
    .append(body);
  return out.u32(0).done();
}
