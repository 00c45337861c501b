// reports.schema.json: one JSON Schema of every report that the command prints, from its parts in web/src/node/schemas.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const kPrinted = /^Printed by /;

/** Throws for two definitions of one name. */
export function reportsSchema(folder) {
  const defs = {};
  for (const file of readdirSync(folder).sort())
    for (const [name, definition] of Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')))) {
      if (Object.hasOwn(defs, name)) throw new Error(`${file} defines '${name}' a second time`);
      defs[name] = definition;
    }
  const reports = Object.keys(defs).filter((name) => kPrinted.test(defs[name].description));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://vitrine.invalid/reports.schema.json',
    title: 'Reports of the vitrine command as JSON',
    description: 'Any of the reports; each has a definition of its own in $defs.',
    anyOf: reports.map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: defs,
  };
}
