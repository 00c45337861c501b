// ioquake3 draws a model with its own command for looking at one (`testmodel`), above a level of OpenArena that is not drawn.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

import { ballOf, firstFrame, kHeight, kWidth, runOnScreen } from './draw_support.mjs';
import { maskOfTga } from './silhouette.mjs';

const program = '/usr/lib/ioquake3/ioquake3';
const games = '/usr/lib/openarena';
/** Above the level, looking to where nothing of it is in sight. */
const kPlace = '0 0 600 270';
/** Where `testmodel` puts a model: so many units before the eye, facing it (CG_TestModel_f). */
const kAway = 100;
const kBlack = [0, 0, 0],
  kTolerance = 12;

export const ioquake3 = {
  name: 'ioquake3',
  packages: { ioquake3: program, 'openarena-data': join(games, 'baseoa/pak0.pk3') },
  kinds: ['iqm', 'md3'],
  draws: () => true,
  ignored: () => undefined,

  /** The eye stands still: the angle has to fit. Undefined for what reaches to the eye. */
  viewOf(meshes) {
    const { middle, radius } = ballOf(meshes);
    const aside = Math.hypot(middle[1], middle[2]) + radius,
      near = kAway - middle[0] - radius;
    const fov = (2 * Math.atan((1.4 * aside) / near) * 180) / Math.PI;
    return near > 8 && fov < 140 ? { camera: [kAway, 0, 0], fov: Math.max(5, Math.ceil(fov)) } : undefined;
  },

  picture(path, frame, { fov }, folder) {
    const home = join(folder, 'home'),
      game = join(home, 'baseoa'),
      model = `models/thing${extname(path).toLowerCase()}`;
    mkdirSync(join(game, 'models'), { recursive: true });
    copyFileSync(path, join(game, model));
    // Materials of files outside a game name images beside them.
    for (const name of readdirSync(dirname(path)).filter((one) => /\.(png|tga|jpg)$/i.test(one)))
      copyFileSync(join(dirname(path), name), join(game, basename(name)));
    const steps = 'nextframe; '.repeat(firstFrame(path) + frame);
    writeFileSync(
      join(game, 'run.cfg'),
      `r_fastsky 1; cg_fov ${fov}; wait 30; noclip; setviewpos ${kPlace}; wait 10; r_drawworld 0; testmodel ${model}; wait 4; ${steps}wait 4; screenshot a; quit\n`,
    );
    const settings = {
      ...{ com_basegame: 'baseoa', fs_basepath: games, fs_homepath: home, com_homepath: '', com_introplayed: 1 },
      ...{ com_legacyprotocol: 71, com_protocol: 71, sv_pure: 0, s_initsound: 0, bot_enable: 0, com_maxfps: 20 },
      ...{ cl_renderer: 'opengl1', r_mode: -1, r_customwidth: kWidth, r_customheight: kHeight, r_fullscreen: 0 },
      ...{ r_picmip: 0, cg_drawFPS: 0, cg_draw2D: 0, cg_fov: fov, cg_drawGun: 0, con_notifytime: 0, vm_cgame: 2 },
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['+set', name, value]);
    const words = runOnScreen(program, [...args, '+devmap', 'oa_ctf2', '+exec', 'run.cfg'], folder);
    const refused = words.split('\n').find((line) => /R_Load\w+: |R_RegisterModel/.test(line));
    if (refused) throw new Error(refused);
    const shot = join(game, 'screenshots/a.tga');
    if (!existsSync(shot)) throw new Error(`no picture: ${words.split('\n').at(-1)}`);
    return maskOfTga(readFileSync(shot), kBlack, kTolerance);
  },
};
