// Prints how far `vitrine check --for` agrees with what the engines' own parsers did. Needs the reference material.
//
//   npm run engines
//   npm run engines -- draw [ENGINE...] [MODEL...]    draws models in engines instead: engines_draw.mjs

import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { bundleTests } from '../../web/build/bundle.mjs';
import { drawInEngines } from './engines_draw.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shared = resolve(root, process.env.VITRINE_SHARED ?? '../shared');
const [what, ...operands] = process.argv.slice(2);
if (what === 'draw') process.exitCode = drawInEngines(operands) ? 0 : 1;
else if (!existsSync(join(shared, 'formats/engine_verdicts.json')))
  console.log('skipped: the reference material is absent');
else {
  const out = join(root, 'build/engine-table');
  mkdirSync(out, { recursive: true });
  await bundleTests([join(root, 'tests/node/support/engine_table.ts')], out);
  const { agreementTable, engineRows, iqmRows, iqmTable } = await import(
    pathToFileURL(join(out, 'node/support/engine_table.mjs'))
  );
  const { rows, left } = engineRows(shared);
  if (left.length > 0) console.log(`left out, their files are not there: ${left.join(', ')}`);
  console.log(agreementTable(rows));
  if (existsSync(join(shared, 'formats/iqm_verdicts.json'))) {
    const iqm = iqmRows(shared);
    if (iqm.left.length > 0) console.log(`left out, their files are not there: ${iqm.left.join(', ')}`);
    console.log(iqmTable(iqm.rows));
  }
}
