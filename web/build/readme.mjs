// The tables of README and of the documentation, and README's animation: `npm run readme` writes them, tests compare them.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';

import { attributeRows, elementFacts, eventRows } from './element.mjs';
import { root } from './run.mjs';
import { importSource } from './source.mjs';

const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** The format matrix; `formats` is the core's registry. */
export function formatTable(formats) {
  return table(
    ['format', 'kind', 'files', 'is', 'messages point at'],
    formats.map(({ title, kind, extensions, role, text, experimental }) => [
      experimental ? `${title} (experimental)` : title,
      `\`${kind}\``,
      extensions.map((extension) => (extension.endsWith('.*') ? `\`${extension}\`` : `\`.${extension}\``)).join(' '),
      role,
      text ? 'line and column' : 'byte offset',
    ]),
  );
}

const limitTexts = {
  input_bytes: ['inputBytes', 'bytes of one file'],
  heap_bytes: ['heapBytes', 'bytes that one load may allocate'],
  joints: ['joints', 'joints of one model'],
  meshes: ['meshes', 'meshes of one model'],
  vertices: ['vertices', 'vertices, and indices, of one mesh'],
  influences_per_vertex: ['influencesPerVertex', 'influences of one vertex'],
  frame_joints: ['frameJoints', 'frames x joints of one action'],
  messages: ['messages', 'messages kept; others are counted'],
};

/** The limits and their defaults, from the text of native/base/limits.h. */
export function limitTable(header) {
  const rows = Object.entries(limitTexts).map(([member, [name, text]]) => {
    const found = new RegExp(`uint64_t ${member} = (\\d+)(?:ull << (\\d+))?;`).exec(header);
    if (found === null) throw new Error(`native/base/limits.h has no ${member}`);
    return [`\`${name}\``, text, (Number(found[1]) * 2 ** Number(found[2] ?? 0)).toLocaleString('en')];
  });
  return table(['limit', 'counts', 'default'], rows);
}

/** The shortcuts of the application, from its table of commands. */
async function keyTable() {
  const entryPoints = [join(root, 'web/src/ui/commands.ts')];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: 'esm' });
  const { commandGroups, shownKeys } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return table(
    ['part', 'keys', 'do'],
    commandGroups().flatMap(({ title, rows }) => rows.map((each) => [title, shownKeys(each), each.label])),
  );
}

/** The keys of the workbench, from its table of commands. */
async function workbenchKeys() {
  const { chordText, commandsOf, gesturesOf, groupNames } = await importSource('web/src/ui/workbench/commands.ts'),
    english = (text) => text,
    groups = groupNames(english);
  const keys = commandsOf(english).filter((command) => command.keys.length > 0);
  return table(
    ['part', 'keys', 'do'],
    [
      ...keys.map((command) => [groups[command.group], chordText(english, command.keys[0]), command.label]),
      ...gesturesOf(english).map((each) => ['Hands', each.keys, each.label]),
    ],
  );
}

/** `markdown` with the named table between its two marks. */
export function withTable(markdown, name, text) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [markdown.indexOf(open), markdown.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`there is no ${open} ... ${close}`);
  return `${markdown.slice(0, start + open.length)}\n\n${text}\n\n${markdown.slice(end)}`;
}

/** The generated tables: [path, name, table]; `core` is the running module. */
export const generatedTables = async (core, element = elementFacts()) => [
  ['public/docs/element.md', 'attributes', table(['attribute', 'type', 'default', 'meaning'], attributeRows(element))],
  ['public/docs/element.md', 'events', table(['event', 'type', 'dispatched when'], eventRows(element))],
  ['public/docs/formats.md', 'formats', formatTable(JSON.parse(core.formats()))],
  ['public/docs/limits.md', 'limits', limitTable(readFileSync(join(root, 'native/base/limits.h'), 'utf8'))],
  ['public/docs/using.md', 'shortcuts', await keyTable()],
  ['public/docs/workbench.md', 'keys', await workbenchKeys()],
];

if (process.argv[2] === '--write') {
  const { default: factory } = await import('../../dist/vitrine-core.mjs');
  const core = await factory({ wasmBinary: readFileSync(join(root, 'dist/vitrine-core.wasm')) });
  const { format, resolveConfig } = await import('prettier');
  for (const [name, mark, table] of await generatedTables(core)) {
    const path = join(root, name);
    const text = withTable(readFileSync(path, 'utf8'), mark, table);
    writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
  }
  const { picture } = await import('./picture.mjs');
  writeFileSync(join(root, 'public/readme.png'), await picture());
}
