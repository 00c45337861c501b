// The reference of the command line, from what the command says of itself.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export function commandReference(product) {
  const help = (...args) => execFileSync(process.execPath, [join(product, 'node/cli.js'), ...args], { encoding: 'utf8', env: { ...process.env, COLUMNS: '0' } }).trim();
  const overview = help('help');
  const names = Array.from(overview.matchAll(/^ {2}([a-z]+)\s/gm), ([, name]) => name);
  if (names.length < 5) throw new Error('the command names too few of its commands');
  return names.map((name) => section(name, help(name, '--help'))).join('\n\n');
}

/** The help text of a command as a section: its parts are tables, which fit any width. */
function section(name, help) {
  const [, usage, summary, options, examples, statuses] =
    /^(.+)\n(.+)\n\n(Options\n[^]+?)\n\nExamples\n([^]+?)\n\nExit status\n([^]+)$/.exec(help) ?? [];
  if (statuses === undefined) throw new Error(`the help of ${name} has other parts than expected`);
  const rows = (text, label) =>
    text
      .split('\n')
      .map((line) => /^ {2}(.+?) {2,}(.+)$/.exec(line))
      .map(([, first, second]) => `| ${label(first)} | ${cell(second)} |`)
      .join('\n');
  return [
    `## ${name}`,
    `${summary[0].toUpperCase()}${summary.slice(1)}.`,
    block(usage),
    ...options.split('\n\n').flatMap((group) => {
      const [title, ...lines] = group.split('\n');
      // The hint of one kind's help is for terminals.
      if (!title.startsWith('Options')) return [];
      const label = (text) => `\`${text.replaceAll('|', '\\|')}\``;
      return [`| ${title === 'Options' ? 'option' : title.replace('Options', 'option')} | |\n| --- | --- |\n${rows(lines.join('\n'), label)}`];
    }),
    block(examples.replace(/^ {2}/gm, '').replace(/^ {4}(.*)$/gm, '  # $1')),
    `| exit status | |\n| --- | --- |\n${rows(statuses, (text) => text)}`,
  ].join('\n\n');
}

const block = (text) => `\`\`\`text\n${text}\n\`\`\``;

/** Plain text in a Markdown table. */
const cell = (text) => text.replace(/[\\|`*_<>[\]{}]/g, '\\$&');
