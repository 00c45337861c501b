// Files on disk that are read again when they change: those that came with handles, and those of `vitrine view`.

import { kLiveMeta, type LiveFile, type LiveNote, type PageState } from '../../core/live';
import type { SourceFile } from '../../protocol/files';
import { droppedFolders, filesInFolders, handleOf, readHandle } from '../../viewer/files';
import { h } from '../dom';
import { t } from '../language';
import { recall, remember } from '../memory';
import { baseName } from '../words';
import type { Opening } from './documents';
import type { Workspace } from './workspace';

/** One quiet line while a file on disk cannot be taken as it is, or it is no longer watched. */
export class DiskNote {
  readonly element = h('p', { class: 'stage-note disk-note', attributes: { role: 'status', hidden: true } });
  private notes: readonly LiveNote[] = [];
  private connection = '';

  /** Files that wait; none ends it. */
  files(notes: readonly LiveNote[]): void {
    this.notes = notes;
    this.fill();
  }

  /** State of the connection to the disk; empty while it is connected. */
  line(text: string): void {
    this.connection = text;
    this.fill();
  }

  private fill(): void {
    const [first] = this.notes,
      text = this.connection || (first ? noteText(first) : '');
    if (text !== this.element.textContent) this.element.textContent = text;
    this.element.title = this.notes.map(noteText).join('\n');
    this.element.hidden = text === '';
  }
}

function noteText({ file, kind, message }: LiveNote): string {
  const name = baseName(file);
  if (kind === 'gone') return t('{name} is gone; its last version stays', { name });
  return message === ''
    ? t('{name} cannot be read now; its last version stays', { name })
    : t('{name} cannot be read now; its last version stays ({reason})', { name, reason: message });
}

const kPollMs = 600;
/** Delay in ms: related files are often written one after the other. */
const kGatherMs = 200;
/** More handles than these are not looked at. */
const kMostFiles = 256;
/** Folders are looked through every so many looks, and so many of their entries. */
const kFolderLooks = 3;
const kMostEntries = 2000;

/**
 * Files on disk that came with handles: a change is reported, by the browser's observer where it has one, else by a look
 * about once a second while the page can be seen.
 */
export class Watch {
  /** Called after the switch was turned and after other files are watched. */
  onChange: () => void = () => undefined;
  private blobs: Blob[] = [];
  /** The state that was last reported, so that a change is reported once. */
  private readonly seen = new WeakMap<Blob, string>();
  private observer: FileSystemObserver | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private looking = false;
  private on = recall('watch', 'on') === 'on';

  /** Paths of the files in so many dropped folders that are known. */
  private names = new Set<string>();
  private folders = 0;
  private looks = 0;

  /** `changed` gets files as they were given, each with what lies on disk now; `came` those that are new in a folder. */
  constructor(
    private readonly changed: (files: ReadonlyMap<Blob, File>) => Promise<void>,
    private readonly came: (files: readonly SourceFile[]) => Promise<void> = () => Promise.resolve(),
  ) {
    document.addEventListener('visibilitychange', () => this.start());
  }

  /** Browsers without handles cannot watch. */
  get possible(): boolean {
    return (
      'showOpenFilePicker' in globalThis || 'getAsFileSystemHandle' in DataTransferItem.prototype || this.count > 0
    );
  }

  get enabled(): boolean {
    return this.on;
  }

  set enabled(on: boolean) {
    this.on = on;
    remember('watch', on ? 'on' : 'off');
    this.start();
    this.onChange();
  }

  get count(): number {
    return this.blobs.length;
  }

  /** These files from now on; those without a handle are passed over. */
  set files(files: readonly Blob[]) {
    const blobs = [...new Set(files)].filter((file) => handleOf(file) !== undefined).slice(0, kMostFiles);
    if (blobs.length === this.blobs.length && blobs.every((blob, i) => blob === this.blobs[i])) return;
    this.blobs = blobs;
    this.start();
    this.onChange();
  }

  private start(): void {
    this.observer?.disconnect();
    this.observer = undefined;
    clearTimeout(this.timer);
    if (!this.on || this.blobs.length === 0 || document.hidden) return;
    if (globalThis.FileSystemObserver) {
      const observer = (this.observer = new globalThis.FileSystemObserver(() => this.soon(kGatherMs)));
      const watched = [...this.blobs.map((blob) => handleOf(blob)!), ...droppedFolders()];
      Promise.all(watched.map((handle) => observer.observe(handle))).catch(() => {
        // Not allowed for these files: look at them instead.
        observer.disconnect();
        if (this.observer !== observer) return;
        this.observer = undefined;
        this.soon(kPollMs);
      });
    }
    // Changes while the page was hidden.
    this.soon(this.observer ? 0 : kPollMs);
  }

  /** Looks for new files; those of the first scan are open or unrelated. */
  private async lookForNew(): Promise<void> {
    const folders = droppedFolders().length;
    if (folders === 0) return;
    const found = await filesInFolders(kMostEntries);
    if (folders !== this.folders) {
      this.folders = folders;
      this.names = new Set(found.keys());
      return;
    }
    const fresh: SourceFile[] = [];
    for (const [name, handle] of found) {
      if (this.names.has(name)) continue;
      const data = await readHandle(handle).catch(() => undefined);
      // One that is being written comes with the next look.
      if (!data || data.size === 0) continue;
      this.names.add(name);
      fresh.push({ name, data });
    }
    if (fresh.length > 0) await this.came(fresh).catch(() => undefined);
  }

  private soon(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), ms);
  }

  private async look(): Promise<void> {
    if (this.looking) {
      this.soon(kGatherMs);
      return;
    }
    this.looking = true;
    const changes = new Map<Blob, File>();
    for (const blob of this.blobs) {
      // A file that is gone or being written stays as it was.
      const now = await readHandle(handleOf(blob)!).catch(() => undefined);
      if (!now || now.size === 0) continue;
      const state = stateOf(now);
      if (state === (this.seen.get(blob) ?? stateOf(blob))) continue;
      this.seen.set(blob, state);
      changes.set(blob, now);
    }
    if (changes.size > 0 && this.on) await this.changed(changes).catch(() => undefined);
    if (this.on && (this.observer || this.looks++ % kFolderLooks === 0)) await this.lookForNew();
    this.looking = false;
    if (!this.observer && this.on && this.blobs.length > 0 && !document.hidden) this.soon(kPollMs);
  }
}

const stateOf = (file: Blob): string => `${file.size} ${file instanceof File ? file.lastModified : ''}`;

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

/** The page of `vitrine view`: its files come from the command, which notifies the page when they change on disk. */
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
