// Each folder is checked by the compiler of its framework: what stands there is right, and what is marked as wrong is.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const options = (more, lib = ['ES2022', 'DOM', 'DOM.Iterable']) => ({
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib,
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    ...more,
  },
});
const projects = {
  react: options({ jsx: 'react-jsx', skipLibCheck: true }),
  preact: options({ jsx: 'react-jsx', jsxImportSource: 'preact', skipLibCheck: true }),
  solid: options({ jsx: 'preserve', jsxImportSource: 'solid-js', skipLibCheck: true }),
  vue: { ...options({ jsx: 'preserve', skipLibCheck: true }), vueCompilerOptions: { strictTemplates: true } },
  svelte: options({ verbatimModuleSyntax: true, skipLibCheck: true }),
  // A program without a page.
  node: options({}, ['ES2022']),
};
const run = (program, ...args) => execFileSync('node', [program, ...args], { stdio: 'inherit' });
for (const [folder, config] of Object.entries(projects)) {
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ ...config, include: ['.'] }));
  console.log(folder);
  if (folder === 'vue') run('node_modules/vue-tsc/bin/vue-tsc.js', '-p', folder);
  else if (folder === 'svelte')
    run('node_modules/svelte-check/bin/svelte-check', '--workspace', folder, '--tsconfig', 'tsconfig.json');
  else for (const compiler of ['typescript', 'typescript-first']) run(`node_modules/${compiler}/bin/tsc`, '-p', folder);
}
