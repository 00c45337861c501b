// The world document of the island: rooms as segments, doors as portals, the song's notes as events; and its collision: the
// lift that pushes crates, and the ropes of the bridge.

import { channels, ticksPerQuarter } from '../dusk/score';
import type { Vec3 } from '../model/vec';
import { from, sag, to } from './bridge';
import { bellAt } from './engine';
import { camera } from './flight';
import { materials, textures } from './materials';
import {
  bars,
  beats,
  beatsPerMinute,
  bridgeDoor,
  engineDoor,
  gateDoor,
  high,
  lamp,
  low,
  shaft,
  shaftDoor,
  walls,
} from './plan';
import { mesh, type Op, type Opening, type Room, turns } from './room';
import { lift } from './stair';

const [bell, kick] = [3, 5];
const starts = (channel: number): number[] =>
  (channels()[channel]?.notes ?? [])
    .filter(([, , velocity]) => (velocity ?? 0) > 0)
    .map(([tick]) => tick / ticksPerQuarter);

interface Notes {
  /** The bell, while the camera is in the engine room, and the lighthouse's own three strokes. */
  strikes: number[];
  /** The bass drum. */
  kicks: number[];
  /** Values of the dial, bar by bar in the engine room. */
  hours: { beat: number; text: string }[];
}

function notes(): Notes {
  const strikes = [...new Set(starts(bell))].filter((beat) => beat >= 94 && beat < 162);
  const roman = ['VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII', 'I'];
  return {
    strikes,
    kicks: starts(kick).filter((beat) => beat < beats),
    hours: Array.from({ length: bars / 4 }, (_, i) => ({ beat: 96 + 4 * i, text: roman[i % roman.length]! })),
  };
}

function physics(): object {
  const links = 9,
    ropes = [-0.86, 0.86].flatMap((z) =>
      Array.from({ length: links + 1 }, (_, i) => ({
        pos: [from + 0.1 + ((to - from - 0.3) * i) / links, sag(i / links) + 0.1, z],
        damp: 0.02,
        ...((i === 0 || i === links) && { fixed: true }),
      })),
    );
  const crates = [[0.75, 0.01, -0.7], [0.05, 0.01, -0.82]].map(([x, y, z]) => ({ pos: [shaft.x + x!, low + lift[0]![1] + y!, z!], damp: 0.01 })); // prettier-ignore
  return {
    gravity: [0, -9.81, 0],
    cells: [
      // Moves as the drawn one does; what lies on it is carried.
      { mode: 'sub', name: 'lift', min: [shaft.x - 1.25, low - 0.4, -1.25], max: [shaft.x + 1.25, low + lift[0]![1], 1.25], offset: { value: [0, 0, 0], anim: { spline: { channels: [[], lift.map(([beat, y]) => [beat, y - lift[0]![1]]), []] } } } }, // prettier-ignore
      { mode: 'zone', name: 'upper door', min: [shaft.x + 1.4, high, -1.1], max: [21, high + 2.6, 1.1] },
    ],
    particles: [...crates, ...ropes],
    constraints: ropes.flatMap((_, i) => (i % (links + 1) === links ? [] : [{ a: crates.length + i, b: crates.length + i + 1 }])), // prettier-ignore
  };
}

/** One leaf for the four doors, which rise into the wall. */
function leaf(doors: Room, x: number, floor: number, raised: object): Op {
  return { op: 'transform', translate: [x, floor, 0], in: [{ op: 'transform', translate: raised, in: [mesh(doors.name, doors.models[0]!)] }] }; // prettier-ignore
}
const timed = (keys: readonly (readonly number[])[]): object => ({ value: 0, anim: { spline: { mode: 'linear', channels: [keys] } } }); // prettier-ignore
const raisedBy = (keys: readonly (readonly number[])[]): object => ({
  value: [0, 0, 0],
  anim: { spline: { mode: 'linear', channels: [[], keys.map(([beat, open]) => [beat, 2.75 * open!]), []] } },
});
const portal = (name: string, between: [string, string], x: readonly [number, number], { y, z }: Opening, more: object): object => ({ // prettier-ignore
  name, between, min: [x[0] - 0.1, y[0], z[0]], max: [x[1] + 0.1, y[1], z[1]], resistance: 3, ...more,
}); // prettier-ignore

function scenes(doors: Room): Record<string, Op> {
  const { strikes, kicks } = notes();
  // After each stroke the bell swings out.
  const swing: [number, number][] = [[0, 0]];
  strikes.forEach((beat, i) => {
    const next = strikes[i + 1] ?? beats;
    for (let k = 0; k < 6 && beat + 0.5 * k + 0.4 < next; ++k) swing.push([beat + 0.5 * k, k === 0 ? swing.at(-1)![1] * 0.5 : (k % 2 ? 1 : -1) * 13 * 0.72 ** k]); // prettier-ignore
  });
  const flame = (x: number, size: number, beatsOf: number, phase: number): Op => turns(beatsOf, phase, { // prettier-ignore
    op: 'transform', translate: [x, high + 0.12, 4.25], rotate: { value: [0, 0, 0], anim: { b: 'cos(V13)', c: 'CONST', const: [0, 14, 6, 0] } },
    scale: { value: [size, size, size], anim: { b: 'sin(V13)', c: 'CONST', const: [0.1, 0.3 * size, 0.1, 0] } },
    in: [{ op: 'mesh', material: 'flame', boxes: [{ min: [-0.5, 0, 0], max: [0.5, 1, 0] }] }],
  }); // prettier-ignore
  const fading = (color: Vec3): object => ({ value: [...color, 1], anim: { shape: 'A*((B*C)+(D*E))', a: 'VALUE', b: 'ONE', c: 'ONE', d: 'TIME', e: 'CONST', const: [-1, -1, -1, -1] } }); // prettier-ignore
  return {
    pillar: { op: 'mesh', model: 'pillar', materials: { 'stone!': 'gate stone!' } },
    sky: { op: 'mesh', model: 'sky', material: 'sky' },
    bell: { op: 'transform', translate: [bellAt[0], bellAt[1] + 1.4, bellAt[2]], rotate: { value: [0, 0, 0], anim: { spline: { channels: [swing.map(([b, a]) => [b, Number((a * 0.6).toFixed(3))]), [], []] } } }, in: [{ op: 'transform', translate: [0, -1.4, 0], in: [{ op: 'mesh', model: 'bell', materials: { bell: 'engine bell', iron: 'engine iron' } }] }] },
    flames: { op: 'add', in: [
      { op: 'mesh', material: 'fire', boxes: [{ min: [22.8, high + 0.02, 4.56], max: [25.4, high + 1.7, 4.56] }] },
      flame(23.3, 1.0, 1, 0.1), flame(23.8, 1.35, 1, 0.4), flame(24.2, 1.5, 0.5, 0.7), flame(24.7, 1.2, 1, 0.85), flame(25.05, 0.9, 0.5, 0.2),
      { op: 'transform', translate: [24.1, high + 0.6, 4.2], scale: [1.6, 1, 1], in: [{ op: 'mesh', material: 'ember', boxes: [{ min: [-1, -1, 0], max: [1, 1, 0] }] }] },
    ] },
    dial: { op: 'add', in: [
      { op: 'mesh', material: 'dial', boxes: [{ min: [28.9, 12.6, -4.58], max: [31.1, 13.9, -4.5] }] },
      { op: 'transform', translate: [29.15, 13.05, -4.47], in: ['hour'] },
    ] },
    hour: { op: 'event', in: [{ op: 'text', text: '$0', size: 0.42, color: [1, 0.72, 0.38, 1] }] },
    sparks: { op: 'event', in: [{ op: 'transform', translate: [bellAt[0], bellAt[1] + 0.1, bellAt[2]], in: [{ op: 'particles', count: 90, spread: 0.25, speed: 2.2, gravity: [0, -4, 0], size: 0.07, color: fading([1, 0.66, 0.28]) }] }] },
    embers: { op: 'event', in: [{ op: 'transform', translate: [24.1, high + 0.5, 4.1], in: [{ op: 'particles', count: 34, spread: 0.5, speed: 0.5, gravity: [0, 1.5, -0.3], size: 0.05, color: fading([1, 0.45, 0.15]) }] }] },
    rain: { op: 'mesh', material: 'rain', boxes: [-3.2, -1.6, 1.6, 3.2].map((z) => ({ min: [33, 5, z], max: [52, 19, z] })) },
    'gate leaf': { op: 'transform', translate: [0.2, low, 0], rotate: [0, 0, 90], in: [
      // CAMERA.x is a component of its own: the leaf moves along the x that is turned upwards.
      { op: 'transform', translate: { value: [0, 0, 0], anim: { b: 'splineg(CAMERA, sensor)', c: 'CONST', const: [2.75, 0, 0, 0] } }, rotate: [0, 0, -90], in: [mesh(doors.name, doors.models[0]!)] },
    ] },
    'shaft leaf': leaf(doors, 12.2, low, raisedBy(shaftOpens)),
    'engine leaf': leaf(doors, 20.8, high, raisedBy(beatOpens(kicks))),
    'bridge leaf': leaf(doors, 32.3, high, raisedBy(bridgeOpens)),
  }; // prettier-ignore
}

/** Openings over time, in beats. The second door follows the stroke of bar 17, the last the bell's note in bar 39. */
const shaftOpens = [[0, 0], [64, 0], [66.5, 1], [112, 1], [116, 0]] as const; // prettier-ignore
const bridgeOpens = [[0, 0], [155, 0], [157, 1], [200, 1], [204, 0]] as const; // prettier-ignore
/** A quarter with each stroke of the bass drum from bar 23 on; shut again at bar 41. */
function beatOpens(kicks: readonly number[]): (readonly [number, number])[] {
  const steps = kicks.filter((beat) => beat >= 88 && beat < 97).slice(0, 4),
    keys: [number, number][] = [[0, 0]];
  steps.forEach((beat, i) => keys.push([beat, i / steps.length], [beat + 0.4, (i + 1) / steps.length]));
  return [...keys, [168, 1], [171, 0]];
}

export function island(rooms: readonly Room[], doors: Room): string {
  const { strikes, kicks, hours } = notes();
  const files = [...rooms, doors].flatMap((room) => room.models.map(({ name }) => [name, `${name.replaceAll(' ', '_')}.scene`])); // prettier-ignore
  const document = {
    $schema: 'world.schema.json',
    kind: 'vitrine-world',
    version: 1,
    title: 'The lighthouse island at dusk',
    seed: 7,
    clip: true,
    models: {
      ...Object.fromEntries(files),
      sky: 'sky.scene',
      heron: { file: 'heron.md5mesh', with: ['fish.md5anim'] },
    },
    textures: textures([...rooms, doors]),
    materials: materials([...rooms, doors]),
    scenes: {
      ...scenes(doors),
      ...Object.fromEntries(rooms.map((room) => [room.name, { op: 'add', in: [mesh(room.name, room.models[0]!), ...room.scene] }])), // prettier-ignore
    },
    subroutines: {
      pillars: {
        params: [
          { id: 0, name: 'place', type: 'float' },
          { id: 1, name: 'girth', type: 'float', default: 1 },
        ],
        inputs: 0,
        root: { op: 'multiply', count: 2, translate: [0, 0, 5.6], in: [{ op: 'transform', translate: [{ param: 'place' }, low, -2.8], scale: [{ param: 'girth' }, 1, { param: 'girth' }], in: ['pillar'] }] }, // prettier-ignore
      },
    },
    splines: {
      sensor: {
        mode: 'linear',
        channels: [
          [
            [-4.6, 0],
            [-2.6, 1],
            [3, 1],
            [5, 0],
          ],
        ],
      },
    },
    segments: rooms.map(({ name, cells }) => ({ name, scene: name, cells })),
    portals: [
      portal('gate', ['landing', 'gate'], walls.gate, gateDoor, { inside: 'gate leaf', door: { value: 0, anim: { b: 'splineg(CAMERA, sensor)' } } }), // prettier-ignore
      portal('shaft', ['gate', 'stair'], walls.shaft, shaftDoor, { inside: 'shaft leaf', door: timed(shaftOpens) }),
      portal('engine', ['stair', 'engine'], walls.engine, engineDoor, { inside: 'engine leaf', door: timed(beatOpens(kicks)) }), // prettier-ignore
      portal('bridge', ['engine', 'bridge'], walls.bridge, bridgeDoor, { inside: 'bridge leaf', door: timed(bridgeOpens) }), // prettier-ignore
      { name: 'lamp', between: ['bridge', 'lamp room'], min: [walls.lamp[0], high - 0.2, -lamp.radius], max: [lamp.x + lamp.radius, high + 6, lamp.radius], resistance: 2 }, // prettier-ignore
    ],
    post: [
      { op: 'fx', kind: 'fade', color: [1, 0.97, 0.9, 1], amount: timed([[0, 0], [241, 0], [248, 1], [249, 1], [255, 0]]) }, // prettier-ignore
      { op: 'ipp', kind: 'glow', amount: 0.3 },
    ],
    camera,
    timeline: {
      bpm: beatsPerMinute,
      events: [
        ...strikes.map((beat) => ({ op: 'sparks', start: beat, end: beat + 2 })),
        ...kicks
          .filter((beat) => beat >= 96 && beat < 160)
          .map((beat) => ({ op: 'embers', start: beat, end: beat + 3 })),
        ...hours.map(({ beat, text }) => ({ op: 'hour', start: beat, end: beat + 4, text })),
        // Lasts as long as the song.
        { op: 'hour', start: beats - 1, end: beats, text: 'I' },
      ],
    },
    physics: physics(),
    sound: { music: 'dusk.v2m' },
  };
  return JSON.stringify(document, undefined, 1) + '\n';
}
