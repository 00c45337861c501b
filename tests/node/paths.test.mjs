// Files that comments name: `web/build/paths.mjs`, a check of `npm run lint`.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { namesIn, stalePaths } from '../../web/build/paths.mjs';

// In pieces, because the check reads this file as well.
const text = [
  '/',
  '/ See base/error.h and gone.cpp, not *.cpp or _bench.cpp.\n',
  "const path = 'web/gone.ts';\n",
  '  /',
  '** In ../core/document.ts; `fullCore.ts` has the rest. */\n',
  '  x = 1; /',
  '// also native/gone.h.\n',
].join('');

test('names of files are found in comments, with their lines, and nowhere else', () =>
  assert.deepEqual(
    namesIn(text).map(({ name, line }) => `${line} ${name}`),
    ['1 base/error.h', '1 gone.cpp', '3 ../core/document.ts', '3 fullCore.ts', '4 native/gone.h'],
  ));

test('a name is stale where no path ends with it', () => {
  const paths = ['native/base/error.h', 'web/src/core/document.ts', 'web/src/core/fullCore.ts', 'web/src/ui/a.ts'];
  assert.deepEqual(stalePaths(new Map([['web/src/ui/a.ts', text]]), paths), [
    'web/src/ui/a.ts:1: gone.cpp',
    'web/src/ui/a.ts:4: native/gone.h',
  ]);
  assert.deepEqual(
    stalePaths(new Map([['web/src/a.ts', ['/', '/ set component.h, see other.h'].join('')]]), paths),
    [],
  );
});
