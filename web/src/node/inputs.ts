// Checks of the arguments that callers pass to the module.

import type { InputFile } from '../core/document';
import type { Limits } from './options';

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

/** Throws TypeError for a file without a name or without bytes. */
export function filesOf(given: readonly GivenFile[]): InputFile[] {
  return given.map((file: GivenFile | null | undefined) => {
    if (typeof file?.name !== 'string') throw new TypeError('a file is { name, bytes } with a string as its name');
    return { name: file.name, bytes: bytesOf(file.bytes, `the bytes of '${file.name}'`) };
  });
}

const kLimits: Readonly<Record<keyof Limits, true>> = {
  inputBytes: true,
  heapBytes: true,
  joints: true,
  meshes: true,
  vertices: true,
  influencesPerVertex: true,
  frameJoints: true,
  messages: true,
};

/** Throws RangeError for a limit that there is not, and for what is no whole number from 0. */
export function checkLimits(limits: Limits = {}): void {
  for (const [name, value] of Object.entries(limits) as [string, unknown][]) {
    if (!Object.hasOwn(kLimits, name))
      throw new RangeError(`there is no limit '${name}'; there are ${Object.keys(kLimits).join(', ')}`);
    if (value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= 0))
      throw new RangeError(`the limit '${name}' is a whole number from 0, not ${shown(value)}`);
  }
}

/** Throws RangeError for what is no finite number, or one outside `least` to `most`. */
export function checkNumber(name: string, value: unknown, least = -Infinity, most = Infinity): void {
  if (typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most) return;
  const wanted = most === Infinity ? 'a finite number' : `a number from ${least} to ${most}`;
  throw new RangeError(`${name} is ${wanted}, not ${shown(value)}`);
}

/** Throws TypeError for a value of another kind. */
export function checkKind(name: string, value: unknown, kind: 'object' | 'string'): void {
  const wanted = { object: 'an object', string: 'a string' }[kind];
  if (typeof value !== kind || value === null) throw new TypeError(`${name} is ${wanted}, not ${kindOf(value)}`);
}

const kindOf = (value: unknown): string =>
  value === null || value === undefined ? String(value) : typeof value === 'object' ? 'another object' : typeof value;

const shown = (value: unknown): string =>
  typeof value === 'number' || value === null ? String(value) : `a ${typeof value}`;

/** Calls the callback for files and checks that it returns bytes or undefined. */
export function answered(files: (name: string) => Bytes | undefined, name: string): Uint8Array | undefined {
  const given = files(name);
  return given ? bytesOf(given, `what answers for '${name}'`) : undefined;
}
