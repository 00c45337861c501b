// The reference of the module: a page per topic with tables of its calls and its exported declarations, from the
// compiler's own declaration files, and an index of all names.

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import ts from 'typescript';

/** Pages by the declaration files whose exports they have. */
const topics = [
  { page: 'open', title: 'Open files', about: 'The module, the formats that it reads, and what it throws.', files: ['node/index', 'node/inputs', 'node/openPaths', 'base/errors', 'core/formats'] },
  { page: 'document', title: 'Documents and poses', about: 'One model with its actions: pose it, compare it, export it, draw it.', files: ['node/document'] },
  { page: 'report', title: 'Reports', about: 'Plain data about a document: statistics, hierarchy, actions, curves, materials, issues.', files: ['core/report', 'base/issues', 'core/ownChunks'] },
  { page: 'checks', title: 'Checks of actions and meshes', about: 'Results of `health`, `survey`, `compare` and `findTurn`.', files: ['core/health', 'core/survey'] },
  { page: 'source', title: 'Source maps and fixes', about: 'Results of `places`, `at`, `fixes` and `patch`.', files: ['core/sourceMap'] },
  { page: 'export', title: 'Exports', about: 'Options and results of `export` and `convert`.', files: ['node/exports', 'verdicts/writing', 'core/fullCore'] },
  { page: 'pictures', title: 'Pictures and animations', about: 'Options and results of `render` and `animate`, and images as pixels.', files: ['node/render', 'node/animate', 'images/pngWrite', 'images/image'] },
  { page: 'sound', title: 'Songs and sounds', about: 'V2M songs and VFX sound effects.', files: ['core/song', 'core/sound', 'core/loudness'] },
  { page: 'world', title: 'World documents', about: 'Evaluate, draw and change a world.', files: ['core/world', 'core/worldReport', 'core/worldTables', 'core/worldVolumes'] },
];

/** Exported declarations of a file, those of `export type *` included: { name, file, statement, source }. */
function declarations(path, seen = new Set()) {
  if (seen.has(path) || !existsSync(path)) return [];
  seen.add(path);
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true);
  const file = `${basename(dirname(path))}/${basename(path, '.d.ts')}`;
  const found = [];
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier) {
      const other = join(dirname(path), statement.moduleSpecifier.text.replace(/\.js$/, '.d.ts'));
      const named = statement.exportClause?.elements?.map(({ name }) => name.text);
      found.push(...declarations(other, named ? new Set() : seen).filter(({ name }) => !named || named.includes(name)));
    } else if (ts.getCombinedModifierFlags(statement) & ts.ModifierFlags.Export && statement.name) {
      found.push({ name: statement.name.text, file, statement, source });
    }
  }
  return found;
}

const commentsOf = (node, source) => ts.getJSDocCommentsAndTags(node).map((part) => part.getText(source));

function declarationText({ statement, source }) {
  const comment = commentsOf(statement, source).join('\n');
  const body = statement
    .getText(source)
    .split('\n')
    .filter((line) => !/^\s*(private |#private)/.test(line))
    .join('\n')
    .replace(/^export (declare )?/, '');
  return body.startsWith('/**') || comment === '' ? body : `${comment}\n${body}`;
}

/** The sentences of a comment in one line: what it says, and what it says of errors. */
function sentencesOf(node, source) {
  const text = commentsOf(node, source)
    .join(' ')
    .replace(/^\s*\/\*\*|\*\/$/g, '')
    .replace(/\n\s*\*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const says = [],
    throws = [];
  for (const sentence of text.split(/(?<=[.;])\s+/)) {
    const [, before, error] = /^(.*?)\b(?:[Ee]lse it )?[Tt]hrows ([^]*)$/.exec(sentence) ?? [];
    if (error === undefined) says.push(sentence);
    else {
      if (before.trim() !== '') says.push(before.trim().replace(/[,;:]$/, ''));
      throws.push(error.replace(/[.;]$/, ''));
    }
  }
  return { says: says.join(' ').replace(/;$/, '.'), throws: throws.join('; ') };
}

const code = (text) => (text === '' ? '' : `\`${text.replace(/\s+/g, ' ').replaceAll('|', '\\|')}\``);
const cell = (text) => text.replaceAll('|', '\\|');

function row(member, source) {
  const { says, throws } = sentencesOf(member, source),
    name = member.name.getText(source);
  const shown = name === '[Symbol.dispose]' ? 'using' : name;
  if (ts.isGetAccessor(member) || ts.isPropertyDeclaration(member))
    return `| ${code(shown)} | ${cell(says)} | | ${code(member.type?.getText(source) ?? '')} | ${cell(throws)} |`;
  const takes = member.parameters.map((parameter) => code(parameter.getText(source).replace(/^(readonly|private) /, ''))).join(', ');
  return `| ${code(`${shown}()`)} | ${cell(says)} | ${takes} | ${code(member.type?.getText(source) ?? '')} | ${cell(throws)} |`;
}

const isShown = (member) =>
  (ts.isMethodDeclaration(member) || ts.isGetAccessor(member) || ts.isPropertyDeclaration(member)) &&
  !ts.isPrivateIdentifier(member.name) &&
  !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private);

/** Calls of classes and functions as a table; undefined for types. */
function callTable({ statement, source }) {
  const members = ts.isClassDeclaration(statement) ? statement.members.filter(isShown) : ts.isFunctionDeclaration(statement) ? [statement] : [];
  if (members.length === 0) return undefined;
  return ['| call | does | takes | gives | throws |', '| --- | --- | --- | --- | --- |', ...members.map((member) => row(member, source))].join('\n');
}

const first = ['createVitrine', 'openPaths', 'Vitrine', 'VitrineError', 'VitrineDocument', 'World', 'Song'];
const rank = ({ name }) => (first.includes(name) ? first.indexOf(name) : first.length);

/** [{ page, title, about, entries }] of all exported names. */
function reference(product) {
  const all = ['node/index.d.ts', 'node/openPaths.d.ts'].flatMap((name) => declarations(join(product, name)));
  if (!all.some(({ name }) => name === 'createVitrine')) throw new Error(`${product} does not declare createVitrine`);
  const once = [...new Map(all.map((entry) => [entry.name, entry])).values()];
  const placed = topics.map(({ files, ...topic }) => ({
    ...topic,
    entries: once
      .filter(({ file }) => files.includes(file))
      .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1)),
  }));
  const lost = once.filter((entry) => !placed.some(({ entries }) => entries.includes(entry)));
  if (lost.length > 0) throw new Error(`no page of the module's reference has ${lost.map(({ name, file }) => `${name} (${file})`).join(', ')}`);
  return placed;
}

/** [path, Markdown] of every page. */
export const apiPages = (product) =>
  reference(product).map(({ page, title, about, entries }) => {
    const parts = [`# ${title}`, `${about} [JavaScript module](../api.html) has examples and the errors that all calls share.`];
    for (const entry of entries) {
      parts.push(`## ${entry.name}`);
      const table = callTable(entry);
      if (table) parts.push(sentencesOf(entry.statement, entry.source).says && ts.isClassDeclaration(entry.statement) ? sentencesOf(entry.statement, entry.source).says : '', table);
      if (!table) parts.push(`\`\`\`ts\n${declarationText(entry)}\n\`\`\``);
    }
    return [`api/${page}.html`, parts.filter(Boolean).join('\n\n')];
  });

/** The index: a row per page. Names keep the anchors that they had when the reference was one page. */
export function apiIndex(product) {
  const rows = reference(product).map(({ page, title, about, entries }) => {
    const links = entries.map(({ name }) => `<a id="${name.toLowerCase()}" href="api/${page}.html#${name.toLowerCase()}">${name}</a>`);
    return `| [${title}](api/${page}.html) | ${about} | ${links.join(', ')} |`;
  });
  return ['| page | contents | names |', '| --- | --- | --- |', ...rows].join('\n');
}
