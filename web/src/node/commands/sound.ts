// vitrine sound: tables and notes of a song or an effect file.

import { soundKinds } from '../../core/formats';
import type { SoundNote } from '../../core/sound';
import { type Command, UsageError, formatOf, jsonOption } from '../command';
import { examples } from '../help';
import { gather } from '../files';
import { soundSections } from '../sound';
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
