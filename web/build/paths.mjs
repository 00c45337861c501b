// Files that comments name: each exists. A name may leave out the folders that lead to it, or be relative to the file with
// the comment. Prints those that do not, and fails; part of `npm run lint`.

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { filesBelow, root } from './run.mjs';

const kFolders = ['native', 'shaders', 'tests/bench', 'tests/browser', 'tests/fuzz', 'tests/guard', 'tests/native', 'tests/node', 'web'];
const kEndings = ['.h', '.cpp', '.ts', '.mjs', '.glsl', '.css'];
/** Files of other programs, and what is built. */
const kElsewhere = new Set(['ronan.cpp', 'hw_models.cpp', 'vitrine-core.mjs', 'jni.h']);
const kComment = /(?:^|\s)(?:\/\/[/!]?|\/?\*\*?)\s(.*)/;
const kName = /(?<![\w./*{}-])((?:\.{1,2}\/)*(?:[\w-]+\/)*[A-Za-z][\w-]*(?:\.[\w-]+)*\.(?:cpp|h|ts|mjs|glsl))(?![\w(*-])/g;

/** Names in the comments of a text, with their lines. */
export function namesIn(text) {
  return text.split('\n').flatMap((line, index) => {
    const [, comment = ''] = kComment.exec(line) ?? [];
    return [...comment.matchAll(kName)].map(([, name]) => ({ name, line: index + 1 }));
  });
}

/** `file:line: name` for each name that is no end of a path of `paths`. `texts`: path -> text. */
export function stalePaths(texts, paths) {
  const ends = new Set(
    paths.flatMap((path) => {
      const parts = path.split('/');
      return parts.map((_, index) => parts.slice(index).join('/'));
    }),
  );
  return [...texts].flatMap(([path, text]) =>
    namesIn(text)
      // A member of something, `component.h`, looks like a header in a script.
      .filter(({ name }) => !(path.endsWith('s') && /^\w+\.h$/.test(name)))
      .filter(({ name }) => !ends.has(name) && !ends.has(join(dirname(path), name)) && !kElsewhere.has(name))
      .map(({ name, line }) => `${path}:${line}: ${name}`),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = kFolders.flatMap((folder) => filesBelow(join(root, folder), ...kEndings)).map((path) => relative(root, path));
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const stale = stalePaths(texts, paths);
  for (const one of stale) console.error(`a comment names a file that does not exist: ${one}`);
  if (stale.length > 0) process.exitCode = 1;
}
