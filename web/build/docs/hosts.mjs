// A project of tests/hosts as code blocks: what the documentation shows is what the tests build and look at.

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { filesBelow, root } from '../run.mjs';

const languages = { mjs: 'js', jsx: 'jsx', mdx: 'jsx', yml: 'yaml', rst: 'rst', md: 'markdown' };

/** Markdown of the files of a host, scripts and pages first and the package last. */
export function hostFiles(name) {
  const folder = join(root, 'tests/hosts', name);
  const files = filesBelow(folder, '').filter((path) => !path.endsWith('host.json'));
  files.sort((a, b) => Number(a.endsWith('package.json')) - Number(b.endsWith('package.json')));
  return files
    .map((path) => {
      const ending = path.slice(path.lastIndexOf('.') + 1);
      return `\`${relative(folder, path)}\`\n\n\`\`\`${languages[ending] ?? ending}\n${readFileSync(path, 'utf8').trimEnd()}\n\`\`\``;
    })
    .join('\n\n');
}
