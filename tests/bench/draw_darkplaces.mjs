// DarkPlaces draws a model in a room of our own: it needs no data of a game.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';

import { ballOf, firstFrame, iqmFrames, kHeight, kWidth, runOnScreen } from './draw_support.mjs';
import { wallColor, writeRoom } from './quake_room.mjs';
import { maskOfTga } from './silhouette.mjs';

const kFov = 60;
const program = '/usr/games/darkplaces';
const kRotates = 8; // EF_ROTATE of an MDL's flags

/** Items of Quake turn round and round: no picture of theirs is that of a pose. */
function turns(path) {
  const bytes = readFileSync(path);
  return bytes.length >= 80 && bytes.toString('latin1', 0, 4) === 'IDPO' && (bytes.readInt32LE(76) & kRotates) !== 0;
}

export const darkplaces = {
  name: 'DarkPlaces',
  packages: { darkplaces: program, fteqcc: '/usr/bin/fteqcc' },
  kinds: ['iqm', 'md3', 'mdl', 'md2'],
  draws: (path) => !turns(path),

  /** Why DarkPlaces draws something else, or undefined. */
  ignored: ({ materials, meshes }, joints) =>
    joints.some(({ scale }) => scale.some((factor) => Math.abs(factor - 1) > 1e-3))
      ? 'joints have a scale, which it leaves out'
      : meshes.some(({ primitives }) => primitives.some(({ material }) => materials[material]?.name === ''))
        ? 'a material has no name: it does not draw it'
        : undefined,

  /** So far away along x that the whole model is in the picture. Eighths of units are what a server sends at least. */
  viewOf(meshes) {
    const { middle, radius } = ballOf(meshes);
    const camera = [middle[0] + Math.max(8, 2.8 * radius), middle[1], middle[2]];
    return { camera: camera.map((value) => Math.round(value * 8) / 8), fov: kFov };
  },

  picture(path, frame, { camera }, folder) {
    const model = `models/thing${extname(path).toLowerCase()}`,
      at = frame + firstFrame(path);
    const game = writeRoom(folder, { model, frame: at, camera, picture: 'picture.tga' });
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
    const words = runOnScreen(program, [...args, '+vid_fullscreen', 0, '+map', 'start'], folder);
    const shot = readdirSync(folder, { recursive: true }).find((name) => name.endsWith('.tga'));
    if (!shot) throw new Error(`no picture: ${words.split('\n').at(-1)}`);
    return maskOfTga(readFileSync(join(folder, shot)), wallColor);
  },
};
