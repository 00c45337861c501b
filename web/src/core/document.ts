// One document of a core, typed: what shows it; fullCore.ts has what only the full core does. C++ owns every byte: `dispose`
// is the one place that gives it back, and typed arrays are made where they are used, because growth of the wasm memory
// empties older ones.

import type { BufferKind } from './buffers';
import type { CoreDocument, CoreModule } from './core';
import { VitrineError } from '../base/errors';
import type { ReadOptions } from './formats';
import type { Bounds, Report } from './report';

export interface InputFile {
  /** As the user named it; a path keeps its folders. */
  name: string;
  bytes: Uint8Array;
}

export type RootMotion = 'keep' | 'lock' | 'accumulate';
const rootMotionNumbers: Record<RootMotion, number> = { keep: 0, lock: 1, accumulate: 2 };

export interface PlayOptions {
  rootMotion: RootMotion;
  loop: boolean;
  closeLoop: boolean;
}

export interface EvaluateOptions {
  skin?: boolean;
  normals?: boolean;
  tangents?: boolean;
}

/** Times of an action whose bounds a view frames. */
export const kBoundsSamples = 32;

export const kBindPose = -1;
/** Every action of a different thing at once, and particles; there when the report has `together`. */
export const kAllActions = -2;

export class Document {
  readonly core: CoreModule;
  #handle: CoreDocument | undefined;

  /** `options` is the options object of the core: `{ limits }` and ReadOptions. */
  constructor(core: CoreModule, options: ReadOptions & { limits?: object } = {}) {
    this.core = core;
    this.#handle = new core.Document(JSON.stringify(options));
  }

  /** The core's own; throws VitrineError DOCUMENT_DISPOSED. */
  get live(): CoreDocument {
    if (!this.#handle) throw new VitrineError('DOCUMENT_DISPOSED', 'The document has been disposed of.');
    return this.#handle;
  }

  /** Copies the files into the core; `load` reads them. */
  addFiles(files: Iterable<InputFile>, offered: Iterable<{ name: string; bytes: number }> = []): void {
    const document = this.live;
    for (const { name, bytes } of offered) document.offer(name, bytes);
    for (const { name, bytes } of files) {
      const pointer = document.addFile(name, bytes.byteLength);
      if (pointer !== 0) this.core.HEAPU8.set(bytes, pointer);
    }
  }

  /** Loads these files and those added before. False when there is nothing to show; the report says why. */
  load(files: Iterable<InputFile> = [], offered: Iterable<{ name: string; bytes: number }> = []): boolean {
    this.addFiles(files, offered);
    return this.live.load();
  }

  /** `everyFrame` adds what is found by posing every frame of every action: whether stored boxes agree with the mesh. */
  report(everyFrame = true): Report {
    return JSON.parse(this.live.report(everyFrame)) as Report;
  }

  /** Index of an action by name or number; kBindPose when there is none. */
  findAction(nameOrIndex: string): number {
    return this.live.findClip(nameOrIndex);
  }

  selectAction(action: number): boolean {
    return this.live.selectClip(action);
  }

  setPlayOptions({ rootMotion, loop, closeLoop }: PlayOptions): void {
    this.live.setPlayOptions(rootMotionNumbers[rootMotion], loop, closeLoop);
  }

  /** Seconds of one cycle of the selected action; 0 in the bind pose. */
  get duration(): number {
    return this.live.duration();
  }

  evaluate(timeSeconds: number, { skin = true, normals = true, tangents = false }: EvaluateOptions = {}): void {
    this.live.evaluate(timeSeconds, skin, normals, tangents);
  }

  /** Bounds of the current pose in file space; undefined when nothing is drawn. */
  bounds(): Bounds | undefined {
    return this.readBounds(this.live.bounds());
  }

  /** Union over `samples` times of the selected action, what a view should frame. */
  actionBounds(samples = kBoundsSamples): Bounds | undefined {
    return this.readBounds(this.live.actionBounds(samples));
  }

  /** Vertical field of view in radians. */
  cameraFovY(camera: number, aspect: number): number {
    return this.live.cameraFovY(camera, aspect);
  }

  get instanceCount(): number {
    return this.live.instanceCount();
  }

  instanceNode(instance: number): number {
    return this.live.instanceNode(instance);
  }

  /** Byte address of a buffer in the heap; use it before the next call. */
  bufferPointer(kind: BufferKind, index = 0): number {
    return this.live.bufferPointer(kind, index);
  }

  bufferBytes(kind: BufferKind, index = 0): number {
    return this.live.bufferBytes(kind, index);
  }

  /** View of a buffer, valid until the next call. */
  floats(kind: BufferKind, index = 0): Float32Array {
    const { pointer, bytes } = this.#range(kind, index);
    return new Float32Array(this.core.HEAPU8.buffer, pointer, bytes >> 2);
  }

  /** View of a buffer, valid until the next call. */
  indices(kind: BufferKind, index = 0): Uint32Array {
    const { pointer, bytes } = this.#range(kind, index);
    return new Uint32Array(this.core.HEAPU8.buffer, pointer, bytes >> 2);
  }

  /** View of a buffer, valid until the next call. */
  bytes(kind: BufferKind, index = 0): Uint8Array {
    const { pointer, bytes } = this.#range(kind, index);
    return new Uint8Array(this.core.HEAPU8.buffer, pointer, bytes);
  }

  /** View of a buffer, valid until the next call. */
  words(kind: BufferKind, index = 0): Uint16Array {
    const { pointer, bytes } = this.#range(kind, index);
    return new Uint16Array(this.core.HEAPU8.buffer, pointer, bytes >> 1);
  }

  dispose(): void {
    this.#handle?.delete();
    this.#handle = undefined;
  }

  #range(kind: BufferKind, index: number): { pointer: number; bytes: number } {
    return { bytes: this.live.bufferBytes(kind, index), pointer: this.live.bufferPointer(kind, index) };
  }

  /** A box of the core's. */
  readBounds(pointer: number): Bounds | undefined {
    if (pointer === 0) return undefined;
    const [x0 = NaN, y0 = NaN, z0 = NaN, x1 = NaN, y1 = NaN, z1 = NaN] = new Float64Array(
      this.core.HEAPU8.buffer,
      pointer,
      6,
    );
    return x0 <= x1 ? { min: [x0, y0, z0], max: [x1, y1, z1] } : undefined;
  }
}
