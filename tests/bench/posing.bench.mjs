// Poses of many figures without skinning: all joints of a heron as GLB, beside three's mixer, world matrices and skeleton. Each
// figure is at a time of its own, and time goes on from frame to frame. By processor time.

import { AnimationMixer } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { clone } from 'three/examples/jsm/utils/SkeletonUtils.js';

import { openDocument, startCore } from './core.mjs';
import { median, processorMs, report, root, target } from './harness.mjs';
import { heronGlb } from './heron.mjs';

const kTurns = 7,
  kFrames = 60,
  kStep = 1 / 60;
const apart = (figure) => figure * 0.37;

const core = await startCore(root, 'wasm');
const bytes = heronGlb();
globalThis.self ??= globalThis;
// Images need a page.
console.error = () => undefined;
const source = await new GLTFLoader().parseAsync(
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  '',
);

/** Poses a second of `count` figures, in turns with three, so that what else the machine does falls on both. */
function measure(count) {
  const documents = Array.from({ length: count }, () => openDocument(core, 'heron.glb', bytes));
  for (const document of documents) document.selectClip(0);
  const figures = Array.from({ length: count }, (_, i) => {
    const figure = clone(source.scene),
      mixer = new AnimationMixer(figure),
      skeletons = new Set();
    figure.traverse(({ skeleton }) => skeleton && skeletons.add(skeleton));
    mixer.clipAction(source.animations[0]).play();
    mixer.update(apart(i));
    return { figure, mixer, skeletons };
  });
  const frames = Math.max(2, Math.round((kFrames * 100) / count)),
    own = [],
    three = [];
  let at = 0;
  const rate = (work) => {
    const from = processorMs();
    for (let frame = 0; frame < frames; ++frame) work(frame);
    return (1000 * count * frames) / (processorMs() - from);
  };
  for (let turn = -1; turn < kTurns; ++turn) {
    const ours = rate((frame) => {
      documents.forEach((document, i) => document.evaluate(at + frame * kStep + apart(i), false, false, false));
    });
    at += frames * kStep;
    const theirs = rate(() => {
      for (const { figure, mixer, skeletons } of figures) {
        mixer.update(kStep);
        figure.updateMatrixWorld();
        for (const skeleton of skeletons) skeleton.update();
      }
    });
    // The first turn warms up.
    if (turn >= 0) (own.push(ours), three.push(theirs));
  }
  for (const document of documents) document.delete();
  report(`posing_${count}`, [
    { name: `${count} herons`, values: own, unit: 'poses/s' },
    { name: `${count} herons, three`, values: three, unit: 'poses/s' },
  ]);
  target(`times three, ${count} figures`, median(own) / median(three), 2);
}

measure(100);
measure(1000);
