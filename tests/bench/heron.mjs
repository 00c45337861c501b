// The heron of the samples for benches, without its images.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from './harness.mjs';

const folder = join(root, 'public/samples/heron');
const names = readdirSync(folder).filter((name) => /\.md5(mesh|anim)$/.test(name));

/** Its files as MD5: [[name, bytes]]. */
export const heronFiles = () => names.map((name) => [name, readFileSync(join(folder, name))]);

/** The bytes of it as GLB. */
export function heronGlb() {
  const to = mkdtempSync(join(tmpdir(), 'vitrine-heron-'));
  try {
    const out = join(to, 'heron.glb'),
      from = names.map((name) => join(folder, name));
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(root, 'dist/node/cli.js'), 'convert', ...from, '-o', out],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stderr);
    return readFileSync(out);
  } finally {
    rmSync(to, { recursive: true });
  }
}
