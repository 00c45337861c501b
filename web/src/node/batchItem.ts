// A document of a batch, and what came of it.

import type { InputPaths } from './outputs';
import type { Resolve } from './surroundings';

export interface Member {
  name: string;
  /** Its path below the folder, pattern or file that was named; an archive is a folder without its ending. */
  below: string;
  bytes(): Uint8Array;
}

export interface BatchItem {
  /** The path of the model. */
  name: string;
  below: string;
  members: readonly Member[];
  /** Files that give actions only. */
  animations: readonly Member[];
  /** All that the batch reads on disk. */
  inputs: InputPaths;
  resolve: Resolve;
}

export interface Outcome {
  status: number;
  warned: boolean;
  done?: unknown;
  /** What was read for it, as InputPaths tells it. */
  read: string[];
  /** Printed text, for standard output (true) or standard error. */
  said: [isData: boolean, text: string][];
}
