// Codecs that Node brings, each read when the first file or image asks for it. Its own zlib for packed files and PNG, several
// times as fast as fflate; packing stays with fflate, whose bytes are the same on every host. And for WebP the one of
// browsers' own library (libwebp).

import { type Inflater, inflateWith } from '../base/inflate';
import { decodeWebpWith } from '../images/webp';

type Zlib = typeof import('node:zlib');

let isZlibOffered = false;

/** Nothing where there is no disk: browsers have fflate. */
export async function offerZlib(): Promise<void> {
  if (isZlibOffered || typeof process !== 'object' || !process.versions?.node) return;
  isZlibOffered = true;
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

interface Codec {
  decode(bytes: Uint8Array): { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> } | null;
}
type Factory = (module: object) => unknown;

let isWebpOffered = false;

/** Nothing where there is no disk: browsers decode WebP themselves. */
export async function offerWebp(): Promise<void> {
  if (isWebpOffered || typeof process !== 'object' || !process.versions?.node) return;
  isWebpOffered = true;
  const [{ createRequire }, { readFileSync }] = await Promise.all([import('node:module'), import('node:fs')]);
  let codec: Codec | undefined;
  const start = (): Codec => {
    const factory = createRequire(import.meta.url)('./webp_dec.cjs') as { default: Factory };
    const wasm = new WebAssembly.Module(readFileSync(new URL('webp_dec.wasm', import.meta.url)));
    const module = {
      noInitialRun: true,
      instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void): object {
        const instance = new WebAssembly.Instance(wasm, imports);
        receive(instance);
        return instance.exports;
      },
    };
    // The glue fills the object that it is given, and has done so on return where nothing has to be waited for.
    factory.default(module);
    return module as unknown as Codec;
  };
  decodeWebpWith((bytes) =>
    withImageData(() => {
      try {
        codec ??= start();
        const image = codec.decode(bytes);
        if (!image) throw new Error('it cannot be decoded');
        return image;
      } catch (error) {
        // A trap leaves its memory as it was then.
        codec = undefined;
        throw error;
      }
    }),
  );
}

/** The codec asks for a class of browsers, and would leave one in every program otherwise. */
function withImageData<T>(use: () => T): T {
  const scope = globalThis as { ImageData?: unknown };
  const has = 'ImageData' in scope;
  if (!has)
    scope.ImageData = class {
      constructor(
        readonly data: Uint8ClampedArray,
        readonly width: number,
        readonly height: number,
      ) {}
    };
  try {
    return use();
  } finally {
    if (!has) delete scope.ImageData;
  }
}
