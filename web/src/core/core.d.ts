// The live wasm module as Embind exports it (native/wasm/bindings*.cpp). Written by hand; tests/node checks it against the
// running module. Everything above this file speaks in documents, never in pointers.

import type { CoreImage } from '../images/image';
import type { BufferKind } from './buffers';

export interface CoreDocument {
  /** Pointer to room for `bytes` bytes in the heap, or 0 when refused (a message says why). Fill it before load(). */
  addFile(name: string, bytes: number): number;
  /** Names a companion (image, material file) without its bytes. */
  offer(name: string, bytes: number): void;
  /** Loads the files added; true when there is something to show. */
  load(): boolean;
  // What returns a string returns JSON, in the shapes of the command line.
  /** `everyFrame` adds what is found by posing every frame of every action. */
  report(everyFrame: boolean): string;
  /** A question of core/ask.ts with its input as JSON; its answer, whose arrays are kept until the next one. */
  ask(name: string, inputJson: string): string;
  arrayPointer(number: number): number;
  arrayBytes(number: number): number;
  releaseArrays(): void;
  /** Mixes another clip's pose in from the next evaluate on: weight 0 ends it, 1 is the other; false as selectClip. */
  setBlend(clip: number, timeSeconds: number, weight: number): boolean;
  /**
   * Where two documents lie farthest apart as they were posed last, as JSON; null without vertices. `converted`: the
   * other also turned to face as this one does, and by surface where numbers of equal counts do not correspond.
   */
  largestDistance(other: CoreDocument, converted: boolean, turn: string): string;
  findTurn(other: CoreDocument, converted: boolean): string;
  /** The textures whose images lie inside the model's own file: `[{ "texture", "name" }]`. */
  inside(): string;
  /** The bytes of such an image, until the next load. */
  insidePointer(texture: number): number;
  insideBytes(texture: number): number;
  /** Room for a PNG or JPEG of `bytes` bytes that the next export may hold for a texture, or 0 when refused. */
  addExportImage(texture: number, bytes: number): number;
  /** What exports make fewer triangles with; null where it fails, as it is not to throw. */
  setSimplifier(
    simplify: (
      indices: Uint32Array,
      positions: Float32Array,
      attributes: Float32Array,
      weights: Float32Array,
      triangles: number,
    ) => Uint32Array | null,
  ): void;
  /** Pointer to room for width * height * 4 bytes of a texture, to be filled before the next `render`; 0 when refused. */
  addImage(texture: number, width: number, height: number): number;

  /** Index of a clip by name or number, -1 when there is none. */
  findClip(nameOrIndex: string): number;
  /** -1 selects the bind pose, -2 all clips of different things at once; false when the clip cannot play. */
  selectClip(clip: number): boolean;
  selectedClip(): number;
  /** rootMotion: 0 keep, 1 lock, 2 accumulate. */
  setPlayOptions(rootMotion: number, loop: boolean, closeLoop: boolean): void;
  duration(): number;
  /** Overrides the local rotation (x, y, z, w) of a node; false for no such node. */
  setNodeRotation(node: number, x: number, y: number, z: number, w: number): boolean;
  /** -1 puts all nodes back. */
  clearNodeRotation(node: number): void;
  /** Poses everything; skin = positions, normals and tangents of every instance on the CPU. */
  evaluate(timeSeconds: number, skin: boolean, normals: boolean, tangents: boolean): void;
  /** Six numbers min xyz, max xyz as pointer to f64, valid until the next call. */
  bounds(): number;
  actionBounds(samples: number): number;
  /** The box that the file states for the selected clip at a time of its cycle; null pointer (0) where it states none. */
  storedBounds(timeSeconds: number): number;
  cameraFovY(camera: number, aspect: number): number;

  instanceCount(): number;
  instanceNode(instance: number): number;
  /** Byte address and byte length; build the typed array in the statement that uses it. */
  bufferPointer(kind: BufferKind, index: number): number;
  bufferBytes(kind: BufferKind, index: number): number;

  delete(): void;
}

/** A world document being played: files() names the files to add, then open(), then frames in order. */
export interface CoreWorld {
  /** JSON array of the file names the document refers to. */
  files(): string;
  /** Pointer to room for `bytes` bytes of that file in the heap, to be filled before open(); 0 when there is none. */
  addFile(name: string, bytes: number): number;
  /** False when the document is refused; report() says why. */
  open(): boolean;
  /** Pointer to nine f64: at, dir and up of the last frame's camera; 0 without one. */
  camera(): number;
  /** False also when a frame, or the tables of one, asked for too much. */
  ok(): boolean;
  /** Looks from here instead of from the document's camera. */
  setCamera(x: number, y: number, z: number, dx: number, dy: number, dz: number): void;
  /** After setCamera: its up vector, not necessarily at right angles. */
  setUp(x: number, y: number, z: number): void;
  clearCamera(): void;
  /** Width to height of the frames to come, instead of the camera's; 0 is the camera's. */
  setAspect(aspect: number): void;
  /** Evaluates the frame at a time; false when it asks for too much, which ends the world. */
  evaluate(timeSeconds: number): boolean;
  /** Brings the shadow volumes up to the last frame: their number, or -1 when they are too many, which ends the world. */
  updateVolumes(): number;
  /**
   * Ten u32 per volume: entry of the paint list (0xFFFFFFFF in fake lighting), job, rank of the light; number, pointer and
   * count of the caster's points (f32 x 4); number, pointer and count of the indices (u32), of which so many are near caps.
   */
  volumeRows(): number;
  /** Twenty f32 per volume: the matrix from the points to world space, column by column, then the light and 1. */
  volumePlaces(): number;
  /** Brings the shadows of the last frame up to date, laid together: a list per pass and light, or -1 as updateVolumes. */
  updateShadows(): number;
  /**
   * Nine u32 per list: pass, rank of the light, version; pointer and count of the points (f32 x 4, then a u32: the job,
   * bit 31 for near caps), of the indices (u32), and of where in them each volume ends (u32).
   */
  shadowRows(): number;
  /** JSON array of the image files that the document names. */
  images(): string;
  /** Pointer to room for width * height * 4 bytes (RGBA, rows from the top) of that image; 0 when there is none. */
  addImage(name: string, width: number, height: number): number;
  /** Draws the last frame; false for unknown words, and, with an error in drawIssues(), where it is too much. `wide`: 16 bits. */
  draw(width: number, height: number, what: string, wide: boolean): boolean;
  /** Jobs that the drawing ran, as JSON, by the words of the report's `paintJobs`. */
  drawnJobs(): string;
  /** The drawn frame: RGBA bytes, or with `wide` RGB of 16 bits, high byte first. */
  pixels(): number;
  pixelBytes(): number;
  /** JSON array of the files to add before edit(); `splices` is a JSON array of { from, to, text }. */
  filesOfEdit(splices: string): string;
  /** After filesOfEdit(): JSON array of the image files that the new document names. */
  imagesOfEdit(): string;
  /** Changes the text. 0 refused, 1 taken, 2 to be replayed. */
  edit(splices: string, isLoose: boolean): number;
  /** Values were taken loosely and not yet replayed. */
  isApproximate(): boolean;
  /** JSON array of the files to add before set() with the same arguments. */
  filesOfChange(pointer: string, value: string): string;
  /** Changes the document; `value` is JSON. 0 refused, 1 taken, 2 to be replayed. */
  set(pointer: string, value: string): number;
  /** Issues of a failed change or replay, as a JSON array. */
  changeIssues(): string;
  /** Pointer to the document with all changes, in UTF-8. */
  text(): number;
  textBytes(): number;
  /** Starts a replay up to a time; false when it takes too many frames. */
  seek(timeSeconds: number): boolean;
  /** Plays frames of the replay; how many are left, or -1 when it ended early. */
  replay(frames: number): number;
  endReplay(): void;
  /** Pointer to three f64: where a sphere comes to from x, y, z by dx, dy, dz. */
  walk(x: number, y: number, z: number, dx: number, dy: number, dz: number, radius: number): number;
  /** Warnings of drawing as a JSON array. */
  drawIssues(): string;
  /** Pointer to a pointer and a number of bytes per table of worldTables.ts, of the last frame; 0 without any. */
  tables(): number;
  /** After tables(): the text of an effect. */
  tableText(number: number): string;
  /** After tables(): warnings of drawing so far, as a JSON array. */
  tableIssues(): string;
  /** After tables(): an image that cannot be had is warned of. */
  missImage(name: string): void;
  /** Name of an instance; only for numbers of tables. */
  instanceName(number: number): string;
  /** JSON pointer of a node; only for numbers of tables. */
  pointerOf(node: number): string;
  /** Number of bytes at states(), one per operator of the last frame; 0 before the first frame that is noted. */
  updateStates(): number;
  states(): number;
  /** Names that the document links (WorldLink), as a JSON array. */
  links(): string;
  /** Data that is constant over all frames (WorldOutline) as JSON. */
  outline(): string;
  /** Report of the last frame as JSON, or `{ "issues": [...] }`. */
  report(): string;
  /** Hash of that text, the same on every host. */
  digest(): string;

  delete(): void;
}

/** A playable song; nothing but `error` where that is not empty. */
export interface CoreSong {
  /** `{ "error": Message }` as JSON, or empty. */
  error(): string;
  /** The sample of the last event. */
  length(): number;
  /** Most voices at once so far. */
  mostVoices(): number;
  /** A bit per channel. */
  mute(channels: number): void;
  seek(sample: number): void;
  /** Pointer to left and right in turn, valid until the next call. */
  render(samples: number): number;
  /** Writes a MIDI file: `{ "result": ExportReport }` or `{ "error": Message }`. */
  midi(): string;
  /** The bytes of the last midi, until the next. */
  midiPointer(): number;

  delete(): void;
}

export interface CoreModule {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAPF32: Float32Array;
  version(): string;
  /** The registry as JSON: [{ id, kind, title, extensions, role, text, experimental, begins, has, sound, options }]. */
  formats(): string;
  /** Export formats as JSON: [{ id, title, images, options }] (ExportKindRow). */
  exportKinds(): string;
  /** The seed's skinning formula: JSON in; `{ "result": ... }` or `{ "error": Message }` out. */
  skin(json: string): string;
  /** A V2M song or VFX file: `{ "result": { kind, table, notes } }` or `{ "error": Message }`. */
  sound(name: string, bytes: Uint8Array): string;
  Document: { new (optionsJson: string): CoreDocument };
  /** The text may be given as its UTF-8 bytes. */
  World: { new (text: string | Uint8Array): CoreWorld };
  Song: { new (bytes: Uint8Array): CoreSong };
  Image: { new (bytes: Uint8Array): CoreImage };
}

/** Default export of the generated `vitrine-core.mjs`. */
export type CoreFactory = (overrides: {
  wasmBinary?: ArrayBuffer | Uint8Array;
  locateFile?: (path: string) => string;
  /** Throws; called by the core where memory runs out. */
  outOfMemory?: () => never;
  /** Takes WebAssembly.Imports and what receives instance and module; declarations of WebAssembly may be missing. */
  instantiateWasm?: (imports: never, receive: never) => object;
}) => Promise<CoreModule>;
