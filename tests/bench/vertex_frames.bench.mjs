// Models whose vertices are stored for every frame, 100 of one file in a picture, 1,024 vertices each, beside three with the
// same model as morph targets, from the GLB that Vitrine writes: processor time of a picture, that of scripts and that of
// the driver, which draws in software, and what each keeps of the frames. No other browser may run meanwhile.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

import { serve } from '../../web/build/serve.mjs';
import { createVitrine } from '../../dist/node/index.js';
import { launchBrowser } from './browser.mjs';
import { page as pageOf } from './embed_pages.mjs';
import { report, root, target } from './harness.mjs';
import { gridMdl } from './mdl_grid.mjs';
import { withoutFrames } from './still_glb.mjs';

const kModels = 100;
/** Of a side of the square in which they stand. */
const kAcross = 10;
const kSeconds = 16;
const kSide = 32;
const kFrames = 100;
const size = { width: 640, height: 480 };

const threeScript = (file) => `
import { AnimationMixer, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
const canvas = document.querySelector('canvas');
const renderer = new WebGLRenderer({ canvas, antialias: true });
const scene = new Scene();
scene.add(new HemisphereLight(0xffffff, 0x888888, 2), new DirectionalLight(0xffffff, 2));
const camera = new PerspectiveCamera(32, 640 / 480, 1, 5000);
camera.position.set(0, 880, 880);
camera.lookAt(0, 0, 0);
const { scene: model, animations } = await new GLTFLoader().loadAsync('${file}');
let bytes = 0;
const mixers = Array.from({ length: ${kModels} }, (_, i) => {
  const copy = model.clone(true);
  copy.position.set(((i % ${kAcross}) - ${(kAcross - 1) / 2}) * 70, 0, (Math.floor(i / ${kAcross}) - ${(kAcross - 1) / 2}) * 70);
  scene.add(copy);
  const mixer = new AnimationMixer(copy);
  mixer.clipAction(animations[0]).play().time = i / 10;
  return mixer;
});
model.traverse(({ geometry, morphTargetInfluences }) => {
  // WebGLMorphtargets: a texture of four floats for each vertex, target and attribute.
  if (morphTargetInfluences)
    bytes = geometry.attributes.position.count * morphTargetInfluences.length * 16 * Object.keys(geometry.morphAttributes).length;
});
globalThis.kept = bytes;
globalThis.frames = 0;
let before = performance.now();
renderer.setAnimationLoop((now) => {
  for (const mixer of mixers) mixer.update((now - before) / 1000);
  before = now;
  renderer.render(scene, camera);
  ++globalThis.frames;
});
`;

/** Processor milliseconds so far of the browser's processes of a type, `renderer` for scripts, `gpu-process` for drawing. */
const spentBy = (type) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, name) => {
      try {
        if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`--type=${type}`)) return sum;
        const text = readFileSync(`/proc/${name}/stat`, 'utf8'),
          [user, system] = text
            .slice(text.lastIndexOf(')') + 2)
            .split(' ')
            .slice(11, 13)
            .map(Number);
        return sum + 10 * (user + system);
      } catch {
        return sum; // ended meanwhile
      }
    }, 0);

/** Milliseconds of processor time of a picture, for scripts and for drawing, while `framesOf` the page grows. */
async function costOf(page, framesOf) {
  await page.waitForTimeout(3000);
  const spent = () => ['renderer', 'gpu-process'].map(spentBy);
  const before = spent(),
    first = await page.evaluate(framesOf);
  await page.waitForTimeout(1000 * kSeconds);
  const after = spent(),
    count = (await page.evaluate(framesOf)) - first;
  const [scripts, drawing] = after.map((value, i) => (value - before[i]) / count);
  return { scripts, drawing };
}

const mdl = gridMdl({ side: kSide, frames: kFrames });
const vitrine = await createVitrine();
const glb = Buffer.from(vitrine.open([{ name: 'grid.mdl', bytes: mdl }]).export('glb'));
const still = withoutFrames(glb);
/** Text of the script that shows `file` with three. */
async function scriptFor(file) {
  const { outputFiles } = await build({
    stdin: { contents: threeScript(file), resolveDir: root },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    write: false,
  });
  return outputFiles[0].text;
}
const pageFor = (script) =>
  pageOf(`<script type="module" src="${script}"></script>`, '<canvas class="view" width="640" height="480"></canvas>');
const answers = {
  'grid.mdl': ['application/octet-stream', mdl],
  'grid.glb': ['model/gltf-binary', glb],
  'still.glb': ['model/gltf-binary', still],
  'three.js': ['text/javascript', await scriptFor('grid.glb')],
  'three_still.js': ['text/javascript', await scriptFor('still.glb')],
  'three.html': ['text/html', pageFor('three.js')],
  'three_still.html': ['text/html', pageFor('three_still.js')],
};

const server = await serve(join(root, 'dist'), 0),
  address = `http://localhost:${server.port}`;
const browser = await launchBrowser();
async function opened(path) {
  const page = await browser.newPage({ viewport: size, serviceWorkers: 'block' });
  page.setDefaultTimeout(120_000);
  for (const [name, [contentType, body]] of Object.entries(answers))
    await page.route(`**/${name}`, (route) => route.fulfill({ contentType, body }));
  await page.goto(`${address}/${path}`);
  return page;
}
try {
  const costOfCopies = async (file, count) => {
    const copies = Array.from({ length: count }, () => '0:1').join(',');
    const ours = await opened(`#src=${file}&instances=${copies}`);
    await ours.waitForFunction(() => Number(document.getElementById('stage').dataset.frames) > 5);
    const cost = await costOf(ours, () => Number(document.getElementById('stage').dataset.frames));
    await ours.close();
    return cost;
  };
  const costOfPeer = async (path) => {
    const peer = await opened(path);
    await peer.waitForFunction(() => globalThis.frames > 5);
    const cost = await costOf(peer, () => globalThis.frames),
      kept = await peer.evaluate(() => globalThis.kept);
    await peer.close();
    return { ...cost, kept };
  };
  // What a picture costs with hardly a model in it: background, ground, shadow, and putting it on the page.
  const few = await costOfCopies('grid.mdl', 2),
    own = await costOfCopies('grid.mdl', kModels),
    ownStill = await costOfCopies('still.glb', kModels);
  const three = await costOfPeer('three.html'),
    threeStill = await costOfPeer('three_still.html'),
    { kept } = three;
  const sum = ({ scripts, drawing }) => scripts + drawing;
  const spent = (name, cost) => `${name} ${cost.scripts.toFixed(1)} + ${cost.drawing.toFixed(1)}`;
  console.log(
    `  processor ms of a picture, scripts + drawing: ${spent('own', own)}, ${spent('without frames', ownStill)}, ${spent('with two models', few)}; ${spent('three', three)}, ${spent('without morph targets', threeStill)}`,
  );
  const pictures = (cost) => [1000 / sum(cost)];
  report('vertex_frames, whole picture', [
    { name: `${kModels} models`, values: pictures(own), unit: 'pictures a second' },
    { name: 'three, morph targets', values: pictures(three), unit: 'pictures a second' },
    { name: 'three, without them', values: pictures(threeStill), unit: 'pictures a second' },
  ]);
  target('times three', sum(three) / sum(own), 10);
  console.log(
    `  at most ${(sum(three) / sum(threeStill)).toFixed(1)} times: that much three itself gains without any morph target`,
  );
  target('times three, the frames alone', (sum(three) - sum(threeStill)) / (sum(own) - sum(ownStill)), 10);
  const rows = 4 * kSide * kSide * kFrames;
  console.log(`  kept of the frames: ${rows} bytes, three's texture ${kept}`);
  target('times smaller', kept / rows, 5);
} finally {
  await browser.close();
  server.close();
}
