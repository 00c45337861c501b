// vitrine sound: tables and notes of a song or an effect file.

import { soundKinds } from '../../core/formats';
import type { EffectTable, SongMeasures, SongTable, SoundNote } from '../../core/sound';
import { type Command, formatOf, jsonOption, UsageError } from '../command';
import { gather } from '../files';
import { examples } from '../help';
import { decimal, json, table } from '../terminal';

export const sound: Command = {
  name: 'sound',
  summary: 'shows the tables and notes of a V2M song or VFX effect file',
  operands: 'FILE',
  options: {
    format: { value: 'pretty|json|csv', text: 'tables and notes (default), everything, or only the notes' },
    json: jsonOption,
  },
  examples: examples.sound,
  async run({ operands, values, vitrine, out }) {
    const format = formatOf(values, ['pretty', 'json', 'csv']);
    const { files } = await gather(operands, [...soundKinds.effects, ...soundKinds.songs]);
    const [file, ...more] = files;
    if (file === undefined || more.length > 0)
      throw new UsageError(`name one song (.${soundKinds.songs[0]}) or effect file (.${soundKinds.effects[0]})`);
    const report = (await vitrine()).sound(file);
    const { notes } = report;
    if (format === 'json') out(`${json(report)}\n`);
    else if (format === 'csv') out(`${csv(notes)}\n`);
    else {
      const rows = notes.map((n) => [decimal(n.start), decimal(n.end), n.channel, n.note, n.velocity]);
      const sections = [...soundSections(report.table), { title: 'Notes', head, rows }];
      out(
        `${sections.map(({ title, head, rows }) => `${title}\n${table([head, ...rows]).replace(/^/gm, '  ')}`).join('\n\n')}\n`,
      );
    }
    return 0;
  },
};

const head = ['start', 'end', 'channel', 'note', 'velocity'];

const csv = (notes: readonly SoundNote[]): string =>
  [head.join(','), ...notes.map((n) => [n.start, n.end, n.channel, n.note, n.velocity].join(','))].join('\n');

interface Section {
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
  ['programs used', new Set(song.channels.flatMap(({ programs }) => programs.map(({ program }) => program))).size],
  ['tempo changes', Math.max(0, song.tempo.length - 1)],
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
  head: [
    'row',
    'major',
    'minor',
    'gainDb',
    'factor',
    'start',
    'end',
    'startSeconds',
    'endSeconds',
    'seconds',
    'loopSeconds',
    'notes',
  ],
  rows: file.effects.map((e) => [
    e.row,
    e.major,
    e.minor,
    e.gainDb,
    short(e.factor),
    e.start,
    e.end,
    short(e.startSeconds),
    short(e.endSeconds),
    short(e.seconds),
    short(e.loop / file.rate),
    e.noteOns,
  ]),
});

/** Table of the measures of the synthesized sound. */
export const measureRows = (sound: SongMeasures): Section => ({
  title: 'Sound',
  head: ['what', 'value'],
  rows: [
    ['seconds from the first event to the last', short(sound.seconds)],
    ['seconds measured', short(sound.measuredSeconds)],
    ['voices at most', sound.voices],
    ['peak', short(sound.peak)],
    ['peak in dB of full scale', sound.peak > 0 ? (20 * Math.log10(sound.peak)).toFixed(1) : 'silent'],
    ['loudness in LUFS (ITU-R BS.1770)', sound.lufs?.toFixed(1) ?? 'silent'],
  ],
});

/** The tables of one sound file. */
export const soundSections = (table: EffectTable | SongTable): Section[] =>
  'music' in table ? [effectSection(table), ...songSections(table.music)] : songSections(table);
