// Addresses to files. What several viewers ask for at the same time is fetched once.

import { VitrineError } from '../base/errors';
import { plainName } from '../core/gzipName';
import { isImageName } from '../core/names';
import type { Report } from '../core/report';
import type { SourceFile } from '../protocol/files';
import { decoded } from './words';

export interface ModelFile {
  name: string;
  data: Blob | ArrayBuffer | ArrayBufferView;
}

/** A copy of its own; a File has a name and is its data. */
export const sourceOf = (file: ModelFile | File): SourceFile => ({
  name: plainName(file.name),
  data: new Blob([(file instanceof Blob ? file : file.data) as BlobPart]),
});

export function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new VitrineError('ENGINE', String(reader.error)));
    reader.readAsDataURL(blob);
  });
}

/** Larger files are blobs, which the browser may keep elsewhere; of others the engine has the bytes at once. */
const kHeldBytes = 2 ** 20;

interface Transfer {
  data: Promise<Blob | ArrayBuffer>;
  loaded: number;
  total: number;
  watchers: Set<() => void>;
}
const running = new Map<string, Transfer>();

/** Files on their way: what a first picture needs, then, each after the one before, images and other animations. */
export interface Coming {
  models: Promise<SourceFile[]>;
  later: Promise<SourceFile[]>[];
  /** There are such animations. */
  more: boolean;
  /** Names of the files, in the order of `needed` and `rest`. */
  names: string[];
}

/**
 * All reject with VitrineError FETCH_FAILED. Images begin when `then` is settled as well. `progress` is called with the bytes so far and
 * in all of what the first picture needs, 0 where the servers do not say.
 */
export function fetchSources(
  needed: readonly URL[],
  rest: readonly URL[],
  then: Promise<unknown> | undefined,
  progress: (loaded: number, total: number) => void,
): Coming {
  const names = new Set<string>();
  const named = ({ href, pathname, hostname }: URL): Wanted => {
    const path = plainName(decoded(pathname)),
      base = path.slice(path.lastIndexOf('/') + 1) || hostname;
    // Two files of one name stay two.
    const name = names.has(base) ? path.replace(/^\//, '') : base;
    names.add(name);
    return { href, name };
  };
  const wanted = needed.map(named),
    others = rest.map(named),
    isImage = ({ name }: Wanted): boolean => isImageName(name);
  const models = receiveAll(
    wanted.filter((file) => !isImage(file)),
    progress,
  );
  const images = Promise.all([models, then]).then(() => receiveAll(wanted.filter(isImage))),
    animations = images.then(() => receiveAll(others)),
    later = [images, animations];
  // Those who await them get the error.
  for (const each of [models, ...later]) each.catch(() => undefined);
  return { models, later, more: others.length > 0, names: [...wanted, ...others].map(({ name }) => name) };
}

interface Wanted {
  href: string;
  name: string;
}

async function receiveAll(
  files: readonly Wanted[],
  progress: (loaded: number, total: number) => void = () => undefined,
): Promise<SourceFile[]> {
  const transfers = files.map(({ href }) => running.get(href) ?? begin(href));
  const notify = (): void => {
    const total = transfers.every((transfer) => transfer.total > 0) ? sum(transfers.map((t) => t.total)) : 0;
    progress(sum(transfers.map((t) => t.loaded)), total);
  };
  for (const { watchers } of transfers) watchers.add(notify);
  try {
    const data = await Promise.all(transfers.map((transfer) => transfer.data));
    return files.map(({ name }, i) => ({ name, data: data[i]! }));
  } finally {
    for (const { watchers } of transfers) watchers.delete(notify);
  }
}

const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);

function begin(href: string): Transfer {
  const transfer: Transfer = { data: Promise.resolve(new Blob()), loaded: 0, total: 0, watchers: new Set() };
  transfer.data = receive(href, transfer).finally(() => running.delete(href));
  running.set(href, transfer);
  return transfer;
}

async function receive(href: string, transfer: Transfer): Promise<Blob | ArrayBuffer> {
  const refuse = (reason: string): never => {
    throw new VitrineError('FETCH_FAILED', `${href.replace(/[?#].*/, '')}: ${reason}`);
  };
  const response = await fetch(href).catch((error: unknown) =>
    refuse(
      `it could not be fetched (${error instanceof Error ? error.message : String(error)})` +
        // Scripts get no more.
        (new URL(href).origin === location.origin ? '' : '. Does its server allow other sites (CORS)?'),
    ),
  );
  if (!response.ok) refuse(`the server answered ${response.status}`);
  transfer.total = response.headers.get('content-encoding') ? 0 : Number(response.headers.get('content-length') ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const reader = response.body!.getReader(); ;) {
    const { done, value } = await reader.read().catch(() => refuse('the transfer broke off'));
    if (done) break;
    parts.push(value);
    transfer.loaded += value.length;
    for (const notify of transfer.watchers) notify();
  }
  if (transfer.loaded > kHeldBytes) return new Blob(parts);
  const bytes = new Uint8Array(transfer.loaded);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes.buffer;
}

/** When none of the models that were asked for could be read: their animations alone may show, but are not meant. */
export function brokenSource({ issues }: Report, wanted: readonly SourceFile[]): VitrineError | undefined {
  const names = wanted.map(({ name }) => name).filter((name) => !isImageName(name));
  const errors = issues.messages.filter(({ severity, source }) => severity === 0 && names.includes(source));
  const [first] = errors;
  return first && names.every((name) => errors.some(({ source }) => source === name))
    ? new VitrineError(first.code, first.message, errors)
    : undefined;
}
