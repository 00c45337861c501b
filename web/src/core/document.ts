// One document of the core, typed. C++ owns every byte: `dispose` is the one place that gives it back, and typed arrays
// are made where they are used, because growth of the wasm memory empties older ones.

import type { BufferKind } from './buffers';
import type { CoreDocument, CoreModule } from './core';
import type { CurveList, CurvePicture, CurveQuery } from './curves';
import { VitrineError } from './errors';
import type { FilePlace, Fix, Patch, PatchReport, PlaceAnswer, Thing } from './faults';
import type { ExportImages } from './exportimages';
import type { ActionHealth, LargestDistance } from './health';
import type { DecodedImage } from './image';
import type { ViewDocument } from './viewcore';
import type { Bounds, ExportReport, Issue, RecordMap, Report, ReportCurve, Vec4 } from './report';

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

/** How files are read where they leave it open, for all files of a document. */
export interface ReadOptions {
  /** QMSH: curves as the original converter read them (all linear, ends held). */
  legacyCurves?: boolean;
  /** Pivot scenes: what their description does not say. */
  pivot?: PivotSwitches;
}

export interface PivotSwitches {
  /** Texture coordinates count v from the bottom. */
  flipV?: boolean;
  /** Stored quaternions are those of the inverse rotation. */
  conjugate?: boolean;
  /** Z is up, not Y. */
  zUp?: boolean;
  /** The axes are left-handed. */
  mirrorZ?: boolean;
  /** Bytes after the last record are a warning, not a refusal. */
  force?: boolean;
}

/** A file of another format, made of a document. */
export interface ExportedFile {
  bytes: Uint8Array;
  report: ExportReport;
  /** The exporter's log as text; empty where the format has none. */
  log: string;
}

/** Red, green, blue, alpha of each pixel, rows from the top, colours not multiplied by alpha. */
export interface RenderedPicture {
  width: number;
  height: number;
  rgba: Uint8ClampedArray<ArrayBuffer>;
}

export const kBindPose = -1;
/** Every action of a different thing at once, and particles; there when the report has `together`. */
export const kAllActions = -2;

export class Document {
  readonly core: CoreModule;
  private handle: CoreDocument | undefined;

  /** `options` is the options object of the core: `{ limits, legacyCurves, pivot }`. */
  constructor(core: CoreModule, options: ReadOptions & { limits?: object } = {}) {
    this.core = core;
    this.handle = new core.Document(JSON.stringify(options));
  }

  private get live(): CoreDocument {
    if (!this.handle) throw new VitrineError('DOCUMENT_DISPOSED', 'The document has been disposed of.');
    return this.handle;
  }

  /** Copies the files into the core; `load` reads them. */
  stage(files: Iterable<InputFile>, offered: Iterable<{ name: string; bytes: number }> = []): void {
    const document = this.live;
    for (const { name, bytes } of offered) document.offer(name, bytes);
    for (const { name, bytes } of files) {
      const pointer = document.stage(name, bytes.byteLength);
      if (pointer !== 0) this.core.HEAPU8.set(bytes, pointer);
    }
  }

  /** Until a core in parts has those that the staged files need. Rejects with CORE_PARTIAL. */
  async prepare(): Promise<void> {
    if ('prepare' in this.live) await (this.live as CoreDocument & ViewDocument).prepare();
  }

  /** Loads these files and those staged before. False when there is nothing to show; the report says why. */
  load(files: Iterable<InputFile> = [], offered: Iterable<{ name: string; bytes: number }> = []): boolean {
    this.stage(files, offered);
    return this.live.load();
  }

  /** `everyFrame` adds what is found by posing every frame of every action: whether stored boxes agree with the mesh. */
  report(everyFrame = true): Report {
    return JSON.parse(this.live.report(everyFrame)) as Report;
  }

  /** Curves of an action with keys and handles, and `samples` evaluated points each. */
  curves(action: number, samples = 0): { curves: ReportCurve[] } {
    return JSON.parse(this.live.curves(action, samples)) as { curves: ReportCurve[] };
  }

  /** The channels of an action without their keys. */
  curveList(action: number): CurveList {
    return JSON.parse(this.live.curveList(action)) as CurveList;
  }

  /** What a view over a stretch of time shows of these channels; undefined when there is nothing. */
  curvePicture(action: number, query: CurveQuery): CurvePicture | undefined {
    const document = this.live;
    if (!document.drawCurves(action, JSON.stringify(query))) return undefined;
    const part = (number: number): ArrayBuffer => {
      const pointer = document.curvePartPointer(number);
      return this.core.HEAPU8.buffer.slice(pointer, pointer + document.curvePartBytes(number)) as ArrayBuffer;
    };
    return {
      columns: new Float32Array(part(0)),
      keys: new Float64Array(part(1)),
      keyCounts: new Uint32Array(part(2)),
      values: new Float64Array(part(3)),
    };
  }

  poseReport(vertices: boolean, space: 'file' | 'world'): unknown {
    return JSON.parse(this.live.poseReport(vertices, space === 'world'));
  }

  /** What may be wrong with an action; undefined without such an action. Every frame is posed for it. */
  health(action: number): ActionHealth | undefined {
    return (JSON.parse(this.live.health(action)) as ActionHealth | null) ?? undefined;
  }

  /** Times of a node's keys in seconds, ascending; node -1 = of everything that moves. */
  keyTimes(action: number, node = -1): Float64Array<ArrayBuffer> {
    const document = this.live,
      count = document.keyTimes(action, node);
    return new Float64Array(this.core.HEAPU8.buffer, document.keyTimesPointer(), count).slice();
  }

  /** Mixes the pose of another action in from the next evaluate on; weight 0 ends it, 1 is the other pose. */
  setBlend(action: number, timeSeconds: number, weight: number): boolean {
    return this.live.setBlend(action, timeSeconds, weight);
  }

  /** Where this document and another of the same core lie farthest apart, as both were posed last. */
  largestDistance(other: Document): LargestDistance | undefined {
    return (JSON.parse(this.live.largestDistance(other.live)) as LargestDistance | null) ?? undefined;
  }

  /** What the record at an offset of a file is made of; undefined where none begins. */
  mapRecord(file: string, offset: number): RecordMap | undefined {
    return (JSON.parse(this.live.mapRecord(file, offset)) as RecordMap | null) ?? undefined;
  }

  /** Where a thing stands in its files, its own place first. */
  places(thing: Thing): FilePlace[] {
    return JSON.parse(this.live.places(JSON.stringify(thing))) as FilePlace[];
  }

  /** What stands at a byte of a file; undefined for a file that did not open. */
  at(file: string, offset: number): PlaceAnswer | undefined {
    return (JSON.parse(this.live.at(file, offset)) as PlaceAnswer | null) ?? undefined;
  }

  /** What rules can put right in the files. */
  fixes(): Fix[] {
    return JSON.parse(this.live.fixes()) as Fix[];
  }

  /** A file with the faults of these codes put right; undefined where there is nothing to put right. */
  patch(file: string, codes: readonly string[]): Patch | undefined {
    const document = this.live;
    const report = JSON.parse(document.patch(file, JSON.stringify(codes))) as PatchReport | null;
    if (!report) return undefined;
    const bytes = new Uint8Array(this.core.HEAPU8.buffer, document.patchPointer(), document.patchBytes()).slice();
    document.releasePatch();
    return { report, bytes };
  }

  digest(): string {
    return this.live.digest();
  }

  /**
   * Throws VitrineError for a kind or an option there is not, and for a scene that the format cannot hold. `images` are
   * for formats that hold them.
   */
  exportFile(kind: string, options: object = {}, images: ExportImages = new Map()): ExportedFile {
    const document = this.live;
    for (const [texture, bytes] of images) {
      const pointer = document.stageExportImage(texture, bytes.byteLength);
      if (pointer !== 0) this.core.HEAPU8.set(bytes, pointer);
    }
    const answer = JSON.parse(document.exportFile(kind, JSON.stringify(options))) as
      { result: ExportReport; log: string } | { error: Issue };
    if ('error' in answer) throw new VitrineError(answer.error.code, answer.error.message, [answer.error]);
    const size = document.exportBytes();
    const bytes = new Uint8Array(this.core.HEAPU8.buffer, document.exportPointer(), size).slice();
    document.releaseExport();
    return { bytes, report: answer.result, log: answer.log };
  }

  /** Indices of the textures that a picture reads. */
  texturesDrawn(): number[] {
    return JSON.parse(this.live.texturesDrawn()) as number[];
  }

  /** Gives pictures the pixels of a texture, until the document loads more files. */
  stageImage(texture: number, { width, height, rgba }: DecodedImage): boolean {
    const pointer = this.live.stageImage(texture, width, height);
    if (pointer !== 0) this.core.HEAPU8.set(rgba, pointer);
    return pointer !== 0;
  }

  /** Draws the selected action as `options` say (native/session/pictures.h). Throws VitrineError for wrong ones. */
  render(options: object): RenderedPicture {
    const document = this.live;
    const answer = JSON.parse(document.render(JSON.stringify(options))) as
      { result: { width: number; height: number } } | { error: Issue };
    if ('error' in answer) throw new VitrineError(answer.error.code, answer.error.message, [answer.error]);
    const { width, height } = answer.result;
    const rgba = new Uint8ClampedArray(this.core.HEAPU8.buffer, document.picturePointer(), width * height * 4).slice();
    document.releasePicture();
    return { width, height, rgba: rgba as Uint8ClampedArray<ArrayBuffer> };
  }

  /** Index of an action by name or number; kBindPose when there is none. */
  findAction(nameOrIndex: string): number {
    return this.live.findClip(nameOrIndex);
  }

  selectAction(action: number): boolean {
    return this.live.selectClip(action);
  }

  get selectedAction(): number {
    return this.live.selectedClip();
  }

  /** Turns a node by hand to a local rotation (x, y, z, w), whatever the file or an action says. */
  setNodeRotation(node: number, [x, y, z, w]: Vec4): boolean {
    return this.live.setNodeRotation(node, x, y, z, w);
  }

  /** Puts one node back, or all. */
  clearNodeRotation(node?: number): void {
    this.live.clearNodeRotation(node ?? -1);
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
  actionBounds(samples: number): Bounds | undefined {
    return this.readBounds(this.live.actionBounds(samples));
  }

  /** The box that the file itself states at a time of the selected action's cycle, in file space. */
  storedBounds(timeSeconds: number): Bounds | undefined {
    return this.readBounds(this.live.storedBounds(timeSeconds));
  }

  /** Vertical field of view in radians. */
  cameraFovY(camera: number, aspect: number): number {
    return this.live.cameraFovY(camera, aspect);
  }

  /** Largest distance between the CPU kernel and the arithmetic of the GPU layout for the current pose, in file units. */
  gpuDifference(): number {
    return this.live.gpuDifference();
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
    const { pointer, bytes } = this.range(kind, index);
    return new Float32Array(this.core.HEAPU8.buffer, pointer, bytes >> 2);
  }

  /** View of a buffer, valid until the next call. */
  indices(kind: BufferKind, index = 0): Uint32Array {
    const { pointer, bytes } = this.range(kind, index);
    return new Uint32Array(this.core.HEAPU8.buffer, pointer, bytes >> 2);
  }

  dispose(): void {
    this.handle?.delete();
    this.handle = undefined;
  }

  private range(kind: BufferKind, index: number): { pointer: number; bytes: number } {
    return { bytes: this.live.bufferBytes(kind, index), pointer: this.live.bufferPointer(kind, index) };
  }

  private readBounds(pointer: number): Bounds | undefined {
    if (pointer === 0) return undefined;
    const [x0 = NaN, y0 = NaN, z0 = NaN, x1 = NaN, y1 = NaN, z1 = NaN] = new Float64Array(
      this.core.HEAPU8.buffer,
      pointer,
      6,
    );
    return x0 <= x1 ? { min: [x0, y0, z0], max: [x1, y1, z1] } : undefined;
  }
}
