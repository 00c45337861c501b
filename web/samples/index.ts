// npm run samples [FOLDER]: writes every sample and their index.json below public/samples. The same bytes on every run.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brazier } from './brazier';
import { broken } from './broken';
import { column } from './column';
import { dusk } from './dusk';
import { heron } from './heron';
import { island } from './island';
import { jellyfish } from './jellyfish';
import { koi } from './koi';
import { lighthouse } from './lighthouse';
import { mannequinSample } from './mannequin';
import { pennant } from './pennant';
import { pinwheel } from './pinwheel';
import type { Sample } from './sample';

const samples: readonly Sample[] = [
  island,
  heron,
  lighthouse,
  mannequinSample,
  pinwheel,
  column,
  broken,
  jellyfish,
  pennant,
  brazier,
  koi,
  dusk,
];

const folder = process.argv[2] ?? 'public/samples';
rmSync(folder, { recursive: true, force: true });
const index = samples.map(({ name, title, text, action, panel, poster, build }) => {
  const files = build();
  for (const { path, bytes } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  const opened = files.map((file) => file.path).filter((path) => path !== poster);
  const shown = { ...(action && { action }), ...(panel && { panel }), ...(poster && { poster }) };
  return { name, title, text, files: opened, ...shown };
});
writeFileSync(join(folder, 'index.json'), JSON.stringify(index, null, 2) + '\n');
