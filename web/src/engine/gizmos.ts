// Lamps, cameras and emitters as wire shapes, and the rotation gizmo.

import { BufferKind } from '../core/buffers';
import type { HierarchyNode } from '../core/report';
import type { RenderModel } from './renderModel';
import type { Color, Shapes } from './gl/overlayGeometry';
import { ringPoint, type RotationGizmo } from '../protocol/view';
import * as m from '../core/math';
import { nodeMatrix } from './picking';
import { kAmber, kAxisColors, kCyan } from './skeleton';

const kLightFloats = 12;
const kCameraFloats = 4;

export const isGizmo = ({ camera, light, emitter }: HierarchyNode): boolean =>
  camera !== undefined || light !== undefined || emitter !== undefined;

/** `size` in world units. `only` restricts to one node, -1 = all; who looks through a camera does not see it. */
export function collectGizmos(
  shapes: Shapes,
  renderModel: RenderModel,
  selected: number,
  size: number,
  pixelRatio: number,
  only: number,
  through: number,
): void {
  for (const node of renderModel.skeleton.nodes) {
    if (!isGizmo(node) || node.index === through || (only >= 0 && node.index !== only)) continue;
    const color = node.index === selected ? kCyan : kAmber;
    const pen = penOf(shapes, renderModel, node, size, color);
    if (node.camera !== undefined) drawCamera(pen, renderModel, node.camera);
    if (node.light !== undefined) drawLight(pen, renderModel, node.light, size);
    if (node.emitter !== undefined) drawEmitter(pen, renderModel, node.emitter);
    shapes.point(pen.origin, color, (node.index === selected ? 8 : 5) * pixelRatio);
  }
}

/** Draws in a node's own axes, in units of the gizmo's size, whatever scale the node has. */
interface Pen {
  origin: m.Vec3;
  line(from: m.Vec3, to: m.Vec3): void;
  /** A circle around an own axis through `center`. */
  circle(axis: number, center: m.Vec3, radius: number, steps?: number): void;
}

function penOf(
  shapes: Shapes,
  { document, worldFromFile }: RenderModel,
  node: HierarchyNode,
  size: number,
  color: Color,
): Pen {
  const matrix = m.multiply(worldFromFile, nodeMatrix(document, node.index)),
    origin = m.transformPoint(matrix, [0, 0, 0]);
  const axes = ([0, 1, 2] as const).map((i) =>
    m.normalize(m.transformDirection(matrix, [i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0])),
  );
  const place = (p: m.Vec3): m.Vec3 => axes.reduce((sum, axis, i) => m.add(sum, m.scale(axis, p[i]! * size)), origin);
  const line = (from: m.Vec3, to: m.Vec3): void => shapes.line(place(from), place(to), color);
  return {
    origin,
    line,
    circle(axis, center, radius, steps = 24) {
      const at = (i: number): m.Vec3 => {
        const p: m.Vec3 = [...center],
          angle = (2 * Math.PI * i) / steps;
        p[(axis + 1) % 3]! += Math.cos(angle) * radius;
        p[(axis + 2) % 3]! += Math.sin(angle) * radius;
        return p;
      };
      for (let i = 0; i < steps; ++i) line(at(i), at(i + 1));
    },
  };
}

/** The pyramid of its view, a triangle where up is. */
function drawCamera({ line }: Pen, { document, report }: RenderModel, number: number): void {
  const camera = report.info.cameras[number];
  if (!camera) return;
  const states = document.floats(BufferKind.Cameras),
    [fov = 1] = states.subarray(number * kCameraFloats, (number + 1) * kCameraFloats);
  const flat = camera.projection === 'orthographic',
    wide = flat ? 0.5 : Math.min(1.2, Math.max(0.08, Math.tan(Math.min(fov, 3) / 2))),
    high = wide * 0.75;
  const { look, up } = camera,
    right = m.cross(look, up);
  const at = (x: number, y: number, z: number): m.Vec3 =>
    m.add(m.add(m.scale(right, x), m.scale(up, y)), m.scale(look, z));
  const corners = [at(-wide, -high, 1), at(wide, -high, 1), at(wide, high, 1), at(-wide, high, 1)];
  corners.forEach((corner, i) => {
    line(corner, corners[(i + 1) % 4]!);
    const [x, y] = [i === 1 || i === 2 ? wide : -wide, i > 1 ? high : -high];
    line(flat ? at(x, y, 0) : [0, 0, 0], corner);
  });
  line(at(-wide * 0.4, high * 1.12, 1), at(wide * 0.4, high * 1.12, 1));
  line(at(-wide * 0.4, high * 1.12, 1), at(0, high * 1.6, 1));
  line(at(wide * 0.4, high * 1.12, 1), at(0, high * 1.6, 1));
}

function drawLight(pen: Pen, { document, report }: RenderModel, number: number, size: number): void {
  const light = report.info.lights[number];
  if (!light) return;
  const state = document.floats(BufferKind.Lights).subarray(number * kLightFloats, (number + 1) * kLightFloats);
  const angle = Math.min(state[9] ?? 0, 3),
    reach = state[8] ?? 0;
  switch (light.kind) {
    case 'spot': {
      // As long as the light reaches, within what fits.
      const length = Math.min(3, reach > 0 ? reach / size : 2),
        radius = Math.tan(angle / 2) * length;
      pen.circle(2, [0, 0, -length], radius);
      pen.circle(2, [0, 0, -length], radius * (1 - Math.min(1, state[10] ?? 0)));
      for (const [x, y] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const)
        pen.line([0, 0, 0], [x * radius, y * radius, -length]);
      break;
    }
    case 'sun':
      pen.circle(2, [0, 0, 0], 0.3);
      for (let i = 0; i < 8; ++i) {
        const [c, s] = [Math.cos((Math.PI * i) / 4), Math.sin((Math.PI * i) / 4)];
        pen.line([c * 0.38, s * 0.38, 0], [c * 0.5, s * 0.5, 0]);
      }
      pen.line([0, 0, 0], [0, 0, -1.4]);
      break;
    case 'hemi':
      pen.circle(2, [0, 0, 0], 0.5);
      for (const axis of [0, 1]) pen.circle(axis, [0, 0, 0], 0.5, 16);
      pen.line([0, 0, 0], [0, 0, -1]);
      break;
    case 'area':
      for (const [a, b] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const)
        pen.line([a * 0.4, b * 0.4, 0], [-b * 0.4, a * 0.4, 0]);
      pen.line([0, 0, 0], [0, 0, -0.8]);
      break;
    case 'point':
      for (const axis of [0, 1, 2]) pen.circle(axis, [0, 0, 0], 0.3);
      for (let i = 0; i < 6; ++i) {
        const d: m.Vec3 = [0, 0, 0];
        d[i >> 1] = i & 1 ? -1 : 1;
        pen.line(m.scale(d, 0.38), m.scale(d, 0.55));
      }
      break;
  }
}

/** An arrow along the velocity that the object gives. */
function drawEmitter(pen: Pen, { report }: RenderModel, number: number): void {
  const emitter = report.info.emitters[number];
  if (!emitter) return;
  const own = m.length(emitter.velocity) > 0 ? m.normalize(emitter.velocity) : ([0, 0, 1] as m.Vec3);
  const side = m.normalize(m.cross(own, Math.abs(own[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0])),
    other = m.cross(own, side);
  const tip = m.scale(own, 0.9);
  pen.line([0, 0, 0], tip);
  for (const d of [side, m.scale(side, -1), other, m.scale(other, -1)])
    pen.line(tip, m.add(m.scale(own, 0.65), m.scale(d, 0.14)));
  for (let i = 0; i < 20; ++i) {
    const at = (k: number): m.Vec3 => {
      const angle = (2 * Math.PI * k) / 20;
      return m.add(m.scale(side, Math.cos(angle) * 0.28), m.scale(other, Math.sin(angle) * 0.28));
    };
    pen.line(at(i), at(i + 1));
  }
}

/** Rings in the colours of their axes: the half that faces the eye in full, the far half faint. */
export function collectGizmo(shapes: Shapes, gizmo: RotationGizmo, eye: readonly number[], held: number): void {
  const steps = 72,
    [x = 0, y = 0, z = 0, w = 0] = eye;
  const towards = w > 0 ? m.subtract([x, y, z], gizmo.center) : ([x, y, z] as m.Vec3);
  for (let axis = 0; axis < 3; ++axis) {
    const [r, g, b] = held === axis ? [1, 0.9, 0.3] : kAxisColors[axis]!;
    for (let i = 0; i < steps; ++i) {
      const from = ringPoint(gizmo, axis, (2 * Math.PI * i) / steps),
        to = ringPoint(gizmo, axis, (2 * Math.PI * (i + 1)) / steps);
      const near = m.dot(m.subtract(from, gizmo.center), towards) >= 0;
      const alpha = held >= 0 && held !== axis ? 0.25 : near ? 1 : 0.28;
      shapes.line(from, to, [r!, g!, b!, alpha]);
    }
  }
}
