// Opaque images as JPEG, by MozJPEG, whose bytes lie beside the scripts and are read when the first image asks for them.

import { readFile } from 'node:fs/promises';

import encode, { init } from '@jsquash/jpeg/encode.js';

import type { DecodedImage } from '../../images/image';

let started: Promise<unknown> | undefined;

async function start(): Promise<void> {
  const module = await WebAssembly.compile(await readFile(new URL('./mozjpeg_enc.wasm', import.meta.url)));
  // Its types say less than it takes.
  await (init as (module: WebAssembly.Module) => Promise<void>)(module);
}

/** `quality` from 1 to 100. */
export async function encodeJpeg({ width, height, rgba }: DecodedImage, quality: number): Promise<Uint8Array> {
  await (started ??= start());
  const data = new Uint8ClampedArray(rgba);
  return new Uint8Array(await encode({ data, width, height, colorSpace: 'srgb' }, { quality }));
}
