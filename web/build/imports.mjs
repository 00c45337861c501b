// The imports of web/src, by type or value: none runs in a circle, and all follow the arrows between the folders.

import { existsSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { filesBelow, root } from './run.mjs';

/** Folders that a folder may import besides itself. */
const arrows = {
  base: [],
  images: ['base'],
  core: ['images', 'base'],
  archives: ['core', 'base'],
  verdicts: ['core', 'base'],
  protocol: ['core', 'archives', 'base'],
  formats: ['core', 'base'],
  music: ['core', 'base'],
  docs: [],
  offline: ['protocol'],
  engine: ['core', 'protocol', 'archives', 'images', 'base'],
  viewer: ['core', 'protocol', 'base'],
  element: ['core', 'protocol', 'viewer', 'music', 'archives', 'base'],
  ui: ['core', 'protocol', 'viewer', 'formats', 'music', 'verdicts', 'archives', 'images', 'base'],
  node: ['core', 'formats', 'figure', 'verdicts', 'archives', 'images', 'base'],
  figure: ['core', 'engine', 'element', 'base'],
};
/** The table of the element's attributes, and what the view of worlds says to their engine. */
const known = [
  /^ui\/snippets\.ts > element\/attributes\.ts$/,
  // Posters of the library are drawn by the headless module, in a worker of their own.
  /^ui\/catalog\/worker\.ts > node\//,
  /^ui\/(world|workbench|files|statusLine).* > engine\/world\/(messages|plan|engine)\.ts$/,
];

const folderOf = (name) => name.split('/')[0];

/** Modules that a text without comments names behind `from`, `import` and `import(`. */
const specifiers = (text) =>
  [
    ...text
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '')
      .matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)'(\.[^']+)'/g),
  ].map(([, specifier]) => specifier);

/** Map of each file of web/src to the files there that it imports; names are relative to web/src. */
export function importGraph() {
  const folder = join(root, 'web/src');
  const nameOf = (path) => relative(folder, path).split(sep).join('/');
  const files = filesBelow(folder, '.ts').map(nameOf);
  const resolve = (from, specifier) => {
    const path = posix.join(posix.dirname(from), specifier);
    return [path, `${path}.ts`, `${path}.d.ts`, `${path}/index.ts`].find((name) => name.endsWith('.ts') && existsSync(join(folder, name)));
  };
  return new Map(
    files.map((name) => [
      name,
      specifiers(readFileSync(join(folder, name), 'utf8')).flatMap((specifier) => resolve(name, specifier) ?? []),
    ]),
  );
}

/** Each circle as the list of its files, once. */
export function circles(graph) {
  const found = [],
    done = new Set();
  const visit = (name, path) => {
    const at = path.indexOf(name);
    if (at >= 0) found.push(path.slice(at));
    if (at >= 0 || done.has(name)) return;
    for (const next of graph.get(name) ?? []) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of graph.keys()) visit(name, []);
  return found;
}

/** Imports against the arrows, as "from > to". */
export function wrongImports(graph) {
  return [...graph].flatMap(([from, targets]) =>
    targets
      .filter((to) => folderOf(to) !== folderOf(from) && !arrows[folderOf(from)]?.includes(folderOf(to)))
      .map((to) => `${from} > ${to}`)
      .filter((line) => !known.some((exception) => exception.test(line))),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const graph = importGraph();
  for (const circle of circles(graph)) console.error(`imports in a circle: ${[...circle, circle[0]].join(' > ')}`);
  for (const line of wrongImports(graph)) console.error(`against the arrows: ${line}`);
  if (circles(graph).length + wrongImports(graph).length > 0) process.exitCode = 1;
}
