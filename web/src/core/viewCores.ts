// Which core shows which files: one for each format, and one for images that platforms do not decode.

import { coresByName, type ViewedFormat } from './formats';

export type { ViewedFormat };
export type ViewCoreName = ViewedFormat | 'images';

export interface ViewAddresses {
  /** The view cores lie beside it, each as `vitrine-view-<name>.wasm`. Left out only where the host brings the bytes. */
  wasmUrl?: string;
  /** Where they lie otherwise. */
  coreUrls?: Partial<Record<string, string>>;
}

export const viewUrl = ({ wasmUrl, coreUrls }: ViewAddresses, name: string): string =>
  coreUrls?.[name] ?? new URL(`vitrine-view-${name}.wasm`, wasmUrl).href;

/** The format whose core reads files of all these names; undefined where there is no such one. What is in them decides. */
export function viewedFormat(names: readonly string[]): ViewedFormat | undefined {
  if (names.length === 0) return undefined;
  return coresByName.find(([ending]) => names.every((name) => ending.test(name)))?.[1];
}
