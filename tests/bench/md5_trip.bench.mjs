// Round trips with their errors: md5 -> GLB -> md5 over the models of the corpus, and GLB -> md5 -> GLB over its glTF files
// with skins. Both ends are posed frame by frame and compared as clouds of points: the largest distance of a vertex from
// the nearest of the other, both ways. MD5 is posed by the reader of the tests, in double precision; GLB by the module.
// `--markdown` prints the tables of the documentation.

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { createVitrine, VitrineError } from '../../dist/node/index.js';
import { madeModels, models } from '../node/support/gltf.mjs';
import * as md5 from '../node/support/md5.mjs';
import { distances, given, most, roundingOf, sizeOf, sourceCloud, writtenCloud } from '../node/support/md5_out.mjs';
import { filesBelow, root } from '../../web/build/run.mjs';

const kFrames = 5;
const shared = process.env.VITRINE_SHARED ?? join(root, '../shared');
if (!existsSync(shared)) {
  console.log('md5_trip: the reference material (VITRINE_SHARED) is absent');
  process.exit(0);
}
const markdown = process.argv.includes('--markdown');
const core = await createVitrine();

const text = ({ bytes }) => new TextDecoder().decode(bytes);
const apart = (a, b) => Math.max(most(distances(a.points, b.points)), most(distances(b.points, a.points)));
const frames = (count) => [
  ...new Set(Array.from({ length: kFrames }, (_, k) => Math.round((k * (count - 1)) / (kFrames - 1)))),
];
const number = (value) => (value === 0 ? '0' : value.toExponential(1));

/** Decimals of the numbers in a text, at most. */
const decimalsOf = (content) => most((content.match(/\.\d+/g) ?? []).map((digits) => digits.length - 1));

/** The files with nothing in them that cannot be read, or undefined. */
function opened(files, resolve) {
  try {
    return core.open(files, { resolve });
  } catch (error) {
    if (error instanceof VitrineError) return undefined;
    throw error;
  }
}

function fromMd5(path) {
  const meshFile = { name: basename(path), bytes: readFileSync(path) };
  const anims = filesBelow(dirname(path), '.md5anim').map((file) => ({
    name: basename(file),
    bytes: readFileSync(file),
  }));
  const first = opened([meshFile, ...anims]);
  if (!first) return { refused: 'not opened' };
  const start = performance.now();
  const glb = first.export('glb');
  const second = core.open([{ name: 'trip.glb', bytes: glb }]);
  const { files } = second.convert('md5mesh', { md5: { name: 'trip' } });
  const seconds = (performance.now() - start) / 1000;
  const before = md5.parseMesh(text(meshFile)),
    after = md5.parseMesh(text(files[0]));
  const was = writtenCloud(before, md5.bindPose(before)),
    size = sizeOf(was.points);
  // The bind pose of the second is that of its skin.
  let largest = apart(was, writtenCloud(after, md5.bindPose(after)));
  // What half a step of the last decimal of the first text, or of a float, moves.
  const half = Math.max(2 ** -25, 0.5 * 10 ** -decimalsOf(text(meshFile)));
  const told = (pose, locals) => (digits = Math.max(digits, roundingOf(before, pose, locals, half)));
  let digits = 0;
  told(md5.bindPose(before), before.joints);
  let actions = 0;
  for (const [i, action] of first.actions.entries()) {
    const source = anims.find(({ name }) => name === action.source),
      written = files.filter(({ name }) => name.endsWith('.md5anim'))[i];
    if (!source || !written || !action.playable) continue;
    const old = md5.parseAnim(text(source)),
      made = md5.parseAnim(text(written));
    if (old.frames.length !== made.frames.length)
      return { refused: `${action.name}: ${made.frames.length} frames, not ${old.frames.length}` };
    for (const frame of frames(old.frames.length)) {
      const pose = md5.framePose(old, frame);
      told(pose, old.frames[frame]);
      largest = Math.max(largest, apart(writtenCloud(before, pose), writtenCloud(after, md5.framePose(made, frame))));
    }
    ++actions;
  }
  (first.dispose(), second.dispose());
  return {
    actions,
    joints: before.joints.length,
    size,
    largest,
    digits,
    decimals: decimalsOf(text(meshFile)),
    seconds,
  };
}

function fromGltf(path) {
  const { files, resolve } = given([path]);
  const first = opened(files, resolve);
  if (!first) return { refused: 'not opened' };
  const start = performance.now();
  let out;
  try {
    out = first.convert('md5mesh', { md5: { name: 'trip', rootMotion: 'keep' } });
  } catch (error) {
    if (error instanceof VitrineError) return { refused: error.message };
    throw error;
  }
  const { report } = out;
  const parts = out.files.map(({ name, bytes }) => ({ name, bytes }));
  const second = core.open(parts);
  const third = core.open([{ name: 'trip.glb', bytes: second.export('glb') }]);
  const seconds = (performance.now() - start) / 1000;
  const size = report.readBack.size;
  let largest = 0,
    actions = 0;
  // The GLB of a text from id Tech 4 has its axes and unit: its own words say how to get back.
  const back = (at) => sourceCloud(third, 1, at);
  for (const [i, action] of report.readBack.actions.entries()) {
    const source = first.actions.find(({ name }) => name === action.name);
    if (!source) continue;
    for (const frame of frames(action.frames)) {
      const time = Math.min(action.start + frame / action.frameRate, source.duration);
      largest = Math.max(
        largest,
        apart(
          sourceCloud(first, report.scale, { action: action.name, time }),
          back({ action: third.actions[i].name, time: frame / action.frameRate }),
        ),
      );
    }
    ++actions;
  }
  const scaled = report.losses.find(({ what }) => what === 'scale'),
    between = most(report.readBack.actions.map((action) => action.between));
  (first.dispose(), second.dispose(), third.dispose());
  return { actions, joints: report.joints, size, largest, between, scaled: scaled?.largest ?? 0, seconds };
}

function table(head, rows) {
  if (markdown) {
    console.log(`| ${head.join(' | ')} |\n|${head.map((_, i) => (i === 0 ? ' --- ' : ' ---: ')).join('|')}|`);
    for (const row of rows) console.log(`| ${row.join(' | ')} |`);
    return;
  }
  const widths = head.map((_, c) => most([head, ...rows].map((row) => String(row[c] ?? '').length)));
  for (const row of [head, ...rows])
    console.log(
      `  ${row.map((cell, c) => (c === 0 ? String(cell).padEnd(widths[c]) : String(cell).padStart(widths[c]))).join('  ')}`,
    );
}

function run(title, head, paths, trip, cells) {
  const rows = [],
    refused = [];
  for (const [name, path] of paths) {
    const result = trip(path);
    if (result.refused) refused.push(`${name}: ${result.refused}`);
    else rows.push({ name: markdown ? basename(name) : name, ...result });
  }
  console.log(`\n${title}, ${new Date().toISOString().slice(0, 10)}`);
  table(head, rows.sort((a, b) => b.largest / b.size - a.largest / a.size).map(cells));
  if (refused.length > 0) console.log(`  left out: ${refused.join('; ')}`);
  return rows;
}

const named = (folder) => (path) => [path.slice(folder.length + 1), path];
const md5Folder = join(shared, 'corpus/md5');
run(
  'md5 -> GLB -> md5',
  ['model', 'actions', 'joints', 'decimals', 'largest / size', 'of the digits', 'seconds'],
  filesBelow(md5Folder, '.md5mesh').map(named(md5Folder)),
  fromMd5,
  ({ name, actions, joints, decimals, largest, digits, size, seconds }) => [
    name,
    actions,
    joints,
    decimals,
    number(largest / size),
    (largest / digits).toFixed(2),
    seconds.toFixed(1),
  ],
);
run(
  'GLB -> md5 -> GLB',
  ['model', 'actions', 'joints', 'on frames / size', 'between / size', 'scale lost', 'seconds'],
  [...madeModels(), ...models(shared)]
    .filter(({ outcome, skins }) => outcome === 'ok' && Number(skins) > 0)
    .map(({ path, file }) => [path, file]),
  fromGltf,
  ({ name, actions, joints, largest, between, size, scaled, seconds }) => [
    name,
    actions,
    joints,
    number(largest / size),
    number(between / size),
    scaled > 0 ? scaled.toFixed(3) : '',
    seconds.toFixed(1),
  ],
);
