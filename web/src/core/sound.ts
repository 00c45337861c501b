// Tables of songs and effect files: native/formats/v2m/FORMAT.md and vfx/FORMAT.md explain every key.

import type { EffectsKind, SongKind } from './formats';

export interface SongNote {
  tick: number;
  seconds: number;
  note: number;
  /** 0 is note off. */
  velocity: number;
}

export interface FileSection {
  what: string;
  at: number;
  bytes: number;
}

export interface SongTable {
  file: string;
  bytes: number;
  /** Synth generation, 0 to 6. */
  version: number;
  division: number;
  maxTicks: number;
  lastTick: number;
  tempo: { tick: number; usPerQuarter: number; numerator: number; denominator: number; tpq: number }[];
  seconds: number;
  lastSeconds: number;
  samples: number;
  channelCount: number;
  noteEvents: number;
  noteOns: number;
  channels: {
    channel: number;
    events: number;
    noteOns: number;
    lastTick: number;
    programs: { tick: number; program: number }[];
    bends: number;
    controllers: number[];
    first: SongNote[];
    last: SongNote[];
  }[];
  globals: { at: number; bytes: number };
  patches: { at: number; bytes: number; count: number; sizes: number[]; modulations: number[] };
  speech: { at: number; bytes: number; texts: string[] } | null;
  trailing: number;
  /** In order, without a gap: the whole file. */
  sections: FileSection[];
  /** `at` is an offset in the song. */
  warnings: { code: string; at: number; channel?: number }[];
}

export interface EffectTable {
  file: string;
  bytes: number;
  musicBytes: number;
  rate: number;
  count: number;
  effects: {
    row: number;
    major: number;
    minor: number;
    gain: number;
    gainDb: number;
    factor: number;
    start: number;
    end: number;
    loop: number;
    length: number;
    startSeconds: number;
    endSeconds: number;
    seconds: number;
    rendered: number;
    stereo: boolean;
    noteOns: number;
    nearestNoteOn: { seconds: number; channel: number; note: number; distance: number } | null;
  }[];
  sections: FileSection[];
  warnings: { code: string; row: number | null }[];
  music: SongTable;
}

/** One note of the piano roll, in seconds. */
export interface SoundNote {
  channel: number;
  note: number;
  velocity: number;
  start: number;
  end: number;
}

/** A parameter of a sound. */
export interface SoundValue {
  name: string;
  /** The byte. */
  raw: number;
  /** In `unit`, or a word; null for the decibels of nothing. */
  value: number | string | null;
  /** Hz, ms, dB, dB/s, st (semitones), ct (cents), %, degrees, or none. */
  unit: string;
  /** Offset in the file; null where the synth generation does not store it. */
  at: number | null;
}

/** A part of a sound, or an effect of the whole song. */
export interface SoundModule {
  id: string;
  mode: string | null;
  on: boolean;
  values: SoundValue[];
  /** Levels from 0 to 1 of a key that is held, and let go of after `released` steps. */
  envelope?: { stepMs: number; released: number; levels: number[] };
  /** Decibels at equal steps of pitch. */
  response?: { fromHz: number; toHz: number; levels: number[] };
}

/** The sound of a program: modules in the order of its bytes. */
export interface SongPatch {
  index: number;
  at: number;
  bytes: number;
  modules: SoundModule[];
  /** Modulations of a parameter such as `filter1.cutoff`, in percent of its range. */
  modulations: { source: string; percent: number; parameter: string }[];
}

export interface SongSounds {
  patches: SongPatch[];
  globals: { at: number; bytes: number; modules: SoundModule[] };
}

/** A sound file: its table, the notes of its song, and the sounds that play them. */
export type SoundReport = (
  | { kind: EffectsKind; table: EffectTable; notes: SoundNote[] }
  | { kind: SongKind; table: SongTable; notes: SoundNote[] }
) &
  SongSounds;

/** Measures of a whole song. */
export interface SongMeasures {
  /** From the first event to the last. */
  seconds: number;
  /** How much of the sound was measured, tails included. */
  measuredSeconds: number;
  /** The most voices at once. */
  voices: number;
  /** The loudest sample of either side; 1 is full scale. */
  peak: number;
  /** Integrated loudness after ITU-R BS.1770, in LUFS; null for silence. */
  lufs: number | null;
}
