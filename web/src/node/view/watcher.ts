// Calls when something may have changed on disk: at once where the system says so, and by looking now and then anyway, as
// network drives and some containers say nothing.

import { type FSWatcher, watch } from 'node:fs';

/** Between two looks in ms, where the system reports nothing. */
const kPollMs = 400;
/** Files are often written piece by piece. */
const kGatherMs = 15;
/** More folders than these are only looked at. */
const kMostFolders = 128;

export class Watcher {
  private readonly watches = new Map<string, FSWatcher>();
  private timer: NodeJS.Timeout | undefined;
  private due = Infinity;
  private ended = false;

  /** `look` is called again and again, never twice at a time; it gives ms until it wants to be called again, if it does. */
  constructor(private readonly look: () => number | undefined) {}

  start(): void {
    this.again(kPollMs);
  }

  /** Folders, not files: editors write a new file and give it the old name. */
  set folders(folders: Iterable<string>) {
    const wanted = new Set([...folders].slice(0, kMostFolders));
    for (const [folder, one] of this.watches)
      if (!wanted.has(folder)) {
        one.close();
        this.watches.delete(folder);
      }
    for (const folder of wanted) if (!this.watches.has(folder)) this.add(folder);
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    for (const one of this.watches.values()) one.close();
    this.watches.clear();
  }

  private add(folder: string): void {
    try {
      const one = watch(folder, { persistent: false }, () => this.again(kGatherMs));
      // The folder went away, or the system has no more watches.
      one.on('error', () => {
        one.close();
        this.watches.delete(folder);
      });
      this.watches.set(folder, one);
    } catch {
      // Looking has to do.
    }
  }

  /** Schedules a look; an earlier due time stays, so that a stream of events delays nothing. */
  private again(ms: number): void {
    const due = performance.now() + ms;
    if (this.ended || due >= this.due) return;
    this.due = due;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const start = performance.now();
      this.due = Infinity;
      const wish = this.look();
      // Large folders are looked at less often.
      const spent = performance.now() - start;
      this.again(wish ?? Math.max(kPollMs, 10 * spent));
    }, ms);
  }
}
