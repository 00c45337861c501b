// Which world document an operand means, and where the files lie that it names.

import { statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

import { isArchive, unpack } from '../core/archive';
import { UsageError } from './command';
import { expand, readFile, readStandardInput } from './files';

export interface WorldInput {
  source: string;
  text: Uint8Array;
  /** A file that the document names, relative to it. */
  beside(name: string): Uint8Array | undefined;
}

const isWorld = (name: string): boolean => name.toLowerCase().endsWith('.world.json');

/** A path, a folder, a pattern, an archive or standard input, in which there is one world document. */
export async function openWorld(operand: string): Promise<WorldInput> {
  if (operand === '-') {
    const bytes = await readStandardInput();
    return isArchive(bytes) ? fromArchive('stdin', bytes) : { source: 'stdin', text: bytes, beside: onDisk('.') };
  }
  const [path, ...more] = expand(operand, isWorld);
  if (path === undefined) throw new UsageError(`there is no world document (*.world.json) in '${operand}'`);
  if (more.length > 0) throw new UsageError(`name one of ${[path, ...more].join(', ')}`);
  const bytes = readFile(path);
  return isArchive(bytes) ? fromArchive(path, bytes) : { source: path, text: bytes, beside: onDisk(dirname(path)) };
}

function onDisk(folder: string): WorldInput['beside'] {
  return (name) => {
    const path = join(folder, name.replaceAll('\\', '/'));
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFile(path) : undefined;
  };
}

function fromArchive(archive: string, bytes: Uint8Array): WorldInput {
  const entries = new Map(unpack(archive, bytes).map((entry) => [entry.name, entry.bytes]));
  const [document, ...more] = [...entries.keys()].filter(isWorld);
  if (document === undefined) throw new UsageError(`there is no world document (*.world.json) in '${archive}'`);
  if (more.length > 0) throw new UsageError(`'${archive}' holds more than one: ${[document, ...more].join(', ')}`);
  const folder = posix.dirname(document);
  return {
    source: `${archive}/${document}`,
    text: entries.get(document) as Uint8Array,
    beside: (name) => entries.get(posix.join(folder, name.replaceAll('\\', '/'))),
  };
}
