// Joint palettes as the vertex shader reads them: per joint three position rows (from the core) and three normal rows.
// Normals are stored for the bind pose, so a normal row is R_now * inverse(R_bind).

import { BufferKind } from '../../core/buffers';
import type { Document } from '../../core/document';
import { at } from '../../core/math';

const kCoreFloats = 12;
const kTexelFloats = 24;

export class Palette {
  readonly texture: WebGLTexture;
  readonly #joints: number;
  /** Inverse rotation-and-scale of the bind pose, 9 per joint, row-major. */
  readonly #bindInverse: Float32Array;
  readonly #texels: Float32Array;

  /** The document must be in its bind pose. */
  constructor(
    private readonly gl: WebGL2RenderingContext,
    document: Document,
    private readonly instance: number,
  ) {
    const rows = document.floats(BufferKind.Palette, instance);
    this.#joints = rows.length / kCoreFloats;
    this.#bindInverse = new Float32Array(9 * this.#joints);
    for (let j = 0; j < this.#joints; ++j) invert3(rows, j * kCoreFloats, this.#bindInverse, j * 9);
    this.#texels = new Float32Array(kTexelFloats * this.#joints);
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, 6, Math.max(1, this.#joints));
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  upload(document: Document): void {
    const rows = document.floats(BufferKind.Palette, this.instance);
    for (let j = 0; j < this.#joints; ++j) {
      const from = j * kCoreFloats,
        to = j * kTexelFloats,
        bind = j * 9;
      for (let i = 0; i < kCoreFloats; ++i) this.#texels[to + i] = at(rows, from + i);
      for (let r = 0; r < 3; ++r) {
        for (let c = 0; c < 3; ++c) {
          let sum = 0;
          for (let k = 0; k < 3; ++k) sum += at(rows, from + r * 4 + k) * at(this.#bindInverse, bind + k * 3 + c);
          this.#texels[to + kCoreFloats + r * 4 + c] = sum;
        }
      }
    }
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 6, this.#joints, gl.RGBA, gl.FLOAT, this.#texels);
  }

  dispose(): void {
    this.gl.deleteTexture(this.texture);
  }
}

/** Inverse of the left 3x3 of three rows of four; zeros where there is none. */
function invert3(rows: ArrayLike<number>, from: number, out: Float32Array, to: number): void {
  const m = (r: number, c: number): number => at(rows, from + r * 4 + c);
  const cofactor = (r: number, c: number): number => {
    const [r1, r2, c1, c2] = [(r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3];
    return m(r1, c1) * m(r2, c2) - m(r1, c2) * m(r2, c1);
  };
  const determinant = m(0, 0) * cofactor(0, 0) + m(0, 1) * cofactor(0, 1) + m(0, 2) * cofactor(0, 2);
  for (let r = 0; r < 3; ++r)
    for (let c = 0; c < 3; ++c) out[to + r * 3 + c] = determinant ? cofactor(c, r) / determinant : 0;
}
