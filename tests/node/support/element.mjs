// What the element's source says of itself; the module needs a browser and is read as text.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './vitrine.mjs';

/** The observed attributes of <vitrine-viewer>. */
export function attributeNamesOf() {
  const text = readFileSync(join(root, 'web/src/element/attributes.ts'), 'utf8');
  const [, list] = /attributeNames = \[([^\]]*)\]/.exec(text);
  // Those that say how files are read follow from the rows of formats.
  const rows = readFileSync(join(root, 'web/src/core/formats.ts'), 'utf8');
  const [, reading] = /readingAttributes = \{\n([^]*?)\n\} as const/.exec(rows);
  return [
    ...Array.from(list.matchAll(/'([\w-]+)'/g), ([, name]) => name),
    ...Array.from(reading.matchAll(/^ {2}'?([\w-]+)'?:/gm), ([, name]) => name),
  ];
}
