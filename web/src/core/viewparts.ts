// The core for viewing lies in parts (web/build/parts.mjs): what all models need, one part for each reader, and one for
// images that platforms do not decode.

export type ReaderPart = 'md5' | 'qmsh' | 'qmsh-text' | 'kri' | 'pivot';
/** `view` is the part that starts. */
export type ViewPart = 'view' | 'images' | ReaderPart;

export interface ViewAddresses {
  /** Default: `vitrine-view.wasm` beside the importing bundle. */
  wasmUrl?: string;
  /** Default: `vitrine-view-<part>.wasm` beside `wasmUrl`. */
  partUrls?: Partial<Record<string, string>>;
}

/** Address of a part of the core for viewing. */
export function viewUrl({ wasmUrl, partUrls }: ViewAddresses, part: string): string {
  const start = new URL(wasmUrl ?? './vitrine-view.wasm', import.meta.url).href;
  return part === 'view' ? start : (partUrls?.[part] ?? new URL(`vitrine-view-${part}.wasm`, start).href);
}

const endings: readonly [RegExp, ReaderPart][] = [
  [/\.md5(mesh|anim|camera)$/i, 'md5'],
  [/\.qmsh\.tmp$/i, 'qmsh-text'],
  [/\.qmsh$/i, 'qmsh'],
  [/\.scene$/i, 'kri'],
  [/\.pivot$/i, 'pivot'],
];

/** The parts that files of these names will likely need; what is in them decides when they are read. */
export const likelyParts = (names: readonly string[]): ReaderPart[] =>
  endings.filter(([ending]) => names.some((name) => ending.test(name))).map(([, part]) => part);
