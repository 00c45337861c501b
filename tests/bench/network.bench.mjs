// The first picture on real networks: the heron in pages of ours, of three.js and of model-viewer, with an empty cache, on
// localhost and on two shaped networks, by servers that compress nothing, scripts, or everything. Ours is the markup that
// the Embed button gives, for the files as they are, for gzipped ones, and the page of public/examples/fast. First is the first picture of the window with the model in its place; complete is the first with
// the colours of its images. All numbers are ratios to three.js in the same run.
//
// node tests/bench/network.bench.mjs [--runs N] [--nets localhost,slow,fast] [--compress nothing,types,all] [--pages a,b]

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';

import { launchBrowser } from './browser.mjs';
import { minimalThree, modelViewerPage, page, threePage } from './embed_pages.mjs';
import { median, root } from './harness.mjs';
import { serveShaped } from './shaped.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    nets: { type: 'string', default: 'localhost,slow,fast' },
    compress: { type: 'string', default: 'nothing,types,all' },
    pages: { type: 'string' },
    log: { type: 'boolean', default: false },
  },
});
const kNets = {
  localhost: { title: 'localhost', mbits: 0, roundTripMs: 0 },
  slow: { title: '1.6 Mbit/s, 150 ms', mbits: 1.6, roundTripMs: 150 },
  fast: { title: '10 Mbit/s, 40 ms', mbits: 10, roundTripMs: 40 },
};
/** Where the model is in the window, in pixels. */
const kMiddle = { x: 240, y: 160, size: 160 };
/** Some part of the model is so much darker or lighter than the stage, of 255. */
const kContrast = 60;
/** Of the most colourful picture of a page, which has its images. */
const kColour = 0.6;
const kWatchMs = 1200;
/** How often the main thread is asked what it has done. */
const kLookMs = 15;
const kPatienceMs = 120_000;
/** A page that says it is done may not have been drawn yet where other programs run beside it. */
const kMostWatches = 20;

const dist = process.env.VITRINE_DIST ?? join(root, 'dist');
const heron = join(root, 'public/samples/heron');
const images = ['heron_body.png', 'heron_eye.png', 'heron_feather.png', 'heron_horn.png'];
const folder = mkdtempSync(join(tmpdir(), 'vitrine-network-'));

/** The Embed button's own text for files beside the page. */
async function snippet(files, more = {}) {
  const out = join(folder, 'snippets.mjs');
  await build({
    entryPoints: [join(root, 'web/src/ui/snippets.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: out,
    logLevel: 'error',
  });
  const { snippetsOf } = await import(out);
  const { element } = snippetsOf({
    home: 'http://localhost/vitrine/',
    sources: [],
    files,
    read: {},
    title: 'A heron',
    action: 'walk',
    camera: undefined,
    overlays: [],
    notes: [],
    controls: 'basic',
    playing: true,
    ...more,
  });
  return element.replaceAll('http://localhost/vitrine/', 'vitrine/');
}

async function prepare() {
  const models = ['heron.md5mesh', 'walk.md5anim', 'idle.md5anim', 'fish.md5anim'];
  for (const name of [...models, ...images]) cpSync(join(heron, name), join(folder, name));
  for (const name of models)
    writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }));
  const cli = (...args) => execFileSync(process.execPath, [join(dist, 'node/cli.js'), ...args], { stdio: 'ignore' });
  const inputs = ['heron.md5mesh', 'walk.md5anim', ...images].map((name) => join(folder, name));
  cli('convert', ...inputs, '-o', join(folder, 'heron.glb'));
  for (const name of ['heron.vit.glb', 'heron.preview.glb'])
    cpSync(join(dist, 'examples/fast', name), join(folder, name));
  symlinkSync(dist, join(folder, 'vitrine'));
  cpSync(join(root, 'node_modules/@google/model-viewer/dist/model-viewer.min.js'), join(folder, 'model-viewer.min.js'));
  await build({
    stdin: { contents: minimalThree, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    outfile: join(folder, 'three.js'),
    logLevel: 'error',
  });
  const roles = { md5mesh: 'mesh', md5anim: 'animation', png: 'texture' };
  const filesOf = (names) => names.map((name) => ({ name, role: roles[name.replace(/\.gz$/, '').split('.').at(-1)] }));
  const plain = await snippet(filesOf([...models, ...images])),
    packed = await snippet(filesOf([...models.map((name) => `${name}.gz`), ...images]));
  const size = (text) => text.replace('<vitrine-viewer', '<vitrine-viewer class="view" loading="eager"'),
    bare = (text) =>
      size(text)
        .replace(/^ *poster=.*\n/m, '')
        .replace(/^ *<img .*\n/m, '');
  const told = `<script>document.querySelector('vitrine-viewer').addEventListener('load', () => (globalThis.complete = performance.now()));</script>`;
  // The example's own links and tag, as they stand.
  const example = readFileSync(join(dist, 'examples/fast/index.html'), 'utf8').replaceAll('../../', 'vitrine/'),
    links = example.match(
      /<link rel="(?:module)?preload".*?>|<link rel="stylesheet" href="vitrine.*?>|<script.*?<\/script>/g,
    ),
    [tag] = example.match(/<vitrine-viewer[^]*?<\/vitrine-viewer>/);
  const pages = {
    vitrine: page('', `${bare(plain)}${told}`),
    'vitrine gz': page('', `${bare(packed)}${told}`),
    'vitrine pack': page(links.join('\n'), `${tag.replace('<vitrine-viewer', '<vitrine-viewer class="view"')}${told}`),
    three: threePage,
    'model-viewer': modelViewerPage,
  };
  Object.entries(pages).forEach(([, html], i) => writeFileSync(join(folder, `${i}.html`), html));
  return pages;
}

/** DocumentRenderer of the window from navigation on, and when each was handed out. */
async function watch(browser, judge, address) {
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  const tab = await context.newPage(),
    session = await context.newCDPSession(tab),
    frames = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push({ at: Date.now(), data });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Performance.enable');
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 70, everyNthFrame: 1 });
  await tab.goto(address, { waitUntil: 'commit' });
  // What its main thread has done so far. Asked without Playwright, whose script takes a tenth of that itself.
  const busy = [],
    end = Date.now() + kPatienceMs;
  for (let said = false; !said; await new Promise((resolve) => setTimeout(resolve, kLookMs))) {
    const [{ metrics }, { result }] = await Promise.all([
      session.send('Performance.getMetrics'),
      session.send('Runtime.evaluate', { expression: 'globalThis.complete > 0 || globalThis.firstFrame > 0' }),
    ]);
    busy.push({ at: Date.now(), ms: metrics.find(({ name }) => name === 'TaskDuration').value * 1000 });
    said = result.value;
    if (Date.now() > end) throw new Error(`${address} has not said that it is complete`);
  }
  const looks = [];
  let first, complete;
  for (let i = 0; i < kMostWatches && !(first && complete); ++i) {
    await tab.waitForTimeout(kWatchMs);
    const pictures = frames.slice(looks.length).map(({ data }) => data);
    looks.push(...(await judge.evaluate(looksOf, { pictures, ...kMiddle })));
    const most = Math.max(...looks.map(({ colour }) => colour));
    first = frames[looks.findIndex(({ contrast }) => contrast > kContrast)];
    complete = frames[looks.findIndex(({ colour, contrast }) => contrast > kContrast && colour > most * kColour)];
  }
  await session.send('Page.stopScreencast');
  const start = await tab.evaluate(() => performance.timeOrigin);
  await context.close();
  if (!first || !complete) throw new Error(`${address} showed no model in ${frames.length} pictures`);
  return {
    first: first.at - start,
    complete: complete.at - start,
    main: (busy.findLast(({ at }) => at <= first.at) ?? busy[0]).ms,
  };
}

/** Of the middle of each picture: the largest difference of brightness, and the mean distance of its pixels from grey. */
async function looksOf({ pictures, x, y, size }) {
  const looks = [];
  for (const data of pictures) {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${data}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(x, y, size, size);
    let [least, most, colour] = [255, 0, 0];
    for (let i = 0; i < pixels.length; i += 4) {
      const [r, g, b] = pixels.subarray(i, i + 3),
        brightness = (r + g + b) / 3;
      [least, most] = [Math.min(least, brightness), Math.max(most, brightness)];
      colour += Math.max(r, g, b) - Math.min(r, g, b);
    }
    looks.push({ contrast: most - least, colour: colour / (pixels.length / 4) });
  }
  return looks;
}

if (!existsSync(join(dist, 'element.js'))) throw new Error('no dist/: run npm run build first');
const pages = await prepare(),
  names = Object.keys(pages),
  chosen = values.pages?.split(',') ?? names;
const browser = await launchBrowser();
const judge = await browser.newPage();
try {
  for (const net of values.nets.split(','))
    for (const compress of net === 'localhost' ? ['types'] : values.compress.split(',')) {
      const server = await serveShaped(folder, { ...kNets[net], compress }),
        address = (name) => `http://localhost:${server.port}/${names.indexOf(name)}.html`,
        runs = new Map(chosen.map((name) => [name, []]));
      // In turns, so that what the machine does besides falls on all of them; ratios are of neighbours.
      for (let run = 0; run < Number(values.runs); ++run)
        for (const [name, list] of runs) {
          list.push(await watch(browser, judge, address(name)));
          const log = server.takeLog();
          if (values.log && run === 0)
            for (const { name: file, at } of log)
              console.log(`    ${name}: ${String(at - log[0].at).padStart(5)} ${file}`);
        }
      server.close();
      console.log(`\n${kNets[net].title}, the server compresses ${compress}`);
      const three = runs.get('three');
      for (const [name, list] of runs) {
        const cell = (key) => {
          const ratios = list.map((each, i) => each[key] / (three ?? list)[i][key]);
          return `${median(list.map((each) => each[key]))
            .toFixed(0)
            .padStart(7)} ms ${median(ratios).toFixed(2).padStart(5)}`;
        };
        console.log(
          `  ${name.padEnd(16)} first ${cell('first')}   complete ${cell('complete')}   main thread until first ${cell('main')}`,
        );
      }
    }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
