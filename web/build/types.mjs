// The declarations of the package's public modules, in a layout and with specifiers that any consumer's TypeScript resolves.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { writeManifest } from './element.mjs';
import { filesBelow, root, run } from './run.mjs';

/** Writes node/, element/ and what they import as .d.ts files below `outdir`, and what editors know the element by. */
export function emitTypes(outdir) {
  writeManifest(join(outdir, 'custom-elements.json'));
  run('node_modules/.bin/tsc', ['-p', 'web/build/tsconfig.types.json', '--outDir', outdir]);
  // The compiler copies no hand-written declarations.
  mkdirSync(join(outdir, 'element/frameworks'), { recursive: true });
  const frameworks = filesBelow(join(root, 'web/src/element/frameworks'), '.d.ts').map((path) => relative(join(root, 'web/src'), path));
  for (const name of ['core/core.d.ts', 'core/asset.d.ts', ...frameworks])
    copyFileSync(join(root, 'web/src', name), join(outdir, name));
  for (const path of filesBelow(outdir, '.d.ts')) {
    const text = readFileSync(path, 'utf8');
    // Node's own resolution wants file endings, the sources leave them out.
    const complete = text
      // Types that only the package itself constructs.
      .replace(/\/\*\* @internal(?:(?!\*\/)[^])*\*\/\s*constructor\([^]*?\);/g, 'private constructor();')
      .replace(/(from|import\(|import)(\s*['"])(\.{1,2}\/[^'"]+?)(?:\.js)?(['"])/g, '$1$2$3.js$4')
      // Before TypeScript 5.7 typed arrays have no parameter; what `of` returns is the same type with and without it.
      .replace(/\b(\w+Array)<ArrayBuffer>/g, 'ReturnType<typeof $1.of>')
      .replace(/\b(\w+Array)<ArrayBufferLike>/g, '$1');
    if (complete !== text) writeFileSync(path, complete);
  }
}
