// Triangles in the plane of texture coordinates, sorted into cells, so that a view touches only those near it.

import type { UvLayout } from '../../protocol/questions';

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const kCells = 48;

export class UvGrid {
  readonly bounds: Rect;
  readonly triangles: number;
  /** Triangles with a corner outside 0..1. */
  readonly outside: number;
  private readonly order: Uint32Array;
  private readonly starts: Uint32Array;
  /** Bounds of the triangles of a cell: left, top, right, bottom. */
  private readonly reach: Float32Array;

  constructor(readonly layout: UvLayout) {
    const { indices, uv } = layout;
    this.triangles = Math.floor(indices.length / 3);
    const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    let outside = 0;
    for (let i = 0; i < this.triangles * 3; i += 3) {
      let leaves = false;
      for (let corner = i; corner < i + 3; ++corner) {
        const u = uv[indices[corner]! * 2]!,
          v = uv[indices[corner]! * 2 + 1]!;
        // A coordinate that is no number lies nowhere.
        if (!Number.isFinite(u) || !Number.isFinite(v)) continue;
        if (u < bounds.left) bounds.left = u;
        if (u > bounds.right) bounds.right = u;
        if (v < bounds.top) bounds.top = v;
        if (v > bounds.bottom) bounds.bottom = v;
        leaves ||= u < -1e-4 || u > 1.0001 || v < -1e-4 || v > 1.0001;
      }
      if (leaves) ++outside;
    }
    this.outside = outside;
    this.bounds = bounds.left <= bounds.right ? bounds : { left: 0, top: 0, right: 1, bottom: 1 };
    const { left, top, right, bottom } = this.bounds;
    const cellOf = (triangle: number): number => {
      const at = indices[triangle * 3]! * 2;
      const column = Math.floor(((uv[at]! - left) / (right - left || 1)) * kCells),
        row = Math.floor(((uv[at + 1]! - top) / (bottom - top || 1)) * kCells);
      const inside = (value: number): number => Math.min(kCells - 1, Math.max(0, value || 0));
      return inside(row) * kCells + inside(column);
    };
    this.starts = new Uint32Array(kCells * kCells + 1);
    const cells = new Uint16Array(this.triangles);
    for (let triangle = 0; triangle < this.triangles; ++triangle) {
      cells[triangle] = cellOf(triangle);
      ++this.starts[cells[triangle]! + 1]!;
    }
    for (let cell = 0; cell < kCells * kCells; ++cell) this.starts[cell + 1]! += this.starts[cell]!;
    const next = this.starts.slice();
    this.order = new Uint32Array(this.triangles);
    this.reach = new Float32Array(kCells * kCells * 4);
    for (let cell = 0; cell < kCells * kCells; ++cell)
      this.reach.set([Infinity, Infinity, -Infinity, -Infinity], cell * 4);
    for (let triangle = 0; triangle < this.triangles; ++triangle) {
      const cell = cells[triangle]!,
        at = cell * 4;
      this.order[next[cell]!++] = triangle;
      for (let corner = triangle * 3; corner < triangle * 3 + 3; ++corner) {
        const u = uv[indices[corner]! * 2]!,
          v = uv[indices[corner]! * 2 + 1]!;
        if (u < this.reach[at]!) this.reach[at] = u;
        if (v < this.reach[at + 1]!) this.reach[at + 1] = v;
        if (u > this.reach[at + 2]!) this.reach[at + 2] = u;
        if (v > this.reach[at + 3]!) this.reach[at + 3] = v;
      }
    }
  }

  /** Triangles of all cells that reach into `view`. */
  *within(view: Rect): Generator<number> {
    for (let cell = 0; cell < kCells * kCells; ++cell) {
      const at = cell * 4;
      if (this.reach[at]! > view.right || this.reach[at + 2]! < view.left) continue;
      if (this.reach[at + 1]! > view.bottom || this.reach[at + 3]! < view.top) continue;
      for (let i = this.starts[cell]!; i < this.starts[cell + 1]!; ++i) yield this.order[i]!;
    }
  }
}
