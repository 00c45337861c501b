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
  warnings: { code: string; channel: number }[];
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

/** A sound file: its table, and the notes of its song. */
export type SoundReport =
  | { kind: EffectsKind; table: EffectTable; notes: SoundNote[] }
  | { kind: SongKind; table: SongTable; notes: SoundNote[] };

/** What a whole song measures. */
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
