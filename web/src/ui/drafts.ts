// Drafts of worlds that are kept by the browser until they are saved: what the page lists, and what the workbench writes.

import type { Entry } from './workbench/text/history';

/** A draft without its steps and files. */
export interface KeptDraft {
  id: string;
  /** The last name of the document. */
  name: string;
  /** Steps that are not saved. */
  steps: number;
  /** Milliseconds since 1970. */
  at: number;
  /** The text that it began with: one that can be shown. */
  opened: string;
  text: string;
  /** The text that was saved last, where that is another one. */
  savedText?: string;
  selection: readonly string[];
  page: string;
  /** How many of its steps are done; the others can be done again. */
  done: number;
  /** Address of the document. */
  base?: string;
  handle?: FileSystemFileHandle;
}

export interface KeptFile {
  id: string;
  /** As the document names it. */
  name: string;
  data: Blob | ArrayBuffer;
}

export interface KeptStep {
  id: string;
  /** Rises from step to step. */
  number: number;
  entry: Entry;
}

export const kDrafts = 'drafts',
  kSteps = 'steps',
  kFiles = 'files';

/** While a page works on a draft it holds the lock of this name. */
export const lockOf = (id: string): string => `vitrine-draft ${id}`;

/** Rejected where the browser forbids storage. */
export const openDrafts = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('vitrine-worlds', 1);
    request.onupgradeneeded = () => {
      const { result } = request;
      result.createObjectStore(kDrafts, { keyPath: 'id' });
      result.createObjectStore(kSteps, { keyPath: ['id', 'number'] });
      result.createObjectStore(kFiles, { keyPath: ['id', 'name'] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(request.error?.message));
  });

/** What a request answers. */
export const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(request.error?.message));
  });

/** Works on the three stores; answers when all of it is kept. */
export async function changeDrafts(
  base: IDBDatabase,
  work: (store: (name: string) => IDBObjectStore) => void,
): Promise<void> {
  const transaction = base.transaction([kDrafts, kSteps, kFiles], 'readwrite');
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(new Error(transaction.error?.message));
    work((name) => transaction.objectStore(name));
  });
}

/** Steps or files of one draft. */
export const ofDraft = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

export const discardDraft = (base: IDBDatabase, id: string): Promise<void> =>
  changeDrafts(base, (store) => {
    store(kDrafts).delete(id);
    store(kSteps).delete(ofDraft(id));
    store(kFiles).delete(ofDraft(id));
  });

/** Drafts with steps that are not saved, the latest first. Those without such steps are dropped. */
export interface UnsavedDrafts {
  /** No page works on them. */
  free: KeptDraft[];
  /** A page works on them, or has just been left. */
  held: KeptDraft[];
}

export async function unsavedDrafts(base: IDBDatabase): Promise<UnsavedDrafts> {
  const all = await answer(base.transaction(kDrafts).objectStore(kDrafts).getAll() as IDBRequest<KeptDraft[]>),
    { held = [] } = (await navigator.locks?.query()) ?? {},
    names = new Set(held.map(({ name }) => name)),
    isHeld = ({ id }: KeptDraft): boolean => names.has(lockOf(id));
  for (const draft of all) if (draft.steps === 0 && !isHeld(draft)) await discardDraft(base, draft.id);
  const unsaved = all.filter(({ steps }) => steps > 0).sort((a, b) => b.at - a.at);
  return { free: unsaved.filter((draft) => !isHeld(draft)), held: unsaved.filter(isHeld) };
}

/** Answers when the page that works on a draft has gone; rejected by the signal. */
export async function freed({ id }: KeptDraft, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(lockOf(id), { mode: 'shared', signal }, () => undefined);
}
