// TypeScript to dist/: the page, its worker, the element and the Node host, around the one wasm artefact.

import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { build, transform } from 'esbuild';
import { minify } from 'terser';

import { viewCores } from './formats.mjs';
import { writeServiceWorker } from './offline.mjs';
import { filesBelow, root } from './run.mjs';
import { reportsSchema } from './schemas.mjs';
import { linkCommand } from './setup.mjs';

export const dist = join(root, 'dist');
const source = (path) => join(root, 'web/src', path);

const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'warning',
  loader: { '.glsl': 'text', '.vert': 'text', '.frag': 'text', '.css': 'text' },
  // Emscripten's glue is loaded beside the bundle at run time, never bundled.
  // Node's own modules are named where a script of both hosts reads a file.
  external: ['*vitrine-core.mjs', 'node:*'],
};

const browserEntries = {
  app: 'ui/app.ts',
  'engine-worker': 'engine/worker.ts',
  'page-worker': 'engine/page/worker.ts',
  'engine-extras': 'engine/extras/index.ts',
  'engine-frames': 'engine/frames/index.ts',
  'engine-check': 'ui/check/worker.ts',
  'catalog-worker': 'ui/catalog/worker.ts',
  'film-worker': 'ui/tools/filmWorker.ts',
  'film-mp4': 'ui/tools/mp4.ts',
  'engine-tools': 'engine/tools/index.ts',
  'export-images': 'engine/exportImages.ts',
  'export-files': 'ui/exportFiles.ts',
  'light-panorama': 'ui/tools/panorama.ts',
  'engine-rules': 'verdicts/engines.ts',
  'engine-profiles': 'verdicts/profiles.json',
  simplifier: 'core/simplifier.ts',
  'world-worker': 'engine/world/worker.ts',
  'world-page': 'ui/world/room.ts',
  'world-edit': 'ui/workbench/index.ts',
  'world-text': 'ui/workbench/code/pane.ts',
  'music-page': 'ui/music/room.ts',
  'music-worklet': 'music/processor.ts',
  'music-worker': 'music/worker.ts',
  'music-files': 'music/files.ts',
  song: 'music/index.ts',
  'world-engine': 'engine/world/elementWorker.ts',
  element: 'element/element.ts',
  'element-controls': 'element/controls.ts',
  'element-song': 'element/song.ts',
  'element-worldsong': 'element/worldSong.ts',
  'element-notes': 'element/notes.ts',
  'element-preview': 'element/preview.ts',
  'element-moved': 'element/moved.ts',
  'engine-onpage': 'viewer/onPage.ts',
  embed: 'element/embed.ts',
  'embed-page': 'element/embedPage.ts',
};
/** Parts of the page that are fetched with their first use. What they share with the page's script they import from it. */
const pageParts = { 'page-embed': 'ui/embed.ts', 'page-library': 'ui/catalog/catalog.ts' };
// The publisher's to give: release.mjs sets it.
const homepage = process.env.VITRINE_HOMEPAGE;
const nodeEntries = { 'node/index': 'node/index.ts', 'node/cli': 'node/cli.ts', 'node/files': 'node/openPaths.ts' };

function present(entries) {
  const found = {};
  for (const [name, path] of Object.entries(entries)) {
    if (existsSync(source(path))) found[name] = source(path);
    else console.log(`not there yet, skipped: web/src/${path}`);
  }
  return found;
}

/** A line of GLSL without spaces and zeros that mean nothing; directives keep theirs. */
const tight = (line) =>
  line.startsWith('#')
    ? line
    : line
        // 0.5 and 1.0 are .5 and 1. as well.
        .replace(/(?<![\w.])0(\.\d)/g, '$1')
        .replace(/(\d\.)0(?!\d)/g, '$1')
        .replace(/\s*([*/=<>!?:;,(){}[\]&|])\s*/g, '$1').replace(/([\w)\]]) ([-+]=?) ?(?=[\w(.])/g, '$1$2');

/** Directives stand on lines of their own, everything else needs none. */
const joined = (lines) =>
  lines
    .map((line) => (line.startsWith('#') ? `\n${line}\n` : /\w$/.test(line) ? `${line} ` : line))
    .join('')
    .replace(/\n+/g, '\n')
    .concat('\n');

/** Shader features that only the application uses: numbers of a model, sections, other lights. */
const applicationDefines = ['SHOW', 'HEAT', 'SECTION', 'LIGHT'];

/** Lines of GLSL without what is there for `defines` alone. */
function without(defines, lines) {
  const open = [],
    kept = [];
  for (const line of lines) {
    const [word, name] = line.split(/\s+/);
    const isOurs = open.at(-1)?.isOurs ?? false;
    if (/^#if/.test(word)) open.push({ isOurs: word === '#ifdef' && defines.includes(name), isElse: false });
    else if (word === '#else' && isOurs) open.at(-1).isElse = true;
    else if (word === '#endif') open.pop();
    const isMark = /^#(ifdef|else|endif)/.test(word) && (isOurs || (open.at(-1)?.isOurs ?? false));
    if (!isMark && !open.some((each) => each.isOurs && !each.isElse)) kept.push(line);
  }
  return kept;
}

// Style sheets and shaders travel as text inside the scripts: without what only people read.
const smallTexts = (unused = []) => ({
  name: 'small-texts',
  setup(builder) {
    builder.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'css', minify: true });
      // In what variables hold, esbuild keeps the spaces. No sheet has a text with a comma or a slash.
      return { contents: code.trim().replace(/(--[\w-]+:|,) /g, '$1').replaceAll(' / ', '/'), loader: 'text' };
    });
    builder.onLoad({ filter: /\.glsl$/ }, ({ path }) => {
      const lines = readFileSync(path, 'utf8').split('\n');
      const kept = lines.map((line) => tight(line.replace(/\/\/.*/, '').trim())).filter((line) => line !== '');
      return { contents: joined(without(unused, kept)), loader: 'text' };
    });
  },
});

/** Emscripten's glue with short names: a quarter less to fetch. */
const small = async (glue) => (await transform(glue, { minify: true, target: common.target, format: 'esm' })).code;

/** Scripts that are fetched when they are needed: where a source says import(), which stays in what is built. */
const later = { controls: 'element-controls', song: 'element-song', worldSong: 'element-worldsong', notes: 'element-notes', preview: 'element-preview', moved: 'element-moved', onPage: 'engine-onpage', mp4: 'film-mp4', exportFiles: 'export-files', panorama: 'light-panorama', embed: 'page-embed', catalog: 'page-library' };

const fetchedLater = (...names) => ({
  name: 'fetched-later',
  setup(builder) {
    builder.onResolve({ filter: new RegExp(`^\\.{1,2}/(\\w+/)*(${names.join('|')})$`) }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `./${later[path.replace(/.*\//, '')]}.js`, external: true } : undefined,
    );
  },
});

/** The worker of worlds imports the element's script, which has the same engine. */
const worldEngineBeside = {
  name: 'world-engine-beside',
  setup(builder) {
    builder.onResolve({ filter: /^\.\/elementWorker$/ }, () => ({ path: './world-engine.js', external: true }));
  },
};

/** In a part of the page, the modules of ui/shared.ts are the page's own script. */
const pageShared = {
  name: 'page-shared',
  setup(builder) {
    const list = readFileSync(source('ui/shared.ts'), 'utf8');
    const names = new Map(
      [...list.matchAll(/^export \{ (.*) \} from '(.*)'/gm)].map(([, shared, path]) => [resolve(source('ui'), `${path}.ts`), shared]),
    );
    builder.onResolve({ filter: /.*/, namespace: 'page-shared' }, ({ path }) => ({ path, external: true }));
    builder.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const file = resolve(resolveDir, `${path}.ts`);
      return names.has(file) ? { path: file, namespace: 'page-shared' } : undefined;
    });
    builder.onLoad({ filter: /.*/, namespace: 'page-shared' }, ({ path }) => ({ contents: `export { ${names.get(path)} } from './app.js'` }));
  },
};

/** What is known of engines is one script, which pages and Node import; `folder` leads to it. */
const profilesBeside = (folder) => ({
  name: 'profiles-beside',
  setup(builder) {
    builder.onResolve({ filter: /^\.\/profiles\.json$/ }, () => ({ path: `${folder}/engine-profiles.js`, external: true }));
  },
});

/** The check for engines likewise. */
const checkBeside = (folder) => ({
  name: 'check-beside',
  setup(builder) {
    builder.onResolve({ filter: /\/verdicts\/engines$/ }, () => ({ path: `${folder}/engine-rules.js`, external: true }));
  },
});

/** So is what makes fewer triangles; `folder` leads to it. */
const simplifierBeside = (folder) => ({
  name: 'simplifier-beside',
  setup(builder) {
    builder.onResolve({ filter: /^meshoptimizer\/simplifier$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: `${folder}/simplifier.js`, external: true } : undefined,
    );
  },
});

/** Where a command writes the engine and the full core into a script: their names, as texts. A package has no second copy of them. */
const placesInside = {
  name: 'places-inside',
  setup(builder) {
    builder.onResolve({ filter: /^vitrine:(engine|wasm)$/ }, ({ path }) => ({ path, namespace: 'places' }));
    builder.onLoad({ filter: /.*/, namespace: 'places' }, ({ path }) => ({ contents: path, loader: 'text' }));
  },
};

/**
 * Makes large scripts smaller: terser takes 2 to 3 % from what esbuild leaves. With `reduce_vars` it is 5 %, but functions
 * move into scopes that keep fifty closed viewers alive (0.8 MB).
 */
async function shrink(out, names, module = true) {
  const compress = { passes: 3, reduce_vars: false, reduce_funcs: false };
  for (const name of names) {
    const file = join(out, name);
    const { code } = await minify(readFileSync(file, 'utf8'), { module, ecma: 2022, compress });
    writeFileSync(file, code);
  }
}

/** Files that a viewer on another page fetches; the application has files of its own. */
const elementFiles =
  /^(element(-controls|-notes|-preview|-song|-worldsong)?\.js|music-work(er|let)\.js|embed(-page)?\.js|embed\.html|engine-(worker|extras|frames|onpage)\.js|world-engine\.js|export-images\.js|vitrine-.*\.(wasm|mjs))$/;

/** Their names, for `vitrine copy` and for the archive that the application makes for other sites. */
function writeElementFiles(out) {
  const names = [...readdirSync(out).filter((name) => elementFiles.test(name)), 'icons/vitrine.svg', 'styles/element.css', 'styles/embed.css'].sort();
  writeFileSync(join(out, 'element-files.json'), `${JSON.stringify(names)}\n`);
}

/** Writes the application to `out`: public/, the full core and the sound core of `wasmFolder`, every script of browsers. */
export async function bundlePage(wasmFolder, out = dist) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  const docs = join(root, 'public/docs');
  cpSync(join(root, 'public'), out, { recursive: true, filter: (path) => path !== docs });
  // Translators need the lines, pages do not.
  for (const path of filesBelow(join(out, 'languages'), '.json'))
    writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))));
  writeFileSync(join(out, 'vitrine-core.mjs'), await small(readFileSync(join(wasmFolder, 'vitrine-core.mjs'), 'utf8')));
  for (const name of ['core', 'sound']) copyCore(wasmFolder, name, out);
  cpSync(join(root, 'native/world/world.schema.json'), join(out, 'world.schema.json'));
  cpSync(source('verdicts/profiles.schema.json'), join(out, 'profiles.schema.json'));
  writeFileSync(join(out, 'reports.schema.json'), JSON.stringify(reportsSchema(source('node/schemas'))));
  const { 'engine-worker': engine, ...others } = present(browserEntries),
    muxer = join(root, 'node_modules/mediabunny');
  if (existsSync(muxer)) cpSync(join(muxer, 'LICENSE'), join(out, 'film-mp4.LICENSE.txt'));
  else {
    console.warn('mediabunny is not installed: animations are not saved as MP4. Run npm install.');
    delete others['film-mp4'];
  }
  for (const [entryPoints, unused, ...plugins] of [
    [{ 'engine-worker': engine }, applicationDefines],
    [others, []],
    [present(pageParts), [], pageShared],
  ])
    await build({
      ...common,
      entryPoints,
      outdir: out,
      platform: 'browser',
      minify: true,
      plugins: [...plugins, smallTexts(unused), fetchedLater(...Object.keys(later)), worldEngineBeside, profilesBeside('.'), checkBeside('.'), simplifierBeside('.')],
    });
  await shrink(out, ['element.js', 'engine-worker.js', 'app.js', 'page-worker.js', 'catalog-worker.js', 'world-engine.js', 'world-edit.js', 'world-text.js']);
  await writeServiceWorker(out);
}

const copyCore = (wasmFolder, name, out) => cpSync(join(wasmFolder, `vitrine-${name}.wasm`), join(out, `vitrine-${name}.wasm`));

/** Writes the rest, for documentation pages, figures and Node, once every core is in `wasmFolder`. */
export async function bundleRest(wasmFolder, out = dist) {
  mkdirSync(join(out, 'figure'));
  mkdirSync(join(out, 'element/frameworks'), { recursive: true });
  // `vitrine/react` and its like are empty at run time: they are types alone.
  writeFileSync(join(out, 'element/frameworks/none.js'), 'export {};\n');
  cpSync(join(root, 'web/src/hosts'), join(out, 'hosts'), { recursive: true });
  for (const core of viewCores()) copyCore(wasmFolder, `view-${core}`, out);
  // What a page in one file has beside the scripts of the element.
  const figure = { ...common, outdir: out, platform: 'browser', minify: true };
  await build({ ...figure, entryPoints: { 'figure/page': source('figure/page.ts') } });
  await build({
    ...figure,
    entryPoints: { 'figure/classic': source('element/classic.ts') },
    format: 'iife',
    define: { 'import.meta.url': 'document.baseURI' },
    plugins: [smallTexts(), placesInside, fetchedLater('song', 'worldSong', 'onPage', 'preview', 'moved')],
  });
  await shrink(out, ['figure/classic.js'], false);
  writeElementFiles(out);
  // Shared code of the entry points is one script: `instanceof VitrineError` holds for all, and nothing is read twice.
  await build({
    ...common,
    define: homepage === undefined ? {} : { VITRINE_HOMEPAGE: JSON.stringify(homepage) },
    entryPoints: present(nodeEntries),
    outdir: out,
    chunkNames: 'node/[name]-[hash]',
    platform: 'node',
    splitting: true,
    minify: true,
    plugins: [profilesBeside('..'), checkBeside('..'), simplifierBeside('..')],
    // Errors and classes are told by their names.
    keepNames: true,
  });

  // The encoder of `vitrine pack`, with the licences that go with it.
  const jpeg = join(root, 'node_modules/@jsquash/jpeg');
  cpSync(join(jpeg, 'codec/enc/mozjpeg_enc.wasm'), join(out, 'node/mozjpeg_enc.wasm'));
  const licences = ['LICENSE', 'codec/LICENSE.codec.md'].map((name) => readFileSync(join(jpeg, name), 'utf8'));
  writeFileSync(join(out, 'node/mozjpeg_enc.LICENSE.txt'), licences.join('\n'));

  // The decoder of WebP images, likewise.
  await bundleWebp(out);

  const cli = join(out, 'node/cli.js');
  if (existsSync(cli)) {
    const code = readFileSync(cli, 'utf8');
    if (!code.startsWith('#!')) writeFileSync(cli, `#!/usr/bin/env node\n${code}`);
    chmodSync(cli, 0o755);
    if (out === dist) linkCommand();
  }
}

/** The codec of WebP for Node, a script of its own that only images of this kind load. */
async function bundleWebp(out) {
  const webp = join(root, 'node_modules/@jsquash/webp');
  if (!existsSync(webp)) return void console.warn('@jsquash/webp is not installed: WebP images stay undecoded in Node. Run npm install.');
  await build({
    entryPoints: [join(webp, 'codec/dec/webp_dec.js')],
    outfile: join(out, 'node/webp_dec.cjs'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    minifyWhitespace: true,
    minifySyntax: true,
    // The glue sets it where it has none.
    define: { 'import.meta.url': 'webpGlueUrl' },
    banner: { js: "var webpGlueUrl = 'file:///';" },
    logLevel: 'warning',
  });
  cpSync(join(webp, 'codec/dec/webp_dec.wasm'), join(out, 'node/webp_dec.wasm'));
  const licences = ['LICENSE', 'codec/LICENSE.codec.md'].map((name) => readFileSync(join(webp, name), 'utf8'));
  writeFileSync(join(out, 'node/webp_dec.LICENSE.txt'), licences.join('\n'));
}

/** All of the product: copies and bundles everything into `out`. */
export async function bundle(wasmFolder, out = dist) {
  await bundlePage(wasmFolder, out);
  await bundleRest(wasmFolder, out);
}

// A test that imports from dist/ means the built product itself, not a copy compiled into the test.
const distOutside = {
  name: 'dist-outside',
  setup(builder) {
    builder.onResolve({ filter: /^\..*\/dist\// }, ({ path, resolveDir }) => ({ path: resolve(resolveDir, path), external: true }));
  },
};

/** Bundles test files for `node --test`: what a test imports from web/src is compiled in, node_modules stay outside. */
export async function bundleTests(files, outdir) {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: files,
    outbase: join(root, 'tests'),
    outdir,
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    packages: 'external',
    sourcemap: 'inline',
    plugins: [distOutside],
  });
}
