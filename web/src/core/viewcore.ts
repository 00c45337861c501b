// The core for viewing (native/wasm/view.cpp) as the module that documents speak to. Its exports take numbers only; what
// it cannot do it says, or ends with a trap, and then it is not asked again.

import type { BufferKind } from './buffers';
import type { CoreDocument, CoreImage, CoreModule } from './core';

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
  load(document: number): number;
  report(document: number): number;
  text_bytes(document: number): number;
  find_clip(document: number, name: number, nameBytes: number): number;
  select_clip(document: number, clip: number): number;
  set_play_options(document: number, rootMotion: number, loop: Flag, closeLoop: Flag): void;
  duration(document: number): number;
  set_node_rotation(document: number, node: number, x: number, y: number, z: number, w: number): number;
  clear_node_rotation(document: number, node: number): void;
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

/** What the core for viewing has of a document; the rest is the whole core's. */
type Viewed = Pick<
  CoreDocument,
  | 'stage'
  | 'offer'
  | 'load'
  | 'report'
  | 'findClip'
  | 'selectClip'
  | 'setPlayOptions'
  | 'duration'
  | 'setNodeRotation'
  | 'clearNodeRotation'
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

/** `Document` and `Image` of a core, with what viewing needs of them. */
export interface ViewCore extends CoreModule {
  /** It has broken: from here on every use of it throws a RuntimeError. */
  leave(): void;
}

export async function startViewCore(module: WebAssembly.Module): Promise<ViewCore> {
  const encoder = new TextEncoder();
  const numberText = (number: number, at: number): number =>
    encoder.encodeInto(String(number), bytes().subarray(at >>> 0)).written;
  let core = (await WebAssembly.instantiate(module, importsOf(module, numberText))).exports as unknown as Exports;
  core._initialize?.();
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

  class Document implements Viewed {
    private readonly at = core.document_new();

    stage(name: string, size: number): number {
      return lend(encoder.encode(name), (text, length) => core.stage(this.at, text, length, size)) >>> 0;
    }
    offer(name: string, size: number): void {
      lend(encoder.encode(name), (text, length) => core.offer(this.at, text, length, size));
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
    setNodeRotation(node: number, x: number, y: number, z: number, w: number): boolean {
      return core.set_node_rotation(this.at, node, x, y, z, w) !== 0;
    }
    clearNodeRotation(node: number): void {
      core.clear_node_rotation(this.at, node);
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
