// The engine of a page whose server has moved the element's script away from the files beside it. Fetched only there.

import { packageFolder } from '../core/packageFolder';
import type { EngineCores } from '../protocol/messages';

/** The engine for models or for worlds, and its cores. Rejects where no server resolves the package. */
export async function packageEngine(world: boolean): Promise<{ url: string; cores: EngineCores }> {
  const folder = await packageFolder(),
    at = (name: string): string => new URL(name, folder).href;
  const whole = { glueUrl: at('vitrine-core.mjs'), wasmUrl: at('vitrine-core.wasm') };
  if (world) return { url: at('world-engine.js'), cores: { whole } };
  const parts = Object.fromEntries(
    (['engine-extras', 'engine-frames', 'export-images'] as const).map((name) => [name, at(`${name}.js`)]),
  );
  return { url: at('engine-worker.js'), cores: { view: { wasmUrl: folder.href, modules: new Map() }, whole, parts } };
}
