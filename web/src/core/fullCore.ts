// What a document of the full core does beyond questions (ask.ts): answers with arrays, comparisons, overrides; and fewer
// triangles in its exports, by meshoptimizer's simplifier: a script of its own, as few exports want it.

import type { MeshoptSimplifier } from 'meshoptimizer/simplifier';

import { VitrineError } from '../base/errors';
import type { DecodedImage } from '../images/image';
import { ask, takeArrays } from './ask';
import type { CoreDocument } from './core';
import type { CurvePicture, CurveQuery } from './curves';
import type { Document } from './document';
import type { ExportImages } from './exportImages';
import type { FoundTurn, LargestDistance, QuarterTurn } from './health';
import type { Bounds, ExportReport, Issue, PoseReport, Vec4 } from './report';
import type { Patch } from './sourceMap';

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

/** Throws VitrineError where the answer is one. */
function succeeded<Answer extends object>(answer: Answer | { error: Issue }): Answer {
  if ('error' in answer) throw new VitrineError(answer.error.code, answer.error.message, [answer.error]);
  return answer;
}

/** Samples of these channels for a plot of a time range; undefined if there are none. */
export function curvePicture(document: Document, action: number, query: CurveQuery): CurvePicture | undefined {
  if (!ask(document, 'curvePicture', { action, query })) return undefined;
  const [columns, keys, keyCounts, values] = takeArrays(document, 4);
  return {
    columns: new Float32Array(columns!),
    keys: new Float64Array(keys!),
    keyCounts: new Uint32Array(keyCounts!),
    values: new Float64Array(values!),
  };
}

/** Throws VitrineError LIMIT_COUNT where `vertices` are more than 3,000,000. */
export const poseReport = (document: Document, vertices: boolean, space: 'file' | 'world'): PoseReport =>
  succeeded(ask(document, 'poseReport', { vertices, worldSpace: space === 'world' }));

export interface ClosedParts {
  /** Triangles of all parts that have an inside. */
  indices: Uint32Array<ArrayBuffer>;
  /** Parts that have an inside, of how many. */
  closed: number;
  of: number;
}
/** Closed parts of the mesh of an instance. */
export function closedParts(document: Document, instance: number): ClosedParts {
  const counts = ask(document, 'closedParts', { instance });
  return { indices: new Uint32Array(takeArrays(document, 1)[0]!), ...counts };
}

/** Times of a node's keys in seconds, ascending; node -1 = of everything that moves. */
export function keyTimes(document: Document, action: number, node = -1): Float64Array<ArrayBuffer> {
  ask(document, 'keyTimes', { action, node });
  return new Float64Array(takeArrays(document, 1)[0]!);
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

/** A file with the faults of these codes put right; undefined where there is nothing to put right. */
export function patchOf(document: Document, file: string, codes: readonly string[]): Patch | undefined {
  const report = ask(document, 'patch', { file, codes });
  return report ? { report, bytes: new Uint8Array(takeArrays(document, 1)[0]!) } : undefined;
}

/** Images inside of the model's own file, under the names that the report gives them. */
export const imagesInside = ({ core, live }: Document): { name: string; bytes: Uint8Array<ArrayBuffer> }[] =>
  (JSON.parse(live.inside()) as { texture: number; name: string }[]).map(({ texture, name }) => {
    const bytes = new Uint8Array(core.HEAPU8.buffer, live.insidePointer(texture), live.insideBytes(texture));
    return { name, bytes: new Uint8Array(bytes) };
  });

/**
 * Throws VitrineError for a kind or an option there is not, and for a scene that the format cannot hold. `images` are
 * for formats that hold them.
 */
export function exportFile(
  document: Document,
  kind: string,
  options: object = {},
  images: ExportImages = new Map(),
): ExportedFile {
  const { core, live } = document;
  for (const [texture, bytes] of images) {
    const pointer = live.addExportImage(texture, bytes.byteLength);
    if (pointer !== 0) core.HEAPU8.set(bytes, pointer);
  }
  offerSimplifier(live);
  const { result, log } = succeeded(ask(document, 'export', { kind, options }));
  return { bytes: new Uint8Array(takeArrays(document, 1)[0]!), report: result, log };
}

/** Gives pictures the pixels of a texture, until the document loads more files. */
export function addImage({ core, live }: Document, texture: number, { width, height, rgba }: DecodedImage): boolean {
  const pointer = live.addImage(texture, width, height);
  if (pointer !== 0) core.HEAPU8.set(rgba, pointer);
  return pointer !== 0;
}

/** Draws the selected action as `options` say (native/session/document_renderer.h). Throws VitrineError for wrong ones. */
export function renderPicture(document: Document, options: object): RenderedPicture {
  const { width, height } = succeeded(ask(document, 'render', { options })).result;
  return { width, height, rgba: new Uint8ClampedArray(takeArrays(document, 1)[0]!) };
}

/** The box that the file itself states at a time of the selected action's cycle, in file space. */
export const storedBounds = (document: Document, timeSeconds: number): Bounds | undefined =>
  document.readBounds(document.live.storedBounds(timeSeconds));

let simplifier: typeof MeshoptSimplifier | undefined;

/** Conversions with levels of detail (`lod`) need it. Rejects where the script cannot be had. */
export async function loadSimplifier(): Promise<void> {
  const { MeshoptSimplifier: found } = await import('meshoptimizer/simplifier');
  await found.ready;
  simplifier = found;
}

/** How far a level may be off: as far as its share of the triangles asks for. */
const kAnyError = 1e6;

type Simplify = Parameters<CoreDocument['setSimplifier']>[0];

/** The arrays are views of the core. */
const simplify: Simplify = (indices, positions, attributes, weights, triangles) => {
  try {
    const width = weights.length;
    return simplifier!.simplifyWithAttributes(
      indices,
      positions,
      3,
      attributes,
      width,
      Array.from(weights),
      null,
      3 * triangles,
      kAnyError,
    )[0];
  } catch {
    return null;
  }
};

/** Gives an export of the document the simplifier, where it is there. */
export const offerSimplifier = (live: CoreDocument): void => {
  if (simplifier) live.setSimplifier(simplify);
};
