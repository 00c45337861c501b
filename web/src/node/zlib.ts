// Node's own zlib for packed files and PNG, read when the first of them asks for it: several times as fast as fflate.
// Packing stays with fflate, whose bytes are the same on every host.

import { type Inflater, inflateWith } from '../base/inflate';

type Zlib = typeof import('node:zlib');

let isOffered = false;

/** Nothing where there is no disk: browsers have fflate. */
export async function offerZlib(): Promise<void> {
  if (isOffered || typeof process !== 'object' || !process.versions?.node) return;
  isOffered = true;
  const { createRequire } = await import('node:module');
  inflateWith(inflaterOf(() => createRequire(import.meta.url)('node:zlib') as Zlib));
}

/** `load` is called once, when something is unpacked. */
export function inflaterOf(load: () => Zlib): Inflater {
  let zlib: Zlib | undefined;
  return (size, packed, kind) => {
    zlib ??= load();
    const unpack = kind === 'zlib' ? zlib.inflateSync : zlib.inflateRawSync,
      // In one piece, and no more of what unpacks to more.
      options = { chunkSize: Math.max(kLeastPiece, size + 1), maxOutputLength: size + 1, info: true };
    try {
      const { buffer, engine } = unpack(packed, options) as unknown as Unpacked;
      // What lies behind the end is left to fflate's rules.
      return engine.bytesWritten === packed.length && buffer.length <= size ? buffer : undefined;
    } catch {
      return undefined;
    }
  };
}

/** The least that Node takes as the size of a piece. */
const kLeastPiece = 64;

/** What the option `info` gives, which the types leave out. */
interface Unpacked {
  buffer: Buffer;
  engine: { bytesWritten: number };
}
