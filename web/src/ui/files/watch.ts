// Files on disk that came with handles: a change is reported, by the browser's observer where it has one, else by a look
// about once a second while the page can be seen.

import type { SourceFile } from '../../protocol/files';
import { droppedFolders, filesInFolders, handleOf, readHandle } from '../../viewer/files';
import { recall, remember } from '../memory';

const kPollMs = 600;
/** Delay in ms: related files are often written one after the other. */
const kGatherMs = 200;
/** More handles than these are not looked at. */
const kMostFiles = 256;
/** Folders are looked through every so many looks, and so many of their entries. */
const kFolderLooks = 3;
const kMostEntries = 2000;

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
