// A module of the package as a script that is no module: pages on a disk start none.

import { readFileSync } from 'node:fs';

/** `path` from dist/. `global`: the name by which other scripts find its default export. */
export function plainScript(path: string, global?: string): Buffer<ArrayBuffer> {
  const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'),
    [exports = '', list = ''] = /export\s*\{([^}]*)\};?\s*$/.exec(text) ?? [],
    [, own] = /([\w$]+) as default/.exec(list) ?? [],
    body = text.slice(0, text.length - exports.length).replaceAll('import.meta.url', 'self.location.href'),
    named = global === undefined ? '' : `globalThis.${global} = ${own};\n`;
  return Buffer.from(`(() => {\n'use strict';\n${body}\n${named}})();\n`);
}
