// The file that the document was opened from: written to, and looked at while the page can be seen.

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
