// GPU resources of one world: its images (plain values, mipmaps, straight alpha), and its shadow volumes, one list of
// triangles per pass and light, kept while the core keeps it. Worlds that play at once keep theirs side by side.

import type { WorldShadows } from '../../core/world';
import { FrameData } from './frame';

export interface PlainImage {
  width: number;
  height: number;
  rgba: Uint8Array | Uint8ClampedArray;
}

class WorldImages {
  readonly #textures: (WebGLTexture | undefined)[];

  constructor(gl: WebGL2RenderingContext, images: readonly (PlainImage | undefined)[]) {
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
    const most = gl.getParameter(gl.MAX_TEXTURE_SIZE) as number;
    this.#textures = images.map((image) => {
      if (!image || image.width > most || image.height > most) return undefined;
      const { width, height, rgba } = image,
        texture = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, texture);
      const bytes = new Uint8Array(rgba.buffer, rgba.byteOffset, rgba.byteLength);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
      gl.generateMipmap(gl.TEXTURE_2D);
      return texture;
    });
    gl.bindTexture(gl.TEXTURE_2D, null);
  }

  /** Undefined for images that could not be had. */
  of(index: number): WebGLTexture | undefined {
    return this.#textures[index];
  }

  dispose(gl: WebGL2RenderingContext): void {
    for (const texture of this.#textures) if (texture) gl.deleteTexture(texture);
  }
}

/** How slots sample: maps go on outside of the image, sphere maps and lightmaps end at its edge. */
export function makeSamplers(gl: WebGL2RenderingContext): { repeat: WebGLSampler; clamp: WebGLSampler } {
  const make = (wrap: number): WebGLSampler => {
    const sampler = gl.createSampler();
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.samplerParameteri(sampler, side, wrap);
    gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.samplerParameteri(sampler, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    return sampler;
  };
  return { repeat: make(gl.REPEAT), clamp: make(gl.CLAMP_TO_EDGE) };
}

interface Kept {
  version: number;
  array: WebGLVertexArrayObject;
  points: WebGLBuffer;
  indices: WebGLBuffer;
  used: boolean;
}

const kStride = 20;
const keyOf = (pass: number, rank: number): number => pass * 16 + rank;

class ShadowBuffers {
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

export type ImageList = readonly (PlainImage | undefined)[];

export class WorldScene {
  readonly data: FrameData;
  readonly shadows: ShadowBuffers;

  constructor(
    gl: WebGL2RenderingContext,
    readonly images: WorldImages,
  ) {
    this.data = new FrameData(gl);
    this.shadows = new ShadowBuffers(gl);
  }

  dispose(): void {
    this.data.dispose();
    this.shadows.dispose();
  }
}

/** The scenes of a context by who plays them; scenes of one list of images share it. */
export class WorldScenes<Player extends { images: ImageList }> {
  readonly #scenes = new Map<Player, WorldScene>();
  readonly #images = new Map<ImageList, WorldImages>();

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** Made, with its images, when it is first asked for. */
  of(player: Player): WorldScene {
    let scene = this.#scenes.get(player);
    if (scene) return scene;
    let images = this.#images.get(player.images);
    if (!images) this.#images.set(player.images, (images = new WorldImages(this.gl, player.images)));
    this.#scenes.set(player, (scene = new WorldScene(this.gl, images)));
    return scene;
  }

  drop(player: Player): void {
    this.#scenes.get(player)?.dispose();
    this.#scenes.delete(player);
    if ([...this.#scenes.keys()].some(({ images }) => images === player.images)) return;
    this.#images.get(player.images)?.dispose(this.gl);
    this.#images.delete(player.images);
  }
}
