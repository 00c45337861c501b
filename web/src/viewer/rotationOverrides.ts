// Rotation overrides of nodes: set by numbers, or by the gizmo of the selected node, whose rings a pointer takes hold of.

import * as m from '../core/math';
import { axisRotation, multiplyQuaternions, unitQuaternion } from '../core/math';
import type { Vec4 } from '../core/report';
import { ringPoint, type RotationGizmo } from '../protocol/view';
import type { ViewerPart } from './parts';
import type { Viewer } from './viewer';

const kReachPixels = 9;
/** Rings seen closer to their edge than this are dragged along their line instead of around their middle. */
const kEdgeOn = 0.18;

interface Pixel {
  x: number;
  y: number;
}

/** Where a world point is on a view of `width` by `height` pixels, y down. */
function pixelOf({ clipFromWorld: c }: RotationGizmo, p: m.Vec3, width: number, height: number): Pixel | undefined {
  const w = m.at(c, 3) * p[0] + m.at(c, 7) * p[1] + m.at(c, 11) * p[2] + m.at(c, 15);
  if (w <= 0) return undefined;
  const q = m.transformPoint(c, p);
  return { x: ((q[0] / w + 1) / 2) * width, y: ((1 - q[1] / w) / 2) * height };
}

/** The ring under a pointer, its nearer half first; -1 = none. */
export function ringAt(gizmo: RotationGizmo, { x, y }: Pixel, width: number, height: number): number {
  let best = -1,
    least = kReachPixels;
  const steps = 64;
  for (let axis = 0; axis < 3; ++axis) {
    for (let i = 0; i < steps; ++i) {
      const a = pixelOf(gizmo, ringPoint(gizmo, axis, (2 * Math.PI * i) / steps), width, height),
        b = pixelOf(gizmo, ringPoint(gizmo, axis, (2 * Math.PI * (i + 1)) / steps), width, height);
      if (!a || !b) continue;
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const along = Math.max(0, Math.min(1, ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / length ** 2));
      const distance = Math.hypot(a.x + along * (b.x - a.x) - x, a.y + along * (b.y - a.y) - y);
      if (distance < least) [best, least] = [axis, distance];
    }
  }
  return best;
}

/** Follows a pointer around one ring, from where it took hold. */
export class RingDrag {
  #last: number | undefined;
  #angle = 0;

  constructor(
    readonly gizmo: RotationGizmo,
    readonly axis: number,
    private at: Pixel,
    private readonly width: number,
    private readonly height: number,
  ) {
    this.#last = this.#angleOf(at);
  }

  /** The local rotation once the pointer is there. */
  move(to: Pixel): Vec4 {
    const angle = this.#angleOf(to);
    if (angle !== undefined && this.#last !== undefined) {
      const by = angle - this.#last;
      // The shorter way, so that a drag may go round and round.
      this.#angle += by - Math.round(by / (2 * Math.PI)) * 2 * Math.PI;
    } else {
      this.#angle += this.#alongEdge(to);
    }
    this.#last = angle;
    this.at = to;
    return unitQuaternion(multiplyQuaternions(this.gizmo.rotation, axisRotation(this.axis, this.#angle)));
  }

  /** Around the middle, in the plane of the ring; undefined when that is seen from its edge. */
  #angleOf({ x, y }: Pixel): number | undefined {
    const { center, axes, worldFromClip: c } = this.gizmo;
    const normal = m.normalize(m.cross(axes[(this.axis + 1) % 3]!, axes[(this.axis + 2) % 3]!));
    const [cx, cy] = [(x / this.width) * 2 - 1, 1 - (y / this.height) * 2];
    const unproject = (z: number): m.Vec3 => {
      const w = m.at(c, 3) * cx + m.at(c, 7) * cy + m.at(c, 11) * z + m.at(c, 15);
      return m.scale(m.transformPoint(c, [cx, cy, z]), 1 / w);
    };
    const origin = unproject(-1),
      direction = m.normalize(m.subtract(unproject(1), origin)),
      slope = m.dot(direction, normal);
    if (Math.abs(slope) < kEdgeOn) return undefined;
    const p = m.subtract(m.add(origin, m.scale(direction, m.dot(m.subtract(center, origin), normal) / slope)), center);
    return Math.atan2(m.dot(p, axes[(this.axis + 2) % 3]!), m.dot(p, axes[(this.axis + 1) % 3]!));
  }

  #alongEdge(to: Pixel): number {
    const { gizmo, axis, width, height } = this;
    // The place of the ring that is nearest to the pointer, and where a small rotation moves it.
    let best = 0,
      least = Infinity;
    const pixel = (angle: number): Pixel | undefined => pixelOf(gizmo, ringPoint(gizmo, axis, angle), width, height);
    for (let i = 0; i < 64; ++i) {
      const p = pixel((2 * Math.PI * i) / 64),
        distance = p ? Math.hypot(p.x - this.at.x, p.y - this.at.y) : Infinity;
      if (distance < least) [best, least] = [(2 * Math.PI * i) / 64, distance];
    }
    const [a, b] = [pixel(best - 0.02), pixel(best + 0.02)];
    if (!a || !b) return 0;
    const run = [(b.x - a.x) / 0.04, (b.y - a.y) / 0.04] as const,
      square = run[0] ** 2 + run[1] ** 2;
    return square > 1 ? ((to.x - this.at.x) * run[0] + (to.y - this.at.y) * run[1]) / square : 0;
  }
}

export class RotationOverrides implements ViewerPart {
  /** Local rotations x, y, z, w by number of the node. */
  rotations: ReadonlyMap<number, Vec4> = new Map();
  #ring: RingDrag | undefined;

  constructor(private readonly viewer: Viewer) {
    const { host, input } = viewer,
      click = (x: number, y: number, detail?: 'vertex' | 'triangle'): void =>
        void viewer.pick(x, y, detail).then((hit) => viewer.emit('click', { hit, ...(detail && { detail }) }));
    Object.assign(input, {
      click,
      hold: (x: number, y: number) => this.#hold(x, y),
      drag: (x: number, y: number) => {
        if (this.#ring) this.rotate(this.#ring.gizmo.node, this.#ring.move({ x, y }));
      },
      drop: () => {
        this.#ring = undefined;
        viewer.set({ gizmoAxis: -1 });
      },
      hover: (x: number, y: number) => {
        const over = this.#ringAt(x, y) >= 0;
        if (over !== 'hold' in host.dataset) {
          if (over) host.dataset.hold = '';
          else delete host.dataset.hold;
        }
      },
    } satisfies Partial<typeof input>);
  }

  /** Overrides the rotation of a node, whatever the file or an action has; null clears it, node -1 all of them. */
  rotate(node: number, rotation: Vec4 | null): void {
    const { viewer } = this,
      rest = [...this.rotations].filter(([other]) => node >= 0 && other !== node);
    this.rotations = new Map(rotation ? [...rest, [node, rotation]] : rest);
    viewer.client.send({ type: 'rotateNode', viewer: viewer.id, node, rotation });
    viewer.emit('rotations', this.rotations);
  }

  forget(): void {
    this.rotations = new Map();
    this.viewer.emit('rotations', this.rotations);
  }

  remember(): () => void {
    const { rotations } = this;
    return () => {
      for (const [node, rotation] of rotations) this.rotate(node, rotation);
    };
  }

  #ringAt(x: number, y: number): number {
    const { settings, lastFrame, room } = this.viewer,
      gizmo = settings.rotationGizmo && lastFrame?.gizmo;
    return gizmo ? ringAt(gizmo, { x, y }, room.width, room.height) : -1;
  }

  #hold(x: number, y: number): boolean {
    const { lastFrame, room } = this.viewer,
      axis = this.#ringAt(x, y);
    if (axis < 0) return false;
    this.#ring = new RingDrag(lastFrame!.gizmo!, axis, { x, y }, room.width, room.height);
    this.viewer.set({ gizmoAxis: axis });
    return true;
  }
}
