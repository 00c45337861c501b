// Code in Markdown, made runnable.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { root } from './vitrine.mjs';

/** Fenced blocks: [{ language, code }]. */
export const blocksOf = (markdown) =>
  [...markdown.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, code]) => ({ language, code }));

/** The commands `npx vitrine ...` of shell blocks: [{ line, args, expected }]. */
export function commandsOf(blocks) {
  const lines = blocks.filter(({ language }) => language === 'sh').flatMap(({ code }) => code.split('\n'));
  return lines
    .filter((line) => line.startsWith('npx vitrine '))
    .map((line) => {
      // Words of a shell: bare, or in single quotes. A comment may state another exit status than 0.
      const words = line.replace(/\s+#.*/, '').matchAll(/'([^']*)'|\S+/g);
      const args = Array.from(words, ([word, quoted]) => quoted ?? word).slice(2);
      return { line, args, expected: Number(/# exit (\d)/.exec(line)?.[1] ?? 0) };
    });
}

/** The steps of pipelines in YAML that run the command. */
export const stepsOf = (blocks) =>
  blocks
    .filter(({ language }) => language === 'yaml')
    .flatMap(({ code }) => Array.from(code.matchAll(/\brun: (npx vitrine [^#\n]*)/g), ([, line]) => line.trim()));

/** Arguments with what they write placed in `folder`. */
export const placedIn = (folder, args) =>
  args.map((arg, i) => (['-o', '--report', '--preview'].includes(args[i - 1]) ? join(folder, arg) : arg));

export const modulesOf = (blocks) =>
  blocks
    .filter(({ language, code }) => language === 'js' && /from 'vitrine(\/song)?'/.test(code))
    .map(({ code }) => code);

export function runModule(code) {
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' };
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], options);
}
