// Document operations that need the full core: curves, rotation overrides, health,
// places, fixes, exports, pictures.

import type { CurveList, CurvePicture, CurveQuery } from './curves';
import type { Document } from './document';
import { VitrineError } from '../base/errors';
import type { ExportImages } from './exportImages';
import type { FilePlace, Fix, Patch, PatchReport, PlaceAnswer, Thing } from './sourceMap';
import type { ActionHealth, FoundTurn, LargestDistance, QuarterTurn } from './health';
import type { DecodedImage } from '../images/image';
import type { MeshStatistics } from './survey';
import type { Bounds, ExportReport, Issue, PoseReport, RecordMap, ReportCurve, Vec4 } from './report';

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

/** Curves of an action with keys and handles, and `samples` evaluated points each. */
export const curvesOf = ({ live }: Document, action: number, samples = 0): { curves: ReportCurve[] } =>
  JSON.parse(live.curves(action, samples)) as { curves: ReportCurve[] };

/** The channels of an action without their keys. */
export const curveListOf = ({ live }: Document, action: number): CurveList =>
  JSON.parse(live.curveList(action)) as CurveList;

/** Samples of these channels for a plot of a time range; undefined if there are none. */
export function curvePicture({ core, live }: Document, action: number, query: CurveQuery): CurvePicture | undefined {
  if (!live.drawCurves(action, JSON.stringify(query))) return undefined;
  const part = (number: number): ArrayBuffer => {
    const pointer = live.curvePartPointer(number);
    return core.HEAPU8.buffer.slice(pointer, pointer + live.curvePartBytes(number)) as ArrayBuffer;
  };
  return {
    columns: new Float32Array(part(0)),
    keys: new Float64Array(part(1)),
    keyCounts: new Uint32Array(part(2)),
    values: new Float64Array(part(3)),
  };
}

/** Throws VitrineError LIMIT_COUNT where `vertices` are more than 3,000,000. */
export function poseReport({ live }: Document, vertices: boolean, space: 'file' | 'world'): PoseReport {
  const answer = JSON.parse(live.poseReport(vertices, space === 'world')) as PoseReport | { error: Issue };
  if ('error' in answer) throw new VitrineError(answer.error.code, answer.error.message, [answer.error]);
  return answer;
}

/** Health of an action; undefined without such an action. Every frame is posed for it. */
export const healthOf = ({ live }: Document, action: number): ActionHealth | undefined =>
  (JSON.parse(live.health(action)) as ActionHealth | null) ?? undefined;

/** Edges, faces and weights of a mesh, counted for this call; undefined without such a mesh. */
export const surveyOf = ({ live }: Document, mesh: number): MeshStatistics | undefined =>
  (JSON.parse(live.survey(mesh)) as MeshStatistics | null) ?? undefined;

export interface ClosedParts {
  /** Triangles of all parts that have an inside. */
  indices: Uint32Array<ArrayBuffer>;
  /** Parts that have an inside, of how many. */
  closed: number;
  of: number;
}
/** Closed parts of the mesh of an instance. */
export function closedParts({ core, live }: Document, instance: number): ClosedParts {
  const { closed, of, indices } = JSON.parse(live.findClosedParts(instance)) as Record<keyof ClosedParts, number>;
  return { indices: new Uint32Array(core.HEAPU8.buffer, live.closedIndicesPointer(), indices).slice(), closed, of };
}

/** Times of a node's keys in seconds, ascending; node -1 = of everything that moves. */
export function keyTimes({ core, live }: Document, action: number, node = -1): Float64Array<ArrayBuffer> {
  const count = live.keyTimes(action, node);
  return new Float64Array(core.HEAPU8.buffer, live.keyTimesPointer(), count).slice();
}

export const selectedAction = ({ live }: Document): number => live.selectedClip();

/** Overrides the local rotation (x, y, z, w) of a node, whatever the file or an action has. */
export const setNodeRotation = ({ live }: Document, node: number, [x, y, z, w]: Vec4): boolean =>
  live.setNodeRotation(node, x, y, z, w);

/** Puts one node back, or all. */
export const clearNodeRotation = ({ live }: Document, node = -1): void => live.clearNodeRotation(node);

/** Mixes the pose of another action in from the next evaluate on; weight 0 ends it, 1 is the other pose. */
export const setBlend = ({ live }: Document, action: number, timeSeconds: number, weight: number): boolean =>
  live.setBlend(action, timeSeconds, weight);

/**
 * Where a document and another of the same core lie farthest apart, as both were posed last. As a view shows them, or
 * as a conversion turns and numbers models. `turn`: by quarters, of the other.
 */
export const largestDistance = (
  { live }: Document,
  other: Document,
  converted = false,
  turn: QuarterTurn | '' = '',
): LargestDistance | undefined =>
  (JSON.parse(live.largestDistance(other.live, converted, turn)) as LargestDistance | null) ?? undefined;

/** The turn of the other that makes both agree, as both were posed last. */
export const findTurn = ({ live }: Document, other: Document, converted = false): FoundTurn | undefined =>
  (JSON.parse(live.findTurn(other.live, converted)) as FoundTurn | null) ?? undefined;

/** Fields of the record at an offset of a file; undefined where none begins. */
export const mapRecord = ({ live }: Document, file: string, offset: number): RecordMap | undefined =>
  (JSON.parse(live.mapRecord(file, offset)) as RecordMap | null) ?? undefined;

/** Where a thing stands in its files, its own place first. */
export const placesOf = ({ live }: Document, thing: Thing): FilePlace[] =>
  JSON.parse(live.places(JSON.stringify(thing))) as FilePlace[];

/** Scene elements at a byte of a file; undefined for a file that did not open. */
export const placeAt = ({ live }: Document, file: string, offset: number): PlaceAnswer | undefined =>
  (JSON.parse(live.at(file, offset)) as PlaceAnswer | null) ?? undefined;

/** Fixes for the files. */
export const fixesOf = ({ live }: Document): Fix[] => JSON.parse(live.fixes()) as Fix[];

/** A file with the faults of these codes put right; undefined where there is nothing to put right. */
export function patchOf({ core, live }: Document, file: string, codes: readonly string[]): Patch | undefined {
  const report = JSON.parse(live.patch(file, JSON.stringify(codes))) as PatchReport | null;
  if (!report) return undefined;
  const bytes = new Uint8Array(core.HEAPU8.buffer, live.patchPointer(), live.patchBytes()).slice();
  live.releasePatch();
  return { report, bytes };
}

/** Names of files that those of the document cannot be read without. */
export const wantedBy = ({ live }: Document): string[] => JSON.parse(live.wanted()) as string[];

/** Of images that are there besides, those that textures without one mean: `[texture, place in the list]`. */
export const chosenBy = ({ live }: Document, names: readonly string[]): [number, number][] =>
  JSON.parse(live.choose(JSON.stringify(names))) as [number, number][];

/** Images inside of the model's own file, under the names that the report gives them. */
export const imagesInside = ({ core, live }: Document): { name: string; bytes: Uint8Array<ArrayBuffer> }[] =>
  (JSON.parse(live.inside()) as { texture: number; name: string }[]).map(({ texture, name }) => {
    const bytes = new Uint8Array(core.HEAPU8.buffer, live.insidePointer(texture), live.insideBytes(texture));
    return { name, bytes: new Uint8Array(bytes) };
  });

export const digestOf = ({ live }: Document): string => live.digest();

/**
 * Throws VitrineError for a kind or an option there is not, and for a scene that the format cannot hold. `images` are
 * for formats that hold them.
 */
export function exportFile(
  { core, live }: Document,
  kind: string,
  options: object = {},
  images: ExportImages = new Map(),
): ExportedFile {
  for (const [texture, bytes] of images) {
    const pointer = live.addExportImage(texture, bytes.byteLength);
    if (pointer !== 0) core.HEAPU8.set(bytes, pointer);
  }
  const answer = JSON.parse(live.exportFile(kind, JSON.stringify(options))) as
    { result: ExportReport; log: string } | { error: Issue };
  if ('error' in answer) throw new VitrineError(answer.error.code, answer.error.message, [answer.error]);
  const size = live.exportBytes();
  const bytes = new Uint8Array(core.HEAPU8.buffer, live.exportPointer(), size).slice();
  live.releaseExport();
  return { bytes, report: answer.result, log: answer.log };
}

/** Indices of the textures that a picture reads. */
export const texturesDrawn = ({ live }: Document): number[] => JSON.parse(live.texturesDrawn()) as number[];

/** Gives pictures the pixels of a texture, until the document loads more files. */
export function addImage({ core, live }: Document, texture: number, { width, height, rgba }: DecodedImage): boolean {
  const pointer = live.addImage(texture, width, height);
  if (pointer !== 0) core.HEAPU8.set(rgba, pointer);
  return pointer !== 0;
}

/** Draws the selected action as `options` say (native/session/picture_options.h). Throws VitrineError for wrong ones. */
export function renderPicture({ core, live }: Document, options: object): RenderedPicture {
  const answer = JSON.parse(live.render(JSON.stringify(options))) as
    { result: { width: number; height: number } } | { error: Issue };
  if ('error' in answer) throw new VitrineError(answer.error.code, answer.error.message, [answer.error]);
  const { width, height } = answer.result;
  const rgba = new Uint8ClampedArray(core.HEAPU8.buffer, live.picturePointer(), width * height * 4).slice();
  live.releasePicture();
  return { width, height, rgba: rgba as Uint8ClampedArray<ArrayBuffer> };
}

/** The box that the file itself states at a time of the selected action's cycle, in file space. */
export const storedBounds = (document: Document, timeSeconds: number): Bounds | undefined =>
  document.readBounds(document.live.storedBounds(timeSeconds));

/** Largest distance between the CPU kernel and the arithmetic of the GPU layout for the current pose, in file units. */
export const gpuDifference = ({ live }: Document): number => live.gpuDifference();
