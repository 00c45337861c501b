// Scripts of the engine that are fetched when something first needs them. They lie beside the engine's own script, or
// from addresses of the page; an engine may also carry them in itself.

import { carriedScripts } from '../base/carriedScripts';
import type { LazyScriptAddresses, LazyScript } from '../protocol/messages';

/** Lazy parts of the engine: overlays, particles, picking, block-compressed images, files in archives. Each declares itself. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Extras {}
/** Vertices that are stored for every frame, and the palettes of their games. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface StoredFrames {}
/** Files of other formats. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface ExportImages {}

export interface Scripts {
  'engine-extras': Extras;
  'engine-frames': StoredFrames;
  'export-images': ExportImages;
}

/** What pictures may need; the others are for files. */
export const pictureScripts = ['engine-extras', 'engine-frames'] as const;
export type PictureScript = (typeof pictureScripts)[number];

const here = carriedScripts<Scripts>();
const coming = new Map<LazyScript, Promise<unknown>>();
let addresses: LazyScriptAddresses = {};

export const carryParts = (parts: Partial<Scripts>): void => void Object.assign(here, parts);
export const placeParts = (places: LazyScriptAddresses): void => void (addresses = places);

/** The script, where it has been fetched or is carried. */
export const partHere = <Name extends LazyScript>(name: Name): Scripts[Name] | undefined => here[name] as Scripts[Name];

/** Rejects where it cannot be fetched; the next try may succeed. */
export function fetchPart<Name extends LazyScript>(name: Name): Promise<Scripts[Name]> {
  const found = partHere(name);
  if (found) return Promise.resolve(found);
  let script = coming.get(name) as Promise<Scripts[Name]> | undefined;
  if (!script) {
    const url = addresses[name] ?? new URL(`./${name}.js`, import.meta.url).href;
    script = import(/* @vite-ignore */ /* webpackIgnore: true */ url) as Promise<Scripts[Name]>;
    coming.set(name, script);
    script.then(
      (part) => (here[name] = part),
      () => coming.delete(name),
    );
  }
  return script;
}
