// Numbers that vertex shaders look up, as a texture.

/** Texels of a row; pose.glsl counts in the same. */
const kWidth = 4096;

/**
 * A texture of `values`, `size` of them to a texel, from left to right and from row to row. Undefined when there are none,
 * or too many for this GPU. The caller deletes it.
 */
export function makeTable(
  gl: WebGL2RenderingContext,
  values: Float32Array | Uint16Array | Uint8Array,
  size: number,
  internalFormat: number,
  format: number,
  type: number,
): WebGLTexture | undefined {
  const texels = values.length / size,
    full = Math.floor(texels / kWidth),
    rest = texels - full * kWidth;
  const rows = full + Math.sign(rest);
  if (texels === 0 || rows > (gl.getParameter(gl.MAX_TEXTURE_SIZE) as number)) return undefined;
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, internalFormat, kWidth, rows);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  if (full > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, kWidth, full, format, type, values, 0);
  if (rest > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, full, rest, 1, format, type, values, full * kWidth * size);
  return texture;
}
