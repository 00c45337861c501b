// Any image that a model names, decoded without a platform: PNG, JPEG, GIF and BMP here, WebP where the host
// has brought a codec, TGA and DDS by the core.

import { decodeBmp, isBmp } from './bmp';
import { VitrineError } from '../base/errors';
import { decodeGif, isGif } from './gif';
import { decodeCoreImage, type DecodedImage, type ImageCore } from './image';
import { checkPixels, kMaxPixels, PixelBudget } from './imageLimits';
import { imageSize } from './imageSize';
import { decodeJpeg, isJpeg } from './jpeg';
import { decodePng, isPng } from './pngRead';
import { decodesWebp, decodeWebp, isWebp } from './webp';

/** Throws VitrineError for what is none of them, or faulty, or too large for its bytes or for the budget. */
export function decodeAnyImage(core: ImageCore, bytes: Uint8Array, budget = new PixelBudget()): DecodedImage {
  if (isPng(bytes)) return charged(bytes, budget, decodePng);
  if (isJpeg(bytes)) return charged(bytes, budget, decodeJpeg);
  return decodeOtherImage(core, bytes, budget);
}

/** The same for images that a GLB cannot hold as they are. */
export function decodeOtherImage(core: ImageCore, bytes: Uint8Array, budget: PixelBudget): DecodedImage {
  if (isGif(bytes)) return charged(bytes, budget, decodeGif);
  if (isBmp(bytes)) return charged(bytes, budget, decodeBmp);
  if (isWebp(bytes))
    return decodesWebp() ? charged(bytes, budget, decodeWebp) : refuseKind('a WebP image', 'this host');
  const unread = kindUnread(bytes);
  if (unread !== undefined) return refuseKind(unread, 'Vitrine');
  // A size that is none is the core's to refuse, and what ends too early: run lengths and blocks are never that dense.
  const { width, height } = imageSize(bytes);
  if (width * height <= kMaxPixels) budget.take(width, height);
  return decodeCoreImage(core, bytes);
}

type Decoder = (bytes: Uint8Array, budget: PixelBudget) => DecodedImage;

/** Takes the pixels out of the budget before they are made; what is refused for its size takes none. */
function charged(bytes: Uint8Array, budget: PixelBudget, decode: Decoder): DecodedImage {
  const { width, height } = imageSize(bytes);
  if (width > 0 && height > 0) {
    checkPixels(width, height, bytes.length);
    budget.take(width, height);
  }
  return decode(bytes, budget);
}

/** Containers of compressed textures, which need a transcoder. */
function kindUnread(bytes: Uint8Array): string | undefined {
  const [first] = bytes;
  if (first !== 0xab) return undefined;
  const text = String.fromCharCode(...bytes.subarray(1, 7));
  if (text === 'KTX 20') return 'a KTX2 image (compressed for graphics cards)';
  return text === 'KTX 11' ? 'a KTX image (compressed for graphics cards)' : undefined;
}

function refuseKind(kind: string, host: string): never {
  const message = `${kind}, which ${host} does not decode`;
  const issue = { code: 'IMAGE_FORMAT', severity: 0, message, source: '', help: 'Export the image as PNG.' } as const;
  throw new VitrineError('IMAGE_FORMAT', message, [issue]);
}
