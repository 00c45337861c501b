// The page of `vitrine view`: its files come from the command, which notifies the page when they change on disk.

import { kLiveMeta, type LiveFile, type LiveNote, type PageState } from '../../core/live';
import type { SourceFile } from '../../protocol/files';
import { t } from '../language';
import type { DiskNote } from './diskNote';
import type { Opening } from './documents';
import type { Workspace } from './workspace';

/** Without a word for so long, the connection counts as lost. */
const kPatienceMs = 1500;
/** Between two attempts to reach the command again. */
const kAgainMs = 1000;

/** Address of the changes; undefined for any other page. */
export function liveAddress(): URL | undefined {
  const place = document.querySelector<HTMLMetaElement>(`meta[name="${kLiveMeta}"]`)?.content;
  return place === undefined ? undefined : new URL(place, document.baseURI);
}

interface Known {
  hash: string;
  data: File;
  /** Earlier files, which documents still use if they refused the last ones. */
  before: File[];
}

export class Live {
  private readonly known = new Map<string, Known>();
  private source: EventSource | undefined;
  private next: PageState | undefined;
  /** Files that the command could read and this page could not. */
  private held: readonly LiveNote[] = [];
  private working = false;
  private ended = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: URL,
    private readonly workspace: Workspace,
    private readonly note: DiskNote,
  ) {}

  /** Resolves when the first files are open, or refused. */
  start(opening: Opening): Promise<void> {
    return new Promise((resolve) => this.connect(opening, resolve));
  }

  private connect(opening: Opening, opened: () => void): void {
    const source = (this.source = new EventSource(new URL('changes', this.address)));
    source.addEventListener('state', ({ data }: MessageEvent<string>) => {
      clearTimeout(this.timer);
      this.timer = undefined;
      this.ended = false;
      this.note.line('');
      this.next = JSON.parse(data) as PageState;
      void this.work(opening).then(opened);
    });
    source.addEventListener('end', () => {
      this.ended = true;
      this.note.line(this.lost());
    });
    source.addEventListener('error', () => {
      // Every attempt that fails comes here.
      this.timer ??= setTimeout(() => this.note.line(this.lost()), this.ended ? 0 : kPatienceMs);
      // Some browsers give up by themselves.
      if (source.readyState === EventSource.CLOSED && this.source === source)
        setTimeout(() => this.connect(opening, opened), kAgainMs);
    });
  }

  private lost(): string {
    return this.ended
      ? t('vitrine view has stopped. Open files stay visible, but changes on disk are not detected.')
      : t('Lost connection to vitrine view; retrying. Open files stay visible.');
  }

  /** One state after the other; of several that came meanwhile the last. */
  private async work(opening: Opening): Promise<void> {
    if (this.working) return;
    this.working = true;
    for (let state = this.next; state; state = this.next) {
      this.next = undefined;
      await this.take(state, opening).catch(() => undefined);
    }
    this.working = false;
  }

  private async take({ files, notes }: PageState, opening: Opening): Promise<void> {
    const { workspace, known } = this;
    const fresh = files.filter(({ name, hash }) => known.get(name)?.hash !== hash);
    const fetched = await Promise.all(fresh.map((file) => this.fetch(file)));
    // Written again meanwhile: its state follows.
    if (fetched.includes(undefined)) return;
    const changes = new Map<Blob, File>(),
      came: SourceFile[] = [],
      left = new Set<Blob>();
    for (const [i, { name, hash }] of fresh.entries()) {
      const data = fetched[i]!,
        before = known.get(name);
      const had = before ? [...before.before, before.data] : [];
      for (const each of had) changes.set(each, data);
      if (!before) came.push({ name, data });
      known.set(name, { hash, data, before: had });
    }
    const names = new Set(files.map(({ name }) => name));
    for (const [name, { data }] of known)
      if (!names.has(name)) {
        left.add(data);
        known.delete(name);
      }
    if (workspace.documents.length === 0)
      await workspace.open(
        [...known].map(([name, { data }]) => ({ name, data })),
        opening,
      );
    else {
      if (changes.size + left.size > 0) this.held = await workspace.replace(changes, left);
      if (this.held.length === 0) for (const each of known.values()) each.before = [];
      if (came.length > 0) await workspace.add(came);
    }
    this.note.files([...notes, ...this.held]);
  }

  private async fetch({ name, hash }: LiveFile): Promise<File | undefined> {
    const response = await fetch(new URL(`file/${hash}`, this.address)).catch(() => undefined);
    return response?.ok ? new File([await response.blob()], name) : undefined;
  }
}
