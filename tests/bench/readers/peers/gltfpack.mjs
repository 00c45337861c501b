// gltfpack, with names kept and everything else as it is by default. It poses nothing: a file comes back.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const packages = ['gltfpack'];

const program = createRequire(import.meta.url).resolve('gltfpack/cli.js');

export function rewrite(bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-gltfpack-')),
    [from, to] = ['in.glb', 'out.glb'].map((name) => join(folder, name));
  try {
    writeFileSync(from, bytes);
    execFileSync(process.execPath, [program, '-i', from, '-o', to, '-kn', '-km'], { stdio: 'pipe' });
    return readFileSync(to);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
