// The container of a binary glTF file: a header of 12 bytes, then chunks, of which the first is its JSON.

/** First four bytes of a file, and the kind of its first chunk. */
const kMagic = 0x46546c67,
  kJson = 0x4e4f534a;

/** Where the JSON begins; so many bytes say whether a file has one. */
export const kHeaderBytes = 20;

const viewOf = (file: Uint8Array): DataView => new DataView(file.buffer, file.byteOffset, file.byteLength);

/** Recognises an archive by its first bytes. */
export const hasJsonChunk = (head: Uint8Array): boolean =>
  head.length >= kHeaderBytes &&
  viewOf(head).getUint32(0, true) === kMagic &&
  viewOf(head).getUint32(16, true) === kJson;

/** The JSON, of which nothing is tested, and its length in bytes; undefined for other files. */
export function jsonChunk<Json>(file: Uint8Array): { json: Json; length: number } | undefined {
  if (!hasJsonChunk(file)) return undefined;
  const length = viewOf(file).getUint32(12, true);
  if (kHeaderBytes + length > file.length) return undefined;
  try {
    const text = new TextDecoder().decode(file.subarray(kHeaderBytes, kHeaderBytes + length));
    return { json: JSON.parse(text) as Json, length };
  } catch {
    return undefined;
  }
}

/** A file of this JSON and the chunks behind it, as they are. */
export function fileOfJson(json: string, ...chunks: readonly Uint8Array[]): Uint8Array {
  const text = new TextEncoder().encode(json),
    padded = (text.length + 3) & ~3,
    size = kHeaderBytes + padded + chunks.reduce((sum, { length }) => sum + length, 0);
  const out = new Uint8Array(size),
    view = viewOf(out);
  [kMagic, 2, size, padded, kJson].forEach((word, i) => view.setUint32(4 * i, word, true));
  // JSON is padded with spaces.
  out.fill(0x20, kHeaderBytes, kHeaderBytes + padded);
  out.set(text, kHeaderBytes);
  let at = kHeaderBytes + padded;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}
