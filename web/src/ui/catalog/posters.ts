// Posters on demand: what is in sight first, one at a time, kept by the browser between visits.

import { lifelineName, whenGone } from '../../base/lifeline';
import { scriptUrl } from '../../base/trusted';
import type { SourceFile } from '../../protocol/files';
import { isPacked, sizeOf } from '../../protocol/files';
import { t } from '../language';
import { type Entry, posterAnimation } from './entries';
import { type CatalogAnswer, type CatalogAsk, type CatalogFacts, type CatalogReady, noFacts } from './protocol';

const kCacheName = 'vitrine-posters-1';
/** Posters that are kept; the oldest half goes when there are more. */
const kMostKept = 4000;
const kFactsHeader = 'x-facts';

interface Made {
  /** Undefined where nothing could be made. */
  facts?: CatalogFacts;
  poster?: Blob;
}

/** Names a poster by what it is made of, as far as its file shows. */
function keyOf({ model, animations }: Entry, action: SourceFile | undefined): string | undefined {
  const file = isPacked(model.data) ? model.data.archive : model.data;
  if (!(file instanceof File)) return undefined;
  const parts = { name: model.name, size: sizeOf(model.data), time: file.lastModified, action: action?.name ?? '' };
  const query = Object.entries({ ...parts, animations: animations.length })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return new URL(`poster?${query}`, location.href).href;
}

/** Undefined where storage is forbidden: to ask for it throws there. */
async function kept(): Promise<Cache | undefined> {
  try {
    return await caches.open(kCacheName);
  } catch {
    return undefined;
  }
}

async function keptPoster(key: string): Promise<Made | undefined> {
  const response = await (await kept())?.match(key);
  const text = response?.headers.get(kFactsHeader);
  if (!response || !text) return undefined;
  const facts = JSON.parse(decodeURIComponent(text)) as CatalogFacts,
    poster = await response.blob();
  return { facts, ...(poster.size > 0 && { poster }) };
}

async function keepPoster(key: string, { facts, poster }: Made): Promise<void> {
  const cache = await kept();
  // Storage may be full or forbidden.
  await cache
    ?.put(key, new Response(poster ?? null, { headers: { [kFactsHeader]: encodeURIComponent(JSON.stringify(facts)) } }))
    .catch(() => undefined);
}

/** Old posters go. */
export async function trimPosters(): Promise<void> {
  const cache = await kept(),
    keys = (await cache?.keys()) ?? [];
  if (keys.length > kMostKept) await Promise.all(keys.slice(0, keys.length / 2).map((key) => cache!.delete(key)));
}

/** So many files are handed to the worker in one task of the page: thousands at once hold it up for seconds. */
const kAtOnce = 200;
/** Workers that may end while they read one model. */
const kTries = 2;
/** Workers that end one after the other without an answer before no more are started. */
const kMostEnds = 4;

export class Posters {
  private worker: Worker | undefined;
  private files: readonly SourceFile[] = [];
  /** Files that the worker has; undefined before it has any. */
  private posted: WeakSet<object> | undefined;
  private sent: Promise<void> = Promise.resolve();
  private nextId = 0;
  private readonly answers = new Map<number, (answer: CatalogAnswer | undefined) => void>();
  /** The worker, or the one that ended last, has read its script. */
  private started = false;
  /** Workers that have ended since the last answer. */
  private ends = 0;
  /** Why the last of them ended. */
  failure = '';

  /** No worker stays alive: nothing more is made. */
  get gaveUp(): boolean {
    return this.ends >= kMostEnds;
  }

  /** All files of the drop; those of a drop before are forgotten. */
  give(files: readonly SourceFile[]): void {
    const [first] = this.files;
    if (first && !files.some(({ data }) => data === first.data)) this.posted = undefined;
    this.files = files;
    if (this.worker) this.sent = this.sent.then(() => this.sendFiles());
  }

  /** Contents of a model, with its poster if it can be drawn. */
  async make(entry: Entry): Promise<Made> {
    const action = posterAnimation(entry),
      key = keyOf(entry, action);
    const before = key === undefined ? undefined : await keptPoster(key).catch(() => undefined);
    if (before) return before;
    for (let tries = 0; tries < kTries && !this.gaveUp;) {
      const answer = await this.ask(entry.model, action ? [action] : []);
      if (!answer) {
        tries += Number(this.started);
        continue;
      }
      this.ends = 0;
      const { facts, poster } = answer,
        made = { facts, ...(poster && { poster }) };
      if (key !== undefined) void keepPoster(key, made);
      return made;
    }
    return this.gaveUp ? {} : { facts: { ...noFacts, errors: 1, failure: this.failure } };
  }

  /** Undefined when the worker ends before it answers. */
  private async ask(model: SourceFile, companions: readonly SourceFile[]): Promise<CatalogAnswer | undefined> {
    if (!this.worker) this.start();
    const { worker } = this;
    await this.sent;
    if (!worker || worker !== this.worker) return undefined;
    const id = this.nextId++;
    return new Promise((resolve) => {
      this.answers.set(id, resolve);
      this.send({ type: 'make', id, model, companions });
    });
  }

  private start(): void {
    const worker = new Worker(scriptUrl(new URL('./catalog-worker.js', import.meta.url).href), { type: 'module' }),
      life = lifelineName();
    this.worker = worker;
    this.started = false;
    this.posted = undefined;
    let ready = (): void => undefined;
    this.sent = new Promise<void>((resolve) => (ready = resolve)).then(() => this.sendFiles());
    const end = (reason: string): void => {
      if (worker === this.worker) this.end(reason);
      ready();
    };
    worker.onmessage = ({ data }: MessageEvent<CatalogAnswer | CatalogReady>) => {
      if ('ready' in data) {
        this.started = true;
        whenGone(life, () => end(t('The worker that draws them has ended.')));
        return ready();
      }
      this.answers.get(data.id)?.(data);
      this.answers.delete(data.id);
    };
    worker.onerror = ({ message }) => end(message || t('The worker that draws them did not start.'));
    worker.onmessageerror = () => end(t('The poster worker’s response cannot be read.'));
    this.send({ type: 'start', life });
  }

  /** The next question gets another worker. */
  private end(reason: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.ends += 1;
    this.failure = reason;
    for (const answer of this.answers.values()) answer(undefined);
    this.answers.clear();
  }

  private async sendFiles(): Promise<void> {
    let fresh = this.posted === undefined;
    const { worker } = this,
      posted = (this.posted ??= new WeakSet()),
      rest = this.files.filter(({ data }) => !posted.has(data));
    for (let i = 0; i < rest.length && worker === this.worker; i += kAtOnce) {
      const files = rest.slice(i, i + kAtOnce);
      for (const { data } of files) posted.add(data);
      this.send({ type: 'files', files, fresh });
      fresh = false;
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  private send(ask: CatalogAsk): void {
    this.worker?.postMessage(ask);
  }
}
