// vitrine world: evaluates a world document at given times.

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Vector, WorldCamera, WorldReport } from '../../core/world';
import { type Command, UsageError, formatOf, jsonOption } from '../command';
import { readFile, readStandardInput } from '../files';
import { issueLine, json, plain } from '../terminal';

export const world: Command = {
  name: 'world',
  summary: 'what a world document shows at a time: visible segments, jobs, lights, events, collision',
  operands: 'FILE.world.json',
  options: {
    time: { value: 'S[,S...]', text: 'seconds; several are evaluated in this order (default 0)' },
    camera: { value: 'X,Y,Z[,DX,DY,DZ]', text: "where to look from, instead of the document's camera" },
    format: { value: 'pretty|json', text: 'a summary (default) or the whole report' },
    json: jsonOption,
  },
  async run({ operands, values, vitrine, out, err }) {
    const format = formatOf(values, ['pretty', 'json']);
    const times = numbers('time', values.time ?? '0', (count) => count >= 1);
    if (times.some((time) => time < 0)) throw new UsageError('--time wants seconds from 0');
    const camera = values.camera === undefined ? undefined : cameraOf(values.camera);
    const [file, ...more] = operands;
    if (file === undefined || more.length > 0) throw new UsageError('name one world document, or - for standard input');
    const source = file === '-' ? 'stdin' : file;
    const folder = file === '-' ? '.' : dirname(file);
    const beside = (name: string): Uint8Array | undefined => {
      const path = join(folder, name.replaceAll('\\', '/'));
      return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFile(path) : undefined;
    };
    const text = new TextDecoder().decode(file === '-' ? await readStandardInput() : readFile(file));

    const played = (await vitrine()).world(text, beside);
    const frames: WorldReport[] = [];
    for (const time of times) {
      if (!played.ok || !played.evaluate(time, camera)) break;
      frames.push(played.report);
    }
    const refused = !played.ok;
    const last = played.report;
    played.dispose();
    for (const issue of last.issues) err(`${issueLine({ ...issue, source })}\n`);
    if (format === 'json') out(`${json(refused ? last : times.length === 1 ? frames[0] : { frames })}\n`);
    else if (!refused) for (const frame of frames) out(summary(frame));
    return refused ? 1 : 0;
  },
};

function numbers(option: string, text: string | boolean, fits: (count: number) => boolean): number[] {
  const parts = String(text).split(',');
  const list = parts.map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (!fits(list.length) || !list.every(Number.isFinite))
    throw new UsageError(`--${option}: '${text}' is not what it wants`);
  return list;
}

function cameraOf(text: string | boolean): WorldCamera {
  const list = numbers('camera', text, (count) => count === 3 || count === 6);
  const [x, y, z, ...dir] = list as [number, number, number, ...number[]];
  return { at: [x, y, z], ...(dir.length === 3 && { dir: dir as unknown as Vector }) };
}

function summary(frame: WorldReport): string {
  const count = (key: string): number => (frame[key] as unknown[]).length;
  const rows = [
    `time ${frame.time} s, beat ${frame.beat}`,
    `segment ${frame.segment ?? 'none'}; visible: ${(frame.visible as string[]).join(', ') || 'none'}`,
    `${frame.sceneJobs} scene jobs of ${frame.meshJobs} meshes, ${frame.effectJobs} effects, ${count('lights')} lights: ${frame.total} paint jobs`,
    `${count('instances')} event instances, ${count('anim')} functions evaluated`,
  ];
  return `${rows.map(plain).join('\n')}\n`;
}
