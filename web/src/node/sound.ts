// Songs and effect files as tables for people.

import type { EffectTable, SongTable } from '../core/sound';
import { decimal } from './terminal';

export interface Section {
  title: string;
  head: string[];
  rows: (string | number)[][];
}

const short = (x: number): number => Number(decimal(x));

const songRows = (song: SongTable): [string, string | number][] => [
  ['synth generation', song.version],
  ['seconds', short(song.seconds)],
  ['samples at 44100 Hz', song.samples],
  ['ticks', song.maxTicks],
  ['ticks per quarter', song.division],
  ['channels', song.channelCount],
  ['notes', song.noteOns],
  ['patches', song.patches.count],
  ...(song.speech?.texts ?? []).map((text, i): [string, string] => [`text ${i}`, text]),
];

function songSections(song: SongTable): Section[] {
  return [
    { title: 'Song', head: ['what', 'value'], rows: songRows(song) },
    {
      title: 'Tempo',
      head: ['tick', 'usPerQuarter', 'numerator', 'denominator'],
      rows: song.tempo.map((t) => [t.tick, t.usPerQuarter, t.numerator, t.denominator]),
    },
    {
      title: 'Channels',
      head: ['channel', 'notes', 'programs', 'controllers', 'lastTick'],
      rows: song.channels.map((c) => [
        c.channel,
        c.noteOns,
        [...new Set(c.programs.map(({ program }) => program))].join(' '),
        c.controllers.reduce((sum, count) => sum + count, 0),
        c.lastTick,
      ]),
    },
  ];
}

const effectSection = (file: EffectTable): Section => ({
  title: 'Effects',
  head: ['row', 'minor', 'gainDb', 'factor', 'start', 'end', 'startSeconds', 'seconds', 'notes'],
  rows: file.effects.map((e) => [
    e.row,
    e.minor,
    e.gainDb,
    short(e.factor),
    e.start,
    e.end,
    short(e.startSeconds),
    short(e.seconds),
    e.noteOns,
  ]),
});

/** The tables of one sound file. */
export function soundSections(kind: 'vfx' | 'v2m', table: EffectTable | SongTable): Section[] {
  if (kind === 'v2m') return songSections(table as SongTable);
  const file = table as EffectTable;
  return [effectSection(file), ...songSections(file.music)];
}
