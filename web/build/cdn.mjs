// The element from a network that serves packages of npm. The documentation has these lines, and a release prints them.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './run.mjs';

/** Markup that fetches the element from a network that serves packages of npm, with the hashes of its files. */
export function cdnLines(version, product = join(root, 'dist')) {
  const hash = (name) => `sha384-${createHash('sha384').update(readFileSync(join(product, name))).digest('base64')}`,
    at = (name) => `https://cdn.jsdelivr.net/npm/vitrine@${version}/dist/${name}`,
    checked = (name) => `integrity="${hash(name)}" crossorigin="anonymous"`;
  return [
    `<link rel="stylesheet" href="${at('styles/element.css')}" ${checked('styles/element.css')} />`,
    `<script type="module" src="${at('element.js')}" ${checked('element.js')}></script>`,
  ].join('\n');
}
