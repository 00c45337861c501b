// Format and lint, as commands: for `npm run format`, `npm run lint` and `.ci/run`.

import { filesBelow, root } from './run.mjs';

const cpp = () => ['native', 'tests'].flatMap((folder) => filesBelow(`${root}/${folder}`, '.h', '.cpp'));
const bin = (name) => `node_modules/.bin/${name}`;

export const formatCommands = () => [
  ['clang-format', ['-i', ...cpp()]],
  [bin('prettier'), ['--write', '--log-level', 'warn', '.']],
];

/** What a file's own bytes decide is looked up there; rules of eslint look at the types of other files. */
const cache = (name) => `build/cache/${name}`;

/** [name, program, arguments] of each check, the longest first; all must exit with 0. */
export const checkCommands = () => [
  ['eslint', bin('eslint'), ['.']],
  ['tsc', bin('tsc'), ['--noEmit', '--incremental', '--tsBuildInfoFile', cache('tsc.json'), '-p', 'tsconfig.json']],
  ['publint and arethetypeswrong', process.execPath, ['web/build/lintpackage.mjs']],
  ['prettier', bin('prettier'), ['--check', '--log-level', 'warn', '--cache', '--cache-strategy', 'content', '--cache-location', cache('prettier'), '.']],
  ['clang-format', 'clang-format', ['--dry-run', '--Werror', ...cpp()]],
  ['imports', process.execPath, ['web/build/imports.mjs']],
  ['paths in comments', process.execPath, ['web/build/paths.mjs']],
  ['mutants', process.execPath, ['web/build/mutants.mjs', '--list']],
];
