// Readers of KRI chunks that a program gives the page: `vitrine.kriChunk(name, read)` in its console, or in a script of a
// site with a copy of the application.

import { type ChunkReader, OwnChunks } from '../core/ownChunks';
import type { Report } from '../core/report';

declare global {
  var vitrine: { kriChunk(name: string, read?: ChunkReader): void } | undefined;
}

/** More bytes are not fetched from the engine for readers. */
const kMostBytes = 256 << 20;

export class ProgramChunks {
  readonly #chunks = new OwnChunks();

  /** `changed` is called after each call of `vitrine.kriChunk`. */
  constructor(
    private readonly bytes: (file: string, offset: number, length: number) => Promise<Uint8Array>,
    changed: () => void,
  ) {
    globalThis.vitrine = Object.freeze({
      kriChunk: (name: string, read?: ChunkReader): void => {
        this.#chunks.set(name, read);
        changed();
      },
    });
  }

  /** The report with what the readers make of it; undefined where there is nothing for them. */
  async apply(report: Report): Promise<Report | undefined> {
    const wanted = this.#chunks.wanted(report);
    if (wanted.length === 0) return undefined;
    const found = new Map<number, Uint8Array>();
    let left = kMostBytes;
    for (const { file, offset, size } of wanted) {
      left -= size;
      if (left < 0) break;
      found.set(offset, size === 0 ? new Uint8Array(0) : await this.bytes(file, offset, size));
    }
    return this.#chunks.apply(report, (_, offset) => found.get(offset));
  }
}
