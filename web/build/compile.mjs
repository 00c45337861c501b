// CMake builds, by preset, and the product made of them.

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { jobs, root, run, which } from './run.mjs';

/** Configures a preset when it is new or its compiler has moved, then builds `targets` (all when none are named). */
export function buildPreset(preset, targets = []) {
  const folder = join(root, 'build', preset);
  const wasm = preset.startsWith('wasm');
  const stamp = join(folder, 'compiler.txt');
  const compiler = which(wasm ? 'em++' : preset === 'fuzz' ? 'clang++' : 'g++') ?? '';
  const known = existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
  if (known !== compiler || !existsSync(join(folder, 'build.ninja'))) {
    rmSync(folder, { recursive: true, force: true });
    const configure = ['cmake', '--preset', preset];
    if (wasm) configure.unshift('emcmake');
    run(configure[0], configure.slice(1), { quiet: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(stamp, compiler);
  }
  const build = ['--build', '--preset', preset, '-j', jobs];
  if (targets.length > 0) build.push('--target', ...targets);
  run('cmake', build);
  return folder;
}

/** The preset whose WebAssembly was built last: what a look at one change goes on with. */
export function latestWasm() {
  const built = (preset) => statSync(join(root, 'build', preset, 'vitrine-core.wasm'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return built('wasm') > built('wasm-quick') ? 'wasm' : 'wasm-quick';
}

// Scripts with packages are imported late: setUp may have to install them first.

/**
 * Everything that the page and Node need to run, in dist/. `wasm` is what ships; `wasm-quick`, for what was just changed, takes
 * less processor time and says, poses and writes the same, with larger files.
 */
export async function buildProduct(preset = 'wasm') {
  const wasm = buildPreset(preset);
  const { bundle } = await import('./bundle.mjs');
  await bundle(wasm);
}

/** The product with its types and its documentation. */
export async function buildSite() {
  await buildProduct();
  await describe();
}

const kStarted = 'wasm-quick';
/** The same in two steps: what the application needs, which the user waits for, and all that goes beside it. */
export async function buildPage() {
  const wasm = buildPreset(kStarted, ['vitrine_wasm', 'vitrine_sound']);
  const { bundlePage } = await import('./bundle.mjs');
  await bundlePage(wasm);
}
export async function buildBeside() {
  const wasm = buildPreset(kStarted);
  const { bundleRest } = await import('./bundle.mjs');
  await bundleRest(wasm);
  await describe();
}

async function describe() {
  const { emitTypes } = await import('./types.mjs'),
    { buildDocs } = await import('./docs/site.mjs'),
    dist = join(root, 'dist');
  emitTypes(dist);
  await buildDocs(join(dist, 'docs'), dist);
}
