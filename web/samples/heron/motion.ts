// The heron's actions. Feet are planted by solving the legs backwards, the head is held by solving the neck; both are
// asked for by place, in model space. Every action ends on its first frame. And a camera path in two shots: once around the
// bird, then, after the cut, slowly past its head.

import type { Clip, View } from '../model/md5';
import { Pose, type Skeleton } from '../model/skeleton';
import {
  add,
  clamp,
  compose,
  conjugate,
  cross,
  distance,
  identity,
  lerp,
  lookAlong,
  mix,
  multiply,
  normalize,
  pitch,
  type Quat,
  roll,
  rotate,
  scale,
  slerp,
  smoothstep,
  sub,
  type Vec3,
  yaw,
  yAxis,
} from '../model/vec';
import { headBase, leg, neckCount, neckCurve, neckName, neckRotation, sides, toeName, toes } from './skeleton';

const rate = 24;

interface FootPose {
  /** Where the foot joint is, as moved from its bind place. */
  at: Vec3;
  /** How far the shin leans back (radians from upright). */
  lean: number;
  pitch: number;
  /** How far the toes curl. */
  curl: number;
}

interface BirdPose {
  pelvis: Vec3;
  pelvisRotation: Quat;
  chestRotation: Quat;
  /** How the head base moves from its bind place, and how the head turns. */
  head: Vec3;
  headRotation: Quat;
  /** How far the upper end of the neck stretches down and forward beyond what the head's turn asks for. */
  reach: number;
  jaw: number;
  left: FootPose;
  right: FootPose;
  /** Slow swaying of feathers, and a shiver of the wings. */
  sway: number;
  wings: number;
  tail: number;
}

const shin = distance(leg.ankle, leg.foot);
const standing: FootPose = {
  at: [0, 0, 0],
  lean: Math.atan2(leg.foot[0] - leg.ankle[0], leg.ankle[2] - leg.foot[2]),
  pitch: 0,
  curl: 0,
};
const rest: BirdPose = {
  pelvis: [0, 0, 0],
  pelvisRotation: identity,
  chestRotation: identity,
  head: [0, 0, 0],
  headRotation: identity,
  reach: 0,
  jaw: 0,
  left: standing,
  right: standing,
  sway: 0,
  wings: 0,
  tail: 0,
};

/** The turn that brings the direction of a bone from its bind pose to `to`. */
const aim = (from: Vec3, to: Vec3, left: Vec3): Quat => multiply(lookAlong(to, left), conjugate(lookAlong(from)));

function solveLeg(pose: Pose, side: string, mirrored: (p: Vec3) => Vec3, foot: FootPose): void {
  const at = add(mirrored(leg.foot), mirrored(foot.at));
  const hip = pose.placeOf(`thigh.${side}`);
  const ankle = add(at, [-Math.sin(foot.lean) * shin, 0, Math.cos(foot.lean) * shin]);
  const [thigh, shank] = [distance(leg.hip, leg.knee), distance(leg.knee, leg.ankle)];
  const reach = clamp(distance(hip, ankle), shank - thigh + 0.2, (thigh + shank) * 0.995);
  const along = normalize(sub(ankle, hip));
  const forward = normalize(sub([1, 0, 0], scale(along, along[0])));
  const left = cross(forward, along);
  const x = (thigh * thigh - shank * shank + reach * reach) / (2 * reach);
  const knee = add(hip, add(scale(along, x), scale(forward, Math.sqrt(Math.max(0, thigh * thigh - x * x)))));
  const reached = add(hip, scale(along, reach));
  const bind = (from: Vec3, to: Vec3): Vec3 => mirrored(sub(to, from));
  pose.orient(`thigh.${side}`, aim(bind(leg.hip, leg.knee), sub(knee, hip), left));
  pose.orient(`shank.${side}`, aim(bind(leg.knee, leg.ankle), sub(reached, knee), left));
  pose.orient(`tarsus.${side}`, aim(bind(leg.ankle, leg.foot), sub(at, ankle), yAxis));
  pose.orient(`foot.${side}`, pitch(foot.pitch));
  for (const { name } of toes) pose.rotate(toeName(name, side), pitch(name === 'back' ? foot.curl : -foot.curl));
}

function solveNeck(pose: Pose, bird: BirdPose): void {
  const base = pose.placeOf('neck1');
  const chest = pose.change(pose.skeleton.index('chest'));
  const head = add(headBase, bird.head);
  // The neck follows half of the head's turn at its upper end.
  const end = rotate(compose(slerp(identity, bird.headRotation, 0.5), pitch(-bird.reach)), normalize([0.62, 0, 0.78]));
  const points = neckCurve(base, rotate(chest, normalize([0.93, 0, 0.37])), head, end);
  for (let i = 0; i < neckCount; i++) {
    const t = (i + 0.5) / neckCount;
    pose.orient(
      neckName(i),
      neckRotation(i, points, mix(rotate(chest, yAxis), rotate(bird.headRotation, yAxis), t * t)),
    );
  }
  pose.orient('head', bird.headRotation);
}

function applyBird(skeleton: Skeleton, bird: BirdPose): Pose {
  const pose = new Pose(skeleton);
  pose.move('pelvis', bird.pelvis);
  pose.rotate('pelvis', bird.pelvisRotation);
  pose.rotate('chest', bird.chestRotation);
  solveNeck(pose, bird);
  for (const { side, to } of sides) solveLeg(pose, side, to, side === 'L' ? bird.left : bird.right);
  pose.rotate('jaw', pitch(-bird.jaw));
  pose.rotate('crest1', compose(yaw(bird.sway * 0.1), pitch(bird.sway * 0.14)));
  pose.rotate('crest2', compose(yaw(bird.sway * 0.16), pitch(bird.sway * 0.2)));
  pose.rotate('plume', pitch(bird.sway * 0.12));
  pose.rotate('tail1', compose(yaw(bird.tail), pitch(bird.sway * 0.03)));
  pose.rotate('tail2', compose(yaw(bird.tail), pitch(bird.sway * 0.04)));
  for (const { side } of sides) {
    const out = side === 'L' ? 1 : -1;
    pose.rotate(`wing.${side}`, compose(roll(-out * bird.wings), pitch(-bird.wings * 0.3)));
    pose.rotate(`wingtip.${side}`, compose(yaw(-out * bird.wings * 0.6), pitch(-bird.wings * 0.5)));
  }
  return pose;
}

const wave = (phase: number, cycles = 1, shift = 0): number => Math.sin(2 * Math.PI * (cycles * phase + shift));

/** A value through keys [phase, value]; it rests at each of them. */
function keyed(phase: number, ...keys: readonly (readonly [number, number])[]): number {
  for (let i = 0; i + 1 < keys.length; i++) {
    const [from, to] = [keys[i] as readonly [number, number], keys[i + 1] as readonly [number, number]];
    if (phase <= to[0]) return lerp(from[1], to[1], smoothstep(from[0], to[0], phase));
  }
  return (keys.at(-1) as readonly [number, number])[1];
}

const stride = 12.5;
const stance = 0.6;

function step(phase: number): FootPose {
  const p = phase - Math.floor(phase);
  if (p < stance) {
    const u = p / stance;
    const heel = smoothstep(0.8, 1, u);
    return {
      at: [stride * (0.5 - u), -0.9, heel * 0.5],
      lean: lerp(0.44, -0.4, u),
      pitch: -heel * 0.35,
      curl: -heel * 0.35,
    };
  }
  const u = (p - stance) / (1 - stance);
  const lift = Math.sin(Math.PI * u) ** 0.9;
  return {
    at: [
      stride * (keyed(u, [0, -0.5], [1, 0.5]) - 0.06 * Math.sin(2 * Math.PI * u)),
      -0.9 + 0.5 * lift,
      0.5 * (1 - smoothstep(0, 0.3, u)) + 5.4 * lift,
    ],
    lean: keyed(u, [0, -0.4], [0.36, -0.92], [0.9, 0.47], [1, 0.44]),
    pitch: keyed(u, [0, -0.35], [0.4, -1.1], [0.8, 0.1], [1, 0]),
    curl: keyed(u, [0, -0.35], [0.45, 0.7], [0.8, 0], [1, 0]),
  };
}

/** Held still over the ground most of the time, then thrust forward: 1 to 0 and back. */
function bob(phase: number): number {
  const p = phase - Math.floor(phase);
  return p < 0.62 ? 1 - p / 0.62 : smoothstep(0.62, 1, p);
}

const walk = (t: number): BirdPose => ({
  ...rest,
  pelvis: [0, 0.75 * wave(t, 1, 0.95), -0.75 + 0.4 * wave(t, 2, 0.8)],
  pelvisRotation: compose(
    yaw(0.07 * wave(t, 1, 0.25)),
    pitch(-0.03 + 0.02 * wave(t, 2)),
    roll(-0.05 * wave(t, 1, 0.95)),
  ),
  chestRotation: compose(yaw(-0.09 * wave(t, 1, 0.25)), roll(0.04 * wave(t, 1, 0.95))),
  head: [-0.6 + 4.2 * bob(2 * t + 0.12), 0.2 * wave(t, 1, 0.9), -0.8 + 0.25 * wave(t, 2, 0.3)],
  headRotation: compose(yaw(0.03 * wave(t)), pitch(-0.06 + 0.03 * wave(t, 2, 0.4))),
  left: step(t),
  right: step(t + 0.5),
  sway: wave(t, 2, 0.1),
  wings: 0.03 + 0.03 * wave(t, 2, 0.35),
  tail: 0.05 * wave(t, 1, 0.4),
});

const idle = (t: number): BirdPose => ({
  ...rest,
  pelvis: [0, 0.25 * wave(t), -0.35 + 0.14 * wave(t, 2)],
  pelvisRotation: roll(-0.015 * wave(t)),
  chestRotation: pitch(0.018 * wave(t, 2, 0.1)),
  head: [-0.4 + 0.35 * wave(t, 2, 0.85), 0.5 * wave(t, 1, 0.1), -0.6 + 0.35 * wave(t, 2, 0.05)],
  headRotation: compose(
    yaw(keyed(t, [0, 0], [0.16, 0], [0.26, 0.34], [0.5, 0.34], [0.6, -0.2], [0.82, -0.2], [0.94, 0])),
    pitch(0.03 * wave(t, 2, 0.3)),
  ),
  sway: wave(t, 3),
  wings: 0.02 * wave(t, 2, 0.1),
  tail: keyed(t, [0, 0], [0.62, 0], [0.66, 0.14], [0.7, -0.14], [0.74, 0.12], [0.8, 0]),
});

const look = (t: number): BirdPose => {
  const turn = keyed(t, [0, 0], [0.06, 0], [0.2, 0.95], [0.42, 0.95], [0.58, -1.1], [0.82, -1.1], [0.96, 0]);
  const tilt = keyed(t, [0, 0], [0.24, 0], [0.32, 0.3], [0.4, 0], [0.64, 0], [0.7, -0.32], [0.8, 0]);
  const alert = keyed(t, [0, 0], [0.16, 1], [0.86, 1], [1, 0]);
  return {
    ...rest,
    pelvis: [0.2 * alert, 0.3 * turn, -0.35 + 0.1 * wave(t, 2)],
    pelvisRotation: compose(yaw(0.08 * turn), pitch(0.05 * alert)),
    chestRotation: compose(yaw(0.14 * turn), pitch(0.06 * alert)),
    head: [-0.4 - 1.6 * alert, 2.1 * turn, -0.6 + 2.3 * alert],
    headRotation: compose(yaw(turn), pitch(0.06 * alert - 0.08 * Math.abs(tilt)), roll(tilt)),
    sway: wave(t, 3),
    wings: 0.03 * alert,
    tail: -0.1 * turn,
  };
};

const fish = (t: number): BirdPose => {
  const aimed = keyed(t, [0, 0], [0.26, 1], [0.74, 1], [0.95, 0]);
  const coil = keyed(t, [0, 0], [0.3, 1], [0.4, 1], [0.45, 0]);
  const strike = keyed(t, [0.4, 0], [0.455, 1], [0.53, 1], [0.68, 0]);
  const toss = keyed(t, [0.56, 0], [0.7, 1], [0.78, 0.8], [0.9, 0]);
  const gulp = keyed(t, [0.68, 0], [0.73, 1], [0.78, 0], [0.82, 0.6], [0.87, 0]);
  return {
    ...rest,
    pelvis: [-1.2 * strike, 0, -0.35 - 1.4 * aimed - 2.2 * strike],
    pelvisRotation: pitch(-0.12 * aimed - 0.3 * strike),
    chestRotation: pitch(-0.06 * aimed - 0.14 * strike + 0.08 * toss),
    head: [
      -0.4 + 1.4 * coil + 10.5 * strike + 7.5 * Math.sin(Math.PI * strike) - 0.8 * toss,
      0,
      -0.6 - 6.2 * coil - 34.5 * strike - 1.2 * toss * (1 - strike),
    ],
    headRotation: pitch(-0.42 * coil - 1.05 * strike + 0.75 * toss * (1 - strike)),
    reach: 1.15 * strike,
    jaw: 0.3 * keyed(t, [0.4, 0], [0.44, 1], [0.47, 0.25], [0.66, 0.25], [0.7, 0]) + 0.28 * gulp,
    sway: 0.5 * wave(t, 2) + 1.6 * toss - 1.4 * strike,
    wings: 0.05 * coil + 0.12 * strike,
    tail: 0.05 * wave(t, 2),
  };
};

const doze = (t: number): BirdPose => {
  const nod = keyed(t, [0, 0], [0.4, 0.7], [0.56, 1], [0.61, 0.1], [0.8, 0]);
  return {
    ...rest,
    pelvis: [0.35, -2.1 + 0.12 * wave(t), -0.4 + 0.12 * wave(t, 2)],
    pelvisRotation: compose(roll(-0.05 + 0.008 * wave(t)), pitch(0.05)),
    chestRotation: compose(roll(0.04), pitch(0.05 + 0.02 * wave(t, 2, 0.1))),
    head: [2.2 - 0.4 * nod, -1.6, -5.2 - 1.6 * nod + 0.25 * wave(t, 2, 0.05)],
    headRotation: compose(yaw(0.12), pitch(-0.1 - 0.3 * nod)),
    left: { at: [0.6, -1.3, 9.3 + 0.12 * wave(t, 2)], lean: -1.02, pitch: -1.5, curl: 0.95 },
    right: { ...standing, at: [0, -1.2, 0] },
    sway: 0.7 * wave(t, 2, 0.2),
    wings: 0.04 + 0.015 * wave(t, 2, 0.1),
  };
};

const moves = { idle: [96, idle], walk: [30, walk], look: [108, look], fish: [84, fish], doze: [96, doze] } as const;

export function actions(skeleton: Skeleton): Record<keyof typeof moves, Clip> {
  const entries = Object.entries(moves).map(([name, [steps, move]]) => {
    const frames = Array.from({ length: steps }, (_, i) => applyBird(skeleton, move(i / steps)).locals());
    return [name, { rate, frames: [...frames, frames[0]] }];
  });
  return Object.fromEntries(entries) as Record<keyof typeof moves, Clip>;
}

const frames = { orbit: 120, portrait: 84 };

function viewOf(from: Vec3, at: Vec3, fov: number): View {
  return { position: from, rotation: lookAlong(sub(at, from), leftOf(sub(at, from))), fov };
}

const leftOf = ([x, y]: Vec3): Vec3 => [-y, x, 0];

const around = (centre: Vec3, radius: number, angle: number, height: number): Vec3 =>
  add(centre, [Math.cos(angle) * radius, Math.sin(angle) * radius, height]);

const orbit = (t: number): View => {
  const centre: Vec3 = [2, 0, 24];
  return viewOf(
    around(centre, lerp(92, 78, smoothstep(0, 1, t)), 0.75 + 2 * Math.PI * t, 8 + 14 * Math.sin(Math.PI * t)),
    centre,
    50,
  );
};

const portrait = (t: number): View => {
  const centre: Vec3 = [9, 0, lerp(41, 42.5, t)];
  return viewOf(around(centre, 27, lerp(1.25, 0.45, smoothstep(0, 1, t)), lerp(-3, 4, t)), centre, lerp(52, 44, t));
};

const shot = (count: number, view: (t: number) => View): View[] =>
  Array.from({ length: count }, (_, i) => view(i / (count - 1)));

export const flight = {
  rate: 24,
  views: [...shot(frames.orbit, orbit), ...shot(frames.portrait, portrait)],
  cuts: [frames.orbit - 1],
};
