// Views of a document: framed by its bounds over a whole action, through its cameras, and from a picture back into its world.

import { leastOf, mostOf } from '../base/lists';
import { BufferKind } from '../core/buffers';
import type { Document } from '../core/document';
import * as m from '../core/math';
import type { HierarchyNode, ReportCamera } from '../core/report';
import { finish, framingOf, type View } from '../protocol/projection';
import type { Framing } from '../protocol/view';
import type { RenderModel } from './renderModel';
import { nodePosition } from './skeleton';

export const kEmptyFraming: Framing = { bounds: { min: [-1, 0, -1], max: [1, 2, 1] }, center: [0, 1, 0], radius: 1.7 };

/** Framing of the selected action of the document. */
export function measure({ document, worldFromFile, skeleton }: RenderModel): Framing {
  const bounds = document.actionBounds();
  if (bounds) return framingOf(m.transformBounds(worldFromFile, bounds));
  // A skeleton or cameras without a mesh.
  document.evaluate(0, { skin: false });
  if (document.bufferBytes(BufferKind.NodeMatrices) === 0) return kEmptyFraming;
  const points = skeleton.nodes.map(({ index }) => nodePosition(document, worldFromFile, index));
  const corner = (pick: (values: number[]) => number): m.Vec3 =>
    [0, 1, 2].map((k) => pick(points.map((p) => p[k]!))) as m.Vec3;
  return framingOf({ min: corner(leastOf), max: corner(mostOf) });
}

const kCameraFloats = 4;

/** Through a camera of the document, as in its file; undefined when the node has none. */
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
