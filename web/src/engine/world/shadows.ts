// Shadow volumes on the GPU: one list of triangles per pass and light, kept while the core keeps it.

import type { WorldShadows } from '../../core/world';

interface Kept {
  version: number;
  array: WebGLVertexArrayObject;
  points: WebGLBuffer;
  indices: WebGLBuffer;
  used: boolean;
}

const kStride = 20;
const keyOf = (pass: number, rank: number): number => pass * 16 + rank;

export class ShadowBuffers {
  readonly #kept = new Map<number, Kept>();
  #lists = new Map<number, WorldShadows>();
  /** Volumes of the frame. */
  volumes = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** Uploads a frame's new shadows and frees unused ones. */
  update(lists: readonly WorldShadows[]): void {
    const { gl } = this;
    this.#lists = new Map(lists.map((list) => [keyOf(list.pass, list.rank), list]));
    this.volumes = 0;
    for (const [key, { version, points, indices, ends }] of this.#lists) {
      this.volumes += ends.length;
      let kept = this.#kept.get(key);
      if (!kept) this.#kept.set(key, (kept = this.#make()));
      kept.used = true;
      if (kept.version === version) continue;
      kept.version = version;
      gl.bindVertexArray(kept.array);
      gl.bindBuffer(gl.ARRAY_BUFFER, kept.points);
      gl.bufferData(gl.ARRAY_BUFFER, points, gl.DYNAMIC_DRAW);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.DYNAMIC_DRAW);
    }
    gl.bindVertexArray(null);
    for (const [key, kept] of this.#kept) {
      if (!kept.used) this.#drop(key, kept);
      kept.used = false;
    }
  }

  /** The first so many volumes of a pass and light, in one call; false where there is nothing to draw. */
  draw(pass: number, rank: number, volumes: number): boolean {
    const { gl } = this,
      key = keyOf(pass, rank),
      kept = this.#kept.get(key),
      end = this.#lists.get(key)?.ends[volumes - 1] ?? 0;
    if (!kept || end === 0) return false;
    gl.bindVertexArray(kept.array);
    gl.drawElements(gl.TRIANGLES, end, gl.UNSIGNED_INT, 0);
    return true;
  }

  /** Volumes of a pass and light. */
  count(pass: number, rank: number): number {
    return this.#lists.get(keyOf(pass, rank))?.ends.length ?? 0;
  }

  dispose(): void {
    for (const [key, kept] of this.#kept) this.#drop(key, kept);
  }

  #make(): Kept {
    const { gl } = this,
      made = { version: -1, array: gl.createVertexArray(), points: gl.createBuffer(), indices: gl.createBuffer() };
    gl.bindVertexArray(made.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, made.points);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 4, gl.FLOAT, false, kStride, 0);
    gl.enableVertexAttribArray(4);
    gl.vertexAttribIPointer(4, 1, gl.UNSIGNED_INT, kStride, 16);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, made.indices);
    return { ...made, used: true };
  }

  #drop(key: number, { array, points, indices }: Kept): void {
    const { gl } = this;
    gl.deleteVertexArray(array);
    gl.deleteBuffer(points);
    gl.deleteBuffer(indices);
    this.#kept.delete(key);
  }
}
