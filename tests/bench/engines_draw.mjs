// Draws models in game engines without a screen, and compares their outline with that of the posed vertices. A mirrored
// model, a wrong pose or a wrong axis shows at once. For people, not for CI: `npm run engines -- draw [ENGINE...] [FILE...]`.
//
// What is not installed is left out, and said.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';

import { cliPath, root } from '../node/support/vitrine.mjs';
import { darkplaces } from './draw_darkplaces.mjs';
import { ioquake3 } from './draw_ioquake3.mjs';
import { screen } from './draw_support.mjs';
import { maskOfMeshes, mirrored, overlap, pixelsOf } from './silhouette.mjs';

const kEngines = [darkplaces, ioquake3];
const kLeastOverlap = 0.99,
  kMostModels = 20,
  kFrames = [0, 3];
/** Samples whose formats no engine here reads: drawn as the files that `convert --for` writes of them. */
const kConverted = ['heron', 'column', 'pinwheel', 'lighthouse', 'mannequin'];

const versionOf = (name) =>
  spawnSync('dpkg-query', ['-W', '-f', '${Version}', name], { encoding: 'utf8' }).stdout ?? '';

function vitrine(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cliPath, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 29,
  });
  if (status !== 0 && stdout === '') throw new Error(stderr.trim().split('\n')[0]);
  return JSON.parse(stdout);
}

/** Undefined where a model has no such frame. */
function posedAt(path, action) {
  try {
    return vitrine('pose', path, ...action, '--vertices');
  } catch (error) {
    if (action.length > 0 && action.at(-1) !== '0') return undefined;
    throw error;
  }
}

/** A model as a document and its meshes, posed, as the file has its axes; undefined without triangles or that frame. */
function posed(path, frame, folder) {
  const out = join(folder, 'scene.json');
  vitrine('convert', path, '--to', 'json', '-o', out, '--json');
  const scene = JSON.parse(readFileSync(out, 'utf8'));
  const hasActions = scene.actions?.length > 0,
    action = hasActions ? ['--action', '0', '--frame', String(frame)] : [];
  if (!scene.meshes.some(({ indices }) => indices.length > 0)) return undefined;
  const pose = frame > 0 && !hasActions ? undefined : posedAt(path, action);
  if (!pose) return undefined;
  const { meshes, joints } = pose;
  return {
    scene,
    joints,
    meshes: meshes.map(({ positions }, i) => ({ positions: positions.flat(), indices: scene.meshes[i].indices })),
  };
}

/** Undefined where there is nothing to compare. */
function compared(engine, path, frame) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-draw-'));
  try {
    const model = posed(path, frame, folder);
    if (!model) return undefined;
    const view = engine.viewOf(model.meshes);
    if (!view) throw new Error('too large for where the engine puts it');
    const drawn = engine.picture(path, frame, view, folder),
      ours = maskOfMeshes(model.meshes, { ...view, width: drawn.width, height: drawn.height });
    if (pixelsOf(drawn) + pixelsOf(ours) === 0) throw new Error('nothing of it is seen from there');
    return {
      share: overlap(drawn, ours),
      other: overlap(drawn, mirrored(ours)),
      pixels: [pixelsOf(drawn), pixelsOf(ours)],
      ignored: engine.ignored(model.scene, model.joints),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const shared = resolve(root, process.env.VITRINE_SHARED ?? '../shared');
const kindOf = (path) => extname(path).slice(1).toLowerCase();

/** Models of other people, where they are: evenly out of each kind. */
function others({ kinds, draws }) {
  const lists = ['iqm', 'quake_frames'].map((kind) => {
    const folder = join(shared, 'corpus', kind);
    if (!existsSync(folder)) return [];
    const names = readdirSync(folder, { recursive: true }).filter((name) => kinds.includes(kindOf(name)));
    return names
      .sort()
      .map((name) => join(folder, name))
      .filter(draws);
  });
  const most = kMostModels / lists.length;
  return lists.flatMap((list) =>
    list.filter((_, i) => Math.floor((i * most) / list.length) !== Math.floor(((i - 1) * most) / list.length)),
  );
}

/** Samples as the engine takes them, in `folder` where they are written. */
function samples({ name, kinds }, folder) {
  const written = kConverted.flatMap((sample) =>
    kinds
      .filter((kind) => kind === 'iqm' || kind === 'md3')
      .map((kind) => {
        const from = join(root, 'public/samples', sample),
          path = join(folder, kind, sample, `${sample}.${kind}`);
        const files = readdirSync(from).map((file) => join(from, file));
        mkdirSync(dirname(path), { recursive: true });
        vitrine('convert', ...files, '--for', name.toLowerCase(), '-o', path, '--json');
        return path;
      }),
  );
  return [join(root, 'public/samples/jellyfish/jellyfish.iqm'), ...written];
}

const shown = (path) =>
  relative(root, path).startsWith('..') ? `${basename(dirname(path))}/${basename(path)}` : relative(root, path);

/** Prints a row for each model and frame; false if one is not the same. */
function drawAll(engine, paths) {
  console.log(`${'overlap'.padStart(7)} mirrored  pixels drawn, expected  model`);
  let isGood = true;
  for (const path of paths)
    for (const frame of kFrames) {
      const name = `${shown(path)} frame ${frame}`;
      try {
        const found = compared(engine, path, frame);
        if (!found) continue;
        const { share, other, pixels, ignored } = found,
          good = share >= kLeastOverlap && pixels.every((count) => count > 0);
        isGood &&= good || ignored !== undefined;
        console.log(
          `${share.toFixed(4).padStart(7)} ${other.toFixed(4).padStart(8)}  ${pixels.join(', ').padStart(22)}  ${name}${good ? '' : `  ${ignored ?? 'NOT THE SAME'}`}`,
        );
      } catch (error) {
        console.log(`${'-'.padStart(7)} ${''.padStart(8)}  ${''.padStart(22)}  ${name}: left out, ${error.message}`);
      }
    }
  return isGood;
}

/** `operands` name engines, else all, and files, else samples and other people's models. What is not installed is left out. */
export function drawInEngines(operands) {
  const isEngine = (operand) => kEngines.some(({ name }) => name.toLowerCase() === operand),
    given = operands.filter((operand) => !isEngine(operand));
  const chosen = kEngines.filter(({ name }) => operands.includes(name.toLowerCase()));
  let isGood = true;
  for (const engine of chosen.length > 0 ? chosen : kEngines) {
    const absent = Object.entries({ ...engine.packages, xvfb: screen }).filter(([, path]) => !existsSync(path));
    if (absent.length > 0) {
      console.log(`${engine.name} skipped: not installed: ${absent.map(([name]) => name).join(', ')}`);
      continue;
    }
    console.log(
      Object.keys(engine.packages)
        .map((name) => `${name} ${versionOf(name)}`)
        .join(', '),
    );
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-draw-'));
    try {
      const paths =
        given.length > 0 ? given.map((one) => resolve(one)) : [...samples(engine, folder), ...others(engine)];
      isGood =
        drawAll(
          engine,
          paths.filter((path) => engine.kinds.includes(kindOf(path))),
        ) && isGood;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return isGood;
}
