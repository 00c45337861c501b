// What other readers make of our GLB files: they open and pose them, and every vertex is compared with where Vitrine has it.
// Models are read twice: as they are converted, and as they are converted for this reader.
//
//   npm run readers                      all readers that can be had, all files
//   npm run readers -- three vtk heron   those that are named, of readers and files
//
// The packages are installed in a temporary folder, in the versions that stand here; VITRINE_READERS names a folder that is kept.
// Assimp, Blender and VTK of the system are used where they are there. The last column has the rules of `vitrine check --for` that
// the file breaks: a difference without one, and a rule without a difference, are marked with "!".

import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { importSource } from '../../../web/build/source.mjs';
import { documentOf } from '../../node/support/gltf.mjs';
import { Matching } from './compare.mjs';
import { bareGlb, readerFiles } from './files.mjs';

const here = fileURLToPath(new URL('.', import.meta.url)),
  root = join(here, '../../..');
const { createVitrine } = await import(pathToFileURL(join(root, 'dist/node/index.js')));
const core = await createVitrine();

const versions = {
  three: '0.187.0',
  '@babylonjs/core': '9.28.0',
  '@babylonjs/loaders': '9.28.0',
  playcanvas: '2.23.3',
  '@gltf-transform/core': '4.5.1',
  '@gltf-transform/extensions': '4.5.1',
  '@gltf-transform/functions': '4.5.1',
  gltfpack: '1.3.0',
  meshoptimizer: '1.3.0',
  assimpjs: '0.0.10',
};

/** Farther off than this share of the size is a difference: single precision and eight digits of JSON stay far below. */
const kDifference = 1e-3;
/** Of the length of an action; off its keys, its jumps and the frames of bakers. */
const kMoments = [0, 0.137, 0.379, 0.613, 0.883, 1];

/** The JSON that Assimp is asked for has no morph targets. */
const kUnmeasured = { assimp: /^(morph|frames|lighthouse)/ };

const kInProcess = { three: 'three', babylon: '@babylonjs/core', playcanvas: 'playcanvas', assimp: 'assimpjs' };
const kRewriters = { 'gltf-transform': 'transform', gltfpack: 'gltfpack' };

const names = process.argv.slice(2),
  folder = process.env.VITRINE_READERS ?? mkdtempSync(join(tmpdir(), 'vitrine-readers-'));
const wanted = (name, all) => !names.some((one) => all.includes(one)) || names.includes(name);

function install() {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: versions }),
  );
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--silent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const name of readdirSync(join(here, 'peers'))) copyFileSync(join(here, 'peers', name), join(folder, name));
}
const peer = (name) => import(pathToFileURL(join(folder, `${name}.mjs`)));

/** [{ action, time }], the file as it stands first. */
function momentsOf(document, file) {
  const actions = document.report.info.actions.map(({ name, duration }, index) => ({ index, name, duration }));
  return [
    { action: undefined, time: 0 },
    ...actions.slice(0, 3).flatMap(({ index, name, duration }) =>
      [...kMoments.map((part) => part * duration), ...(file.times ?? [])].map((time) => ({
        action: index,
        name,
        time,
      })),
    ),
  ];
}

/** The parts of a pose as Vitrine has them, without those of nodes that are hidden. */
const ours = (document, { action, time }, hidden = new Set()) =>
  document
    .poseReport({ action, time, space: 'world', vertices: true })
    .meshes.filter(({ node }) => !hidden.has(node))
    .map(({ positions }) => Float64Array.from(positions));

const hiddenNodes = ({ nodes = [] }) =>
  new Set(nodes.flatMap(({ name, extensions }) => (extensions?.KHR_node_visibility?.visible === false ? [name] : [])));

/** Largest distance over all moments; `poseOf` gives the parts of one, or undefined for one that the reader has no pose of. */
async function compared(expected, moments, poseOf) {
  let matching,
    largest = 0;
  for (const [i, moment] of moments.entries()) {
    const found = await poseOf(moment, i);
    if (!found) continue;
    matching ??= new Matching(expected[i], found);
    largest = Math.max(largest, matching.largest(expected[i], found));
  }
  return { largest, extra: matching?.extra ?? 0 };
}

async function inProcess(name, file) {
  const model = await (await peer(name)).open(file.bare);
  return compared(file.expected, file.moments, ({ action, time }) => model.pose(action, time));
}

async function rewritten(name, file) {
  const bytes = await (await peer(kRewriters[name])).rewrite(file.bare);
  const document = core.load([{ name: 'out.glb', bytes: new Uint8Array(bytes) }]);
  try {
    const hidden = hiddenNodes(documentOf(Buffer.from(bytes)));
    const has = new Set(document.report.info.actions.map(({ name: action }) => action));
    return await compared(file.expected, file.moments, ({ name: action, time }) =>
      ours(document, action === undefined || has.has(action) ? { action, time } : { time: 0 }, hidden),
    );
  } finally {
    document.dispose();
  }
}

/** A program that reads a file and moments, and writes the parts of each; one that ends without an answer is one that refuses. */
async function external(command, args, file, asked, hasRest) {
  const [from, to, model] = ['asked.json', 'answers.json', `${file.name}.glb`].map((name) => join(folder, name));
  writeFileSync(model, file.bare);
  writeFileSync(from, JSON.stringify({ path: model, poses: file.moments.map(asked) }));
  rmSync(to, { force: true });
  spawnSync(command, [...args, from, to], { stdio: 'ignore' });
  if (!existsSync(to)) throw new Error('it ended without an answer');
  const { poses, error } = JSON.parse(readFileSync(to, 'utf8'));
  if (error !== undefined) throw new Error(error);
  return compared(file.expected, file.moments, (moment, i) =>
    hasRest || moment.action !== undefined || file.moments.length === 1 ? poses[i] : undefined,
  );
}

/** { name: { version, measure(file) } } of what is there; prints what is not. */
function readersFor() {
  const readers = {};
  for (const [name, from] of Object.entries(kInProcess))
    readers[name] = { version: versions[from], measure: (file) => inProcess(name, file) };
  for (const [name, from] of [
    ['gltf-transform', '@gltf-transform/core'],
    ['gltfpack', 'gltfpack'],
  ])
    readers[name] = { version: versions[from], measure: (file) => rewritten(name, file) };
  const later = (name, [command, ...args], measure) => {
    const version = spawnSync(command, args, { encoding: 'utf8' }).stdout?.match(/\d+\.\d+(\.\d+)?/)?.[0];
    if (version === undefined) console.log(`skipped: ${name} is not installed`);
    else readers[name] = { version, measure };
  };
  later('blender', ['blender', '-b', '--version'], (file) =>
    external(
      'blender',
      ['-b', '--python', join(folder, 'blender.py'), '--'],
      file,
      ({ name = null, time }) => [name, time],
      false,
    ),
  );
  later(
    'vtk',
    ['python3', '-c', 'from vtkmodules.vtkCommonCore import vtkVersion; print(vtkVersion.GetVTKVersion())'],
    (file) =>
      external('python3', [join(folder, 'vtk_reader.py')], file, ({ action = null, time }) => [action, time], true),
  );
  return readers;
}
const kAll = [...Object.keys(kInProcess), ...Object.keys(kRewriters), 'blender', 'vtk'];

const made = readerFiles(core, root);
const files = made
  .filter(({ name }) =>
    wanted(
      name,
      made.map((one) => one.name),
    ),
  )
  .map((file) => {
    const bare = bareGlb(file.bytes),
      document = core.load([{ name: `${file.name}.glb`, bytes: new Uint8Array(bare) }]);
    const moments = momentsOf(document, file),
      hidden = hiddenNodes(documentOf(bare)),
      expected = moments.map((moment) => ours(document, moment, hidden));
    document.dispose();
    return { ...file, bare, moments, expected };
  });

const { checkReaders, readerOf } = await importSource('web/src/verdicts/readers/check.ts');
/** What the check says of a file, to be compared with what was seen. */
function predicted(name, file) {
  const [{ verdict, rules }] = checkReaders([{ name: 'a.glb', bytes: file.bare }], [readerOf(name)], () => undefined);
  return { differs: verdict !== 'ok', rules: rules.filter((rule) => rule.verdict).map(({ rule }) => rule) };
}

/** How a line says what was seen. */
function seen({ largest, extra }) {
  const off = largest > 1e-5 ? largest.toPrecision(2) : '-';
  return { text: `${off.padStart(9)}${extra > 0 ? ', shows more' : ''}`, differs: largest > kDifference || extra > 0 };
}

/** The file, and the same model as `convert --for` writes it for a reader, compared with the same poses. */
function variantsFor(name, file) {
  const { writes } = readerOf(name);
  if (!file.writtenWith || Object.keys(writes).length === 0) return [file];
  return [file, { ...file, bare: bareGlb(file.writtenWith(writes)), label: `${file.name}, for it` }];
}

install();
let agree = 0,
  all = 0;
try {
  const readers = readersFor();
  console.log(`${'reader'.padEnd(15)} ${'version'.padEnd(8)} ${'file'.padEnd(18)} ${'off by'.padStart(9)}`);
  for (const [name, { version, measure }] of Object.entries(readers)) {
    if (!wanted(name, kAll)) continue;
    for (const file of files.flatMap((one) => (kUnmeasured[name]?.test(one.name) ? [] : variantsFor(name, one)))) {
      let result;
      try {
        result = seen(await measure(file));
      } catch (error) {
        result = {
          text: `${'refused'.padStart(9)} ${String(error?.message ?? error)
            .split('\n')[0]
            .slice(0, 60)}`,
          differs: true,
        };
      }
      const { rules, differs } = predicted(name, file),
        // What a file for a reader leaves out, weights that it does not take, is a difference without a rule.
        agrees = differs === result.differs || file.label !== undefined;
      if (file.label === undefined) (++all, (agree += agrees));
      console.log(
        `${name.padEnd(15)} ${version.padEnd(8)} ${(file.label ?? file.name).padEnd(18)} ${result.text.padEnd(24)} ${agrees ? ' ' : '!'} ${rules.join(' ')}`.trimEnd(),
      );
    }
  }
  console.log(`the check agrees in ${agree} of ${all}`);
} finally {
  if (process.env.VITRINE_READERS === undefined) rmSync(folder, { recursive: true });
}
process.exit();
