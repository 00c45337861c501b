// One worker of the guard: answers cases, one after another, each by a core of its own, so that no answer depends on what
// was asked before.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { deflateRawSync } from 'node:zlib';

import { askCommand } from './commands.mjs';
import { askDocument } from './documents.mjs';
import { askImage, askSong, askWorld } from './others.mjs';

/** Longer answers are known by their digests alone. */
const kMostKept = 2 ** 18;
const asks = { document: askDocument, world: askWorld, song: askSong, image: askImage, command: askCommand };
const { dist, keep } = workerData;
const { createVitrine } = await import(pathToFileURL(join(dist, 'node/index.js')).href);
const wasm = new WebAssembly.Module(readFileSync(join(dist, 'vitrine-core.wasm')));

/** Why there is no answer, without the places in scripts that a stack names. What is no refusal is a mistake of the guard. */
function refusal(error) {
  if (error instanceof TypeError || error instanceof ReferenceError) throw error;
  return `refused: ${error.code ?? error.name}: ${error.message}`;
}

function answered(entries, name) {
  return (what, answer) => {
    let value;
    try {
      value = answer();
    } catch (error) {
      value = refusal(error);
    }
    const bytes = typeof value === 'string' ? Buffer.from(value) : value;
    const entry = {
      name: `${name} # ${what}`,
      digest: createHash('sha256').update(bytes).digest('hex').slice(0, 24),
      size: bytes.length,
    };
    if (keep && bytes.length <= kMostKept) entry.text = deflateRawSync(bytes, { level: 1 });
    entries.push(entry);
  };
}

parentPort.on('message', async (task) => {
  const entries = [];
  const vitrine = task.kind === 'command' ? undefined : await createVitrine({ wasm });
  try {
    asks[task.kind](vitrine, task, answered(entries, task.name));
  } catch (error) {
    throw new Error(`${task.name}: ${error.stack}`);
  }
  parentPort.postMessage(entries);
});
