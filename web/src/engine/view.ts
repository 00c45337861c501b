// From a camera to the matrices a picture is drawn with.

import type { Document } from '../core/document';
import { BufferKind } from '../core/buffers';
import type { Bounds, HierarchyNode, ReportCamera } from '../core/report';
import * as m from '../core/math';
import { type CameraPose, eyeDirection } from '../protocol/camera';
import type { Framing } from '../protocol/view';

const kCameraFloats = 4;
/** Towards key, fill and rim, as seen by who looks along -z. */
const kStudio = [m.normalize([-0.55, 0.8, 0.62]), m.normalize([0.85, 0.2, 0.55]), m.normalize([0.35, 0.55, -0.95])];

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

/** What a view frames: all of a box. */
export function framingOf(bounds: Bounds): Framing {
  const { min, max } = bounds;
  return {
    bounds,
    center: m.scale(m.add(min, max), 0.5),
    radius: Math.max(m.length(m.subtract(max, min)) / 2, 1e-4),
  };
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

/** Through a camera of the document, as its file says; undefined when the node has none. */
export function viewThrough(
  document: Document,
  node: HierarchyNode,
  cameras: readonly ReportCamera[],
  worldFromFile: m.Mat4,
  framing: Framing,
  aspect: number,
): View | undefined {
  const camera = node.camera === undefined ? undefined : cameras[node.camera];
  if (!camera || node.camera === undefined) return undefined;
  const matrices = document.floats(BufferKind.NodeMatrices);
  const worldFromNode = m.multiply(worldFromFile, matrices.subarray(node.index * 16, node.index * 16 + 16));
  const eye = m.transformPoint(worldFromNode, [0, 0, 0]);
  const look = m.normalize(m.transformDirection(worldFromNode, camera.look));
  const up = m.normalize(m.transformDirection(worldFromNode, camera.up));
  const viewFromWorld = m.lookAt(eye, m.add(eye, look), up);
  const reach = m.length(m.subtract(eye, framing.center)) + framing.radius * 12;
  // An action may move all of them; the angle comes from the core below.
  const [, statedNear = 0, statedFar = 0, orthoScale = 1] = document
    .floats(BufferKind.Cameras)
    .subarray(node.camera * kCameraFloats, (node.camera + 1) * kCameraFloats);
  const near = statedNear > 0 ? statedNear : Math.max(framing.radius * 1e-3, reach * 1e-5),
    far = statedFar > near ? statedFar : reach;
  const yaw = Math.atan2(-look[0], -look[2]),
    height = eye[1] - framing.bounds.min[1];
  if (camera.projection === 'orthographic') {
    const half = orthoScale / 2;
    return finish(
      m.multiply(m.orthographic(half, half / aspect, near, far), viewFromWorld),
      [...m.scale(look, -1), 0],
      yaw,
      height,
    );
  }
  const fovY = document.cameraFovY(node.camera, aspect);
  return finish(m.multiply(m.perspective(fovY, aspect, near, far), viewFromWorld), [...eye, 1], yaw, height);
}

function finish(clipFromWorld: m.Mat4, eye: [number, number, number, number], yaw: number, height: number): View {
  const c = Math.cos(yaw),
    s = Math.sin(yaw);
  const studio = new Float32Array(kStudio.flatMap(([x, y, z]) => [c * x + s * z, y, c * z - s * x]));
  return { clipFromWorld, worldFromClip: m.invert(clipFromWorld) ?? m.identity(), eye, studio, height };
}

/** The ray of a point of the picture (x, y in -1..1, y up): world space. */
export function rayThrough(view: View, x: number, y: number): { origin: m.Vec3; direction: m.Vec3 } {
  const unproject = (z: number): m.Vec3 => {
    const c = view.worldFromClip,
      w = m.at(c, 3) * x + m.at(c, 7) * y + m.at(c, 11) * z + m.at(c, 15);
    return m.scale(m.transformPoint(c, [x, y, z]), 1 / w);
  };
  const origin = unproject(-1);
  return { origin, direction: m.normalize(m.subtract(unproject(1), origin)) };
}

/** Where a world point falls, in -1..1; undefined behind the eye. */
export function project(view: View, p: m.Vec3): [number, number] | undefined {
  const c = view.clipFromWorld,
    w = m.at(c, 3) * p[0] + m.at(c, 7) * p[1] + m.at(c, 11) * p[2] + m.at(c, 15);
  if (w <= 0) return undefined;
  const q = m.transformPoint(c, p);
  return [q[0] / w, q[1] / w];
}
