// The file that the document was opened from: written to, and looked at while the page can be seen. Where there is
// none, a download.

import { plainName } from '../../../core/gzipName';
import { zipOf } from '../../zip';
import type { Bench } from '../bench';

const kLookMs = 1000;

const decoded = async (file: File): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());
const stateOf = ({ size, lastModified }: File): string => `${size} ${lastModified}`;

export class Disk {
  /** As it was read or written last. */
  #seen: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isBusy = false;
  #isOver = false;

  /** `changed` gets the text that another program has written, since it was as `seen` says or from now on. */
  constructor(
    readonly handle: FileSystemFileHandle | undefined,
    private readonly changed: (text: string) => void,
    seen?: string,
  ) {
    this.#seen = seen;
    if (handle) void this.#begin(handle);
  }

  /** Where there is a file, and it is no archive; the browser asks whether it may be written. */
  async write(text: string): Promise<boolean> {
    const { handle } = this;
    if (!handle?.createWritable || /\.gz$/i.test(handle.name)) return false;
    if ((await handle.requestPermission?.({ mode: 'readwrite' })) === 'denied') return false;
    this.#isBusy = true;
    try {
      const stream = await handle.createWritable();
      await stream.write(text);
      await stream.close();
      this.#seen = stateOf(await handle.getFile());
      return true;
    } finally {
      this.#isBusy = false;
    }
  }

  /** True when the file is another one than was seen last; `changed` gets its text. */
  async look(): Promise<boolean> {
    if (!this.handle || this.#isBusy || this.#isOver) return false;
    this.#isBusy = true;
    try {
      const file = await this.handle.getFile(),
        state = stateOf(file);
      // A file that is being written is empty for a moment.
      if (file.size === 0 || state === this.#seen) return false;
      this.#seen = state;
      this.changed(await decoded(file));
      return true;
    } catch {
      // Gone, or not allowed any more: the draft stays.
      return false;
    } finally {
      this.#isBusy = false;
    }
  }

  /** For who goes on with the same file. */
  get seen(): string | undefined {
    return this.#seen;
  }

  dispose(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #begin(handle: FileSystemFileHandle): Promise<void> {
    try {
      this.#seen ??= stateOf(await handle.getFile());
    } catch {
      return;
    }
    this.#wait();
  }

  #wait(): void {
    if (this.#isOver) return;
    this.#timer = setTimeout(() => {
      void (document.hidden ? Promise.resolve() : this.look()).then(() => this.#wait());
    }, kLookMs);
  }
}

const kEnding = /\.world\.json$/i;

/** Save: into the file that was opened, else as a download; with files beside it, as a zip. */
export class Saver {
  constructor(
    private readonly bench: Bench,
    private readonly disk: Disk,
  ) {}

  /** What was done, in words; undefined when nothing was. A copy never goes into the file. */
  async save(isCopy: boolean): Promise<string | undefined> {
    const { draft, file, kit } = this.bench,
      { text } = draft;
    try {
      if (!isCopy && (await this.disk.write(text))) {
        const joined = file.files.filter((each) => each.joined).map(({ name }) => name);
        if (joined.length === 0) return kit.t('{name} saved', { name: file.name });
        return kit.t('{name} saved. It needs beside it: {names}', { name: file.name, names: joined.join(', ') });
      }
    } catch (error) {
      this.bench.say(kit.t('{name} could not be written: {reason}', { name: file.name, reason: String(error) }));
      return undefined;
    }
    const name = downloadName(file.name, isCopy),
      files = file.files.filter((each) => file.base === undefined || each.joined);
    if (files.length === 0) {
      offer(kit, new Blob([text], { type: 'application/json' }), name);
      return kit.t('{name} saved as a download', { name });
    }
    const zipName = name.replace(kEnding, '.zip');
    const entries = [{ name, data: new Blob([text]) }, ...files];
    offer(kit, new Blob([await zipOf(entries)], { type: 'application/zip' }), zipName);
    return kit.t('{name} saved as a download', { name: zipName });
  }
}

/** Always one that is opened as a world. */
function downloadName(name: string, isCopy: boolean): string {
  const stem = plainName(name).replace(kEnding, '');
  return `${stem}${isCopy ? '-copy' : ''}.world.json`;
}

function offer({ h }: Bench['kit'], blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  h('a', { attributes: { href: address, download: name } }).click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
