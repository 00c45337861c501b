// The lines of a file: where they begin is found chunk by chunk, they are read when they are looked at. Old files are
// texts of a code page.

/** Labels of the Encoding standard, with the languages that people know them by. */
export const codePageNames: readonly (readonly [label: string, name: string])[] = [
  ['windows-1250', 'Windows-1250, Central Europe'],
  ['windows-1251', 'Windows-1251, Cyrillic'],
  ['windows-1252', 'Windows-1252, Western Europe'],
];

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes as UTF-8 if they are; else by the code page, which `onCodePage` is told. */
export function decoded(bytes: Uint8Array, codePage: string, onCodePage?: () => void): string {
  try {
    return utf8.decode(bytes);
  } catch {
    onCodePage?.();
    return new TextDecoder(codePage).decode(bytes);
  }
}

/** Text as bytes of the code page; undefined if it has no byte for a letter. */
export function encoded(text: string, codePage: string): Uint8Array | undefined {
  const upper = new TextDecoder(codePage).decode(Uint8Array.from({ length: 128 }, (_, i) => i + 128));
  const bytes = [...text].map((letter) => {
    const code = letter.codePointAt(0)!;
    return code < 128 ? code : 128 + upper.indexOf(letter);
  });
  return bytes.every((byte, i) => byte !== 127 || text.codePointAt(i) === 127) ? Uint8Array.from(bytes) : undefined;
}

const kChunkBytes = 1 << 20;
const kPageBytes = 1 << 16;
/** Pages kept; the oldest goes first. */
const kPages = 48;
const kLineFeed = 10;
const kReturn = 13;

type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>;

export interface Match {
  /** Counted from 0. */
  line: number;
  /** Bytes of the line before it. */
  column: number;
  offset: number;
}

/** Where the lines of a file begin, found chunk by chunk; the lines themselves are read when they are looked at. */
export class Lines {
  /** Called when more lines are known, and when bytes have come that were not there when they were asked for. */
  changed: () => void = () => undefined;
  private starts = new Uint32Array(1024);
  private known = 1;
  private scanned = 0;
  private stopped = false;
  /** No further lines will be found. */
  private ended = false;
  private waiting: (() => void)[] = [];
  private readonly pages = new Map<number, Uint8Array | 'asked'>();

  constructor(
    private readonly read: ReadBytes,
    readonly bytes: number,
  ) {}

  /** Lines that are known so far. */
  get count(): number {
    return this.known;
  }
  get complete(): boolean {
    return this.scanned >= this.bytes;
  }

  /** Nothing is read any more. */
  stop(): void {
    this.stopped = true;
    this.end();
  }

  /** Resolves once `known` holds: true; or once nothing more is read: whether it holds then. */
  async until(known: () => boolean): Promise<boolean> {
    while (!known() && !this.ended) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return known();
  }

  /** Finds the lines of the whole file. */
  async index(): Promise<void> {
    while (!this.stopped && this.scanned < this.bytes) {
      const chunk = await this.read(this.scanned, Math.min(kChunkBytes, this.bytes - this.scanned));
      if (this.stopped || chunk.length === 0) break;
      this.scan(chunk);
      this.changed();
      this.wake();
    }
    this.end();
  }

  private end(): void {
    this.ended = true;
    this.wake();
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }

  private scan(chunk: Uint8Array): void {
    for (let at = chunk.indexOf(kLineFeed); at >= 0; at = chunk.indexOf(kLineFeed, at + 1)) {
      if (this.known === this.starts.length) {
        const more = new Uint32Array(this.starts.length * 2);
        more.set(this.starts);
        this.starts = more;
      }
      this.starts[this.known++] = this.scanned + at + 1;
    }
    this.scanned += chunk.length;
    // Text after the last line feed is a line unless it is empty.
    if (this.complete && this.known > 1 && this.starts[this.known - 1] === this.bytes) --this.known;
  }

  start(line: number): number {
    return this.starts[line] ?? this.bytes;
  }

  /** The line that holds a byte, of those that are known. */
  lineOf(offset: number): number {
    let low = 0,
      high = this.known - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** At most `most` bytes of a line without its end; undefined until they have come. */
  line(index: number, most: number): { bytes: Uint8Array; rest: number } | undefined {
    const start = this.start(index),
      last = index + 1 >= this.known,
      // The last line so far may go on behind what has been looked at.
      end = last ? (this.complete ? this.bytes : this.scanned) : this.start(index + 1);
    const bytes = this.slice(start, Math.min(end, start + most));
    if (!bytes) return undefined;
    let length = bytes.length;
    if (start + length === end) {
      if (bytes[length - 1] === kLineFeed) --length;
      if (bytes[length - 1] === kReturn) --length;
    }
    return { bytes: bytes.subarray(0, length), rest: Math.max(0, end - start - bytes.length) };
  }

  private slice(start: number, end: number): Uint8Array | undefined {
    const bytes = new Uint8Array(Math.max(0, end - start));
    let there = true;
    for (let page = Math.floor(start / kPageBytes); page * kPageBytes < end; ++page) {
      const found = this.pages.get(page) ?? this.fetch(page);
      if (found === 'asked') {
        there = false;
        continue;
      }
      const from = Math.max(start, page * kPageBytes),
        to = Math.min(end, page * kPageBytes + found.length);
      if (to > from) bytes.set(found.subarray(from - page * kPageBytes, to - page * kPageBytes), from - start);
    }
    return there ? bytes : undefined;
  }

  private fetch(page: number): 'asked' {
    this.pages.set(page, 'asked');
    void this.read(page * kPageBytes, Math.min(kPageBytes, this.bytes - page * kPageBytes)).then((bytes) => {
      if (this.stopped) return;
      this.pages.set(page, bytes);
      for (const old of this.pages.keys()) {
        if (this.pages.size <= kPages) break;
        this.pages.delete(old);
      }
      this.changed();
    });
    return 'asked';
  }

  /**
   * The next place of bytes behind `from`, or the one before it, once around the file. ASCII letters are found in
   * either case. Undefined when there is none, or when `stale` returns true.
   */
  async find(text: Uint8Array, from: number, forward: boolean, stale: () => boolean): Promise<Match | undefined> {
    const needle = lower(text.slice());
    if (needle.length === 0 || needle.length > kChunkBytes) return undefined;
    const overlap = needle.length - 1,
      chunks = Math.ceil(this.bytes / kChunkBytes);
    const first = Math.min(chunks - 1, Math.max(0, Math.floor(from / kChunkBytes)));
    // The chunk it began in comes twice: what lies on the other side of the beginning comes last.
    for (let step = 0; step <= chunks; ++step) {
      const chunk = (((first + (forward ? step : -step)) % chunks) + chunks) % chunks,
        base = chunk * kChunkBytes;
      const bytes = lower(await this.read(base, Math.min(kChunkBytes + overlap, this.bytes - base)));
      if (this.stopped || stale()) return undefined;
      let at = -1;
      if (forward) at = indexOf(bytes, needle, step === 0 ? Math.max(0, from - base) : 0);
      else at = lastIndexOf(bytes, needle, step === 0 ? from - base - 1 : kChunkBytes - 1);
      if (at < 0) continue;
      const offset = base + at,
        line = this.lineOf(offset);
      return { line, column: offset - this.start(line), offset };
    }
    return undefined;
  }
}

function lower(bytes: Uint8Array): Uint8Array {
  for (let i = 0; i < bytes.length; ++i) if (bytes[i]! >= 65 && bytes[i]! <= 90) bytes[i]! += 32;
  return bytes;
}

function matches(bytes: Uint8Array, needle: Uint8Array, at: number): boolean {
  for (let i = 0; i < needle.length; ++i) if (bytes[at + i] !== needle[i]) return false;
  return true;
}

function indexOf(bytes: Uint8Array, needle: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(needle[0]!, from); at >= 0; at = bytes.indexOf(needle[0]!, at + 1))
    if (matches(bytes, needle, at)) return at;
  return -1;
}

function lastIndexOf(bytes: Uint8Array, needle: Uint8Array, from: number): number {
  if (from < 0) return -1;
  for (
    let at = bytes.lastIndexOf(needle[0]!, from);
    at >= 0;
    at = at === 0 ? -1 : bytes.lastIndexOf(needle[0]!, at - 1)
  )
    if (matches(bytes, needle, at)) return at;
  return -1;
}
