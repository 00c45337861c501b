// Limits of image decoding. A few bytes can declare many pixels, so sizes are checked before anything is made.

import { VitrineError } from '../base/errors';
import { type Issue, Severity } from '../base/issues';

/** As images::kMaxPixels of the core. */
export const kMaxPixels = 8192 * 8192;
/** An image may have so many pixels, whatever its size in bytes, */
const kFreePixels = 2048 * 2048;
/** and so many more for each byte: the densest that deflate packs bytes (1,032 to one), a pixel each. */
const kPixelsPerByte = 1024;
/** Decoded for one document: 32 images of 2048 x 2048. */
export const kDocumentPixels = 2 ** 27;

const kHelp = 'Scale the image down, or export it again.';

function refuse(code: string, message: string, help: string): never {
  throw new VitrineError(code, message, [{ code, severity: Severity.Error, message, source: '', help }]);
}

export const refuseImage = (message: string): never => refuse('IMAGE_HEADER', message, 'Export the image again.');

/** Damage that a picture is decoded in spite of. */
export const imageWarning = (code: 'TRUNCATED' | 'IMAGE_DAMAGED', message: string): Issue => ({
  code,
  severity: Severity.Warning,
  message,
  source: '',
  help: 'Export the image again.',
});

/** Throws VitrineError for a size that is none, or out of proportion to the bytes of the file. */
export function checkPixels(width: number, height: number, packedBytes: number): void {
  const pixels = width * height;
  if (!(width > 0 && height > 0 && pixels <= kMaxPixels))
    refuseImage(`the size ${width} x ${height} is not one that can be decoded`);
  if (pixels > kFreePixels + kPixelsPerByte * packedBytes)
    refuse('LIMIT_PIXELS', `${width} x ${height} pixels are too many for a file of ${packedBytes} bytes`, kHelp);
}

/** Pixels that the images of one document may have together. */
export class PixelBudget {
  constructor(private left = kDocumentPixels) {}

  /** Throws VitrineError LIMIT_PIXELS past the end; what does not fit takes nothing. */
  take(width: number, height: number): void {
    if (!this.takes(width * height))
      refuse('LIMIT_PIXELS', `with ${width} x ${height} more pixels the images of the document are too large`, kHelp);
  }

  /** False, and nothing is taken, where so many are not left. */
  takes(pixels: number): boolean {
    if (pixels > this.left) return false;
    this.left -= pixels;
    return true;
  }

  get rest(): number {
    return this.left;
  }
}
