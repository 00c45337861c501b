// Any image that a model names, decoded without a platform: PNG, JPEG, GIF and BMP here, TGA and DDS by the core.

import { decodeBmp, isBmp } from './bmp';
import type { CoreModule } from './core';
import { VitrineError } from './errors';
import { decodeGif, isGif } from './gif';
import { type DecodedImage, decodeCoreImage } from './image';
import { decodeJpeg, isJpeg } from './jpeg';
import { decodePng, isPng } from './pngread';

/** Throws VitrineError for what is none of them, or faulty. */
export function decodeAnyImage(core: CoreModule, bytes: Uint8Array): DecodedImage {
  if (isPng(bytes)) return decodePng(bytes);
  if (isJpeg(bytes)) return decodeJpeg(bytes);
  return decodeOtherImage(core, bytes);
}

/** The same for images that a GLB cannot hold as they are. */
export function decodeOtherImage(core: CoreModule, bytes: Uint8Array): DecodedImage {
  if (isGif(bytes)) return decodeGif(bytes);
  if (isBmp(bytes)) return decodeBmp(bytes);
  if (isWebp(bytes)) {
    const message = 'a WEBP image, which only browsers decode';
    const issue = { code: 'IMAGE_FORMAT', severity: 0, message, source: '', help: 'Export the image as PNG.' } as const;
    throw new VitrineError('IMAGE_FORMAT', message, [issue]);
  }
  return decodeCoreImage(core, bytes);
}

export const isWebp = (bytes: Uint8Array): boolean =>
  /^RIFF[^]{4}WEBP$/.test(String.fromCharCode(...bytes.subarray(0, 12)));
