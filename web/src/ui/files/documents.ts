// What is open, and what is asked of it when it opens.

import { plainFile } from '../../archives/unpack';
import type { ReadOptions } from '../../core/formats';
import { sizeOf, type SourceFile } from '../../protocol/files';
import type { ViewMemory } from '../../viewer/memory';
import type { Library } from '../library';

export interface OpenDocument {
  readonly id: number;
  /** Path of its model, or of whatever came first. */
  name: string;
  files: readonly SourceFile[];
  /** Addresses it came from, when it has any. */
  sources: readonly string[];
  /** Names of files that are there for their actions: their meshes are not shown. */
  gives?: readonly string[];
  /** Configurations that give it one look each. */
  looks?: readonly SourceFile[];
  /** Models attached to its joints. */
  library?: Library;
  /** Models of a game that it may stand in for. */
  replaced?: readonly SourceFile[];
  /** How it looked when it was put aside. */
  memory?: ViewMemory;
  action?: string;
  /** Message if it could not be opened. */
  failure?: string;
  /** Names under which images with artists' names were given to it. */
  dressed?: ReadonlySet<string>;
  /** Number of the chosen skin. */
  skin?: number;
  /** A world, and the time it showed when it was put aside. */
  world?: { time?: number };
  /** The same of a song. */
  song?: { time?: number };
}

export interface Opening {
  sources?: readonly string[];
  action?: string;
  play?: boolean;
  /** Time of a world or a song, in seconds. */
  time?: number;
  read?: ReadOptions;
  /** Number of the request, from `nextTurn`. */
  turn?: number;
}

/** New files take the place of older ones with the same name. */
export function merged(old: readonly SourceFile[], fresh: readonly SourceFile[]): SourceFile[] {
  const names = new Set(fresh.map(({ name }) => name));
  return [...old.filter(({ name }) => !names.has(name)), ...fresh];
}

/** The same file once more, as far as its size and time show. */
export function isSame(a: SourceFile | undefined, b: SourceFile): boolean {
  if (a?.name !== b.name || sizeOf(a.data) !== sizeOf(b.data)) return false;
  const time = ({ data }: SourceFile): number => {
    const file = 'archive' in data ? data.archive : data;
    return file instanceof File ? file.lastModified : -1;
  };
  return time(a) >= 0 && time(a) === time(b);
}

/** Larger models of games are passed over. */
const kMostReplaced = 64 << 20;

/** The bytes of models that are replaced. */
export async function bytesOf({ name, data }: SourceFile): Promise<Uint8Array> {
  if (data instanceof Blob && data.size > kMostReplaced) return new Uint8Array();
  const whole = await plainFile(name, data);
  return new Uint8Array(whole instanceof Blob ? await whole.arrayBuffer() : whole);
}
