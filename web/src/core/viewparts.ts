// The core for viewing lies in parts (web/build/parts.mjs): what all models need, one part for each reader, and one for
// images that platforms do not decode.

import { partsByName, type ReaderPart } from './formats';

export type { ReaderPart };
/** `view` is the part that starts. */
export type ViewPart = 'view' | 'images' | ReaderPart;

export interface ViewAddresses {
  /** Left out only where the host brings the bytes. */
  wasmUrl?: string;
  /** Default: `vitrine-view-<part>.wasm` beside `wasmUrl`. */
  partUrls?: Partial<Record<string, string>>;
}

/** Address of a part of the core for viewing. */
export const viewUrl = ({ wasmUrl = '', partUrls }: ViewAddresses, part: string): string =>
  part === 'view' ? wasmUrl : (partUrls?.[part] ?? new URL(`vitrine-view-${part}.wasm`, wasmUrl).href);

/** The parts that files of these names will likely need; what is in them decides when they are read. */
export const likelyParts = (names: readonly string[]): ReaderPart[] =>
  partsByName.filter(([ending]) => names.some((name) => ending.test(name))).map(([, part]) => part);
