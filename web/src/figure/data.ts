// Data that `vitrine figure` writes into a page for the script in it: gzip, then base64.

import type { ReadOptions } from '../core/formats';

export interface FigureData {
  /** Text of the engine's script. */
  engine: string;
  wasm: string;
  /** The core for images, where there are some that browsers do not decode. */
  images?: string;
  core: 'view' | 'whole';
  /** How the files are read, where they leave it open. */
  read?: ReadOptions;
  files: { name: string; data: string }[];
}

/** The element that holds it. */
export const kDataId = 'vitrine-data';
