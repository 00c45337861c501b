// Nodes turned by hand: with the rings of the selected node, or by numbers.

import type { Vec4 } from '../core/vectors';
import type { ViewerPart } from './parts';
import { ringAt, RingDrag } from './rings';
import type { Viewer } from './viewer';

export class Turning implements ViewerPart {
  /** By their number: local rotations x, y, z, w. */
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
        if (this.#ring) this.rotate(this.#ring.handle.node, this.#ring.move({ x, y }));
      },
      drop: () => {
        this.#ring = undefined;
        viewer.set({ turningAxis: -1 });
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

  /** Turns a node by hand, whatever the file or an action says; null puts it back, node -1 all of them. */
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
      handle = settings.turning && lastFrame?.handle;
    return handle ? ringAt(handle, { x, y }, room.width, room.height) : -1;
  }

  #hold(x: number, y: number): boolean {
    const { lastFrame, room } = this.viewer,
      axis = this.#ringAt(x, y);
    if (axis < 0) return false;
    this.#ring = new RingDrag(lastFrame!.handle!, axis, { x, y }, room.width, room.height);
    this.viewer.set({ turningAxis: axis });
    return true;
  }
}
