// How large an image is by its header, before it is decoded.

import { isBmp } from './bmp';
import { isGif } from './gif';
import { isJpeg } from './jpeg';
import { isPng } from './pngRead';
import { isWebp, webpSize } from './webp';

export interface ImageSize {
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
