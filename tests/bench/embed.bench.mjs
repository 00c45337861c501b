// The same animated character in three kinds of pages, in one run of Chromium: from navigation to the first picture of the
// model, once as the page hears of it and once as the browser shows it, what is fetched, and how long the page's main
// thread works. Ours reads the original files, the others a GLB of them.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';
import { serve } from '../../web/build/serve.mjs';
import { launchBrowser } from './browser.mjs';
import { done, minimalThree, modelViewerPage, page, threePage } from './embed_pages.mjs';
import { median, report, root, target } from './harness.mjs';

const kRuns = 7;
/** How long a page is watched at most after it has said that its picture is there, and how often its pictures are looked at. */
const kWatchMs = 15_000;
const kLookMs = 500;
/** Where the model is in the window, in pixels, and how much darker than its surroundings some part of it is at least. */
const kMiddle = { x: 240, y: 160, size: 160 };
const kContrast = 60;
const dist = process.env.VITRINE_DIST ?? join(root, 'dist');
const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
const models = [
  'heron.md5mesh',
  'walk.md5anim',
  'heron_body.png',
  'heron_eye.png',
  'heron_feather.png',
  'heron_horn.png',
];

const pages = {
  vitrine: page(
    '<script type="module" src="vitrine/element.js"></script>',
    `<vitrine-viewer class="view" src="models/heron.md5mesh" animations="models/walk.md5anim" loading="eager" playing loop></vitrine-viewer>
    <script>document.querySelector('vitrine-viewer').addEventListener('load', () => { ${done} });</script>`,
  ),
  'model-viewer': modelViewerPage,
  three: threePage,
};

// What no page gets below that shows these files with our core: it fetches what ours does, compiles the core, decodes the
// images, and draws one triangle with them. It reads, poses, skins and frames nothing, and evaluates no script but its own.
pages.floor = page(
  '<script type="module" src="floor.js"></script>',
  '<canvas class="view" width="640" height="480"></canvas>',
);
const floor = `
const core = WebAssembly.compileStreaming(fetch('vitrine/vitrine-view-md5.wasm'));
const files = ${JSON.stringify([...models.slice(0, 2).map((name) => `models/${name}`), 'vitrine/element.js', 'vitrine/engine-worker.js'])}
  .map(async (name) => (await fetch(name)).arrayBuffer());
const images = ${JSON.stringify(models.slice(2))}
  .map(async (name) => createImageBitmap(await (await fetch('models/' + name)).blob()));
const gl = document.querySelector('canvas').getContext('webgl2', { antialias: true }), program = gl.createProgram();
for (const [type, text] of [
  [gl.VERTEX_SHADER, 'out vec2 uv;void main(){uv=vec2(gl_VertexID&1,gl_VertexID>>1);gl_Position=vec4(uv-0.5,0,1);}'],
  [gl.FRAGMENT_SHADER, 'precision mediump float;in vec2 uv;uniform sampler2D image;out vec4 color;void main(){color=vec4(texture(image,uv).rgb*0.3,1);}'],
]) {
  const shader = gl.createShader(type);
  gl.shaderSource(shader, '#version 300 es\\n' + text);
  gl.compileShader(shader);
  gl.attachShader(program, shader);
}
gl.linkProgram(program);
for (const image of images) {
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, gl.RGBA, gl.UNSIGNED_BYTE, await image);
  gl.generateMipmap(gl.TEXTURE_2D);
}
await Promise.all([core, ...files]);
gl.useProgram(program);
gl.drawArrays(gl.TRIANGLES, 0, 3);
if (gl.getError() !== 0) throw new Error('no triangle');
${done}
`;

async function prepare() {
  mkdirSync(join(folder, 'models'));
  for (const name of models) cpSync(join(root, 'public/samples/heron', name), join(folder, 'models', name));
  const inputs = models.map((name) => join(folder, 'models', name));
  execFileSync(process.execPath, [join(dist, 'node/cli.js'), 'convert', ...inputs, '-o', join(folder, 'heron.glb')], {
    stdio: 'ignore',
  });
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
  writeFileSync(join(folder, 'floor.js'), floor);
  for (const [name, html] of Object.entries(pages)) writeFileSync(join(folder, `${name}.html`), html);
}

/** A window with an empty cache; pages of the browser's own, which it loads at first, are not to be measured. */
async function open(browser) {
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  const tab = await context.newPage();
  await new Promise((r) => setTimeout(r, 1500));
  return { context, tab };
}

const shown = (tab) => tab.waitForFunction(() => globalThis.firstFrame > 0, undefined, { timeout: 120_000 });

/** What a visit fetches. Handing over every body takes time of the browser's, so nothing else is measured meanwhile. */
async function weigh(browser, address) {
  const { context, tab } = await open(browser);
  const bodies = [];
  context.on('response', (response) => bodies.push(response.body().catch(() => Buffer.alloc(0))));
  await tab.goto(address);
  await shown(tab);
  const fetched = await Promise.all(bodies);
  await context.close();
  return {
    bytes: fetched.reduce((sum, body) => sum + body.length, 0),
    gzip: fetched.reduce((sum, body) => sum + gzipSync(body).length, 0),
  };
}

/** How long a visit takes, and how long the page's main thread works in it. */
async function visit(browser, address) {
  const { context, tab } = await open(browser);
  const session = await context.newCDPSession(tab);
  await session.send('Performance.enable');
  await tab.goto(address);
  await shown(tab);
  const firstFrame = await tab.evaluate(() => globalThis.firstFrame);
  const { metrics } = await session.send('Performance.getMetrics');
  await context.close();
  return { seconds: firstFrame / 1000, task: metrics.find(({ name }) => name === 'TaskDuration').value };
}

/**
 * When the picture is on the screen: seconds from navigation until the browser hands out a picture of its window in which
 * the model is. Handing out takes some 15 ms itself, of every page.
 */
async function watch(browser, address) {
  const { context, tab } = await open(browser);
  const session = await context.newCDPSession(tab),
    frames = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push({ at: Date.now(), data });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 70, everyNthFrame: 1 });
  await tab.goto(address);
  await shown(tab);
  const start = await tab.evaluate(() => performance.timeOrigin);
  let first, contrasts;
  for (const end = Date.now() + kWatchMs; !first && Date.now() < end;) {
    await tab.waitForTimeout(kLookMs);
    contrasts = await tab.evaluate(contrastsOf, { pictures: frames.map(({ data }) => data), ...kMiddle });
    first = frames[contrasts.findIndex((contrast) => contrast > kContrast)];
  }
  await context.close();
  if (!first) throw new Error(`${address} showed no model in ${frames.length} pictures: ${contrasts.join(' ')}`);
  return (first.at - start) / 1000;
}

/** The largest difference of brightness, 0..255, in the middle of each picture; a stage without a model has next to none. */
async function contrastsOf({ pictures, x, y, size }) {
  const contrasts = [];
  for (const data of pictures) {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${data}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(x, y, size, size);
    let [least, most] = [255, 0];
    for (let i = 0; i < pixels.length; i += 4) {
      const brightness = (pixels[i] + pixels[i + 1] + pixels[i + 2]) / 3;
      [least, most] = [Math.min(least, brightness), Math.max(most, brightness)];
    }
    contrasts.push(Math.round(most - least));
  }
  return contrasts;
}

if (!existsSync(join(dist, 'element.js'))) throw new Error('no dist/: run npm run build first');
await prepare();
const server = await serve(folder, 0);
const browser = await launchBrowser();
const runs = new Map(Object.keys(pages).map((name) => [name, []])),
  weights = new Map();
const address = (name) => `http://localhost:${server.port}/${name}.html`;
try {
  for (const name of runs.keys()) weights.set(name, await weigh(browser, address(name)));
  // In turns, so that what the machine does besides falls on all of them.
  for (let run = 0; run < kRuns; ++run)
    for (const [name, list] of runs) {
      const result = await visit(browser, address(name));
      list.push({ ...result, screen: await watch(browser, address(name)) });
    }
} finally {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true });
}

const of = (name, key) => runs.get(name).map((result) => result[key]);
const cases = (key) => [...runs.keys()].map((name) => ({ name, values: of(name, key).map((s) => 1 / s), unit: '1/s' }));
report('embed_first_frame', cases('seconds'));
report('embed_on_screen', cases('screen'));
report('embed_main_thread', cases('task'));
console.log('\nfetched              first frame   on screen   main thread       bytes        gzip');
for (const name of runs.keys()) {
  const { bytes, gzip } = weights.get(name),
    time = (key) => `${median(of(name, key)).toFixed(3)} s`.padStart(11);
  console.log(
    `  ${name.padEnd(14)} ${['seconds', 'screen', 'task'].map(time).join('  ')} ${String(bytes).padStart(11)} ${String(gzip).padStart(11)}`,
  );
}
for (const [key, what] of [
  ['seconds', 'to the first picture'],
  ['screen', 'to the first picture on the screen'],
]) {
  const ours = median(of('vitrine', key)),
    least = median(of('floor', key)) / median(of('three', key));
  console.log(`  a page that only fetches, compiles and decodes takes ${least.toFixed(2)} of three's time ${what}`);
  target(`model-viewer's time ${what} over ours`, median(of('model-viewer', key)) / ours, 10);
  target(`the minimal three.js page's time ${what} over ours`, median(of('three', key)) / ours, 2);
}
