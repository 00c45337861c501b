// The headless API, the same in Node, page and worker. Importing it touches neither the DOM nor the network nor a disk.

import type { CoreModule } from '../core/core';
import { Document, type InputFile } from '../core/document';
import { VitrineError } from '../base/errors';
import type { ExportKind } from '../core/formats';
import { type Check, checkOptions, jsonOf } from '../base/given';
import { gunzip } from '../archives/gzip';
import { decodeAnyImage } from '../images/anyImage';
import type { DecodedImage } from '../images/image';
import { type ChunkReader, OwnChunks } from '../core/ownChunks';
import { loadLasting, type LoadCoreOptions } from '../core/load';
import { Song } from '../core/song';
import type { SoundReport } from '../core/sound';
import { World } from '../core/world';
import {
  answered,
  apartFrom,
  type Bytes,
  bytesOf,
  checkKind,
  checkOpenOptions,
  filesOf,
  type GivenFile,
  type OpenOptions,
} from './inputs';
import { Host } from './trapped';
import type { FormatInfo, Issue } from '../core/report';
import { VitrineDocument } from './document';
import { offerWebp, offerZlib } from './codecs';

/** `Symbol.dispose` for compilers and libraries that do not name it yet; newer ones declare the same. */
declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

export { encodePng } from '../images/pngWrite';
export { VitrineError } from '../base/errors';
export { encodeWav, levelsOf, type Levels, normalise, Song } from '../core/song';
export { loadSimplifier } from '../core/fullCore';
export { Loudness } from '../core/loudness';
/** Places in the tables of a world's frame. */
export * as worldTables from '../core/worldTables';
export { VitrineDocument, type Pose, type PosedMesh } from './document';
export type {
  Bytes,
  CompareOptions,
  GivenFile as InputFile,
  Limits,
  OpenOptions,
  PoseOptions,
  PoseReportOptions,
  VertexOptions,
} from './inputs';
export type { Animation, AnimationKind, AnimationOptions } from './animate';
export type { Picture, RenderOptions } from './render';
export type { DecodedImage } from '../images/image';
export type * from './exports';
export type * from '../core/sourceMap';
export type * from '../core/report';
export type { ChunkPlace, ChunkReader, FileChunk } from '../core/ownChunks';
export type * from '../core/health';
export type * from '../core/survey';
export type * from '../core/sound';
export type * from '../core/world';

/** A WebAssembly.Module; in programs without declarations of WebAssembly, any object. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : object;

export interface VitrineOptions {
  /** The core's bytes, compiled module or address (a URL, or its text); default: the file that came with this package. */
  wasm?: ArrayBuffer | Uint8Array | CompiledModule | string | { readonly href: string };
}

export type { ExportKind };

/** Input and output of the skinning formula alone, as `vitrine skin` takes it. */
export interface SkinInput {
  convention: 'row' | 'column';
  matrices: Record<string, readonly (readonly number[])[]>;
  vertices: readonly { position: readonly number[]; joints: readonly number[]; weights: readonly number[] }[];
}

/** Not `instanceof`: it may come from another realm. */
const isOf = (kind: string, value: unknown): boolean => Object.prototype.toString.call(value) === `[object ${kind}]`;
const isWasm: Check = (value) =>
  typeof value === 'string' ||
  ['WebAssembly.Module', 'Uint8Array', 'ArrayBuffer'].some((kind) => isOf(kind, value)) ||
  typeof (value as { href?: unknown } | null)?.href === 'string'
    ? undefined
    : 'bytes, a WebAssembly.Module or a URL';

/** Loads the core. Throws VitrineError CORE_START. */
export async function createVitrine(options: VitrineOptions = {}): Promise<Vitrine> {
  checkOptions(options, { wasm: isWasm });
  const { wasm } = options;
  const glueUrl = new URL('../vitrine-core.mjs', import.meta.url);
  const source = await wasmSource(wasm ?? new URL('vitrine-core.wasm', glueUrl));
  await Promise.all([offerWebp(), offerZlib()]);
  const { core, again } = await loadLasting({ ...source, glueUrl });
  const host = new Host(core, again);
  return host.watch(new Vitrine(host));
}

async function wasmSource(wasm: NonNullable<VitrineOptions['wasm']>): Promise<LoadCoreOptions> {
  if (isOf('WebAssembly.Module', wasm)) return { wasmModule: wasm as WebAssembly.Module };
  if (isOf('Uint8Array', wasm) || isOf('ArrayBuffer', wasm)) return { wasmBinary: wasm as Uint8Array | ArrayBuffer };
  const url = new URL(String(wasm), import.meta.url);
  if (url.protocol !== 'file:') return { wasmUrl: url };
  const { readFile } = await import('node:fs/promises');
  return readFile(url).then(
    (bytes) => ({ wasmBinary: bytes }),
    (error: Error) => {
      throw new VitrineError('CORE_START', `The WebAssembly core cannot be read: ${error.message}`);
    },
  );
}

export class Vitrine {
  private readonly chunks = new OwnChunks();

  /** @internal It comes from `createVitrine`. */
  constructor(private readonly host: Host) {}

  private get core(): CoreModule {
    return this.host.core;
  }

  /** Version of Vitrine. */
  get version(): string {
    return this.core.version();
  }

  /** Bytes of the core's memory. It grows with what is open, and never shrinks. */
  get heapBytes(): number {
    return this.core.HEAPU8.byteLength;
  }

  /** The formats this build can open. */
  get formats(): FormatInfo[] {
    return JSON.parse(this.core.formats()) as FormatInfo[];
  }

  /** Opens files that belong together as one document. Throws VitrineError with `issues` if nothing can be shown, RangeError for an invalid option. */
  open(files: readonly GivenFile[], options: OpenOptions = {}): VitrineDocument {
    const document = this.load(files, options);
    if (document.shown) return document;
    const { issues } = document.report;
    document.dispose();
    const first = issues.messages.find(({ severity }) => severity === 0);
    throw new VitrineError(
      first?.code ?? 'NOTHING_TO_SHOW',
      first ? placed(first) : 'There is nothing to show.',
      issues.messages,
    );
  }

  /** Like `open`, but also returns a document with nothing to show, for its report. Throws RangeError for an invalid option. */
  load(files: readonly GivenFile[], options: OpenOptions = {}): VitrineDocument {
    checkOpenOptions(options);
    const { resolve, animations = [], ...others } = options;
    const given = filesOf(files),
      actions = apartFrom(given, filesOf(animations)),
      coreOptions = { ...others, animations: actions.map(({ name }) => name) };
    const document = this.host.watch(
      new VitrineDocument(new Document(this.core, coreOptions), resolve, this.chunks),
      this.core,
    );
    try {
      document.add(given, actions);
    } catch (error) {
      document.dispose();
      throw error;
    }
    return document;
  }

  /**
   * Reads chunks of that name in KRI scenes that are opened from now on, in place of what was attached before; without
   * `read`, Vitrine alone reads them again. What `read` returns stands in the report as the fields of the chunk. Throws
   * RangeError for what is no name of a chunk.
   */
  kriChunk(name: string, read?: ChunkReader): void {
    if (read !== undefined) checkKind('a reader of chunks', read, 'function');
    this.chunks.set(name, read);
  }

  /**
   * Opens a world document (`*.world.json`, as text or bytes): `evaluate` it at ascending times and read its `report`.
   * `files` is called for each model and sound that the document names.
   */
  world(text: string | Bytes, files: (name: string) => Bytes | undefined = () => undefined): World {
    checkKind('what answers for the files of a world', files, 'function');
    const world = new World(
      this.core,
      typeof text === 'string' ? text : gunzip('the world', bytesOf(text, 'a world document')),
      (name) => answered(files, name),
    );
    return this.host.watch(world, this.core);
  }

  /** A TGA, DDS, PNG, JPEG, GIF (its first picture), BMP or, in Node, WebP image as RGBA. Throws VitrineError for anything else. */
  decodeImage(bytes: Bytes): DecodedImage {
    return decodeAnyImage(this.core, gunzip('the image', bytesOf(bytes, 'an image')));
  }

  /** Tables and notes of a V2M song or a VFX file. Throws VitrineError if the file is neither, or faulty. */
  sound(file: GivenFile): SoundReport {
    const [{ name, bytes }] = filesOf([file]) as [InputFile];
    const answer = JSON.parse(this.core.sound(name, bytes)) as { result?: SoundReport; error?: Issue };
    if (answer.result) return answer.result;
    const issue = answer.error as Issue;
    throw new VitrineError(issue.code, issue.message, [issue]);
  }

  /** A V2M song, or the song in a VFX file, ready to play; dispose of it. Throws VitrineError if the file has no song. */
  song(file: GivenFile): Song {
    const [{ bytes }] = filesOf([file]) as [InputFile];
    return this.host.watch(new Song(this.core, bytes), this.core);
  }

  /** The skinning formula on given matrices: p = sum of w * M * p, as [x, y, z, w] per vertex. Throws VitrineError for invalid input. */
  skin(input: SkinInput | string): { positions: [number, number, number, number][] } {
    if (typeof input !== 'string') checkKind('what is skinned', input, 'object');
    const text = typeof input === 'string' ? input : jsonOf('what is skinned', input);
    const answer = JSON.parse(this.core.skin(text)) as { result?: ReturnType<Vitrine['skin']>; error?: Issue };
    if (answer.result) return answer.result;
    const issue = answer.error as Issue;
    throw new VitrineError(issue.code, issue.message, [issue]);
  }
}

const placed = ({ source, line, column, message }: Issue): string =>
  line === undefined ? `${source}: ${message}` : `${source}:${line}:${column}: ${message}`;
