// Images of materials. The platform decodes; sRGB storage makes sampling linear.

import type { CoreModule } from '../../core/core';
import { decodeCoreImage } from '../../images/image';
import { isView } from '../../core/viewCore';
import { fetchPart } from '../lazyScripts';
import { drawsInSoftware } from './driver';

/** TEXTURE_MAX_ANISOTROPY_EXT. */
const kMaxAnisotropy = 0x84fe;
const kOptions: ImageBitmapOptions = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' };

/** A texture of blocks as a file holds them. */
export interface BlockTexture {
  texture: WebGLTexture;
  /** It holds two of a normal's three axes. */
  twoChannels: boolean;
}
/** Undefined if the GPU needs pixels. */
export type Upload = (gl: WebGL2RenderingContext, stored: 'sRGB' | 'linear') => BlockTexture | undefined;

/** Compressed blocks of images that came with them. */
const uploads = new WeakMap<ImageBitmap, Upload>();
const twoChannels = new WeakSet<WebGLTexture>();

/** The texture holds two of a normal's three axes. */
export const hasTwoChannels = (texture: WebGLTexture): boolean => twoChannels.has(texture);

const isDds = ([a, b, c, d]: Uint8Array): boolean => a === 0x44 && b === 0x44 && c === 0x53 && d === 0x20;

/**
 * PNG, JPEG and the like by the platform, TGA and DDS by the core; scaled to the resizeWidth and resizeHeight of `size`.
 * Throws VitrineError for anything else.
 */
export async function decodeImage(
  core: CoreModule,
  data: Blob | ArrayBuffer,
  size?: ImageBitmapOptions,
): Promise<ImageBitmap> {
  const blob = data instanceof Blob ? data : new Blob([data]),
    options = { ...kOptions, ...size };
  try {
    return await createImageBitmap(blob, options);
  } catch {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const { rgba, width, height } = decodeCoreImage(isView(core) ? await core.images() : core, bytes),
      image = await createImageBitmap(new ImageData(rgba, width, height), options);
    if (isDds(bytes)) {
      const extras = await fetchPart('engine-extras').catch(() => undefined),
        upload = extras?.blockUpload(bytes);
      if (upload) uploads.set(image, upload);
    }
    return image;
  }
}

export function uploadImage(
  gl: WebGL2RenderingContext,
  image: ImageBitmap,
  stored: 'sRGB' | 'linear' = 'sRGB',
): WebGLTexture {
  const blocks = uploads.get(image)?.(gl, stored),
    texture = blocks?.texture ?? uploadPixels(gl, image, stored);
  if (blocks?.twoChannels) twoChannels.add(texture);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  const most = anisotropies.get(gl) ?? askAnisotropy(gl);
  if (most > 1) gl.texParameterf(gl.TEXTURE_2D, kMaxAnisotropy, most);
  return texture;
}

const anisotropies = new WeakMap<WebGL2RenderingContext, number>();

/**
 * Once for a new or restored context, best while nothing is queued: the answer waits for all that is. 1 = none. In software
 * it makes the first picture some 40 ms later and every other a tenth slower (measured with SwiftShader, 640 x 480).
 */
export function askAnisotropy(gl: WebGL2RenderingContext): number {
  const extension = drawsInSoftware(gl) ? null : gl.getExtension('EXT_texture_filter_anisotropic'),
    most = extension ? Math.min(8, gl.getParameter(extension.MAX_TEXTURE_MAX_ANISOTROPY_EXT) as number) : 1;
  anisotropies.set(gl, most);
  return most;
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
