// Opens one model after another and draws its poster with the core's own renderer, in a worker: the page stays usable,
// and only one model is in memory at a time.

import { inflateEntry } from '../../archives/archive';
import { VitrineError } from '../../base/errors';
import { holdLifeline } from '../../base/lifeline';
import { loadLasting } from '../../core/load';
import { foldPath } from '../../base/mount';
import { startAction } from '../../core/startAction';
import type { SourceFile } from '../../protocol/files';
import { isPacked, sizeOf } from '../../protocol/files';
import { Vitrine, type VitrineDocument } from '../../node/index';
import { Host } from '../../node/trapped';
import {
  type CatalogAnswer,
  type CatalogAsk,
  type CatalogFacts,
  type CatalogReady,
  kPosterHeight,
  kPosterWidth,
  noFacts,
} from './protocol';

/** Exists in workers only; the page's types lack it. */
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** Larger models keep the others waiting. */
const kMostBytes = 64 * 2 ** 20;

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

let vitrine: Promise<Vitrine> | undefined;
const start = async (): Promise<Vitrine> => {
  const glueUrl = new URL('./vitrine-core.mjs', import.meta.url);
  const { core, again } = await loadLasting({ glueUrl, wasmUrl: new URL('./vitrine-core.wasm', glueUrl) });
  return new Vitrine(new Host(core, again));
};

const byBase = new Map<string, { path: string; file: SourceFile }[]>();

function remember(files: readonly SourceFile[], fresh: boolean): void {
  if (fresh) byBase.clear();
  for (const file of files) {
    const path = foldPath(file.name),
      base = baseName(path),
      same = byBase.get(base);
    if (same) same.push({ path, file });
    else byBase.set(base, [{ path, file }]);
  }
}

/** A file by the name that a model gives: its path may begin in any folder of the drop. */
function find(model: string, name: string): SourceFile | undefined {
  const wanted = foldPath(name),
    folder = foldPath(model).slice(0, model.lastIndexOf('/') + 1),
    found = byBase.get(baseName(wanted)) ?? [];
  return (
    found.find(({ path }) => path === wanted || path.endsWith(`/${wanted}`)) ??
    found.find(({ path }) => path.startsWith(folder))
  )?.file;
}

/** At once: the core asks while it reads. */
function read({ name, data }: SourceFile): Uint8Array {
  const blobBytes = (blob: Blob): Uint8Array => new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob));
  // The module unpacks gzip files.
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (!isPacked(data)) return blobBytes(data);
  const { archive, offset, packedBytes } = data;
  return inflateEntry(name, data, blobBytes(archive.slice(offset, offset + packedBytes)));
}

function factsOf({ report }: VitrineDocument): CatalogFacts {
  const { info, issues, format } = report;
  return {
    format,
    actions: info.actions.filter(({ playable }) => playable).length,
    triangles: info.statistics.triangles,
    errors: issues.numErrors,
    warnings: issues.numWarnings,
  };
}

async function make({ id, model, companions }: CatalogAsk & { type: 'make' }): Promise<CatalogAnswer> {
  let document: VitrineDocument | undefined;
  try {
    const given = [model, ...companions];
    if (given.reduce((sum, { data }) => sum + sizeOf(data), 0) > kMostBytes)
      return { id, facts: { ...noFacts, warnings: 1 } };
    const host = await (vitrine ??= start());
    document = host.open(
      given.map((file) => ({ name: file.name, bytes: read(file) })),
      {
        resolve: (name) => {
          const file = find(model.name, name);
          return file && sizeOf(file.data) <= kMostBytes ? read(file) : undefined;
        },
      },
    );
    const facts = factsOf(document),
      { actions } = document.report.info,
      action = startAction(actions);
    const poster = document.renderPng({
      width: kPosterWidth,
      height: kPosterHeight,
      background: 'transparent',
      shadow: true,
      ...(action >= 0 && { action, time: (actions[action]?.duration ?? 0) / 3 }),
    });
    return { id, facts, poster: new Blob([poster as Uint8Array<ArrayBuffer>], { type: 'image/png' }) };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    const facts = document ? factsOf(document) : { ...noFacts, errors: 1, failure };
    // A model without anything to draw is none that failed.
    if (!(error instanceof VitrineError)) vitrine = undefined;
    return { id, facts };
  } finally {
    document?.dispose();
  }
}

/** The page hears of it, and starts another worker. */
const fail = (error: unknown): void =>
  void setTimeout(() => {
    throw error;
  });

let last: Promise<unknown> = Promise.resolve();
self.addEventListener('message', ({ data }: MessageEvent<CatalogAsk>) => {
  if (data.type === 'files') remember(data.files, data.fresh);
  else if (data.type === 'start')
    holdLifeline(data.life, () => self.postMessage({ ready: true } satisfies CatalogReady));
  else
    last = last
      .then(() => make(data))
      .then((answer) => self.postMessage(answer))
      .catch(fail);
});
self.addEventListener('messageerror', () => fail(new Error('A message of the page cannot be read.')));
