// Memory of 100 open documents of one model: of equal files, which are held once, and of files that differ, here by their
// names; beside three, which reads the GLB as often. A process grows by what is written to, so each case has its own.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

import { startCore } from './core.mjs';
import { report, root, target } from './harness.mjs';
import { heronFiles, heronGlb } from './heron.mjs';

const kDocuments = 100,
  kFirst = 5;

/** `open(i)` returns what keeps a model open. */
async function openOwn(files, named) {
  const core = await startCore(root, 'wasm');
  return (i) => {
    const document = new core.Document('{}');
    for (const [name, bytes] of files) {
      const at = document.addFile(named(i, name), bytes.length);
      core.HEAPU8.set(bytes, at);
    }
    if (!document.load()) throw new Error(document.report(false));
    document.selectClip(0);
    document.evaluate(0.5, false, false, false);
    return document;
  };
}

function openThree(glb) {
  globalThis.self ??= globalThis;
  // Images need a page.
  console.error = () => undefined;
  return () => new GLTFLoader().parseAsync(glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.byteLength), '');
}

const byThemselves = (i, name) => `${i}/${name}`,
  equal = (_, name) => name;
const cases = {
  'GLB, equal': () => openOwn([['heron.glb', heronGlb()]], equal),
  'GLB, different': () => openOwn([['heron.glb', heronGlb()]], byThemselves),
  'MD5, equal': () => openOwn(heronFiles(), equal),
  'MD5, different': () => openOwn(heronFiles(), byThemselves),
  'GLB, three': () => openThree(heronGlb()),
};

/** Prints the MB that each of 100 takes beyond the first few, whose room is used again. */
async function measure(name) {
  const open = await cases[name](),
    kept = [];
  const used = () => {
    globalThis.gc();
    return process.memoryUsage().rss;
  };
  for (let i = 0; i < kFirst; ++i) kept.push(await open(i));
  const before = used();
  for (let i = 0; i < kDocuments; ++i) kept.push(await open(kFirst + i));
  process.stdout.write(String((used() - before) / kDocuments / 1e6));
}

if (process.argv[2] in cases) {
  await measure(process.argv[2]);
} else {
  const script = fileURLToPath(import.meta.url),
    megabytes = {};
  // What is less than a hundredth is lost in what the process does besides.
  for (const name of Object.keys(cases))
    megabytes[name] = Math.max(
      0.01,
      Number(execFileSync(process.execPath, ['--expose-gc', script, name], { encoding: 'utf8' })),
    );
  for (const [name, each] of Object.entries(megabytes)) console.log(`  ${name.padEnd(34)} ${each.toFixed(2)} MB each`);
  report(
    'documents',
    Object.entries(megabytes).map(([name, each]) => ({ name, values: [1 / each], unit: 'documents/MB' })),
  );
  for (const format of ['GLB', 'MD5']) {
    const other = megabytes[`${format}, different`];
    target(`${format}s of equal files for one that differs`, other / megabytes[`${format}, equal`], 10);
    target(`${format}: memory of three for that of one that differs`, megabytes['GLB, three'] / other, 1);
  }
}
