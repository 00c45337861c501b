// Which tests `npm test` alone leaves out, because they take long: they run in CI, and by `npm test -- all`. What is left
// touches every format and every part in some way, in a quarter of an hour from an empty cache on two cores. Native programs
// are labelled `long` in tests/CMakeLists.txt.

import { basename } from 'node:path';

// Whole models written and read back, every command of the documentation, every damaged file of the reference material.
const longScripts = [
  'check_for_measured.test.ts',
  'docs.test.mjs',
  'glb.test.mjs',
  'md5_assimp.test.mjs',
  'md5_export.test.ts',
  'package.test.mjs',
  'reliability.test.mjs',
  'samples.test.ts',
  'song.test.mjs',
  'sound.test.mjs',
  'v2_model.test.mjs',
  'workbench_random.test.ts',
  'world_cases.test.mjs',
  'world_drawing.test.mjs',
];

// A page that is drawn by the processor takes seconds a test: of these a few, that cross most of the product.
const shortPages = ['element.test.mjs', 'figure.test.mjs', 'hostile.test.mjs', 'page.test.mjs', 'viewcore.test.mjs', 'world_element.test.mjs'];

/** True for a script of tests/<suite> that takes long. Typed tests of the browser run in Node, in no time. */
export const isLong = (suite, path) => {
  const name = basename(path);
  if (suite === 'browser') return name.endsWith('.mjs') && !shortPages.includes(name);
  return suite === 'node' && longScripts.includes(name);
};
