// Images of materials as other formats hold them: of the kinds wanted as they are, all others decoded.

import { decodeAnyImage, decodeOtherImage, imageSize } from '../images/anyImage';
import type { CoreModule } from './core';
import { VitrineError } from '../base/errors';
import type { DecodedImage } from '../images/image';
import { checkPixels, type PixelBudget } from '../images/imageLimits';
import { isJpeg } from '../images/jpeg';
import { barePng } from '../images/pngWrite';
import { isPng, unpackPng } from '../images/pngRead';
import type { Report } from './report';

/** Bytes of image files by number of the texture. */
export type ExportImages = ReadonlyMap<number, Uint8Array>;

export type ImageType = 'png' | 'jpg' | 'tga';

/** The kinds of images that an export takes, the one that others become first; empty where it takes none. */
export const imageTypesOf = (takes: boolean, options: { imageTypes?: readonly ImageType[] }): readonly ImageType[] =>
  takes ? (options.imageTypes ?? ['png', 'jpg']) : [];

/** A file to be taken as it is, pixels to be written, or undefined for what is neither or is past the budget. */
export function embeddable(
  core: CoreModule,
  bytes: Uint8Array,
  budget: PixelBudget,
  types: readonly ImageType[],
): Uint8Array | DecodedImage | undefined {
  const jpeg = isJpeg(bytes);
  if (jpeg && !isWholeJpeg(bytes)) return undefined;
  if (jpeg && types.includes('jpg')) return bytes;
  try {
    if (jpeg || (isPng(bytes) && !types.includes('png'))) return decodeAnyImage(core, bytes, budget);
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

/** 24 bits, or 32 with alpha; rows from the bottom, which every reader takes. */
export function encodeTga({ width, height, rgba, hasAlpha }: DecodedImage): Uint8Array {
  const size = hasAlpha ? 4 : 3,
    out = new Uint8Array(18 + width * height * size);
  out.set([
    0,
    0,
    2,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    width & 255,
    width >> 8,
    height & 255,
    height >> 8,
    8 * size,
    hasAlpha ? 8 : 0,
  ]);
  let to = 18;
  for (let y = height - 1; y >= 0; --y)
    for (let from = y * width * 4, end = from + width * 4; from < end; from += 4, to += size) {
      out[to] = rgba[from + 2]!;
      out[to + 1] = rgba[from + 1]!;
      out[to + 2] = rgba[from]!;
      if (hasAlpha) out[to + 3] = rgba[from + 3]!;
    }
  return out;
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
