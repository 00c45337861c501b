// The smallest folder that a Quake engine starts from, without data of a game: one empty room of plain green, and a program
// that puts one model at its origin and the player where the camera is to be.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Colour of the walls. */
export const wallColor = [0, 255, 0];
const kWall = 1;

/** 256 colours, of which the walls have one. */
function palette() {
  const bytes = Buffer.alloc(768);
  for (let i = 0; i < 256; ++i) bytes.fill(i, 3 * i, 3 * i + 3);
  bytes.set(wallColor, 3 * kWall);
  return bytes;
}

const int32 = (...values) => Buffer.from(Int32Array.from(values).buffer);
const int16 = (...values) => Buffer.from(Int16Array.from(values).buffer);
const float32 = (...values) => Buffer.from(Float32Array.from(values).buffer);

/** A texture of one colour with its four sizes. */
function wallTexture() {
  const side = 16,
    sizes = [16, 8, 4, 2],
    name = Buffer.alloc(16);
  name.write('wall');
  let at = 40;
  const offsets = sizes.map((size) => (at += size * size) - size * size);
  const head = Buffer.concat([name, int32(side, side, ...offsets)]);
  return Buffer.concat([head, ...sizes.map((size) => Buffer.alloc(size * size, kWall))]);
}

/** BSP of version 29 (bspfile.h): a cube of `half` units to each side, seen from inside. */
function room(half) {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, i >> 2].map((bit) => (bit ? half : -half)));
  // Plane p lies across axis p >> 1, at its far end for even p.
  const planes = [0, 1, 2, 3, 4, 5].map((p) => {
    const normal = [0, 0, 0];
    normal[p >> 1] = 1;
    return Buffer.concat([float32(...normal, p & 1 ? -half : half), int32(p >> 1)]);
  });
  const edges = [[0, 0]],
    surfaceEdges = [],
    faces = [];
  for (let p = 0; p < 6; ++p) {
    const axis = p >> 1,
      [u, v] = [0, 1, 2].filter((other) => other !== axis),
      side = p & 1 ? 0 : 1;
    const corner = (a, b) => (side << axis) | (a << u) | (b << v);
    const around = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
    // Clockwise as seen from inside.
    const [a, b, c] = around.map((i) => corners[i]);
    const cross = [0, 1, 2].map((i) => {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      return (b[j] - a[j]) * (c[k] - b[k]) - (b[k] - a[k]) * (c[j] - b[j]);
    });
    const inward = p & 1 ? 1 : -1;
    if (cross[axis] * inward > 0) around.reverse();
    faces.push(
      Buffer.concat([
        int16(p, p & 1 ? 0 : 1),
        int32(surfaceEdges.length),
        int16(4, axis),
        Buffer.from([255, 255, 255, 255]),
        int32(-1),
      ]),
    );
    for (let i = 0; i < 4; ++i) {
      surfaceEdges.push(edges.length);
      edges.push([around[i], around[(i + 1) % 4]]);
    }
  }
  // A chain of planes: outside of each is leaf 0, which is solid, inside of all leaf 1, which is empty.
  const inside = (p, next, solid) => (p & 1 ? [next, solid] : [solid, next]);
  const box = [-half, -half, -half, half, half, half];
  const nodes = [0, 1, 2, 3, 4, 5].map((p) =>
    Buffer.concat([int32(p), int16(...inside(p, p < 5 ? p + 1 : -2, -1), ...box, p, 1)]),
  );
  const clips = [0, 1].flatMap((hull) =>
    [0, 1, 2, 3, 4, 5].map((p) => Buffer.concat([int32(p), int16(...inside(p, p < 5 ? 6 * hull + p + 1 : -1, -2))])),
  );
  const axes = [
    [0, 1, 0, 0, 0, 0, -1, 0],
    [1, 0, 0, 0, 0, 0, -1, 0],
    [1, 0, 0, 0, 0, -1, 0, 0],
  ];
  const texture = wallTexture();
  const entities = '{ "classname" "worldspawn" }\n{ "classname" "info_player_start" "origin" "0 0 0" }\n\0';
  const lumps = [
    Buffer.from(entities),
    Buffer.concat(planes),
    Buffer.concat([int32(1, 8), texture]),
    float32(...corners.flat()),
    Buffer.alloc(0), // visibility
    Buffer.concat(nodes),
    Buffer.concat(axes.map((of) => Buffer.concat([float32(...of), int32(0, 0)]))),
    Buffer.concat(faces),
    Buffer.alloc(0), // lighting: full without
    Buffer.concat(clips),
    Buffer.concat([
      Buffer.concat([int32(-2, -1), int16(0, 0, 0, 0, 0, 0, 0, 0), Buffer.alloc(4)]),
      Buffer.concat([int32(-1, -1), int16(...box, 0, 6), Buffer.alloc(4)]),
    ]),
    int16(0, 1, 2, 3, 4, 5),
    int16(...edges.flat()),
    int32(...surfaceEdges),
    Buffer.concat([float32(...box, 0, 0, 0), int32(0, 0, 6, 0, 1, 0, 6)]),
  ];
  let at = 4 + 15 * 8;
  const directory = [];
  const padded = lumps.map((lump) => {
    directory.push(at, lump.length);
    at += (lump.length + 3) & ~3;
    return Buffer.concat([lump, Buffer.alloc(-lump.length & 3)]);
  });
  return Buffer.concat([int32(29, ...directory), ...padded]);
}

/** What Quake's engine expects at the start of a program, in its order (progdefs.h): e entity, f float, s string, v vector. */
const kGlobals = `e self,e other,e world,f time,f frametime,f force_retouch,s mapname,f deathmatch,f coop,f teamplay,f serverflags,
f total_secrets,f total_monsters,f found_secrets,f killed_monsters,${Array.from({ length: 16 }, (_, i) => `f parm${i + 1}`)},
v v_forward,v v_up,v v_right,f trace_allsolid,f trace_startsolid,f trace_fraction,v trace_endpos,v trace_plane_normal,
f trace_plane_dist,e trace_ent,f trace_inopen,f trace_inwater,e msg_entity,m main,m StartFrame,m PlayerPreThink,
m PlayerPostThink,m ClientKill,m ClientConnect,m PutClientInServer,m ClientDisconnect,m SetNewParms,m SetChangeParms`;
const kFields = `f modelindex,v absmin,v absmax,f ltime,f movetype,f solid,v origin,v oldorigin,v velocity,v angles,v avelocity,
v punchangle,s classname,s model,f frame,f skin,f effects,v mins,v maxs,v size,m touch,m use,m think,m blocked,f nextthink,
e groundentity,f health,f frags,f weapon,s weaponmodel,f weaponframe,f currentammo,f ammo_shells,f ammo_nails,f ammo_rockets,
f ammo_cells,f items,f takedamage,e chain,f deadflag,v view_ofs,f button0,f button1,f button2,f impulse,f fixangle,v v_angle,
f idealpitch,s netname,e enemy,f flags,f colormap,f team,f max_health,f teleport_time,f armortype,f armorvalue,f waterlevel,
f watertype,f ideal_yaw,f yaw_speed,e aiment,e goalentity,f spawnflags,s target,s targetname,f dmg_take,f dmg_save,
e dmg_inflictor,e owner,v movedir,s message,f sounds,s noise,s noise1,s noise2,s noise3`;
const kTypes = { e: 'entity', f: 'float', s: 'string', v: 'vector', m: 'void()' };
const declared = (list, dot) =>
  list
    .split(',')
    .map((entry) => entry.trim().split(' '))
    .map(([type, name]) => `${dot}${kTypes[type]} ${name};\n`)
    .join('');

/** `camera`: where the player looks along -x from. A second later the engine saves a picture and ends. */
const program = ({ model, frame, camera, picture }) => `${declared(kGlobals, '')}void end_sys_globals;
${declared(kFields, '.')}void end_sys_fields;
void(entity e, vector o) setorigin = #2;
void(entity e, string m) setmodel = #3;
entity() spawn = #14;
string(string s) precache_model = #20;
void(string s) localcmd = #46;
float begun, step;
void() main = {};
void() StartFrame = {};
void() PlayerPreThink = {
  self.velocity = '0 0 0';
  if (step == 0 && time > begun + 1) { step = 1; localcmd("screenshot ${picture}\\n"); }
  if (step == 1 && time > begun + 1.5) { step = 2; localcmd("quit\\n"); }
};
void() PlayerPostThink = { setorigin(self, '${camera.join(' ')}'); self.velocity = '0 0 0'; };
void() ClientKill = {};
void() ClientConnect = {};
void() ClientDisconnect = {};
void() SetNewParms = {};
void() SetChangeParms = {};
void() PutClientInServer = {
  self.classname = "player"; self.health = 100; self.solid = 0; self.movetype = 0; self.view_ofs = '0 0 0';
  setorigin(self, '${camera.join(' ')}');
  self.angles = '0 180 0'; self.v_angle = self.angles; self.fixangle = 1;
  begun = time;
};
void() worldspawn = {
  local entity thing;
  precache_model("${model}");
  thing = spawn();
  setmodel(thing, "${model}");
  setorigin(thing, '0 0 0');
  thing.frame = ${frame};
};
void() info_player_start = {};
`;

/** Checksum of progdefs.h, by which engines know the layout above. */
const kProgramChecksum = 5927;

/** Writes the folder id1 below `base`; throws where the compiler fails. */
export function writeRoom(base, given) {
  const game = join(base, 'id1');
  for (const folder of ['gfx', 'maps', 'source']) mkdirSync(join(game, folder), { recursive: true });
  writeFileSync(join(game, 'gfx/palette.lmp'), palette());
  const half = 128 * Math.ceil((2 * Math.max(...given.camera.map(Math.abs)) + 256) / 128);
  writeFileSync(join(game, 'maps/start.bsp'), room(half));
  writeFileSync(join(game, 'source/all.qc'), program(given));
  writeFileSync(join(game, 'source/progs.src'), '../progs.dat\nall.qc\n');
  const { stdout, stderr } = spawnSync('fteqcc', ['-O0'], { cwd: join(game, 'source'), encoding: 'utf8' });
  let compiled;
  try {
    compiled = readFileSync(join(game, 'progs.dat'));
  } catch {
    throw new Error(`fteqcc wrote no progs.dat: ${stdout}${stderr}`);
  }
  compiled.writeInt32LE(kProgramChecksum, 4);
  writeFileSync(join(game, 'progs.dat'), compiled);
  return game;
}
