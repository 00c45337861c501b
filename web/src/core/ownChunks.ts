// Chunks of KRI scenes that a program reads by itself. The description of the format says that each chunk is loaded by a
// module of its own, which the user may attach or replace: here a function for a name. What it returns stands in the
// report as the fields of the chunk; the model stays as the core built it.

import type { Issue, Report } from './report';

/** A chunk as the report lists it. */
export interface FileChunk {
  name: string;
  /** Of its header in the file, in bytes; its contents follow 12 bytes later. */
  offset: number;
  /** Of its contents, in bytes. */
  size: number;
  /** The layout that fits; `own`: a reader of the program has read it. */
  layout: string;
  consumed: number;
  fields?: Readonly<Record<string, unknown>>;
}

/** What a reader is told beside the bytes. */
export interface ChunkPlace {
  file: string;
  name: string;
  offset: number;
  /** The chunks before it with their fields: most chunks belong to the last `node`, `mesh` or `mat`. It grows later on. */
  before: readonly FileChunk[];
}

/**
 * Reads the contents of a chunk: returns its fields as plain data (typed arrays become lists), or undefined to leave the
 * chunk as it is. What it throws becomes a problem at the chunk, KRI_CHUNK_READER.
 */
export type ChunkReader = (contents: DataView, place: ChunkPlace) => object | undefined;

/** Bytes of a file in the document; undefined where they cannot be had. */
export type BytesAt = (file: string, offset: number, size: number) => Uint8Array | undefined;

const kHeaderBytes = 12;
/** Of the fields of one chunk as JSON. */
const kMostLetters = 4_000_000;
/** What the core says of a chunk that it does not read. */
const kNotRead: readonly string[] = ['KRI_UNKNOWN_CHUNK', 'KRI_CHUNK_LAYOUT'];

const listed = (_: string, value: unknown): unknown =>
  ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value as Uint8Array) : value;

/** The fields as plain data of their own. */
function plain(fields: unknown): Record<string, unknown> | undefined {
  if (fields === undefined) return undefined;
  if (typeof fields !== 'object' || fields === null || fields instanceof Promise)
    throw new TypeError('a reader returns an object with fields, or undefined');
  const text = JSON.stringify(fields, listed);
  if (text.length > kMostLetters) throw new RangeError(`its fields take ${text.length} letters, of ${kMostLetters}`);
  return JSON.parse(text) as Record<string, unknown>;
}

const fileOf = ({ format, files }: Report): string =>
  files.find((file) => file.format === format && file.role !== 'texture')?.name ?? '';

/** The readers of a program. */
export class OwnChunks {
  readonly #readers = new Map<string, ChunkReader>();

  /** Attaches a reader to a name in place of the one before, or takes it away. Throws RangeError for what is no name. */
  set(name: string, read: ChunkReader | undefined): void {
    if (!/^[\x21-\x7e]{1,8}$/.test(name)) throw new RangeError('the name of a chunk has 1 to 8 letters');
    if (read === undefined) this.#readers.delete(name);
    else if (typeof read === 'function') this.#readers.set(name, read);
    else throw new TypeError('a reader of chunks is a function, or undefined');
  }

  get isUsed(): boolean {
    return this.#readers.size > 0;
  }

  /** Places of the bytes that `apply` asks for. */
  wanted(report: Report): { file: string; offset: number; size: number }[] {
    const file = fileOf(report);
    return this.#chunks(report).flatMap(({ name, offset, size }) =>
      this.#readers.has(name) ? { file, offset: offset + kHeaderBytes, size } : [],
    );
  }

  /** The report with what the readers return; the same one where there is nothing for them. */
  apply(report: Report, bytesAt: BytesAt): Report {
    const given = this.#chunks(report);
    if (!given.some(({ name }) => this.#readers.has(name))) return report;
    const file = fileOf(report),
      before: FileChunk[] = [],
      read = new Set<number>(),
      problems: Issue[] = [];
    for (const chunk of given) {
      const reader = this.#readers.get(chunk.name),
        bytes = reader && bytesAt(file, chunk.offset + kHeaderBytes, chunk.size);
      let fields: Record<string, unknown> | undefined;
      try {
        // A copy: what the reader keeps or changes is its own.
        if (bytes) {
          const place = { file, name: chunk.name, offset: chunk.offset, before };
          fields = plain(reader(new DataView(new Uint8Array(bytes).buffer), place));
        }
      } catch (error) {
        problems.push(problemOf(file, chunk, error));
      }
      if (fields) read.add(chunk.offset);
      before.push(Object.freeze(fields ? { ...chunk, layout: 'own', consumed: chunk.size, fields } : chunk));
    }
    const messages = report.issues.messages.filter(
      ({ code, offset }) => !(kNotRead.includes(code) && offset !== undefined && read.has(offset)),
    );
    const { issues, info } = report,
      gone = (severity: number): number =>
        issues.messages.filter((issue) => issue.severity === severity && !messages.includes(issue)).length;
    return {
      ...report,
      issues: {
        ...issues,
        numErrors: issues.numErrors - gone(0),
        numWarnings: issues.numWarnings - gone(1) + problems.length,
        numInfos: issues.numInfos - gone(2),
        numHints: issues.numHints - gone(3),
        messages: [...messages, ...problems],
      },
      info: { ...info, format: { ...info.format, chunks: before } },
    };
  }

  #chunks({ info }: Report): readonly FileChunk[] {
    const chunks = this.#readers.size > 0 ? info.format?.['chunks'] : undefined;
    return Array.isArray(chunks) ? (chunks as FileChunk[]) : [];
  }
}

function problemOf(source: string, { name, offset }: FileChunk, error: unknown): Issue {
  const why = error instanceof Error ? error.message : String(error);
  return {
    code: 'KRI_CHUNK_READER',
    severity: 1,
    message: `chunk ${name}: its reader failed: ${why.slice(0, 400)}`,
    source,
    offset,
    help: 'The reader that the program attached to this name threw; the chunk is listed as without it.',
  };
}
