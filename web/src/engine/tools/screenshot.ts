// A picture of any size as PNG: drawn part by part, compressed as it comes, never whole in memory.

import { crc32 } from '../../base/crc32';
import type { Part } from './toolHost';
import type { Shot } from '../../protocol/tools';

/** Around a part, so that wide points and soft edges that begin outside are there. */
const kMargin = 24;
const kBandBytes = 16 * 2 ** 20;
export const kLargest = 16384;

export async function shoot(
  gl: WebGL2RenderingContext,
  { width, height, background }: Shot,
  most: number,
  draw: (part: Part) => void,
): Promise<Blob> {
  if (![width, height].every((size) => Number.isInteger(size) && size >= 1 && size <= kLargest))
    throw new RangeError(`${width} × ${height}`);
  const channels = background === 'clear' ? 4 : 3,
    edge = most - 2 * kMargin,
    rows = Math.max(16, Math.min(edge, Math.floor(kBandBytes / (width * 4))));
  const stream = new CompressionStream('deflate'),
    writer = stream.writable.getWriter();
  const pieces: BlobPart[] = [
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header(width, height, channels)),
  ];
  const reading = (async () => {
    const reader = stream.readable.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(chunk('IDAT', next.value));
  })();
  let above = new Uint8Array(width * channels);
  for (let y = 0; y < height; y += rows) {
    const high = Math.min(rows, height - y),
      band = new Uint8Array(width * high * 4);
    for (let x = 0; x < width; x += edge) {
      const wide = Math.min(edge, width - x);
      draw({
        x: x - kMargin,
        y: y - kMargin,
        width: wide + 2 * kMargin,
        height: high + 2 * kMargin,
        ofWidth: width,
        ofHeight: height,
      });
      const part = new Uint8Array(wide * high * 4);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.readPixels(kMargin, kMargin, wide, high, gl.RGBA, gl.UNSIGNED_BYTE, part);
      if (gl.isContextLost()) throw new Error('GL_LOST');
      // Rows come from below.
      for (let row = 0; row < high; ++row)
        band.set(part.subarray((high - 1 - row) * wide * 4, (high - row) * wide * 4), (row * width + x) * 4);
    }
    const bytes = filtered(band, width, high, channels, above);
    above = bytes.last;
    await writer.write(bytes.rows);
  }
  await writer.close();
  await reading;
  pieces.push(chunk('IEND', new Uint8Array(0)));
  return new Blob(pieces, { type: 'image/png' });
}

/** Each row as its difference from the row above (filter 2); colours no longer multiplied by alpha. */
function filtered(
  band: Uint8Array,
  width: number,
  height: number,
  channels: 3 | 4,
  before: Uint8Array<ArrayBuffer>,
): { rows: Uint8Array<ArrayBuffer>; last: Uint8Array<ArrayBuffer> } {
  const size = width * channels,
    rows = new Uint8Array((size + 1) * height);
  let above = before,
    row = new Uint8Array(size);
  for (let y = 0; y < height; ++y) {
    for (let x = 0, from = y * width * 4, to = 0; x < width; ++x, from += 4, to += channels) {
      const a = band[from + 3]!;
      for (let c = 0; c < 3; ++c) {
        const value = band[from + c]!;
        row[to + c] = channels === 3 || a === 255 ? value : a === 0 ? 0 : Math.min(255, Math.round((value * 255) / a));
      }
      if (channels === 4) row[to + 3] = a;
    }
    const start = y * (size + 1);
    rows[start] = 2;
    for (let i = 0; i < size; ++i) rows[start + 1 + i] = row[i]! - above[i]!;
    const free = above === before ? new Uint8Array(size) : above;
    above = row;
    row = free;
  }
  return { rows, last: above };
}

function header(width: number, height: number, channels: 3 | 4): Uint8Array {
  const bytes = new Uint8Array(13),
    view = new DataView(bytes.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  bytes.set([8, channels === 4 ? 6 : 2, 0, 0, 0], 8);
  return bytes;
}

function chunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12),
    view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes, 4, data.length + 8));
  return bytes;
}
