// The check sum of zip, gzip and PNG files.

let table: Uint32Array | undefined;

/** Of the bytes from `from` up to `to`. */
export function crc32(bytes: Uint8Array, from = 0, to = bytes.length): number {
  table ??= Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; ++k) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    return c;
  });
  let crc = 0xffffffff;
  for (let i = from; i < to; ++i) crc = table[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
