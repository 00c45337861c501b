// The pages of the formats: each FORMAT.md says in its first line what its page is called and which sample it shows,
// as `<!-- page: iqm; nav: IQM; figure: jellyfish swim -->`. A format without a figure has none.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { filesBelow, root } from '../run.mjs';

const kHead = /^<!-- (.*?) -->\n+/;

/** [{ page, nav, figure, text }], in the order of the navigation. */
export const formatPages = ['native/formats', 'native/world']
  .flatMap((folder) => filesBelow(join(root, folder), 'FORMAT.md'))
  .map((path) => {
    const text = readFileSync(path, 'utf8'),
      head = kHead.exec(text);
    if (head === null) throw new Error(`${path} does not begin with the facts of its page`);
    const facts = Object.fromEntries(head[1].split('; ').map((fact) => fact.split(/: (.*)/).slice(0, 2)));
    return { ...facts, text: text.slice(head[0].length) };
  })
  .sort((a, b) => a.nav.localeCompare(b.nav, 'en', { sensitivity: 'base' }));
