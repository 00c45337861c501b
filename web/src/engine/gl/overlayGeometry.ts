// Overlay shapes that change with every picture: lines, bones and points, collected and drawn in one call each.

import type { Vec3 } from '../../core/math';
import type { Program } from './program';

/** r, g, b, alpha. */
export type Color = readonly [number, number, number, number];

class Batch {
  #values = new Float32Array(1024);
  #used = 0;
  readonly #buffer: WebGLBuffer;
  readonly #array: WebGLVertexArrayObject;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly sizes: readonly number[],
    private readonly perInstance: boolean,
  ) {
    this.#buffer = gl.createBuffer();
    this.#array = gl.createVertexArray();
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    let offset = 0;
    sizes.forEach((size, location) => {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, this.#stride * 4, offset * 4);
      gl.vertexAttribDivisor(location, perInstance ? 1 : 0);
      offset += size;
    });
    gl.bindVertexArray(null);
  }

  get #stride(): number {
    return this.sizes.reduce((sum, size) => sum + size, 0);
  }

  push(...parts: readonly (readonly number[])[]): void {
    if (this.#used + this.#stride > this.#values.length) {
      const larger = new Float32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    for (const part of parts) {
      this.#values.set(part, this.#used);
      this.#used += part.length;
    }
  }

  /** Draws and forgets what was collected. */
  draw(mode: number, vertices: number): void {
    const { gl } = this,
      count = this.#used / this.#stride;
    if (count === 0) return;
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.#values, gl.STREAM_DRAW, 0, this.#used);
    if (this.perInstance) gl.drawArraysInstanced(mode, 0, vertices, count);
    else gl.drawArrays(mode, 0, count);
    gl.bindVertexArray(null);
    this.#used = 0;
  }
}

export class Shapes {
  readonly #lines: Batch;
  readonly #bones: Batch;
  readonly #points: Batch;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.#lines = new Batch(gl, [3, 3, 4], true);
    this.#bones = new Batch(gl, [3, 3, 4], true);
    this.#points = new Batch(gl, [3, 4, 1], false);
  }

  line(from: Vec3, to: Vec3, color: Color): void {
    this.#lines.push(from, to, color);
  }

  bone(head: Vec3, tail: Vec3, color: Color): void {
    this.#bones.push(head, tail, color);
  }

  /** Diameter in pixels. */
  point(at: Vec3, color: Color, diameter: number): void {
    this.#points.push(at, color, [diameter]);
  }

  box(min: Vec3, max: Vec3, color: Color): void {
    const corner = (i: number): Vec3 => [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]];
    for (let i = 0; i < 8; ++i)
      for (const bit of [1, 2, 4]) if (!(i & bit)) this.line(corner(i), corner(i | bit), color);
  }

  drawLines(program: Program): void {
    program.use();
    this.#lines.draw(this.gl.TRIANGLE_STRIP, 4);
  }

  drawBones(program: Program): void {
    program.use();
    this.#bones.draw(this.gl.TRIANGLES, 24);
  }

  drawPoints(program: Program): void {
    program.use();
    this.#points.draw(this.gl.POINTS, 1);
  }
}
