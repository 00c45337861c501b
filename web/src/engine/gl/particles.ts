// Particles of emitters: one instanced square each, straight from the core's heap.

import { BufferKind } from '../../core/buffers';
import type { RenderModel } from '../renderModel';
import type { Programs } from './program';
import type { View } from '../../protocol/projection';

const kBytes = 32;
const kMaterialFloats = 12;
/** Emitters without a material. */
const kPale = [0.75, 0.78, 0.82, 0.85] as const;

export class Particles {
  readonly #buffer: WebGLBuffer;
  readonly #array: WebGLVertexArrayObject;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly programs: Programs,
  ) {
    this.#buffer = gl.createBuffer();
    this.#array = gl.createVertexArray();
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    for (const location of [0, 1]) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 4, gl.FLOAT, false, kBytes, location * 16);
      gl.vertexAttribDivisor(location, 1);
    }
    gl.bindVertexArray(null);
  }

  /** All systems of a document, where the last evaluate left them. Depth is tested, not written. */
  draw({ document, report, worldFromFile }: RenderModel, view: View): void {
    const { gl } = this,
      systems = Array.from(document.indices(BufferKind.ParticleSystems));
    if (systems.length === 0) return;
    const program = this.programs
      .use('particle')
      .set('u_clipFromWorld', view.clipFromWorld)
      .set('u_worldFromFile', worldFromFile)
      .set('u_scale', scaleOf(view.clipFromWorld));
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    for (let system = 0; 2 * system < systems.length; ++system) {
      const bytes = document.bufferBytes(BufferKind.Particles, system);
      if (bytes === 0) continue;
      const pointer = document.bufferPointer(BufferKind.Particles, system);
      gl.bufferData(gl.ARRAY_BUFFER, document.core.HEAPU8, gl.STREAM_DRAW, pointer, bytes);
      const number = report.info.emitters[systems[2 * system + 1]!]?.material ?? -1,
        material = report.info.materials[number];
      const state = document
        .floats(BufferKind.Materials)
        .subarray(number * kMaterialFloats, (number + 1) * kMaterialFloats);
      const glow = (c: number): number => state[c]! + state[8 + c]!;
      const add = material?.properties?.['m_halo.add'];
      program
        .set('u_color', material ? [glow(0), glow(1), glow(2), state[3]!] : kPale)
        .set('u_add', typeof add === 'number' ? Math.min(1, Math.max(0, add)) : 0);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, bytes / kBytes);
    }
    gl.bindVertexArray(null);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }
}

/** How far one unit across and one up move a point in the picture, before the division by w. */
function scaleOf(clipFromWorld: ArrayLike<number>): [number, number] {
  const row = (r: number): number[] => [0, 4, 8].map((c) => clipFromWorld[c + r]!);
  const look = row(3),
    square = look.reduce((sum, x) => sum + x * x, 0);
  // Covered parts of the view shift the picture by a share of the depth, which is no size.
  const size = (r: number): number => {
    const across = row(r),
      share = square > 0 ? across.reduce((sum, x, i) => sum + x * look[i]!, 0) / square : 0;
    return Math.hypot(...across.map((x, i) => x - share * look[i]!));
  };
  return [size(0), size(1)];
}
