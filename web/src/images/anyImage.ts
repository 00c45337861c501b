// Any image that a model names: how large it is by its header, and decoded without a platform: PNG, JPEG, GIF and BMP here,
// WebP where the host has brought a codec, TGA and DDS by the core.

import { VitrineError } from '../base/errors';
import { decodeBmp, isBmp } from './bmp';
import { decodeGif, isGif } from './gif';
import { decodeCoreImage, type DecodedImage, type ImageCore } from './image';
import { checkPixels, kMaxPixels, PixelBudget } from './imageLimits';
import { decodeJpeg, isJpeg } from './jpeg';
import { decodePng, isPng } from './pngRead';
import { decodesWebp, decodeWebp, isWebp, webpSize } from './webp';

interface ImageSize {
  width: number;
  height: number;
}

const kNothing: ImageSize = { width: 0, height: 0 };

/** No pixels where the header is cut off. Bytes of no other kind are read as a TGA, which has no mark of its own. */
export function imageSize(bytes: Uint8Array): ImageSize {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (count: number): boolean => bytes.length >= count;
  if (isPng(bytes)) return has(24) ? { width: view.getUint32(16), height: view.getUint32(20) } : kNothing;
  if (isJpeg(bytes)) return jpegSize(view);
  if (isWebp(bytes)) return webpSize(bytes);
  if (isGif(bytes)) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (isBmp(bytes)) {
    if (!has(26)) return kNothing;
    return view.getUint32(14, true) === 12
      ? { width: view.getUint16(18, true), height: Math.abs(view.getInt16(20, true)) }
      : { width: Math.max(0, view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
  }
  if (has(20) && view.getUint32(0) === 0x44445320)
    return { width: view.getUint32(16, true), height: view.getUint32(12, true) };
  return has(18) ? { width: view.getUint16(12, true), height: view.getUint16(14, true) } : kNothing;
}

/** The size in the frame's header, which the markers lead to. */
function jpegSize(view: DataView): ImageSize {
  for (let at = 2; at + 9 < view.byteLength;) {
    const marker = view.getUint8(at + 1);
    // Decoders pass over what stands between two segments.
    if (view.getUint8(at) !== 0xff || marker === 0xff) ++at;
    else if (marker < 0x02 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === 0xd9 || marker === 0xda) return kNothing;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
  return kNothing;
}

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
