// Images of materials. The platform decodes; sRGB storage makes sampling linear.

import type { CoreModule } from '../../core/core';
import { decodeCoreImage } from '../../core/image';
import { rememberBlocks, uploadBlocks } from './blocks';

const kOptions: ImageBitmapOptions = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' };

/** PNG, JPEG and the like by the platform, TGA and DDS by the core. Throws VitrineError for anything else. */
export async function decodeImage(core: CoreModule, data: Blob | ArrayBuffer): Promise<ImageBitmap> {
  const blob = data instanceof Blob ? data : new Blob([data]);
  try {
    return await createImageBitmap(blob, kOptions);
  } catch {
    const bytes = new Uint8Array(await blob.arrayBuffer()),
      { rgba, width, height } = decodeCoreImage(core, bytes),
      image = await createImageBitmap(new ImageData(rgba, width, height), kOptions);
    rememberBlocks(image, bytes);
    return image;
  }
}

export function uploadImage(
  gl: WebGL2RenderingContext,
  image: ImageBitmap,
  stored: 'sRGB' | 'linear' = 'sRGB',
): WebGLTexture {
  const texture = uploadBlocks(gl, image, stored) ?? uploadPixels(gl, image, stored);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  const anisotropy = gl.getExtension('EXT_texture_filter_anisotropic');
  if (anisotropy) {
    const most = gl.getParameter(anisotropy.MAX_TEXTURE_MAX_ANISOTROPY_EXT) as number;
    gl.texParameterf(gl.TEXTURE_2D, anisotropy.TEXTURE_MAX_ANISOTROPY_EXT, Math.min(8, most));
  }
  return texture;
}

function uploadPixels(gl: WebGL2RenderingContext, image: ImageBitmap, stored: 'sRGB' | 'linear'): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
  gl.texImage2D(gl.TEXTURE_2D, 0, stored === 'sRGB' ? gl.SRGB8_ALPHA8 : gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, image);
  gl.generateMipmap(gl.TEXTURE_2D);
  return texture;
}
