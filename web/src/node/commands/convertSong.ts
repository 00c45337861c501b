// vitrine convert of a song: a MIDI file.

import { basename } from 'node:path';

import type { Context } from '../command';
import { Outputs } from '../outputs';
import { json, plain, lossText } from '../terminal';
import { oneSong } from './renderSong';

export async function convertSong({ operands, values, vitrine, err, out }: Context, output: string, prints: boolean) {
  const { file, inputs } = await oneSong(operands, 'a .mid');
  const reportPath = typeof values.report === 'string' ? values.report : undefined;
  const outputs = new Outputs();
  outputs.plan([output, ...(reportPath === undefined ? [] : [reportPath]), ...(prints ? ['-'] : [])], inputs);
  const song = (await vitrine()).song(file);
  try {
    const { bytes, report } = song.midi();
    const sourced = { ...report, sources: [basename(file.name)] };
    const written = reportPath === undefined ? [] : [{ path: reportPath, data: `${json(sourced)}\n` }];
    outputs.store([{ path: output, data: bytes }, ...written]);
    if (prints) out(`${json(sourced)}\n`);
    else {
      for (const { message, count } of report.losses) err(`${lossText({ message, count, largest: 0 })}\n`);
      err(`${plain(output)}: ${bytes.length} bytes\n`);
    }
  } finally {
    song.dispose();
  }
  return 0;
}
