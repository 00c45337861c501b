// GIF and BMP files with known pixels, written by the formats' own rules.

const word = (value) => [value & 255, (value >> 8) & 255];
const long = (value) => [...word(value), ...word(value >>> 16)];

/** Codes of a GIF for numbers of `bits` bits each, in blocks of at most 255 bytes. */
export function lzw(numbers, bits) {
  const clear = 2 ** bits,
    bytes = [];
  let held = 0,
    heldBits = 0,
    width = bits + 1,
    table = new Map();
  const put = (code) => {
    held |= code << heldBits;
    for (heldBits += width; heldBits >= 8; heldBits -= 8, held >>>= 8) bytes.push(held & 255);
  };
  put(clear);
  let next = clear + 2,
    run = '';
  const codeOf = (text) => (text.length === 1 ? text.charCodeAt(0) : table.get(text));
  for (const number of numbers) {
    const longer = run + String.fromCharCode(number);
    if (longer.length === 1 || table.has(longer)) {
      run = longer;
      continue;
    }
    put(codeOf(run));
    table.set(longer, next);
    // The reader is one code behind.
    if (next === 2 ** width && width < 12) ++width;
    if (++next === 4096) {
      put(clear);
      table = new Map();
      next = clear + 2;
      width = bits + 1;
    }
    run = String.fromCharCode(number);
  }
  put(codeOf(run));
  if (next === 2 ** width && width < 12) ++width;
  put(clear + 1);
  if (heldBits > 0) bytes.push(held & 255);
  const blocks = [bits];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}

/** `palette` holds 2 to 256 [r, g, b]; `indices` are those of the frame, row by row. */
export function gif({
  width,
  height,
  palette,
  indices,
  frame = [0, 0, width, height],
  interlaced = false,
  transparent,
}) {
  const bits = Math.max(1, Math.ceil(Math.log2(palette.length)));
  const colours = Array.from({ length: 2 ** bits }, (_, i) => palette[i] ?? [0, 0, 0]).flat();
  const [left, top, columns, lines] = frame;
  const rows = Array.from({ length: lines }, (_, y) => y);
  const order = interlaced
    ? [
        ...rows.filter((y) => y % 8 === 0),
        ...rows.filter((y) => y % 8 === 4),
        ...rows.filter((y) => y % 4 === 2),
        ...rows.filter((y) => y % 2 === 1),
      ]
    : rows;
  const numbers = order.flatMap((y) => indices.slice(y * columns, (y + 1) * columns));
  const control = transparent === undefined ? [] : [0x21, 0xf9, 4, 1, 0, 0, transparent, 0];
  return Uint8Array.from([
    ...Buffer.from('GIF89a', 'latin1'),
    ...word(width),
    ...word(height),
    0x80 | (bits - 1),
    0,
    0,
    ...colours,
    ...[0x21, 0xfe, 5, ...Buffer.from('plain', 'latin1'), 0],
    ...control,
    0x2c,
    ...[left, top, columns, lines].flatMap(word),
    interlaced ? 0x40 : 0,
    ...lzw(numbers, Math.max(2, bits)),
    0x3b,
  ]);
}

/** `rows` are the stored bytes of each row from the top, without padding; `masks` are red, green, blue, alpha. */
export function bmp({ width, height, bits, rows, palette = [], masks, downwards = false, data }) {
  const wide = masks?.length === 4;
  const header = wide ? 108 : 40;
  const compression = data?.compression ?? (masks ? 3 : 0);
  const stored = data
    ? [...data.bytes]
    : (downwards ? rows : [...rows].reverse()).flatMap((row) => [...row, ...Array((4 - (row.length % 4)) % 4).fill(0)]);
  const more = wide
    ? [...masks.flatMap(long), ...Buffer.from('BGRs', 'latin1'), ...Array(108 - 40 - 20).fill(0)]
    : (masks ?? []).flatMap(long);
  const colours = palette.flatMap(([r, g, b]) => [b, g, r, 0]);
  const offset = 14 + 40 + more.length + colours.length;
  const file = [
    ...Buffer.from('BM', 'latin1'),
    ...long(offset + stored.length),
    ...long(0),
    ...long(offset),
    ...long(header),
    ...long(width),
    ...long(downwards ? -height : height),
    ...word(1),
    ...word(bits),
    ...long(compression),
    ...long(stored.length),
    ...long(2835),
    ...long(2835),
    ...long(palette.length),
    ...long(0),
    ...more,
    ...colours,
    ...stored,
  ];
  return Uint8Array.from(file);
}

/** A chunk of a PNG: the length and the checksum around its type and data. */
export function pngChunk(type, data) {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  out.set(data, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

/** The checksum of a PNG's chunk: its type and data. */
export function crc32(data) {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  }
  return ~crc >>> 0;
}
