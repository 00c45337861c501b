// On the start page: drafts of worlds that were not saved, and what was opened before: file handles where the browser
// keeps them, addresses, else names alone.

import { fill, pushAll } from '../base/lists';
import { isPacked, type SourceFile } from '../protocol/files';
import { droppedFolders, filesOfHandle, handleOf } from '../viewer/files';
import { h } from './dom';
import { discardDraft, freed, type KeptDraft, openDrafts, type UnsavedDrafts, unsavedDrafts } from './drafts';
import type { OpenDocument } from './files/documents';
import { isolated } from './inert';
import { countOf, t } from './language';
import { baseName } from './words';
import { unsavedText } from './workbench/keep/texts';

/** Drafts of worlds that were not saved, on the start page: each can be continued or discarded. */
export class Unsaved {
  private readonly list = h('ul', { class: 'recent-list' });
  readonly element = h(
    'section',
    { class: 'recent unsaved', attributes: { 'aria-labelledby': 'unsaved-title', hidden: true } },
    h('h2', { class: 'quiet', id: 'unsaved-title', text: t('Not saved') }),
    this.list,
  );

  private waiting = new AbortController();

  constructor(private readonly proceed: (draft: KeptDraft) => void) {}

  /** Where nothing can be kept there is nothing to show. A draft comes when the page that works on it has gone. */
  async show(): Promise<void> {
    this.waiting.abort();
    const { signal } = (this.waiting = new AbortController()),
      { free, held } = await this.drafts().catch((): UnsavedDrafts => ({ free: [], held: [] }));
    if (signal.aborted) return;
    this.element.hidden = free.length === 0;
    fill(
      this.list,
      free.map((draft) => this.row(draft)),
    );
    if (held.length > 0)
      void Promise.any(held.map((draft) => freed(draft, signal))).then(
        () => this.show(),
        () => undefined,
      );
  }

  private row(draft: KeptDraft): HTMLElement {
    return h(
      'li',
      {},
      h('span', { text: unsavedText({ t, countOf }, draft) }),
      h('button', {
        class: 'button small',
        text: t('Continue'),
        attributes: { type: 'button' },
        on: { click: () => this.proceed(draft) },
      }),
      h('button', {
        class: 'button small',
        text: t('Discard'),
        attributes: { type: 'button' },
        on: { click: () => void this.discard(draft) },
      }),
    );
  }

  private async discard({ id }: KeptDraft): Promise<void> {
    const base = await openDrafts();
    await discardDraft(base, id).finally(() => base.close());
    await this.show();
  }

  private async drafts(): Promise<UnsavedDrafts> {
    const base = await openDrafts();
    return unsavedDrafts(base).finally(() => base.close());
  }
}

interface Entry {
  name: string;
  /** Milliseconds since 1970. */
  at: number;
  sources: readonly string[];
  handles: FileSystemHandle[];
}

interface RecentHost {
  open(files: SourceFile[]): void;
  openAddresses(urls: readonly string[]): void;
  browse(): void;
}

const kMostEntries = 8;
/** A browser asks before it reads each handle again: of a model with more files only the name is kept. */
const kMostHandles = 12;
const kStore = 'recent';

/** What was opened before, on the start page: file handles where the browser keeps them, addresses, else names alone. */
export class Recent {
  private readonly list = h('ul', { class: 'recent-list' });
  private readonly said = h('p', { class: 'quiet', attributes: { role: 'status' } });
  readonly element = h(
    'section',
    { class: 'recent', attributes: { 'aria-labelledby': 'recent-title', hidden: true } },
    h('h2', { class: 'quiet', id: 'recent-title', text: t('Recent') }),
    this.list,
    this.said,
    h('button', {
      class: 'link',
      text: t('Clear'),
      attributes: { type: 'button' },
      on: { click: () => void this.change((store) => store.clear()).then(() => this.show()) },
    }),
  );
  private last: OpenDocument | undefined;

  constructor(private readonly host: RecentHost) {}

  /** Keeps a document that shows now; samples have cards of their own. */
  async note(document: OpenDocument | undefined): Promise<void> {
    if (!document || document === this.last) return;
    this.last = document;
    const { name, sources, files } = document;
    if (sources.some((url) => /^(samples\/|blob:)/.test(url))) return;
    const entry: Entry = { name, at: Date.now(), sources, handles: sources.length > 0 ? [] : handlesOf(files) };
    // Names are unique; a handle that cannot be stored leaves the name.
    await this.change((store) => store.put(entry)).catch(() =>
      this.change((store) => store.put({ ...entry, handles: [] })).catch(() => undefined),
    );
  }

  async show(): Promise<void> {
    const entries = await this.entries().catch(() => []);
    entries.sort((a, b) => b.at - a.at);
    for (const { name } of entries.splice(kMostEntries)) void this.change((store) => store.delete(name));
    this.element.hidden = entries.length === 0 && this.said.textContent === '';
    fill(
      this.list,
      entries.map((entry) =>
        h(
          'li',
          {},
          h('button', {
            class: 'button small',
            text: isolated(baseName(entry.name)),
            title: isolated(entry.sources[0] ?? entry.name),
            attributes: { type: 'button', translate: 'no' },
            on: { click: () => void this.open(entry) },
          }),
        ),
      ),
    );
  }

  private async open({ name, sources, handles }: Entry): Promise<void> {
    if (sources.length > 0) return this.host.openAddresses(sources);
    if (handles.length === 0) {
      this.said.textContent = t('Only the name of {name} is kept: choose its files again.', {
        name: isolated(baseName(name)),
      });
      return this.host.browse();
    }
    try {
      const files: SourceFile[] = [];
      for (const handle of handles) {
        const allowed = (await handle.requestPermission?.({ mode: 'read' })) ?? 'granted';
        if (allowed !== 'granted') return;
        pushAll(files, await filesOfHandle(handle));
      }
      this.host.open(files);
    } catch {
      this.said.textContent = t('{name} is no longer where it was.', { name: isolated(baseName(name)) });
      await this.change((store) => store.delete(name));
      await this.show();
    }
  }

  private async entries(): Promise<Entry[]> {
    const base = await open();
    return new Promise((resolve, reject) => {
      const request = base.transaction(kStore).objectStore(kStore).getAll() as IDBRequest<Entry[]>;
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error(request.error?.message));
    }).finally(() => base.close()) as Promise<Entry[]>;
  }

  private async change(work: (store: IDBObjectStore) => IDBRequest): Promise<void> {
    const base = await open();
    await new Promise<void>((resolve, reject) => {
      const transaction = base.transaction(kStore, 'readwrite');
      work(transaction.objectStore(kStore));
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(new Error(transaction.error?.message));
    }).finally(() => base.close());
  }
}

/** Folders stand for the files in them; empty where some of the files have no handle. */
function handlesOf(files: readonly SourceFile[]): FileSystemHandle[] {
  const folders = droppedFolders(),
    found = new Set<FileSystemHandle>();
  for (const { name, data } of files) {
    const folder = folders.find((each) => name.startsWith(`${each.name}/`)),
      blob = isPacked(data) ? data.archive : data,
      handle = folder ?? (blob instanceof Blob ? handleOf(blob) : undefined);
    if (!handle) return [];
    found.add(handle);
  }
  return found.size > kMostHandles ? [] : [...found];
}

/** Rejected where the browser forbids storage, as private windows of some do. */
const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('vitrine', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(kStore, { keyPath: 'name' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(request.error?.message));
  });
