// Starts the wasm core on any host. Page and worker fetch it from beside this module; Node passes `wasmBinary`
// (the glue of the build's Emscripten does not survive Node's own fetch).

import type { CoreFactory, CoreModule } from './core';
import { VitrineError } from './errors';

export interface LoadCoreOptions {
  /** The glue's default export, where the host has bundled it. */
  factory?: CoreFactory;
  /** Where the glue module lies; default: `vitrine-core.mjs` beside the importing bundle. */
  glueUrl?: string | URL;
  wasmBinary?: ArrayBuffer | Uint8Array;
  wasmModule?: WebAssembly.Module;
  /** Default: `vitrine-core.wasm` beside the glue. */
  wasmUrl?: string | URL;
}

let bundled: CoreFactory | undefined;

/** For scripts that carry the glue with them: nothing is imported then. */
export function bundleGlue(factory: CoreFactory): void {
  bundled = factory;
}

/** A running core; rejects with VitrineError `CORE_START` where the host cannot compile or fetch it. */
export async function loadCore(options: LoadCoreOptions = {}): Promise<CoreModule> {
  const { wasmBinary, wasmModule } = options;
  try {
    const glueUrl = new URL(options.glueUrl ?? './vitrine-core.mjs', import.meta.url).href;
    const factory = options.factory ?? bundled ?? ((await import(glueUrl)) as { default: CoreFactory }).default;
    const wasmUrl = new URL(options.wasmUrl ?? './vitrine-core.wasm', glueUrl).href;
    return await factory({
      locateFile: () => wasmUrl,
      ...(wasmBinary && { wasmBinary }),
      ...(wasmModule && {
        instantiateWasm: (imports, receive) => {
          void WebAssembly.instantiate(wasmModule, imports).then((instance) => receive(instance, wasmModule));
          return {};
        },
      }),
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new VitrineError('CORE_START', `The WebAssembly core did not start: ${reason}`);
  }
}
