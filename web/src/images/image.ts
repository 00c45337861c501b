// Images that platforms do not decode: TGA and DDS, through the core.

import { VitrineError } from '../base/errors';
import type { Issue } from '../base/issues';

export interface DecodedImage {
  width: number;
  height: number;
  /** Red, green, blue, alpha of each pixel, rows from the top, colours not multiplied by alpha. */
  rgba: Uint8ClampedArray<ArrayBuffer>;
  /** Some pixel is not opaque. */
  hasAlpha: boolean;
  /** Damage that the picture was decoded in spite of; absent where there is none. */
  issues?: Issue[];
}

/** A TGA or DDS as RGBA rows from the top: width * height * 4 bytes at pointer(), unless error() says why not. */
export interface CoreImage {
  /** `{ "error": Message }` as JSON, or empty. */
  error(): string;
  width(): number;
  height(): number;
  hasAlpha(): boolean;
  pointer(): number;

  delete(): void;
}

/** Decoder of images: any core except view cores. */
export interface ImageCore {
  readonly HEAPU8: Uint8Array;
  readonly Image: new (bytes: Uint8Array) => CoreImage;
}

/** Throws VitrineError for what is neither, cannot be decoded or is faulty. */
export function decodeCoreImage(core: ImageCore, bytes: Uint8Array): DecodedImage {
  const image = new core.Image(bytes);
  try {
    const failed = image.error();
    if (failed !== '') {
      const { error } = JSON.parse(failed) as { error: Issue };
      throw new VitrineError(error.code, error.message, [error]);
    }
    const width = image.width();
    const height = image.height();
    const rgba = new Uint8ClampedArray(core.HEAPU8.buffer, image.pointer(), width * height * 4).slice();
    return { width, height, rgba: rgba as Uint8ClampedArray<ArrayBuffer>, hasAlpha: image.hasAlpha() };
  } finally {
    image.delete();
  }
}
