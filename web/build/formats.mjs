// Formats as scripts see them, from the core's own rows: `npm run formats` writes web/src/core/formats.ts and the
// endings in the manifest, a test compares them.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './run.mjs';

const generatedPath = join(root, 'web/src/core/formats.ts');
const manifestPath = join(root, 'public/manifest.webmanifest');

/** Names of the formats that have a view core. */
export const viewedFormats = () =>
  readdirSync(join(root, 'native/formats')).filter((name) => existsSync(join(root, 'native/formats', name, 'view')));

/** Names of all cores for viewing. */
export const viewCores = () => [...viewedFormats(), 'images'];

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('.', '-');
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const text = (value) => JSON.stringify(value);
const list = (items) => `[\n${items.map((item) => `  ${item},\n`).join('')}]`;
const kTypes = { switch: 'boolean', number: 'number', text: 'string' };

/** Options of all rows, once each, with the formats that have them. */
function optionsOf(rows) {
  const found = new Map();
  for (const { id, options } of rows)
    for (const option of options) {
      const known = found.get(option.name) ?? { ...option, formats: [] };
      if (!known.formats.includes(id)) known.formats.push(id);
      found.set(option.name, known);
    }
  return [...found.values()].map((option) => ({ ...option, path: option.name.split('.') }));
}

/** interface ReadOptions, and one for each group of switches. */
function readTypes(options) {
  const member = ({ path, help }) => `  /** ${help} */\n  ${path.at(-1)}?: boolean;\n`;
  const groups = [...new Set(options.filter(({ path }) => path.length > 1).map(({ path }) => path[0]))];
  const interfaces = groups.map(
    (group) =>
      `export interface ${capital(group)}Switches {\n${options
        .filter(({ path }) => path[0] === group)
        .map(member)
        .join('')}}\n`,
  );
  const alone = options.filter(({ path }) => path.length === 1);
  const members = alone.map(member).concat(groups.map((group) => `  ${group}?: ${capital(group)}Switches;\n`));
  const properties = alone
    .map(({ path }) => `  ${path[0]}: boolean;\n`)
    .concat(groups.map((group) => `  /** Words of the switches that are on. */\n  get ${group}(): string;\n  set ${group}(value: string | boolean | null | undefined);\n`));
  const attributes = alone
    .map(({ path }) => `  '${kebab(path[0])}': '${path[0]}',\n`)
    .concat(
      groups.map((group) => {
        const words = options
          .filter(({ path }) => path[0] === group)
          .map(({ path }) => `    '${kebab(path[1])}': '${path[1]}',\n`);
        return `  '${kebab(group)}': {\n${words.join('')}  },\n`;
      }),
    );
  return `${interfaces.join('\n')}
/** How files are read where they leave it open, for all files of a document. */
export interface ReadOptions {
${members.join('')}  /** name of a skin in the .skin files, which the models wear */
  skin?: string;
  /** level of detail that models are shown in where there are files of it: 1 for NAME_1.md3 */
  level?: number;
  /** name of an action that the torso of a player has beside the actions of its legs */
  torso?: string;
  /** names of files that give actions only: their meshes are not shown */
  animations?: readonly string[];
}

/** The same as properties of the element. */
export interface ReadingProperties {
${properties.join('')}}

/** Attributes of the element: of one switch its name, of a group the words with their names. */
export const readingAttributes = {
${attributes.join('')}} as const;
`;
}

const readTable = (options) =>
  list(
    options.map(({ path, word, help, label, effect, accepts, formats }) =>
      text({ path, word, flag: kebab(path.join('.')), help, ...(label && { label, effect }), ...(accepts && { accepts }), formats }),
    ),
  );

/** The members of all kinds' options, as types. */
function exportTypes(kinds) {
  const members = new Map();
  for (const { options } of kinds)
    for (const { name, type, flag, choices, numeric } of options) {
      const values = choices?.map(({ value }) => (numeric ? value : `'${value}'`)).join(' | ');
      members.set(name, `  /** ${flag.help} (--${flag.name}) */\n  ${name}?: ${kTypes[type] ?? (numeric ? 'number' : values.length > 60 ? 'string' : values)};\n`);
    }
  return `export type ExportKind = ${kinds.map(({ id }) => `'${id}'`).join(' | ')};

export interface ExportOptions {
${[...members.values()].join('')}}
`;
}

/** Kinds of sound files, by their contents. */
function soundTypes(rows) {
  const ids = (wanted) => list(rows.filter(({ sound }) => sound === wanted).map(({ id }) => text(id)));
  return `export const soundKinds = { effects: ${ids('effects')}, songs: ${ids('song')} } as const;
export type EffectsKind = (typeof soundKinds.effects)[number];
export type SongKind = (typeof soundKinds.songs)[number];
`;
}

/** Names of files that are known by what stands before their endings. */
const lumps = (rows) =>
  `/** Files of these names have their ending, whatever theirs is. */
export const lumpNames: readonly string[] = ${list(
    rows.flatMap(({ extensions }) => extensions.filter((name) => name.endsWith('.*')).map((name) => text(name.slice(0, -2)))),
  )};
`;

/** The more special ones stand later in the registry; those that only begin so are asked last. */
const pasted = (rows) =>
  rows
    .filter(({ begins }) => begins)
    .reverse()
    .sort((a, b) => Number(a.has === '') - Number(b.has === ''))
    .map(({ begins, has, extensions }) => text({ begins, has, extension: extensions[0] }));

const kHead = `// Written by \`npm run formats\` from the rows of native/formats: change those.
`;

/** The text of web/src/core/formats.ts, not yet formatted. */
export function formatsSource(core) {
  const rows = JSON.parse(core.formats()),
    kinds = JSON.parse(core.exportKinds()),
    options = optionsOf(rows);
  const endings = (id) => rows.filter((row) => row.viewed && row.id === id).flatMap(({ extensions }) => extensions);
  // An ending of buffers is that of another format's models as well, which asks first.
  const hasBuffers = (id) => Number(rows.some((row) => row.id === id && row.role === 'buffer'));
  const named = viewedFormats().toSorted((a, b) => hasBuffers(a) - hasBuffers(b));
  const ending = (id) => `/\\.(${[...new Set(endings(id))].join('|').replaceAll('.', '\\.')})$/i`;
  return `${kHead}
import type { ExportFlag, ExportKindRow, ReadingOption } from './rows';

${readTypes(options)}
export const readingOptions: readonly ReadingOption[] = ${readTable(options)};

export type ViewedFormat = ${viewedFormats().map((id) => `'${id}'`).join(' | ')};

/** Names of files, and the format whose core shows them. */
export const coresByName: readonly [RegExp, ViewedFormat][] = ${list(named.map((id) => `[${ending(id)}, '${id}']`))};

/** Written out, so that bundlers see which files have to lie beside the script. */
export const coreUrls = (): Record<ViewedFormat | 'images', string> => ({
${viewCores().map((name) => `  ${name}: new URL('./vitrine-view-${name}.wasm', import.meta.url).href,\n`).join('')}});

${soundTypes(rows)}
/** Labels of the code pages of formats whose 8-bit text is not Windows-1252. */
export const codePages: Readonly<Record<string, string>> = ${text(
    Object.fromEntries(rows.filter(({ codePage }) => codePage !== 'windows-1252').map(({ id, codePage }) => [id, codePage])),
  )};

${lumps(rows)}
/** Texts of models as people paste them: what one begins with, and has. */
export const pastedTexts: readonly { begins: string; has: string; extension: string }[] = ${list(pasted(rows))};

${exportTypes(kinds)}
export const exportKinds: readonly ExportKindRow[] = ${list(kinds.map((kind) => text({ ...kind, options: kind.options.map(({ effect, flag: _, ...option }) => ({ ...option, ...(effect && { effect }) })) })))};

/** Of their own, as pages have no use for them. */
export const exportFlags: readonly ExportFlag[] = ${list(kinds.flatMap(({ id, options: own }) => own.map(({ name, flag }) => text({ kind: id, option: name, ...flag }))))};
`;
}

const sharedTypes = ['application/octet-stream', 'application/zip', 'application/x-zip-compressed', 'model/*', 'text/plain'];

/** The manifest with the endings that the system may hand to the page: what follows the last dot, and archives. */
function manifestSource(core) {
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')),
    endings = JSON.parse(core.formats()).flatMap(({ extensions }) =>
      extensions.filter((name) => !name.endsWith('.*')).map((name) => `.${name.split('.').at(-1)}`),
    );
  // Too many programs have files that end so.
  const accepted = [...new Set([...endings, '.zip', '.pk3', '.pk4', '.pak'])].filter((ending) => !['.cfg', '.js'].includes(ending));
  manifest.file_handlers[0].accept = { 'application/x-vitrine-model': accepted };
  // Phones go by types, and have none for most of these endings.
  manifest.share_target.params.files[0].accept = [...sharedTypes, ...accepted];
  return JSON.stringify(manifest);
}

/** [path, text] of each file that is generated, formatted. */
export async function generated(core) {
  const { format, resolveConfig } = await import('prettier');
  const files = [
    [generatedPath, formatsSource(core), 'typescript'],
    [manifestPath, manifestSource(core), 'json'],
  ];
  return Promise.all(
    files.map(async ([path, source, parser]) => [path, await format(source, { ...(await resolveConfig(path)), parser })]),
  );
}

export async function coreOf(dist) {
  const { default: factory } = await import(join(dist, 'vitrine-core.mjs'));
  return factory({ wasmBinary: readFileSync(join(dist, 'vitrine-core.wasm')) });
}

if (process.argv[2] === '--write')
  for (const [path, text] of await generated(await coreOf(join(root, 'dist')))) writeFileSync(path, text);
