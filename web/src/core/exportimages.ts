// Images of materials as a GLB holds them: PNG and JPEG as they are, all others decoded.

import { decodeOtherImage } from './anyimage';
import type { CoreModule } from './core';
import { VitrineError } from './errors';
import type { DecodedImage } from './image';
import { barePng } from './pngparts';
import { isPng, unpackPng } from './pngread';
import type { Report } from './report';

/** Bytes of PNG and JPEG files by number of the texture. */
export type ExportImages = ReadonlyMap<number, Uint8Array>;

/** A file to be embedded, pixels to be written as PNG, or undefined for what is neither. */
export function embeddable(core: CoreModule, bytes: Uint8Array): Uint8Array | DecodedImage | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return isWholeJpeg(bytes) ? bytes : undefined;
  try {
    if (isPng(bytes)) return unpackPng(bytes) && barePng(bytes);
    return decodeOtherImage(core, bytes);
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
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff || marker === 0xd9 || marker === 0xda) return false;
    if (marker === 0xff) ++at;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return ((bytes[at + 5]! << 8) | bytes[at + 6]!) > 0 && ((bytes[at + 7]! << 8) | bytes[at + 8]!) > 0;
    else at += 2 + ((bytes[at + 2]! << 8) | bytes[at + 3]!);
  }
  return false;
}

/** The files of the textures that were found, by number. */
export function foundTextures({ info }: Report): [texture: number, file: string][] {
  return info.textures.flatMap(({ file }, texture) => (file == null ? [] : [[texture, file]]));
}
