// Images of materials as a GLB holds them: PNG and JPEG as they are, all others decoded.

import { decodeOtherImage } from './anyimage';
import type { CoreModule } from './core';
import { VitrineError } from './errors';
import type { DecodedImage } from './image';
import { checkPixels, type PixelBudget } from './imagelimits';
import { imageSize } from './imagesize';
import { isJpeg } from './jpeg';
import { barePng } from './pngparts';
import { isPng, unpackPng } from './pngread';
import type { Report } from './report';

/** Bytes of PNG and JPEG files by number of the texture. */
export type ExportImages = ReadonlyMap<number, Uint8Array>;

/** A file to be embedded, pixels to be written as PNG, or undefined for what is neither or is past the budget. */
export function embeddable(
  core: CoreModule,
  bytes: Uint8Array,
  budget: PixelBudget,
): Uint8Array | DecodedImage | undefined {
  if (isJpeg(bytes)) return isWholeJpeg(bytes) ? bytes : undefined;
  try {
    if (!isPng(bytes)) return decodeOtherImage(core, bytes, budget);
    const { width, height } = imageSize(bytes);
    checkPixels(width, height, bytes.length);
    budget.take(width, height);
    return unpackPng(bytes) && barePng(bytes);
  } catch (error) {
    if (error instanceof VitrineError) return undefined;
    throw error;
  }
}

/** True when the markers lead to a frame with a size, and the file ends as one does. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  let end = bytes.length;
  while (end > 4 && bytes[end - 1] === 0) --end;
  if (bytes[end - 2] !== 0xff || bytes[end - 1] !== 0xd9) return false;
  const { width, height } = imageSize(bytes);
  return width > 0 && height > 0;
}

/** The files of the textures that were found, by number. */
export function foundTextures({ info }: Report): [texture: number, file: string][] {
  return info.textures.flatMap(({ file }, texture) => (file == null ? [] : [[texture, file]]));
}
