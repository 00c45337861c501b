// PAK archives for tests, as the format's description has them.

/**
 * Entries are { name, data } or { name, offset, length } for what stands elsewhere; `change` gets the DataView of the whole
 * and where the directory lies.
 */
export function pak(entries, change = () => undefined) {
  const bytes = entries.map(({ data }) => (data === undefined ? undefined : Buffer.from(data)));
  const total = bytes.reduce((sum, data) => sum + (data?.length ?? 0), 12);
  const out = Buffer.alloc(total + entries.length * 64);
  out.write('PACK', 0, 'latin1');
  out.writeUInt32LE(total, 4);
  out.writeUInt32LE(entries.length * 64, 8);
  let at = 12;
  entries.forEach(({ name, offset, length }, i) => {
    const data = bytes[i],
      entry = total + i * 64;
    data?.copy(out, at);
    out.write(name, entry, 56, 'latin1');
    out.writeUInt32LE(offset ?? at, entry + 56);
    out.writeUInt32LE(length ?? data.length, entry + 60);
    at += data?.length ?? 0;
  });
  change(new DataView(out.buffer, out.byteOffset, out.length), total);
  return new Uint8Array(out);
}
