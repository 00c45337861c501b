// Format and lint, as commands: for `npm run format`, `npm run lint` and `.ci/run`.

import { filesBelow, root } from './run.mjs';

const cpp = () => ['native', 'tests'].flatMap((folder) => filesBelow(`${root}/${folder}`, '.h', '.cpp'));
const bin = (name) => `node_modules/.bin/${name}`;

export const formatCommands = () => [
  ['clang-format', ['-i', ...cpp()]],
  [bin('prettier'), ['--write', '--log-level', 'warn', '.']],
];

/** [name, program, arguments] of each check; all must exit with 0. */
export const checkCommands = () => [
  ['clang-format', 'clang-format', ['--dry-run', '--Werror', ...cpp()]],
  ['prettier', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['imports', process.execPath, ['web/build/imports.mjs']],
  ['mutants', process.execPath, ['web/build/mutants.mjs', '--list']],
  ['eslint', bin('eslint'), ['.']],
  ['tsc', bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']],
];
