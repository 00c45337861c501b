// A view core (native/wasm/view/view.cpp) as the module that documents speak to, and the core for images beside it. Their
// exports take numbers only; what they cannot do they say, or end with a trap, and then they are not asked again.

import type { BufferKind } from './buffers';
import type { CoreDocument, CoreModule } from './core';
import { VitrineError } from '../base/errors';
import type { CoreImage, ImageCore } from '../images/image';

type Flag = boolean | number;

interface Allocator {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  alloc(bytes: number): number;
  release(pointer: number): void;
}

interface Viewing extends Allocator {
  document_new(): number;
  document_delete(document: number): void;
  add_file(document: number, name: number, nameBytes: number, bytes: number): number;
  offer(document: number, name: number, nameBytes: number, bytes: number): void;
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
  inside(document: number): number;
  inside_pointer(document: number, texture: number): number;
  inside_bytes(document: number, texture: number): number;
}

interface Decoding extends Allocator {
  image_decode(bytes: number, size: number): number;
  image_width(image: number): number;
  image_height(image: number): number;
  image_alpha(image: number): number;
  image_pixels(image: number): number;
  image_delete(image: number): void;
}

/** Document operations of a view core; the full core has more. */
type ViewDocument = Pick<
  CoreDocument,
  | 'addFile'
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
  | 'inside'
  | 'insidePointer'
  | 'insideBytes'
  | 'delete'
>;

export interface ViewCore extends CoreModule {
  /** A core for one image. Rejects where it cannot come. */
  images(): Promise<ImageCore>;
  /** It has broken: from here on every use of it throws a RuntimeError. */
  leave(): void;
}

export const isView = (core: CoreModule): core is ViewCore => 'leave' in core;

/** A running core with its heap. */
async function start<Exports extends Allocator>(module: WebAssembly.Module) {
  let heap = new Uint8Array(0),
    floats = new Float32Array(0);
  const encoder = new TextEncoder();
  const numberText = (number: number, at: number): number =>
    encoder.encodeInto(String(number), bytes().subarray(at >>> 0)).written;
  const exports = (await WebAssembly.instantiate(module, importsOf(module, numberText))).exports as unknown as Exports;
  exports._initialize?.();
  const bytes = (): Uint8Array => {
    // Memory that has grown is a new one.
    if (heap.buffer !== exports.memory.buffer) {
      heap = new Uint8Array(exports.memory.buffer);
      floats = new Float32Array(exports.memory.buffer);
    }
    return heap;
  };
  /** Calls with a copy of `data`, or of the UTF-8 of a text, in the heap. */
  const lend = <Result>(data: Uint8Array | string, call: (pointer: number, size: number) => Result): Result => {
    const given = typeof data === 'string' ? encoder.encode(data) : data,
      pointer = exports.alloc(given.length) >>> 0;
    if (pointer === 0 && given.length > 0) throw new WebAssembly.RuntimeError('out of memory');
    bytes().set(given, pointer);
    const result = call(pointer, given.length);
    exports.release(pointer);
    return result;
  };
  return { exports, lend, bytes, floats: () => (bytes(), floats) };
}

/** A core for one image: it frees no memory. */
export async function startImageCore(module: WebAssembly.Module): Promise<ImageCore> {
  const { exports: core, lend, bytes } = await start<Decoding>(module);

  class Image implements CoreImage {
    private readonly at: number;

    constructor(data: Uint8Array) {
      this.at = lend(data, (pointer, size) => core.image_decode(pointer, size));
    }
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
      if (this.at !== 0) core.image_delete(this.at);
    }
  }

  return {
    get HEAPU8() {
      return bytes();
    },
    Image,
  };
}

/** A view core. */
export async function startViewCore(
  module: WebAssembly.Module,
  images: () => Promise<ImageCore> = () =>
    Promise.reject(new VitrineError('CORE_PARTIAL', 'There is no core for images.')),
): Promise<ViewCore> {
  const { exports, lend, bytes, floats } = await start<Viewing>(module);
  let core = exports,
    left = false;
  const textOf = (document: number, pointer: number): string =>
    new TextDecoder().decode(bytes().subarray(pointer >>> 0, (pointer >>> 0) + (core.text_bytes(document) >>> 0)));

  class Document implements ViewDocument {
    private readonly at = core.document_new();

    addFile(name: string, size: number): number {
      return lend(name, (text, length) => core.add_file(this.at, text, length, size)) >>> 0;
    }
    offer(name: string, size: number): void {
      lend(name, (text, length) => core.offer(this.at, text, length, size));
    }
    load(): boolean {
      return core.load(this.at) !== 0;
    }
    report(): string {
      return textOf(this.at, core.report(this.at));
    }
    inside(): string {
      return textOf(this.at, core.inside(this.at));
    }
    insidePointer(texture: number): number {
      return core.inside_pointer(this.at, texture) >>> 0;
    }
    insideBytes(texture: number): number {
      return core.inside_bytes(this.at, texture) >>> 0;
    }
    findClip(name: string): number {
      return lend(name, (text, length) => core.find_clip(this.at, text, length));
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

  return {
    get HEAPU8() {
      return bytes();
    },
    get HEAPF32() {
      return floats();
    },
    Document,
    images,
    leave() {
      left = true;
      core = new Proxy({} as Viewing, {
        get() {
          throw new WebAssembly.RuntimeError('left');
        },
      });
    },
  } as unknown as ViewCore;
}

/** Only the full core has messages. */
const kNotHere = '{"error":{"code":"CORE_PARTIAL"}}';

type NumberText = (number: number, at: number) => number;

/** Imports of the module: to print numbers, to report grown memory (unused: views are built again), and to exit. */
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
