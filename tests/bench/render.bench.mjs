// DocumentRenderer without a browser: 640 x 480 pixels with 16 samples each of a textured model of 20,000 triangles.

import { createVitrine, encodePng } from '../../dist/node/index.js';
import { median, report, time } from './harness.mjs';
import { ringMesh, ringTexture } from './torus.mjs';

const most = 250;
const files = [
  { name: 'ring.md5mesh', bytes: new TextEncoder().encode(ringMesh()) },
  { name: 'ring.tga', bytes: ringTexture() },
];
const vitrine = await createVitrine();
const document = vitrine.open(files);
const { triangles } = document.report.info.statistics;
if (triangles !== 20_000) throw new Error(`the model has ${triangles} triangles`);
const size = { width: 640, height: 480 };

const runs = 15;
const cases = [];
/** DocumentRenderer a second. */
const add = async (name, work) =>
  cases.push({ name, values: (await time(runs, work)).map((seconds) => 1 / seconds), unit: '1/s' });
let picture;
await add('stage with shadow', () => (picture = document.render(size)));
await add('cut-out', () => document.render({ ...size, background: 'transparent' }));
await add('with skeleton', () => document.render({ ...size, overlays: ['skeleton'] }));
await add('the PNG of it', () => encodePng(picture.width, picture.height, picture.rgba));
await add('opened, decoded and drawn', () => {
  const fresh = vitrine.open(files);
  fresh.render(size);
  fresh.dispose();
});
report('render', cases);
const measured = 1000 / median(cases[0].values);
console.log(
  `  target ms for 640 x 480 of 20,000 triangles: at most ${most}, measured ${measured.toFixed(1)} (${(most / measured).toFixed(1)} times as fast): ${measured <= most ? 'reached' : 'NOT reached'}`,
);
