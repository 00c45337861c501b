// The images that a world names, on the GPU: plain values, mipmaps, straight alpha.

export interface PlainImage {
  width: number;
  height: number;
  rgba: Uint8Array | Uint8ClampedArray;
}

export class WorldImages {
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
