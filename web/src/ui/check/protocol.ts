// Messages between the page and the worker of the check.

import type { EngineVerdict } from '../../verdicts/check';
import type { DeclaredMaterials } from '../../verdicts/declared';
import type { Issue } from '../../core/report';

export interface CheckAsk {
  id: number;
  files: readonly { name: string; bytes: Uint8Array }[];
  /** Models of the game that those are to replace: not checked themselves. */
  replaced: readonly { name: string; bytes: Uint8Array }[];
  /** Names of all files that are there, for those that engines ask for. */
  names: readonly string[];
  /** Materials that declarations among them are about. */
  declared: DeclaredMaterials;
  /** Keys, or all of them. */
  engines: 'all' | readonly string[];
}

export interface EngineName {
  key: string;
  name: string;
  family: string;
  /** Endings of the models that it reads. */
  reads: readonly string[];
}

export interface CheckAnswer {
  id: number;
  /** With the messages of each row, in the form of the reader's own. */
  rows: readonly (EngineVerdict & { issues: readonly Issue[] })[];
  engines: readonly EngineName[];
}
