// `vitrine copy`: the files that a page needs for the element, for sites that have no bundler.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Command, type Context, UsageError } from '../command';
import { makeFolder, Outputs } from '../outputs';
import { plainEngine } from '../plainScript';

const dist = fileURLToPath(new URL('..', import.meta.url));

const files = (): string[] => JSON.parse(readFileSync(join(dist, 'element-files.json'), 'utf8')) as string[];

/** The element and all that it needs as one classic script, which pages on a disk can load: written from its parts. */
const kClassic = 'element-classic.js';

async function classicScript(): Promise<Buffer<ArrayBuffer>> {
  const { gzipSync } = await import('node:zlib'),
    inside = { 'vitrine:engine': plainEngine(true), 'vitrine:wasm': readFileSync(join(dist, 'vitrine-core.wasm')) };
  let text = readFileSync(join(dist, 'figure/classic.js'), 'utf8');
  for (const [place, bytes] of Object.entries(inside)) {
    const packed = gzipSync(bytes, { level: 9 }).toString('base64');
    text = text.replace(`"${place}"`, () => `"${packed}"`);
  }
  return Buffer.from(text);
}

async function run({ operands, values, out }: Context): Promise<number> {
  const [folder, ...more] = operands;
  if (!folder || more.length > 0) throw new UsageError('copy takes one folder');
  const found = files().map((name) => ({ name, data: readFileSync(join(dist, name)) }));
  for (const place of new Set(found.map(({ name }) => dirname(join(folder, name))))) makeFolder(place);
  if (values.classic === true) found.push({ name: kClassic, data: await classicScript() });
  // Loaded late, as it takes time that no other command has to spend.
  const { createHash } = await import('node:crypto');
  const integrity = (data: Uint8Array): string => `sha384-${createHash('sha384').update(data).digest('base64')}`;
  const outputs = new Outputs();
  outputs.write(found.map(({ name, data }) => ({ path: join(folder, name), data })));
  const hashes = Object.fromEntries(found.map(({ name, data }) => [name, integrity(data)]));
  if (values.json === true) out(`${JSON.stringify(hashes, null, 2)}\n`);
  else for (const [name, hash] of Object.entries(hashes)) out(`${name}  ${hash}\n`);
  return 0;
}

export const copy: Command = {
  name: 'copy',
  summary: 'copies the files of the element into the folder of a site',
  operands: 'DIR',
  options: {
    classic: { text: `also ${kClassic}, for pages that are opened from a disk (2 MB)` },
    json: { text: 'the names and their integrity hashes as JSON' },
  },
  examples: [
    ['public/vitrine', 'a page there links vitrine/element.js and vitrine/styles/element.css'],
    ['--classic manual', 'the same, and the script for a manual that is read from a disk'],
  ],
  run,
};
