// Contents of a piano roll: the rows of native/music/roll.h with names, in seconds of the sound.

import type { RollRows } from './core';
import { kRate } from './messages';

export interface RollNote {
  channel: number;
  note: number;
  velocity: number;
  program: number;
  start: number;
  end: number;
  /** Row of its note-on among the rows of its channel in the file. */
  row: number;
}
/** The synthesizer's number of the voice that plays this note. */
export const voiceOf = ({ channel, row }: Pick<RollNote, 'channel' | 'row'>): number => row * 16 + channel;

export interface RollProgram {
  at: number;
  channel: number;
  program: number;
}
export interface RollTempo {
  at: number;
  bpm: number;
}
/** A row of an effect file: what it plays of the song. */
export interface RollEffect {
  major: number;
  minor: number;
  gainDb: number;
  start: number;
  end: number;
  /** Seconds at its end that repeat; 0 if it ends there. */
  loop: number;
}

export interface Roll {
  /** Channel by channel, in the order of their starts. */
  notes: RollNote[];
  programs: RollProgram[];
  tempo: RollTempo[];
  effects: RollEffect[];
}

export function readRoll({ notes, programs, tempo, effects }: RollRows): Roll {
  const seconds = (sample: number): number => sample / kRate;
  const rows = <Row>(words: Uint32Array, size: number, row: (at: number) => Row): Row[] =>
    Array.from({ length: words.length / size }, (_, i) => row(i * size));
  return {
    notes: rows(notes, 4, (at) => {
      const packed = notes[at + 2]!;
      return {
        start: seconds(notes[at]!),
        end: seconds(notes[at + 1]!),
        channel: packed & 255,
        note: (packed >>> 8) & 255,
        velocity: (packed >>> 16) & 255,
        program: packed >>> 24,
        row: notes[at + 3]!,
      };
    }),
    programs: rows(programs, 3, (at) => ({
      at: seconds(programs[at]!),
      channel: programs[at + 1]!,
      program: programs[at + 2]!,
    })),
    tempo: rows(tempo, 2, (at) => ({ at: seconds(tempo[at]!), bpm: 6e7 / tempo[at + 1]! })),
    effects: rows(effects, 4, (at) => {
      const packed = effects[at + 3]!;
      return {
        start: seconds(effects[at]!),
        end: seconds(effects[at + 1]!),
        loop: seconds(effects[at + 2]!),
        major: packed & 255,
        minor: (packed >>> 8) & 255,
        gainDb: ((packed << 8) >> 24) / 5,
      };
    }),
  };
}

const kNames = ['C', 'C♯', 'D', 'D♯', 'E', 'F', 'F♯', 'G', 'G♯', 'A', 'A♯', 'B'];
/** 60 is C4. */
export const noteName = (note: number): string => `${kNames[note % 12]!}${Math.floor(note / 12) - 1}`;
