// What callers pass to the functions of the module, files and options, the checks of it, and how many moments one call may
// evaluate.

import { gunzip } from '../archives/gzip';
import { VitrineError } from '../base/errors';
import {
  type Check,
  checkOptions,
  type Checks,
  isAction,
  isFiniteNumber,
  isFlag,
  isFrom,
  isFunction,
  isList,
  isObject,
  isOneOf,
  isText,
  kindOf,
} from '../base/given';
import type { InputFile } from '../core/document';
import type { PivotSwitches, ReadOptions } from '../core/formats';
import { plainName } from '../core/gzipName';
import { isQuarterTurn, type QuarterTurn } from '../core/health';
import { isImageName } from '../core/names';

/** Results of `fetch(...).arrayBuffer()` and `readFile`, and every view of bytes. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** One file, as the user named it; a path keeps its folders. */
export interface GivenFile {
  name: string;
  bytes: Bytes;
}

/** A plain view, whatever the caller's claims to be. Throws TypeError for what holds no bytes. */
export function bytesOf(given: unknown, what: string): Uint8Array {
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  // Not `instanceof`: it may come from another realm.
  if (Object.prototype.toString.call(given) === '[object ArrayBuffer]') return new Uint8Array(given as ArrayBuffer);
  throw new TypeError(`${what} must be an ArrayBuffer or a typed array, not ${kindOf(given)}`);
}

/**
 * Gzip files are unpacked, and lose the ending of their names. Throws TypeError for a file without a name or without bytes,
 * VitrineError for a gzip file that is damaged or too large.
 */
export function filesOf(given: readonly GivenFile[]): InputFile[] {
  if (!Array.isArray(given)) throw new TypeError(`files are an array, not ${kindOf(given)}`);
  return given.map((file: GivenFile | null | undefined) => {
    if (typeof file?.name !== 'string') throw new TypeError('a file is { name, bytes } with a string as its name');
    const bytes = bytesOf(file.bytes, `the bytes of '${file.name}'`);
    return { name: plainName(file.name), bytes: unpacked(file.name, bytes) };
  });
}

/** The same files, under names that none of `others` has. */
export function apartFrom(others: readonly InputFile[], files: InputFile[]): InputFile[] {
  const taken = new Set(others.map(({ name }) => name));
  return files.map(({ name, bytes }) => {
    let free = name;
    while (taken.has(free)) free = `animations/${free}`;
    taken.add(free);
    return { name: free, bytes };
  });
}

/** Throws TypeError for a value of another kind. */
export function checkKind(name: string, value: unknown, kind: 'function' | 'object' | 'string'): void {
  const wanted = { function: 'a function', object: 'an object', string: 'a string' }[kind];
  if (typeof value !== kind || value === null) throw new TypeError(`${name} is ${wanted}, not ${kindOf(value)}`);
}

/** Calls the callback for files and checks that it returns bytes or undefined. */
export function answered(files: (name: string) => Bytes | undefined, name: string): Uint8Array | undefined {
  const given = files(name);
  return given ? unpacked(name, bytesOf(given, `what answers for '${name}'`)) : undefined;
}

/**
 * What is in a gzip file, else the bytes as they are. Throws as `gunzip` does, but for images: a damaged one is not worth the
 * model, its decoder refuses it.
 */
export function unpacked(name: string, bytes: Uint8Array): Uint8Array {
  try {
    return gunzip(name, bytes);
  } catch (error) {
    if (error instanceof VitrineError && isImageName(name)) return bytes;
    throw error;
  }
}

/** Limits of one load, whole numbers; public/docs/limits.md lists the defaults. */
export interface Limits {
  inputBytes?: number;
  heapBytes?: number;
  joints?: number;
  meshes?: number;
  vertices?: number;
  influencesPerVertex?: number;
  frameJoints?: number;
  /** Messages kept; the rest is counted. */
  messages?: number;
}

export interface OpenOptions extends Omit<ReadOptions, 'animations'> {
  limits?: Limits;
  /** Files that give actions only, as `files` have them: their meshes are not shown. */
  animations?: readonly GivenFile[];
  /** Asked for every image that a model names and that is not among the files, one candidate name after another. */
  resolve?: (name: string) => Bytes | undefined;
}

export interface PoseOptions {
  /** Name or number of an action; without it the bind pose. */
  action?: string | number;
  /** Seconds; looping is up to the caller, times outside the action are held at its ends. */
  time?: number;
  normals?: boolean;
  /** The pose of another action mixed in: every joint moves by `weight` (0 to 1) of the way, along the shorter arc. */
  blend?: { action?: string | number; time?: number; weight: number };
  /** Rotation overrides of nodes, by name (the first of that name) or number: local rotations x, y, z, w in place of their own. */
  rotations?: Record<string, readonly [number, number, number, number]>;
}

export interface PoseReportOptions extends PoseOptions {
  vertices?: boolean;
  space?: 'file' | 'world';
}

export interface VertexOptions extends PoseOptions {
  /** Its place in the meshes of `pose`; the first without it. */
  instance?: number;
}

export interface CompareOptions {
  action?: string | number;
  time?: number;
  /** Of the other document. */
  otherAction?: string | number;
  /** Turns the other about the axes of the world: 'y90', 'x-90,z180'. */
  turn?: QuarterTurn;
}

const isCount: Check = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'a whole number from 0';

const limitChecks: Checks<Limits> = {
  inputBytes: isCount,
  heapBytes: isCount,
  joints: isCount,
  meshes: isCount,
  vertices: isCount,
  influencesPerVertex: isCount,
  frameJoints: isCount,
  messages: isCount,
};

const openChecks: Checks<OpenOptions> = {
  limits: isObject,
  resolve: isFunction,
  legacyCurves: isFlag,
  pivot: isObject,
  skin: isText,
  level: isFiniteNumber,
  torso: isText,
  animations: isList,
};

const pivotChecks: Checks<PivotSwitches> = {
  flipV: isFlag,
  conjugate: isFlag,
  zUp: isFlag,
  mirrorZ: isFlag,
  force: isFlag,
};

/** Throws RangeError for an option or a limit that there is not, and for values that they cannot have. */
export function checkOpenOptions(options: OpenOptions): void {
  checkOptions(options, openChecks);
  if (options.limits) checkOptions(options.limits, limitChecks, { named: (name) => `limit '${name}'` });
  if (options.pivot) checkOptions(options.pivot, pivotChecks, { named: (name) => `option "pivot.${name}"` });
}

export const poseChecks: Checks<PoseOptions> = {
  action: isAction,
  time: isFiniteNumber,
  normals: isFlag,
  blend: isObject,
  rotations: isObject,
};

export const poseReportChecks: Checks<PoseReportOptions> = {
  ...poseChecks,
  vertices: isFlag,
  space: isOneOf('file', 'world'),
};

export const vertexChecks: Checks<VertexOptions> = { ...poseChecks, instance: isCount };

const isTurn: Check = (value) =>
  isQuarterTurn(value) ? undefined : `a turn by quarters such as 'y90', 'x-90' or 'x90,z180'`;

export const compareChecks: Checks<CompareOptions> = {
  action: isAction,
  time: isFiniteNumber,
  otherAction: isAction,
  turn: isTurn,
};

/** Of the member `blend`. */
export const blendChecks: Checks<NonNullable<PoseOptions['blend']>> = {
  action: isAction,
  time: isFiniteNumber,
  weight: isFrom(0, 1),
};

/** Most samples of one curve, or of a comparison. */
export const kMostSamples = 100_000;
/** Most samples of all curves together, so that the core can write them into one text. */
export const kMostPoints = 2_000_000;

/** Throws VitrineError SAMPLE_COUNT for what is no such number, and for more than the core can write. */
export function checkSamples(samples: number, curves: number): void {
  if (!(Number.isInteger(samples) && samples >= 0 && samples <= kMostSamples))
    throw new VitrineError(
      'SAMPLE_COUNT',
      `A curve is evaluated at 0 to ${kMostSamples} points, as a whole number, not at ${samples}.`,
    );
  if (samples * curves > kMostPoints)
    throw new VitrineError(
      'SAMPLE_COUNT',
      `${samples} points of ${curves} curves are more than ${kMostPoints}; ${Math.floor(kMostPoints / curves)} fit.`,
    );
}
