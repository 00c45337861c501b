// Checks of the arguments that callers pass to the module.

import type { InputFile } from '../core/document';
import { VitrineError } from '../base/errors';
import { kindOf } from '../base/given';
import { gunzip } from '../archives/gzip';
import { plainName } from '../core/gzipName';
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
