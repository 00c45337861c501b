// Rotation overrides of nodes: set by the gizmo of the selected node, or by numbers.

import type { Vec4 } from '../base/vectors';
import type { ViewerPart } from './parts';
import { ringAt, RingDrag } from './rings';
import type { Viewer } from './viewer';

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
