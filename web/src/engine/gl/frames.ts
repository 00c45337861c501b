// Meshes whose vertices are stored for every frame: all frames as the file packs them, in a texture that never changes.
// A picture takes two of them, and the numbers that mix them.

import { BufferKind } from '../../core/buffers';
import type { Document } from '../../core/document';
import type { Program } from './program';
import { makeTable } from './table';

/** In BufferKind.ShownFrames, behind three rows that mix two frames. */
const kLayout = 12;
/** VertexFrames::Layout of native/scene/scene.h. */
const kBytes = 0;

class Frames {
  #shown: Float32Array;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly rows: WebGLTexture,
    private readonly directions: WebGLTexture,
    document: Document,
    private readonly instance: number,
  ) {
    this.#shown = document.floats(BufferKind.ShownFrames, instance).slice();
  }

  bind(program: Program): void {
    program.bindTexture('u_rows', 1, this.rows).bindTexture('u_directions', 2, this.directions);
    program.setVec4s('u_frames', this.#shown);
  }

  upload(document: Document): void {
    this.#shown.set(document.floats(BufferKind.ShownFrames, this.instance));
  }

  dispose(): void {
    this.gl.deleteTexture(this.rows);
    this.gl.deleteTexture(this.directions);
  }
}

/** Undefined for meshes without stored frames, and for more of them than this GPU takes. */
export function makeFrames(gl: WebGL2RenderingContext, document: Document, instance: number): Frames | undefined {
  const bytes = document.bytes(BufferKind.FrameRows, instance);
  if (bytes.length === 0) return undefined;
  const layout = document.floats(BufferKind.ShownFrames, instance)[kLayout];
  const rows =
    layout === kBytes
      ? makeTable(gl, bytes, 4, gl.RGBA8UI, gl.RGBA_INTEGER, gl.UNSIGNED_BYTE)
      : makeTable(
          gl,
          document.words(BufferKind.FrameRows, instance),
          4,
          gl.RGBA16UI,
          gl.RGBA_INTEGER,
          gl.UNSIGNED_SHORT,
        );
  const normals = document.floats(BufferKind.FrameDirections, instance),
    directions = rows && makeTable(gl, normals, 3, gl.RGB32F, gl.RGB, gl.FLOAT);
  if (rows && directions) return new Frames(gl, rows, directions, document, instance);
  gl.deleteTexture(rows ?? null);
  return undefined;
}
