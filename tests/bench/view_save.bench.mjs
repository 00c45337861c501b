// `vitrine view --for ENGINE --out DIR`: processor time from a save of the heron to its written files.

import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startView } from '../node/support/viewing.mjs';
import { report } from './harness.mjs';

const kRuns = 15,
  /** The engine's first compilation of a function is no part of a save. */
  kWarm = 5;
/** The kernel counts in these. */
const kTicksPerSecond = 100;
const heron = fileURLToPath(new URL('../../public/samples/heron', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vitrine-save-'));
const mesh = readFileSync(join(heron, 'heron.md5mesh'), 'utf8');

/** Seconds of a process and its threads so far. */
const spent = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / kTicksPerSecond;
};

try {
  const rows = [];
  for (const [engine, kind] of [
    ['doom3', 'md5mesh'],
    ['fteqw', 'iqm'],
    ['ioquake3', 'md3'],
  ]) {
    const work = join(folder, engine);
    mkdirSync(work);
    for (const name of readdirSync(heron)) copyFileSync(join(heron, name), join(work, name));
    const paths = ['heron.md5mesh', 'walk.md5anim', 'look.md5anim'].map((name) => join(work, name)),
      view = await startView([...paths, '--for', engine, '--to', kind, '--out', join(folder, `${engine}-out`)]);
    let count = 0;
    const writtenSoFar = () => view.lines.filter(({ event }) => event === 'written').length;
    await view.event(({ event }) => event === 'written');
    let before = spent(view.child.pid);
    const seconds = [];
    for (let run = 0; run < kRuns + kWarm; ++run) {
      count = writtenSoFar();
      writeFileSync(paths[0], mesh.replace(/(weight 0 \d+ \S+ \( )\S+/, `$1${1 + run / 100}`));
      await view.event(() => writtenSoFar() > count);
      // What is said of it after that belongs to it.
      await new Promise((resolve) => setTimeout(resolve, 100));
      const now = spent(view.child.pid);
      if (run >= kWarm) seconds.push(now - before);
      before = now;
    }
    await view.stop();
    rows.push({ name: `${kind} for ${engine}`, values: seconds.map((value) => 1 / value), unit: '1/s' });
    console.log(`  ${kind} for ${engine}: ${Math.min(...seconds).toFixed(2)} s of processor time at best`);
  }
  report('view_save', rows);
} finally {
  rmSync(folder, { recursive: true });
}
