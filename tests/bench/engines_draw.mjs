// Draws models in a game engine without a screen, and compares their outline with that of the posed vertices. A mirrored
// model, a wrong pose or a wrong axis shows at once. For people, not for CI: `npm run engines -- draw [FILE...]`.
//
// Debian: darkplaces, fteqcc, xvfb. Without them it says so and ends well.

import { spawnSync } from 'node:child_process';
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
import { basename, dirname, extname, join, relative, resolve } from 'node:path';

import { cliPath, root } from '../node/support/vitrine.mjs';
import { wallColor, writeRoom } from './quake_room.mjs';
import { maskOfMeshes, maskOfTga, mirrored, overlap, pixelsOf } from './silhouette.mjs';

const kLeastOverlap = 0.99,
  kMostModels = 20,
  kFov = 60,
  kWidth = 640,
  kHeight = 480;
const kPrograms = { darkplaces: '/usr/games/darkplaces', fteqcc: '/usr/bin/fteqcc', 'xvfb-run': '/usr/bin/xvfb-run' };

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

/** Why DarkPlaces draws something else, or undefined. */
const ignoredIn = ({ materials, meshes }, joints) =>
  joints.some(({ scale }) => scale.some((factor) => Math.abs(factor - 1) > 1e-3))
    ? 'joints have a scale, which it leaves out'
    : meshes.some(({ primitives }) => primitives.some(({ material }) => materials[material]?.name === ''))
      ? 'a material has no name: it does not draw it'
      : undefined;

/** First frames of the actions of an IQM (version 2), and how many frames it has. */
function iqmFrames(bytes) {
  const word = (i) => bytes.readUInt32LE(16 + 4 * i);
  const [numAnims, ofsAnims, numFrames] = [word(17), word(18), word(19)];
  return { first: numAnims > 0 ? bytes.readUInt32LE(ofsAnims + 4) : 0, frames: numFrames };
}

/** The meshes of a model, posed, as the file has its axes; undefined for one without triangles or without that frame. */
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
    meshes: meshes.map(({ positions }, i) => ({ positions: positions.flat(), indices: scene.meshes[i].indices })),
    ignored: ignoredIn(scene, joints),
  };
}

const kRotates = 8; // EF_ROTATE of an MDL's flags

/** Items of Quake turn round and round: no picture of theirs is that of a pose. */
function turns(path) {
  const bytes = readFileSync(path);
  return bytes.length >= 80 && bytes.toString('latin1', 0, 4) === 'IDPO' && (bytes.readInt32LE(76) & kRotates) !== 0;
}

/** So far away along x that the whole model is in the picture. Eighths of units are what a server sends at least. */
function cameraFor(meshes) {
  const ranges = [0, 1, 2].map((axis) => {
    const values = meshes.flatMap(({ positions }) => positions.filter((_, i) => i % 3 === axis));
    return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
  });
  const radius = Math.hypot(...ranges.map(([low, high]) => (high - low) / 2)),
    middle = ranges.map(([low, high]) => (low + high) / 2);
  return [middle[0] + Math.max(8, 2.8 * radius), middle[1], middle[2]].map((value) => Math.round(value * 8) / 8);
}

/** The picture that DarkPlaces makes. */
function drawn(path, frame, camera, folder) {
  const model = `models/thing${extname(path).toLowerCase()}`,
    picture = 'picture.tga';
  const game = writeRoom(folder, { model, frame, camera, picture });
  mkdirSync(join(game, 'models'), { recursive: true });
  copyFileSync(path, join(game, model));
  if (model.endsWith('.iqm')) {
    // One action a frame, so that a frame's number counts through the file.
    const { frames } = iqmFrames(readFileSync(path));
    const groups = Array.from({ length: frames }, (_, i) => `${i} 1 24 1\n`).join('');
    writeFileSync(join(game, `${model}.framegroups`), groups);
  }
  const settings = {
    ...{ fov: kFov, crosshair: 0, viewsize: 120, r_drawviewmodel: 0, cl_bob: 0, v_idlescale: 0, scr_centertime: 0 },
    ...{ con_notify: 0, showfps: 0, scr_screenshot_png: 0, scr_screenshot_jpeg: 0, scr_screenshot_name_in_mapdir: 0 },
    ...{ v_gamma: 1, scr_conspeed: 100000, r_drawparticles: 0, r_fullbright: 1, gl_texture_anisotropy: 1 },
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  writeFileSync(join(game, 'autoexec.cfg'), lines.join(''));
  writeFileSync(join(game, 'default.cfg'), '');
  writeFileSync(join(game, 'quake.rc'), 'exec default.cfg\nexec autoexec.cfg\nstuffcmds\n');
  const args = ['-basedir', folder, '-nosound', '-nohome', '-window', '-width', kWidth, '-height', kHeight];
  const { stdout, stderr } = spawnSync(
    kPrograms['xvfb-run'],
    ['-a', '-s', '-screen 0 800x600x24', kPrograms.darkplaces, ...args, '+vid_fullscreen', '0', '+map', 'start'].map(
      String,
    ),
    { cwd: folder, encoding: 'utf8', timeout: 120_000, killSignal: 'SIGKILL' },
  );
  const shot = readdirSync(folder, { recursive: true }).find((name) => name.endsWith('.tga'));
  if (!shot) throw new Error(`no picture: ${`${stdout}${stderr}`.trim().split('\n').at(-1)}`);
  return maskOfTga(readFileSync(join(folder, shot)), wallColor);
}

function row(path, frame) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-draw-'));
  try {
    const first = extname(path).toLowerCase() === '.iqm' ? iqmFrames(readFileSync(path)).first : 0;
    const model = posed(path, frame, folder);
    if (!model) return undefined;
    const { meshes, ignored } = model,
      camera = cameraFor(meshes);
    const engine = drawn(path, first + frame, camera, folder),
      ours = maskOfMeshes(meshes, { camera, fov: kFov, width: engine.width, height: engine.height });
    return {
      share: overlap(engine, ours),
      other: overlap(engine, mirrored(ours)),
      pixels: [pixelsOf(engine), pixelsOf(ours)],
      ignored,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const shared = resolve(root, process.env.VITRINE_SHARED ?? '../shared');

/** The sample that DarkPlaces reads, and models of other people where they are. */
function models() {
  const sample = join(root, 'public/samples/jellyfish/jellyfish.iqm');
  const others = ['iqm', 'quake_frames'].map((kind) => {
    const folder = join(shared, 'corpus', kind);
    if (!existsSync(folder)) return [];
    const names = readdirSync(folder, { recursive: true }).filter((name) => /\.(iqm|md3|mdl|md2)$/i.test(name));
    return names
      .sort()
      .map((name) => join(folder, name))
      .filter((path) => !turns(path));
  });
  // Evenly out of each kind.
  const most = Math.floor((kMostModels - 1) / 2);
  const some = others.flatMap((list) =>
    list.filter((_, i) => Math.floor((i * most) / list.length) !== Math.floor(((i - 1) * most) / list.length)),
  );
  return [sample, ...some];
}

/** Prints a row for each model and frame; false if one is not the same. */
export function drawInEngines(given) {
  const absent = Object.entries(kPrograms).filter(([, path]) => !existsSync(path));
  if (absent.length > 0) {
    console.log(`skipped: not installed: ${absent.map(([name]) => name).join(', ')}`);
    return true;
  }
  console.log(`DarkPlaces ${versionOf('darkplaces')}, fteqcc ${versionOf('fteqcc')}`);
  console.log(`${'overlap'.padStart(7)} mirrored  pixels drawn, expected  model`);
  let isGood = true;
  for (const path of given.length > 0 ? given.map((one) => resolve(one)) : models())
    for (const frame of [0, 3]) {
      const name = `${relative(root, path).startsWith('..') ? `${basename(dirname(path))}/${basename(path)}` : relative(root, path)} frame ${frame}`;
      try {
        const found = row(path, frame);
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
