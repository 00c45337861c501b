// The package as it would be published: packed, and unpacked again where a project would have it.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { emitTypes } from '../../../web/build/types.mjs';
import { root } from './vitrine.mjs';

const product = process.env.VITRINE_DIST ?? join(root, 'dist');

/**
 * { tarball, project, remove }: `project` is a folder whose node_modules/vitrine came out of the tarball. Types are left
 * out unless asked for, because they take a compiler.
 */
export function packPackage({ types = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pack-'));
  const stage = join(folder, 'stage');
  mkdirSync(stage);
  for (const name of ['package.json', 'README.md', 'LICENSE']) cpSync(join(root, name), join(stage, name));
  cpSync(product, join(stage, 'dist'), { recursive: true });
  if (types) emitTypes(join(stage, 'dist'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: stage, stdio: 'pipe' });
  const tarball = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz')),
  );
  const project = join(folder, 'project'),
    home = join(project, 'node_modules/vitrine');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  return { tarball, project, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
