// Any image that a model names, decoded without a platform: PNG and JPEG here, TGA and DDS by the core.

import type { CoreModule } from './core';
import { type DecodedImage, decodeCoreImage } from './image';
import { decodeJpeg, isJpeg } from './jpeg';
import { decodePng, isPng } from './pngread';

/** Throws VitrineError for what is none of them, or faulty. */
export function decodeAnyImage(core: CoreModule, bytes: Uint8Array): DecodedImage {
  if (isPng(bytes)) return decodePng(bytes);
  if (isJpeg(bytes)) return decodeJpeg(bytes);
  return decodeCoreImage(core, bytes);
}
