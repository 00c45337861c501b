// What models of stored frames need, a script of its own: their frames on the GPU, images in the colours of a palette,
// and images that take turns. All frames lie as the file packs them in a texture that never changes; a picture takes two of
// them, and the numbers that mix them.

import frameShader from '../../../../shaders/frames.glsl';
import { BufferKind } from '../../core/buffers';
import type { Document } from '../../core/document';
import type { ReportMaterial } from '../../core/report';
import type { Program } from '../gl/program';
import { makeTable } from '../gl/table';
import type { RenderModel } from '../renderModel';

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

/** Which of those that take turns shows; the rule is that of native/scene/textures.h. */
function turnAt(ends: readonly number[], time: number): number {
  const whole = ends.at(-1)!,
    within = time - Math.floor(time / whole) * whole,
    shown = ends.findIndex((end) => end > within);
  return shown < 0 ? ends.length - 1 : shown;
}

/** `time`: seconds of the clock with which textures take turns. */
export function takeTurns({ model, report }: RenderModel, time: number): void {
  const { textures } = report.info;
  if (!textures.some(({ turns }) => turns)) return;
  const shown = (material: ReportMaterial | undefined, wanted: string): WebGLTexture | undefined => {
    const first = material?.slots.find(({ role, texture }) => role === wanted && texture !== null)?.texture ?? -1,
      { turns } = textures[first] ?? {};
    return turns && model.pictures.get(first + turnAt(turns, time));
  };
  for (const part of model.instances.flatMap(({ parts }) => parts)) {
    const picture = shown(part.material, 'diffuse'),
      glow = shown(part.material, 'emissive');
    if (picture) part.texture = picture;
    if (glow) part.glowMap = glow;
  }
}

export { inColour } from './inColour';
export { frameShader };

declare module '../lazyScripts' {
  interface StoredFrames {
    frameShader: string;
    makeFrames: typeof makeFrames;
    takeTurns: typeof takeTurns;
  }
}
