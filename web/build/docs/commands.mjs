// The reference of the command line, from what the command says of itself.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export function commandReference(product) {
  const help = (...args) => execFileSync(process.execPath, [join(product, 'node/cli.js'), ...args], { encoding: 'utf8' }).trim();
  const overview = help('help');
  const names = Array.from(overview.matchAll(/^ {2}([a-z]+)\s/gm), ([, name]) => name);
  if (names.length < 5) throw new Error('the command names too few of its commands');
  return names.map((name) => `## ${name}\n\n\`\`\`text\n${help(name, '--help')}\n\`\`\``).join('\n\n');
}
