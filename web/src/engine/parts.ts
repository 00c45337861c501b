// Scripts of the engine that are fetched when something first needs them. They lie beside the engine's own script, or
// where the page says; an engine may also carry them in itself.

import type { PartName, PartAddresses } from '../protocol/messages';

export interface Parts {
  /** What is drawn over a model, particles, what lies under a pointer, images of blocks, and files out of archives. */
  'engine-extras': typeof import('./extras/index');
  /** Files of other formats. */
  'export-images': typeof import('./exportimages');
}

const here: Partial<Parts> = {};
const coming = new Map<PartName, Promise<unknown>>();
let addresses: PartAddresses = {};

export const carryParts = (parts: Partial<Parts>): void => void Object.assign(here, parts);
export const placeParts = (places: PartAddresses): void => void (addresses = places);

/** The script, where it has been fetched or is carried. */
export const partHere = <Name extends PartName>(name: Name): Parts[Name] | undefined => here[name] as Parts[Name];

/** Rejects where it cannot be fetched; the next try may succeed. */
export function fetchPart<Name extends PartName>(name: Name): Promise<Parts[Name]> {
  const found = partHere(name);
  if (found) return Promise.resolve(found);
  let script = coming.get(name) as Promise<Parts[Name]> | undefined;
  if (!script) {
    const url = addresses[name] ?? new URL(`./${name}.js`, import.meta.url).href;
    script = import(/* @vite-ignore */ /* webpackIgnore: true */ url) as Promise<Parts[Name]>;
    coming.set(name, script);
    script.then(
      (part) => (here[name] = part),
      () => coming.delete(name),
    );
  }
  return script;
}
