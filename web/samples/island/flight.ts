// The camera's flight in beats: where it is, and the point it looks at. Cuts lie on beats.

import { type Vec3, sub } from '../model/vec';
import { beats } from './plan';

type Key = readonly [beat: number, at: Vec3, look: Vec3];

/** Each shot begins with its first key's beat and ends where the next begins. */
const shots: readonly (readonly Key[])[] = [
  [
    [0, [-12.8, 0.95, -0.7], [-4, 1.9, 0.9]],
    [8, [-10.9, 1.15, 0.5], [-4.2, 1.7, 1.6]],
    [16, [-8.3, 1.75, 0.7], [-3, 1.9, 1.2]],
    [24, [-5.6, 2.15, 0.3], [-0.3, 2.5, -0.5]],
    [31, [-3.4, 2.25, 0], [2, 2.4, 0]],
    [36, [-0.6, 2.25, 0], [6, 2.9, 0]],
    [40, [1.5, 2.3, 0.3], [6.4, 3.5, -0.3]],
    [48, [4.0, 2.3, 1.5], [7.4, 3.4, -1.2]],
    [56, [7.4, 2.3, 1.4], [11.6, 2.9, -0.6]],
    [63, [10.2, 2.3, 0.3], [14, 2.5, 0]],
    [67, [12.6, 2.4, 0], [17, 3.2, -0.2]],
    [70.5, [15.3, 2.9, 0.5], [18.2, 4.6, -1.6]],
    [76, [15.5, 5.2, 0.6], [18.6, 7.4, -2.2]],
    [84, [15.5, 8.4, 0.6], [19.3, 11.2, -1.2]],
    [92, [15.6, 11.6, 0.5], [20.4, 12.4, 0]],
    [97, [17.8, 12.2, 0.1], [24, 12.7, -1]],
    [101, [20.7, 12.3, 0], [26, 13.2, -3]],
    [108, [23.4, 12.3, 0.4], [25.4, 13.2, -4]],
    [116, [24.6, 12.3, 0.1], [24.8, 11.7, 4.2]],
  ],
  [
    [124, [30.6, 12.6, 3.1], [28.4, 13.8, 1.2]],
    [136, [28.2, 12.5, 3.4], [28.6, 13.9, 0.6]],
  ],
  [
    [140, [22.1, 11.9, 1.8], [26.4, 13.1, -3.2]],
    [150, [25.6, 12.1, 0.9], [31, 12.6, -1.2]],
    [157, [30.0, 12.25, 0.1], [36, 12.0, 0]],
    [161, [32.6, 12.25, 0], [42, 11.6, 0.2]],
    [168, [37.0, 11.95, 0.1], [48, 11.8, 0.8]],
    [176, [42.0, 11.8, -0.1], [55, 12.8, -0.6]],
    [184, [47.0, 11.95, 0], [57, 13.2, 0]],
    [190, [51.4, 12.25, 0], [57, 13.3, 0]],
    [195, [53.4, 12.3, 0.4], [57, 13.1, 0]],
    [206, [55.0, 12.4, 2.6], [57, 13.0, 0]],
    [217, [59.4, 12.9, 3.3], [50, 13.5, 1.9]],
    [226, [59.8, 12.9, 2.5], [50, 13.4, 0.9]],
    [234, [60.2, 12.8, 0.5], [55.6, 13.0, -0.1]],
    [240, [60.0, 12.9, -0.4], [50, 12.9, 0.4]],
    [248, [58.1, 13.1, 0], [50, 13.1, 0]],
  ],
  [
    [248, [-13.3, 0.9, -1.0], [-4.4, 1.9, 0.7]],
    [256, [-12.8, 0.95, -0.7], [-4, 1.9, 0.9]],
  ],
];
export const cuts = shots.slice(1).map((shot) => shot[0]![0]);

/** A shot keeps its end until just before the cut. */
const edge = 0.002;
const keys = shots.flatMap((shot, i): Key[] => {
  const end = shots[i + 1]?.[0]?.[0] ?? beats,
    [, at, look] = shot.at(-1)!,
    [first] = shot as [Key];
  const closing: Key[] = i + 1 < shots.length ? [[end - 2 * edge, at, look], [end - edge, at, look]] : []; // prettier-ignore
  const opening: Key[] = i > 0 ? [[first[0] + edge, first[1], first[2]]] : [];
  return [first, ...opening, ...shot.slice(1).filter(([beat]) => beat < end - 3 * edge || i + 1 === shots.length), ...closing]; // prettier-ignore
});

const channels = (point: (key: Key) => Vec3): [number, number][][] =>
  [0, 1, 2].map((axis) => keys.map((key) => [key[0], Number(point(key)[axis]!.toFixed(4))]));
const along = (point: (key: Key) => Vec3): object => ({
  value: [0, 0, 0],
  anim: { spline: { channels: channels(point) } },
});

export const camera = {
  at: along(([, at]) => at),
  dir: along(([, at, look]) => sub(look, at)),
  fov: 62,
  near: 0.06,
};
