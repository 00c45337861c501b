// A player of Quake III cut out of one model: its parts are read by the layout alone, joined by their tags as the game
// joins them, and held against the model.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { readMd3 } from './support/md3.mjs';
import { vitrine } from './support/vitrine.mjs';

let core;
before(async () => {
  core = await createVitrine();
});

const kRings = 13,
  kFrames = 5;

const kNames = ['hips', 'spine', 'neck', 'arm'];

/** A column: hips below 4, spine from there to 9, head above; the ring at 4 hangs on two joints. A jaw has the top. */
function column(names = kNames, hasJaw = false) {
  const heights = [0, 4, 9, hasJaw ? 11 : 6],
    parents = [-1, 0, 1, hasJaw ? 2 : 1];
  const verts = [],
    weights = [],
    tris = [];
  for (let ring = 0; ring < kRings; ++ring)
    for (let side = 0; side < 4; ++side) {
      const x = [2, 0, -2, 0][side],
        y = [0, 2, 0, -2][side],
        joints = ring < 4 ? [0] : ring === 4 ? [0, 1] : ring <= 9 ? [1] : hasJaw && ring === 12 ? [3] : [2];
      verts.push(`\tvert ${verts.length} ( ${side / 4} ${ring / kRings} ) ${weights.length} ${joints.length}`);
      for (const joint of joints)
        weights.push(`\tweight ${weights.length} ${joint} ${1 / joints.length} ( ${x} ${y} ${ring - heights[joint]} )`);
      if (ring === 0) continue;
      const a = 4 * ring + side,
        b = 4 * ring + ((side + 1) % 4);
      tris.push([a - 4, a, b], [a - 4, b, b - 4]);
    }
  return `MD5Version 10
commandline ""
numJoints 4
numMeshes 1
joints {
${names.map((name, j) => `\t"${name}"\t${parents[j]} ( 0 0 ${heights[j]} ) ( 0 0 0 )`).join('\n')}
}
mesh {
	shader "models/players/hero/skin"
	numverts ${verts.length}
${verts.join('\n')}
	numtris ${tris.length}
${tris.map((corners, t) => `\ttri ${t} ${corners.join(' ')}`).join('\n')}
	numweights ${weights.length}
${weights.join('\n')}
}
`;
}

/** Hips move along x and turn, spine and neck turn; `seed` makes each action another one. */
function action(seed, names = kNames, hasJaw = false) {
  const frames = Array.from({ length: kFrames }, (_, f) => {
    const turn = (k) => (0.3 * Math.sin(seed + k + f)).toFixed(6);
    return `frame ${f} {\n${f * seed} 0 0 0 0 ${turn(0)}\n${turn(1)} 0 ${turn(2)}\n0 ${turn(3)} 0 ${turn(4)}\n}`;
  });
  return `MD5Version 10
commandline ""
numFrames ${kFrames}
numJoints 4
frameRate 15
numAnimatedComponents 13
hierarchy {
	"${names[0]}" -1 63 0
	"${names[1]}" 0 56 6
	"${names[2]}" 1 56 9
	"${names[3]}" ${hasJaw ? '2 8 12' : '1 0 0'}
}
bounds {
${'\t( -99 -99 -99 ) ( 99 99 99 )\n'.repeat(kFrames)}}
baseframe {
	( 0 0 0 ) ( 0 0 0 )
	( 0 0 4 ) ( 0 0 0 )
	( 0 0 5 ) ( 0 0 0 )
	( 0 0 2 ) ( 0 0 0 )
}
${frames.join('\n')}
`;
}

const kRows = ['BOTH_DEATH1', 'TORSO_ATTACK', 'TORSO_STAND', 'LEGS_RUN', 'LEGS_IDLE'];
const filesOf = (...kind) => [
  { name: 'hero.md5mesh', bytes: Buffer.from(column(...kind)) },
  ...kRows.map((name, k) => ({ name: `${name}.md5anim`, bytes: Buffer.from(action(k + 1, ...kind)) })),
  { name: 'wave.md5anim', bytes: Buffer.from(action(9, ...kind)) },
];
const kOptions = { engine: 'ioquake3', player: true, cut: 'torso=spine,head=neck', name: 'hero' };

const distance = (a, b) => Math.hypot(...a.map((value, k) => value - b[k]));
/** As the game hangs one part on another. */
const hung = ({ origin, axes }, p) =>
  origin.map((value, c) => value + axes.reduce((sum, axis, i) => sum + p[i] * axis[c], 0));
const pointsOf = (document, name, frame) =>
  document
    .poseReport({ action: name, time: frame / 15, vertices: true })
    .meshes.flatMap(({ positions }) =>
      Array.from({ length: positions.length / 3 }, (_, v) => positions.slice(3 * v, 3 * v + 3)),
    );
/** The farthest of these from the nearest of those. */
const farthest = (these, those) =>
  Math.max(...these.map((p) => those.reduce((least, q) => Math.min(least, distance(p, q)), Infinity)));
/** Half a step in each direction, and what a float leaves of a tag. */
const kOffGrid = Math.sqrt(3) / 128 + 1e-4;

function written(document, options = kOptions) {
  const { files, report } = document.convert('md3', options),
    of = (name) => files.find((file) => file.name === name);
  const parts = Object.fromEntries(['lower', 'upper', 'head'].map((name) => [name, readMd3(of(`${name}.md3`).bytes)]));
  const rows = Buffer.from(of('animation.cfg').bytes)
    .toString()
    .split('\n')
    .map((line) => line.replace(/\/\/.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/).map(Number));
  return { files, report, parts, rows };
}
const tagOf = (md3, frame, name) => md3.tags[frame].find((tag) => tag.name === name);

test('the parts, joined by their tags, are the model at every frame of every action', () => {
  const document = core.load(filesOf()),
    { report, parts, rows } = written(document);
  const [deathFirst, deathFrames] = rows[0];
  assert.deepEqual([deathFirst, deathFrames], [0, kFrames]);
  for (let k = 0; k < kFrames; ++k) {
    const torso = tagOf(parts.lower, k, 'tag_torso'),
      head = tagOf(parts.upper, k, 'tag_head'),
      source = pointsOf(document, 'BOTH_DEATH1', k);
    const made = [
      ...parts.lower.positions(k),
      ...parts.upper.positions(k).map((p) => hung(torso, p)),
      ...parts.head.positions(0).map((p) => hung(torso, hung(head, p))),
    ];
    assert.ok(farthest(source, made) <= kOffGrid, `${k}: ${farthest(source, made)}`);
    assert.ok(farthest(made, source) <= kOffGrid, `${k}: ${farthest(made, source)}`);
  }
  // Legs by themselves, as the game counts their rows.
  const skipped = rows[13][0] - rows[6][0],
    [run] = rows[15];
  for (let k = 0; k < kFrames; ++k)
    assert.ok(
      farthest(parts.lower.positions(run - skipped + k), pointsOf(document, 'LEGS_RUN', k)) <= kOffGrid,
      `${k}`,
    );
  // The torso by itself has the shape that it has in the model: distances within it are the same.
  const [attack] = rows[7];
  for (let k = 0; k < kFrames; ++k) {
    const own = parts.upper.positions(attack + k),
      source = pointsOf(document, 'TORSO_ATTACK', k),
      still = parts.upper.positions(0);
    assert.equal(own.length, still.length);
    const inModel = new Set(source.flatMap((p) => source.map((q) => Math.round(distance(p, q) * 8))));
    for (const p of own.slice(0, 6))
      for (const q of own) assert.ok([-1, 0, 1].some((d) => inModel.has(Math.round(distance(p, q) * 8) + d)));
  }
  for (const { name, largest } of report.parts) assert.ok(largest <= 1 / 64, `${name}: ${largest}`);
  assert.ok(!report.losses.some(({ what }) => what === 'head'));
});

test('rows are those of the game, in its order; what is missing has a frame, and the losses say so', () => {
  const { report, rows, parts } = written(core.load(filesOf()));
  assert.equal(rows.length, 25);
  assert.deepEqual(
    report.sequences.filter(({ action: of }) => of !== null).map(({ name }) => name),
    kRows,
  );
  const skipped = rows[13][0] - rows[6][0];
  for (const [k, [first, count, looping, rate]] of rows.entries()) {
    const own = kRows.includes(report.sequences[k].name);
    assert.equal(count, own ? kFrames : 1, report.sequences[k].name);
    assert.ok(rate > 0 && looping <= count);
    const inLegs = k < 6 || k >= 13,
      inTorso = k < 13;
    if (inTorso) assert.ok(first + count <= parts.upper.frames.length, report.sequences[k].name);
    if (inLegs) assert.ok(first - (k >= 13 ? skipped : 0) + count <= parts.lower.frames.length);
  }
  // Dead is as death ends.
  assert.deepEqual(parts.lower.positions(rows[1][0]), parts.lower.positions(rows[0][0] + kFrames - 1));
  const said = report.losses.filter(({ what }) => what === 'actions');
  assert.deepEqual(
    said.map(({ count }) => count),
    [20, 1],
  );
  assert.match(said[0].message, /'BOTH_DEAD1', 'BOTH_DEATH2'/);
});

test('triangles across the cut belong to one part, and none is lost', () => {
  const { parts, report } = written(core.load(filesOf())),
    count = (md3) => md3.surfaces.reduce((sum, { triangles }) => sum + triangles.length, 0);
  // Rings 10 to 12 move with the head alone. The ring at 4 hangs on hips and spine alike, and is of the legs; those
  // across have two corners above, or one.
  assert.equal(count(parts.head), 2 * 8);
  assert.equal(count(parts.upper), 4 + 5 * 8);
  assert.equal(count(parts.lower), 4 * 8 + 4);
  assert.deepEqual(
    report.parts.map(({ triangles }) => triangles),
    [36, 44, 16],
  );
  assert.equal(parts.head.frames.length, 1);
});

test('our reader of players joins them', () => {
  const document = core.load(filesOf()),
    { files } = written(document),
    again = core.load(files.map(({ name, bytes }) => ({ name: `models/players/hero/${name}`, bytes })));
  assert.ok(['BOTH_DEATH1', 'TORSO_ATTACK', 'LEGS_RUN'].every((row) => again.actions.some(({ name }) => name === row)));
  for (let k = 0; k + 1 < kFrames; ++k) {
    const source = pointsOf(document, 'BOTH_DEATH1', k),
      made = pointsOf(again, 'BOTH_DEATH1', k);
    assert.ok(farthest(source, made) <= kOffGrid && farthest(made, source) <= kOffGrid, `${k}`);
  }
});

test('joints called as the tags need no --cut and are the tags', () => {
  const names = ['hips', 'tag_torso', 'tag_head', 'tag_weapon'],
    { cut: _, ...options } = kOptions,
    { parts } = written(core.load(filesOf(names)), options);
  assert.deepEqual(
    parts.upper.tags[0].map(({ name }) => name),
    ['tag_head', 'tag_weapon'],
  );
  assert.deepEqual(
    parts.lower.tags[0].map(({ name }) => name),
    ['tag_torso'],
  );
});

test('what moves in the head stands, and the loss says how far', () => {
  const { report } = written(core.load(filesOf(kNames, true))),
    [loss] = report.losses.filter(({ what }) => what === 'head'),
    { largest } = report.parts[2];
  assert.ok(loss.largest === largest && largest > 0.1 && largest < 4, `${largest}`);
  for (const part of report.parts.slice(0, 2)) assert.ok(part.largest <= 1 / 64);
});

test('a cut that leaves a part empty, unknown names and other engines are refused', () => {
  const document = core.load(filesOf());
  const refused = (options, code, message) =>
    assert.throws(() => document.convert('md3', { ...kOptions, ...options }), { code, message });
  refused({ cut: 'torso=spine,head=arm' }, 'EXPORT_ENGINE', /head/);
  refused({ cut: 'torso=spine,head=nose' }, 'EXPORT_OPTION', /nose/);
  refused({ cut: 'torso=neck,head=spine' }, 'EXPORT_OPTION', /below/);
  refused({ cut: 'legs=hips' }, 'EXPORT_OPTION', /torso=NAME/);
  refused({ cut: undefined }, 'EXPORT_OPTION', /tag_torso/);
  refused({ player: false }, 'EXPORT_OPTION', /player/);
  refused({ engine: 'ironwail' }, 'EXPORT_ENGINE', /ioquake3/);
  refused({ lod: '0.5' }, 'EXPORT_OPTION', /levels/);
});

test('the command writes the parts beside lower.md3 alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-player-'));
  try {
    for (const { name, bytes } of filesOf()) writeFileSync(join(folder, name), bytes);
    const inputs = filesOf().map(({ name }) => join(folder, name)),
      out = join(folder, 'models/players/hero');
    mkdirSync(out, { recursive: true });
    const args = [...inputs, '--for', 'ioquake3', '--player', '--cut', 'torso=spine,head=neck'];
    const refused = vitrine(['convert', ...args, '-o', join(folder, 'hero.md3')]);
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /lower\.md3/);
    const { status, stderr } = vitrine(['convert', ...args, '-o', join(out, 'lower.md3')]);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /head\.md3: 16 triangles, 1 frame, no vertex is off by more than 0\.0\d+ file units/);
    assert.deepEqual(
      readdirSync(out)
        .filter((name) => !/\.(?:png|tga|jpg)$/.test(name))
        .toSorted(),
      [
        'animation.cfg',
        'head.md3',
        'head_default.skin',
        'lower.md3',
        'lower_default.skin',
        'upper.md3',
        'upper_default.skin',
      ],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
