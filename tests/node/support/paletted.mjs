// Images and palettes of Quake and Quake II for tests, as the descriptions of the formats have them.

/** 256 colours that tell their number: red counts up, green down, blue alternates. */
export const quakePalette = Uint8Array.from({ length: 768 }, (_, i) => {
  const n = Math.floor(i / 3);
  return [n, 255 - n, n % 2 ? 255 : 0][i % 3];
});
export const colourOf = (n) => [n, 255 - n, n % 2 ? 255 : 0];

export function lmp(width, height, pixels) {
  const out = Buffer.alloc(8 + pixels.length);
  out.writeUInt32LE(width, 0);
  out.writeUInt32LE(height, 4);
  out.set(pixels, 8);
  return new Uint8Array(out);
}

/** A texture of Quake II: name, size, offsets of four sizes, next frame, flags, contents, value. */
export function wal(width, height, pixels) {
  const out = Buffer.alloc(100 + pixels.length);
  out.write('e1u1/wall', 0, 'latin1');
  out.writeUInt32LE(width, 32);
  out.writeUInt32LE(height, 36);
  out.writeUInt32LE(100, 40);
  out.set(pixels, 100);
  return new Uint8Array(out);
}

/** An 8-bit PCX whose pixels stand in runs of one, with a palette at its end or without. */
export function pcx(width, height, pixels, palette) {
  const head = Buffer.alloc(128),
    body = [];
  head.set([10, 5, 1, 8]);
  head.writeUInt16LE(width - 1, 8);
  head.writeUInt16LE(height - 1, 10);
  head[65] = 1;
  head.writeUInt16LE(width, 66);
  for (const pixel of pixels) body.push(...(pixel >= 0xc0 ? [0xc1, pixel] : [pixel]));
  return new Uint8Array(Buffer.concat([head, Buffer.from(body), ...(palette ? [Buffer.from([12]), palette] : [])]));
}
