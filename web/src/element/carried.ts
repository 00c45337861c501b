// All files of a viewer in one script: for a server that moves the element's script away from the files that lie
// beside it, as bundlers' servers for development do. Fetched only there.

import engine from 'vitrine:engine';
import wasm from 'vitrine:wasm';

import type { EngineCores } from '../protocol/messages';
import { unpack } from './unpack';

/** Address of the engine's script, and the full core. */
export async function carried(): Promise<{ url: string; cores: EngineCores }> {
  const [script, wasmBinary] = await Promise.all([engine, wasm].map(unpack));
  return {
    url: URL.createObjectURL(new Blob([script!], { type: 'text/javascript' })),
    cores: { whole: { wasmBinary } },
  };
}
