// A page per code: its cause from public/docs/codes, the message of a file that has it, and what to do.

import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import { filesBelow, root } from '../run.mjs';

const texts = join(root, 'public/docs/codes');

/** Every code the core can report, from the headers and sources that define them. */
export function coreCodes() {
  const literal = String.raw`"(?:[^"\\]|\\.)*"`;
  const definition = new RegExp(
    String.raw`constexpr Code k\w+\s*\{\s*(${literal})\s*,\s*Severity::k(\w+)\s*,\s*((?:${literal}\s*)+)\}`,
    'g',
  );
  const codes = [];
  for (const path of [...filesBelow(join(root, 'native'), '.h'), ...filesBelow(join(root, 'native'), '.cpp')]) {
    const text = readFileSync(path, 'utf8');
    const found = [...text.matchAll(definition)];
    const defined = text.match(/constexpr Code k\w+\s*\{/g)?.length ?? 0;
    if (found.length !== defined) throw new Error(`${path}: ${defined} codes, ${found.length} of them are read`);
    for (const [, id, severity, help] of found) {
      const parts = help.match(new RegExp(literal, 'g')).map((part) => JSON.parse(part));
      codes.push({ id: JSON.parse(id), severity: severity.toLowerCase(), help: parts.join('') });
    }
  }
  return codes;
}

/** The sections `## CODE` of public/docs/codes by code. Those of codes that scripts report bring their cure. */
export function writtenCodes() {
  const found = new Map();
  for (const path of filesBelow(texts, '.md')) {
    const [head, ...sections] = readFileSync(path, 'utf8').split(/^## /m);
    for (const section of sections) {
      const [, id, body] = /^(\w+)\n+([^]*)$/.exec(section) ?? [];
      if (!id || found.has(id)) throw new Error(`${path}: no code, or one for the second time: ${section.slice(0, 40)}`);
      const [text, cure] = body.trim().split(/\n*^Cure: /m),
        [cause, example] = text.split(/\n*^Example: /m);
      found.set(id, { family: head.trim().replace(/^# /, '').split('\n')[0], order: basename(path), cause, example, cure });
    }
  }
  return found;
}

/** The first message of each code that the project's own test files bring about. */
function shownMessages(vitrine) {
  const shown = new Map();
  const keep = (path, messages) => {
    for (const message of messages) if (!shown.has(message.code)) shown.set(message.code, { ...message, path });
  };
  const data = join(root, 'tests/data');
  for (const path of [...filesBelow(join(data), ''), ...filesBelow(join(root, 'public/samples/broken'), '')].sort()) {
    const name = basename(path),
      bytes = readFileSync(path),
      place = relative(root, path);
    if (name.endsWith('.world.json')) {
      try {
        const world = vitrine.world(bytes);
        keep(place, world.report.issues.messages);
        world.dispose();
      } catch (error) {
        keep(place, error.issues ?? []);
      }
    } else if (!name.endsWith('.json')) {
      const doc = vitrine.load([{ name, bytes }]);
      keep(place, doc.report.issues.messages);
      doc.dispose();
    }
  }
  return shown;
}

function shownText({ path, source, line, column, offset, severity, code, message, excerpt }) {
  const place = line ? `${line}:${column}` : offset === undefined ? '' : `byte ${offset}`;
  const word = ['error', 'warning', 'info', 'hint'][severity];
  const lines = [`${basename(source ?? path)}${place && `:${place}`}: ${word} ${code}: ${message}`];
  if (excerpt) lines.push(`  ${excerpt.text}`, `  ${' '.repeat(excerpt.caret)}^`);
  return lines.join('\n').replace(/(?![\n\t])\p{Cc}/gu, asEscape);
}

/** As the command prints them. */
const asEscape = (c) => `\\x${c.codePointAt(0).toString(16).padStart(2, '0')}`;

const severityText = {
  error: 'Error: the file, or this part of it, is not shown.',
  warning: 'Warning: the file is shown; what the message names is not as it should be.',
  info: 'Information: nothing is wrong, but it explains what is seen.',
  hint: 'Hint: nothing needs to be done to see the file.',
};

/** [path, Markdown] of every page. */
export function codePages(vitrine) {
  const written = writtenCodes(),
    shown = shownMessages(vitrine);
  const byId = new Map();
  for (const code of coreCodes()) byId.set(code.id, [...(byId.get(code.id) ?? []), code]);
  for (const [id, { cure }] of written) if (cure) byId.set(id, [{ id, severity: 'error', help: cure }]);
  const pages = [],
    families = new Map();
  for (const [id, kinds] of [...byId].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { family, cause, example } = written.get(id) ?? { family: 'Others', cause: 'There is no text yet.' };
    const message = shown.get(id);
    const parts = [`# ${id}`, kinds.map(({ severity }) => severityText[severity]).join(' '), '## Cause', cause];
    if (message || example) parts.push('## Example');
    if (example) parts.push(example);
    if (message) parts.push(`\`\`\`text\n${shownText(message)}\n\`\`\``, `This is what \`${message.path}\` gets.`);
    parts.push('## What to do', [...new Set(kinds.map(({ help }) => help))].join('\n\n'));
    pages.push([`codes/${id}.html`, parts.join('\n\n')]);
    if (!families.has(family)) families.set(family, []);
    const [first] = cause.split(/(?<=[.;:])\s/);
    families.get(family).push(`| [${id}](${id}.html) | ${kinds.map(({ severity }) => severity).join(', ')} | ${first.replaceAll('|', '\\|')} |`);
  }
  const index = [
    '# All messages',
    'Every message carries one of these codes and its place in the file. `vitrine check` prints them; the page lists them under Problems.',
  ];
  for (const [family, rows] of [...families].sort(([a], [b]) => (a < b ? -1 : 1)))
    index.push(`## ${family.replace('Messages of ', '').replace(/^./, (c) => c.toUpperCase())}`, `| code | is | cause |\n| --- | --- | --- |\n${rows.join('\n')}`);
  pages.push(['codes/index.html', index.join('\n\n')]);
  return pages;
}
