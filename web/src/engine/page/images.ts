// Images of a document on the page: what they declare is looked at before anything is made. A few bytes can declare many
// pixels, and a picture of software is not drawn while hundreds of megabytes are made.

import type { CoreModule } from '../../core/core';
import { checkPixels, kMaxPixels, PixelBudget } from '../../images/imageLimits';
import { imageSize } from '../../images/anyImage';
import { decodeImage } from '../gl/texture';

/** Images are scaled down to so many pixels along their longer side while they are decoded. */
export const kLargestSide = 4096;
/** Bytes of a file that its size stands in; a JPEG may have its frame behind 64 kB segments of other things. */
const kHeadBytes = 1 << 20;
const kLargePixels = 2048 * 2048;

/** How large an image of that size is made; undefined where it stays as it is. */
export function scaledSize(width: number, height: number): { resizeWidth: number; resizeHeight: number } | undefined {
  const scale = kLargestSide / Math.max(width, height);
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  return scale < 1 ? { resizeWidth: scaled(width), resizeHeight: scaled(height) } : undefined;
}

function charged(image: ImageBitmap, budget: PixelBudget): ImageBitmap {
  try {
    budget.take(image.width, image.height);
    return image;
  } catch (error) {
    image.close();
    throw error;
  }
}

/** Decodes the images of one document, the large ones one after another. Rejects as decodeImage does, and past a limit. */
export function boundedDecoder(): typeof decodeImage {
  const budget = new PixelBudget();
  let before: Promise<unknown> = Promise.resolve();
  return async (core: CoreModule, data: Blob | ArrayBuffer) => {
    const blob = data instanceof Blob ? data : new Blob([data]);
    const { width, height } = imageSize(new Uint8Array(await blob.slice(0, kHeadBytes).arrayBuffer()));
    const pixels = width * height;
    // An image without a readable size is refused with the decoder's message; of kinds that only the browser
    // knows the size is known afterwards.
    if (!(pixels > 0 && pixels <= kMaxPixels)) return charged(await decodeImage(core, data), budget);
    checkPixels(width, height, blob.size);
    const size = scaledSize(width, height);
    budget.take(size?.resizeWidth ?? width, size?.resizeHeight ?? height);
    if (pixels <= kLargePixels) return decodeImage(core, data);
    const decoding = before.then(() => decodeImage(core, data, size));
    before = decoding.catch(() => undefined);
    return decoding;
  };
}
