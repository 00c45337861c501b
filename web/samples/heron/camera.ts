// A camera path in two shots: once around the bird, then, after the cut, slowly past its head.

import type { View } from '../model/md5';
import { type Vec3, add, lookAlong, lerp, smoothstep, sub } from '../model/vec';

const frames = { orbit: 120, portrait: 84 };

function look(from: Vec3, at: Vec3, fov: number): View {
  return { position: from, rotation: lookAlong(sub(at, from), leftOf(sub(at, from))), fov };
}

const leftOf = ([x, y]: Vec3): Vec3 => [-y, x, 0];

const around = (centre: Vec3, radius: number, angle: number, height: number): Vec3 =>
  add(centre, [Math.cos(angle) * radius, Math.sin(angle) * radius, height]);

const orbit = (t: number): View => {
  const centre: Vec3 = [2, 0, 24];
  return look(
    around(centre, lerp(92, 78, smoothstep(0, 1, t)), 0.75 + 2 * Math.PI * t, 8 + 14 * Math.sin(Math.PI * t)),
    centre,
    50,
  );
};

const portrait = (t: number): View => {
  const centre: Vec3 = [9, 0, lerp(41, 42.5, t)];
  return look(around(centre, 27, lerp(1.25, 0.45, smoothstep(0, 1, t)), lerp(-3, 4, t)), centre, lerp(52, 44, t));
};

const shot = (count: number, view: (t: number) => View): View[] =>
  Array.from({ length: count }, (_, i) => view(i / (count - 1)));

export const flight = {
  rate: 24,
  views: [...shot(frames.orbit, orbit), ...shot(frames.portrait, portrait)],
  cuts: [frames.orbit - 1],
};
