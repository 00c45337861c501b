// Matrices of a picture, from its camera.

import * as m from '../core/math';
import type { Bounds } from '../core/report';
import { type CameraPose, type Framing, eyeDirection } from './view';

/** Towards key, fill and rim, as seen by who looks along -z. */
const kStudio = [m.normalize([-0.55, 0.8, 0.62]), m.normalize([0.85, 0.2, 0.55]), m.normalize([0.35, 0.55, -0.95])];

const kFloatStep = 2 ** -23;

export interface View {
  clipFromWorld: m.Mat4;
  worldFromClip: m.Mat4;
  /** Position with w = 1, or with w = 0 the direction towards an orthographic eye. */
  eye: [number, number, number, number];
  /** Unit vectors towards key, fill and rim light, 3x3, world space: they turn with the view around the vertical. */
  studio: Float32Array;
  /** How far the eye is above the ground, by which grid and shadow show or not. */
  height: number;
}

/** Framing of all of a box. Around a single point, where nothing says how large things are, it is two units wide, or
 * what single floats can tell apart there. */
export function framingOf(bounds: Bounds): Framing {
  const { min, max } = bounds;
  const radius = m.length(m.subtract(max, min)) / 2;
  if (radius === 0) {
    const half = Math.max(1, m.length(min) * kFloatStep);
    const corner: m.Vec3 = [half, half, half];
    return framingOf({ min: m.subtract(min, corner), max: m.add(max, corner) });
  }
  return { bounds, center: m.scale(m.add(min, max), 0.5), radius: Math.max(radius, 1e-4) };
}

export function viewOf(camera: CameraPose, framing: Framing, aspect: number, follow: m.Vec3): View {
  const direction = eyeDirection(camera),
    target = m.add(camera.target, follow);
  const eye = m.add(target, m.scale(direction, camera.distance)),
    height = eye[1] - framing.bounds.min[1];
  const viewFromWorld = m.lookAt(eye, target, upOf(camera, direction));
  // Near and far hug what there is: the framed sphere and the floor around it.
  const reach = m.length(m.subtract(camera.target, framing.center)) + framing.radius * 12;
  const far = camera.distance + reach;
  if (camera.orthographic) {
    const half = camera.distance * Math.tan(camera.fovY / 2);
    const projection = shifted(m.orthographic(half * aspect, half, -reach, far), camera.offset);
    return finish(m.multiply(projection, viewFromWorld), [...direction, 0], camera.yaw, height);
  }
  const near = Math.max(camera.distance * 0.01, framing.radius * 1e-3, far * 1e-5);
  const projection = shifted(m.perspective(camera.fovY, aspect, near, far), camera.offset);
  return finish(m.multiply(projection, viewFromWorld), [...eye, 1], camera.yaw, height);
}

/** Straight above and below, the model's front points down the picture. */
function upOf({ yaw }: CameraPose, direction: m.Vec3): m.Vec3 {
  if (Math.abs(direction[1]) < 0.9999) return [0, 1, 0];
  const sign = -Math.sign(direction[1]);
  return [Math.sin(yaw) * sign, 0, Math.cos(yaw) * sign];
}

function shifted(projection: m.Mat4, [x, y]: readonly [number, number]): m.Mat4 {
  for (let c = 0; c < 16; c += 4) {
    projection[c]! += x * projection[c + 3]!;
    projection[c + 1]! += y * projection[c + 3]!;
  }
  return projection;
}

/** With the studio's lights, which turn with the view. */
export function finish(
  clipFromWorld: m.Mat4,
  eye: [number, number, number, number],
  yaw: number,
  height: number,
): View {
  const c = Math.cos(yaw),
    s = Math.sin(yaw);
  const studio = new Float32Array(kStudio.flatMap(([x, y, z]) => [c * x + s * z, y, c * z - s * x]));
  return { clipFromWorld, worldFromClip: m.invert(clipFromWorld) ?? m.identity(), eye, studio, height };
}
