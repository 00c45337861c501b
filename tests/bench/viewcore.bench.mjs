// How much of the core for viewing is used: every model and image of the samples, and of the reference material where it
// is, is opened, posed and skinned by a build of the core that notes which of its functions are called. What none of them
// calls is what could be fetched later still.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'esbuild';

import { features } from '../../web/build/parts.mjs';
import { root } from './harness.mjs';

const kModels = /\.(md5mesh|qmsh(\.tmp)?|tmp|scene|pivot|bin)$/i;
const kImages = /\.(tga|dds)$/i;
/** The engine gives larger ones to the whole core. */
const kMostBytes = 16 << 20;
/** Actions of a model, and moments of each, that are posed. */
const kMostActions = 6;
const kMoments = [0, 0.3, 0.77];
const kKinds = 24;

const wasm = join(root, 'build/wasm/vitrine-view.wasm');
const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
const shared = process.env.VITRINE_SHARED ?? join(root, '../shared');
const below = (path) =>
  existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    : [];

/** [{ name, bytes }] of the functions that a module with names defines, in its order. */
function functionsOf(bytes) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const text = () => {
    const length = number();
    at += length;
    return bytes.toString('utf8', at - length, at);
  };
  const sizes = [],
    names = new Map();
  let imported = 0;
  while (at < bytes.length) {
    const kind = bytes[at++],
      end = number() + at;
    if (kind === 2) {
      imported = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).filter(
        (it) => it.kind === 'function',
      ).length;
    } else if (kind === 10) {
      for (let count = number(); count > 0; --count) {
        const size = number();
        sizes.push(size);
        at += size;
      }
    } else if (kind === 0 && text() === 'name') {
      while (at < end) {
        const part = bytes[at++],
          partEnd = number() + at;
        if (part === 1) for (let count = number(); count > 0; --count) names.set(number(), text());
        at = partEnd;
      }
    }
    at = end;
  }
  return sizes.map((size, index) => ({ name: names.get(index + imported) ?? '', bytes: size }));
}

const noted = join(folder, 'noted.wasm');
execFileSync('wasm-split', [...features, '-g', '--instrument', wasm, '-o', noted]);
await build({
  entryPoints: [join(root, 'web/src/core/viewcore.ts')],
  bundle: true,
  format: 'esm',
  outfile: join(folder, 'viewcore.mjs'),
  logLevel: 'error',
});
const { startViewCore } = await import(pathToFileURL(join(folder, 'viewcore.mjs')));
const module = new WebAssembly.Module(readFileSync(noted));
const functions = functionsOf(readFileSync(wasm));
const called = new Set();

/** A new core, and what notes which functions it has called. */
async function start() {
  const { instantiate } = WebAssembly;
  let exports;
  WebAssembly.instantiate = async (...args) => {
    const instance = await instantiate(...args);
    exports = instance.exports;
    return instance;
  };
  const core = await startViewCore(module);
  WebAssembly.instantiate = instantiate;
  const note = () => {
    const room = 8 + 4 * functions.length,
      pointer = exports.alloc(room) >>> 0,
      size = exports.__write_profile(pointer, room) >>> 0;
    // A hash of the module, then for each function when it was first called, 0 = never.
    if (size !== room) throw new Error(`the notes are of ${(size - 8) / 4} functions, not of ${functions.length}`);
    new Uint32Array(exports.memory.buffer.slice(pointer + 8, pointer + room)).forEach((when, index) => {
      if (when > 0) called.add(index);
    });
  };
  return { core, note };
}

function view(core, path) {
  const document = new core.Document(),
    beside = readdirSync(dirname(path));
  const animations = /\.md5mesh$/i.test(path) ? beside.filter((name) => /\.md5anim$/i.test(name)) : [];
  for (const name of [basename(path), ...animations]) {
    const bytes = readFileSync(join(dirname(path), name));
    core.HEAPU8.set(bytes, document.stage(name, bytes.length));
  }
  for (const name of beside) if (/\.(png|jpe?g|tga|dds)$/i.test(name)) document.offer(name, 1);
  if (!document.load()) return false;
  const { actions } = JSON.parse(document.report()).info;
  document.actionBounds(8);
  for (let action = -2; action < Math.min(actions.length, kMostActions); ++action) {
    if (!document.selectClip(action)) continue;
    document.setPlayOptions(action & 1, true, false);
    for (const moment of kMoments) {
      document.evaluate(document.duration() * moment, true, true, true);
      document.evaluate(document.duration() * moment, false, false, false);
    }
    document.bounds();
    document.findClip(actions[action]?.name ?? '');
    for (let kind = 0; kind < kKinds; ++kind)
      for (let instance = 0; instance < document.instanceCount(); ++instance) {
        document.bufferPointer(kind, instance);
        document.bufferBytes(kind, instance);
      }
  }
  document.delete();
  return true;
}

const counts = { models: 0, images: 0, refused: 0 };
for (const path of [...below(join(root, 'public/samples')), ...below(join(shared, 'corpus'))]) {
  const isImage = kImages.test(path);
  if (!isImage && !kModels.test(path)) continue;
  const bytes = readFileSync(path);
  if (bytes.length > kMostBytes) continue;
  const { core, note } = await start();
  try {
    if (isImage) {
      const image = new core.Image(bytes);
      counts[image.pointer() === 0 ? 'refused' : 'images'] += 1;
      image.delete();
    } else {
      counts[view(core, path) ? 'models' : 'refused'] += 1;
    }
  } catch (error) {
    // What the core cannot do ends with a trap; what it called until then counts.
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    counts.refused += 1;
  }
  note();
}
rmSync(folder, { recursive: true });

const sum = (list) => list.reduce((before, { bytes }) => before + bytes, 0);
const unused = functions.filter((_, index) => !called.has(index)).sort((a, b) => b.bytes - a.bytes);
const share = (part, whole) => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
console.log('\nviewcore');
console.log(`  ${counts.models} models and ${counts.images} images shown, ${counts.refused} left to the whole core`);
console.log(`  functions called   ${share(functions.length - unused.length, functions.length)}`);
console.log(`  bytes of them      ${share(sum(functions) - sum(unused), sum(functions))}`);
console.log('  the largest that nothing called:');
for (const { name, bytes } of unused.slice(0, 8)) console.log(`    ${String(bytes).padStart(6)}  ${name}`);
