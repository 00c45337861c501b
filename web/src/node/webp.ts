// The codec of WebP for Node, the one of browsers' own library (libwebp), read when the first image asks for it.

import { decodeWebpWith } from '../images/webp';

interface Codec {
  decode(bytes: Uint8Array): { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> } | null;
}
type Factory = (module: object) => unknown;

let isOffered = false;

/** Nothing where there is no disk: browsers decode WebP themselves. */
export async function offerWebp(): Promise<void> {
  if (isOffered || typeof process !== 'object' || !process.versions?.node) return;
  isOffered = true;
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
