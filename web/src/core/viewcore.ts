// The core for viewing (native/wasm/view.cpp) as the module that documents speak to. Its exports take numbers only; what
// it cannot do it says, or ends with a trap, and then it is not asked again. The readers of the formats may be modules of
// their own: each fills its places in the table of functions when it has come, and until then a call of them is a trap.

import type { BufferKind } from './buffers';
import type { CoreDocument, CoreImage, CoreModule } from './core';
import { VitrineError } from './errors';

type Flag = boolean | number;

interface Exports {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  alloc(bytes: number): number;
  release(pointer: number): void;
  document_new(): number;
  document_delete(document: number): void;
  stage(document: number, name: number, nameBytes: number, bytes: number): number;
  offer(document: number, name: number, nameBytes: number, bytes: number): void;
  reader_of(document: number, file: number): number;
  load(document: number): number;
  report(document: number): number;
  text_bytes(document: number): number;
  find_clip(document: number, name: number, nameBytes: number): number;
  select_clip(document: number, clip: number): number;
  set_play_options(document: number, rootMotion: number, loop: Flag, closeLoop: Flag): void;
  duration(document: number): number;
  evaluate(document: number, time: number, skin: Flag, normals: Flag, tangents: Flag): void;
  bounds(document: number): number;
  action_bounds(document: number, samples: number): number;
  camera_fov_y(document: number, camera: number, aspect: number): number;
  instance_count(document: number): number;
  instance_node(document: number, instance: number): number;
  buffer_pointer(document: number, kind: BufferKind, index: number): number;
  buffer_bytes(document: number, kind: BufferKind, index: number): number;
  image_decode(bytes: number, size: number): number;
  image_width(image: number): number;
  image_height(image: number): number;
  image_alpha(image: number): number;
  image_pixels(image: number): number;
  image_delete(image: number): void;
}

type ViewedMembers = Pick<
  CoreDocument,
  | 'stage'
  | 'offer'
  | 'load'
  | 'report'
  | 'findClip'
  | 'selectClip'
  | 'setPlayOptions'
  | 'duration'
  | 'evaluate'
  | 'bounds'
  | 'actionBounds'
  | 'cameraFovY'
  | 'instanceCount'
  | 'instanceNode'
  | 'bufferPointer'
  | 'bufferBytes'
  | 'delete'
>;

/** What the core for viewing has of a document; the rest is the whole core's. */
export interface ViewDocument extends ViewedMembers {
  /** Until the parts are there that loading the staged files will need. Rejects with CORE_PARTIAL. */
  prepare(): Promise<void>;
}

/** Compiles a part of the core. */
export type CompilePart = (name: string) => Promise<WebAssembly.Module>;

/** `Document` and `Image` of a core, with what viewing needs of them. */
export interface ViewCore extends CoreModule {
  /** Until a part is there, where the core is in parts. Rejects with CORE_PARTIAL where it cannot come. */
  need(part: string): Promise<void>;
  /** It has broken: from here on every use of it throws a RuntimeError. */
  leave(): void;
}

export const isView = (core: CoreModule): core is ViewCore => 'leave' in core;

/** `compilePart` is asked for the parts of a core that is in parts, once each. */
export async function startViewCore(
  module: WebAssembly.Module,
  compilePart: CompilePart = () => Promise.reject(new Error()),
): Promise<ViewCore> {
  const encoder = new TextEncoder();
  const numberText = (number: number, at: number): number =>
    encoder.encodeInto(String(number), bytes().subarray(at >>> 0)).written;
  let core = (await WebAssembly.instantiate(module, importsOf(module, numberText))).exports as unknown as Exports;
  core._initialize?.();
  const readers = partsOf(module),
    names = new Set(readers.values()),
    parts = new Map<string, Promise<unknown>>();
  const need = async (name: string): Promise<void> => {
    if (!names.has(name)) return;
    let part = parts.get(name);
    if (!part) {
      part = compilePart(name).then((found) => WebAssembly.instantiate(found, { base: core as never }));
      parts.set(name, part);
    }
    await part.catch(() => {
      parts.delete(name);
      throw new VitrineError('CORE_PARTIAL', `A part of the core for viewing did not come: ${name}.`);
    });
  };
  let heap = new Uint8Array(0),
    floats = new Float32Array(0),
    left = false;
  const bytes = (): Uint8Array => {
    // Memory that has grown is a new one.
    if (heap.buffer !== core.memory.buffer) {
      heap = new Uint8Array(core.memory.buffer);
      floats = new Float32Array(core.memory.buffer);
    }
    return heap;
  };
  /** Calls with a copy of `data` in the heap. */
  const lend = <Result>(data: Uint8Array, call: (pointer: number, size: number) => Result): Result => {
    const pointer = core.alloc(data.length) >>> 0;
    if (pointer === 0 && data.length > 0) throw new WebAssembly.RuntimeError('out of memory');
    bytes().set(data, pointer);
    const result = call(pointer, data.length);
    core.release(pointer);
    return result;
  };

  class Document implements ViewDocument {
    private readonly at = core.document_new();
    private files = 0;

    stage(name: string, size: number): number {
      this.files += 1;
      return lend(encoder.encode(name), (text, length) => core.stage(this.at, text, length, size)) >>> 0;
    }
    offer(name: string, size: number): void {
      this.files += 1;
      lend(encoder.encode(name), (text, length) => core.offer(this.at, text, length, size));
    }
    async prepare(): Promise<void> {
      const numbers = Array.from({ length: this.files }, (_, file) => core.reader_of(this.at, file));
      await Promise.all([...new Set(numbers.map((number) => readers.get(number) ?? ''))].map(need));
    }
    load(): boolean {
      return core.load(this.at) !== 0;
    }
    report(): string {
      const text = core.report(this.at) >>> 0;
      return new TextDecoder().decode(bytes().subarray(text, text + (core.text_bytes(this.at) >>> 0)));
    }
    findClip(name: string): number {
      return lend(encoder.encode(name), (text, length) => core.find_clip(this.at, text, length));
    }
    selectClip(clip: number): boolean {
      return core.select_clip(this.at, clip) !== 0;
    }
    setPlayOptions(rootMotion: number, loop: boolean, closeLoop: boolean): void {
      core.set_play_options(this.at, rootMotion, loop, closeLoop);
    }
    duration(): number {
      return core.duration(this.at);
    }
    evaluate(time: number, skin: boolean, normals: boolean, tangents: boolean): void {
      core.evaluate(this.at, time, skin, normals, tangents);
    }
    bounds(): number {
      return core.bounds(this.at) >>> 0;
    }
    actionBounds(samples: number): number {
      return core.action_bounds(this.at, samples) >>> 0;
    }
    cameraFovY(camera: number, aspect: number): number {
      return core.camera_fov_y(this.at, camera, aspect);
    }
    instanceCount(): number {
      return core.instance_count(this.at);
    }
    instanceNode(instance: number): number {
      return core.instance_node(this.at, instance);
    }
    bufferPointer(kind: BufferKind, index: number): number {
      return core.buffer_pointer(this.at, kind, index) >>> 0;
    }
    bufferBytes(kind: BufferKind, index: number): number {
      return core.buffer_bytes(this.at, kind, index) >>> 0;
    }
    delete(): void {
      if (!left) core.document_delete(this.at);
    }
  }

  class Image implements CoreImage {
    private readonly at: number;

    constructor(data: Uint8Array) {
      this.at = lend(data, (pointer, size) => core.image_decode(pointer, size));
    }
    /** Only the whole core knows why. */
    error(): string {
      return this.at === 0 ? kNotHere : '';
    }
    width(): number {
      return core.image_width(this.at);
    }
    height(): number {
      return core.image_height(this.at);
    }
    hasAlpha(): boolean {
      return core.image_alpha(this.at) !== 0;
    }
    pointer(): number {
      return core.image_pixels(this.at) >>> 0;
    }
    delete(): void {
      if (this.at !== 0 && !left) core.image_delete(this.at);
    }
  }

  return {
    get HEAPU8() {
      return bytes();
    },
    get HEAPF32() {
      bytes();
      return floats;
    },
    Document,
    Image,
    need,
    leave() {
      left = true;
      core = new Proxy({} as Exports, {
        get() {
          throw new WebAssembly.RuntimeError('left');
        },
      });
    },
  } as unknown as ViewCore;
}

const kNotHere = JSON.stringify({
  error: { code: 'CORE_PARTIAL', severity: 0, message: 'Only the whole core knows this image.', source: '' },
});

/** The parts of a core by the number of each function of theirs in its table: what a module in parts imports. */
function partsOf(module: WebAssembly.Module): Map<number, string> {
  const found = WebAssembly.Module.imports(module).filter(({ name }) => /^\d+$/.test(name));
  return new Map(found.map(({ module: part, name }) => [Number(name), part]));
}

type NumberText = (number: number, at: number) => number;

/** What the module asks of its host: to write numbers, to hear of grown memory, which is looked at anyway, and to end. */
function importsOf(module: WebAssembly.Module, numberText: NumberText): WebAssembly.Imports {
  const imports: WebAssembly.Imports = {};
  for (const { module: space, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') continue;
    (imports[space] ??= {})[name] =
      name === 'number_text'
        ? numberText
        : () => {
            if (name !== 'emscripten_notify_memory_growth') throw new WebAssembly.RuntimeError(name);
          };
  }
  return imports;
}
