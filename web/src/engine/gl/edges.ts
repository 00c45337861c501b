// The edges of a mesh as lines, made when they are first drawn.

import { BufferKind } from '../../core/buffers';
import type { RenderModel } from '../renderModel';

/** Edges of an instance as a line index; the bound vertex array may be left with it. */
export function lineIndex(
  gl: WebGL2RenderingContext,
  { document, model }: RenderModel,
  index: number,
): { buffer: WebGLBuffer; count: number } {
  const instance = model.instances[index]!;
  if (!instance.edges) {
    const lines = edgesOf(document.indices(BufferKind.Indices, index));
    const buffer = model.keepBuffer(gl.createBuffer());
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, lines, gl.STATIC_DRAW);
    instance.edges = { buffer, count: lines.length };
  }
  return instance.edges;
}

/** The edges of triangles, each once, as pairs of vertex numbers. */
export function edgesOf(indices: Uint32Array): Uint32Array<ArrayBuffer> {
  // An edge as one double, low * 2^26 + high: exact, because a document holds at most 2^24 vertices.
  const keys = new Float64Array(indices.length);
  for (let i = 0; i < indices.length; ++i) {
    const a = indices[i]!,
      b = indices[i % 3 === 2 ? i - 2 : i + 1]!;
    keys[i] = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
  }
  keys.sort();
  const lines = new Uint32Array(indices.length * 2);
  let count = 0,
    last = -1;
  for (const key of keys) {
    if (key === last) continue;
    last = key;
    lines[count++] = Math.floor(key / 2 ** 26);
    lines[count++] = key % 2 ** 26;
  }
  return lines.slice(0, count);
}
