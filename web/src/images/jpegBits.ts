// The compressed bits of a JPEG: Huffman codes and the coefficients of its blocks, sequential and progressive.

/** Order of the coefficients of a block in the file. */
// prettier-ignore
export const kZigzag = Uint8Array.of(
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55,
  62, 63,
);

/** Table by the next 16 bits: length of the code times 256, plus its symbol; 0 where there is none. */
export type HuffmanTable = Uint16Array;

/** `counts`: codes of 1 to 16 bits; undefined when they do not fit. */
export function huffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable | undefined {
  const table = new Uint16Array(1 << 16);
  let code = 0,
    next = 0;
  for (let length = 1; length <= 16; ++length, code <<= 1) {
    for (let i = 0; i < (counts[length - 1] ?? 0); ++i, ++code, ++next) {
      if (code >= 1 << length) return undefined;
      const first = code << (16 - length);
      table.fill((length << 8) | (symbols[next] ?? 0), first, first + (1 << (16 - length)));
    }
  }
  return table;
}

/** Bits after a scan's header. Past the end, and where a marker stands, there are zeros. */
export class BitReader {
  private bits = 0;
  private count = 0;
  /** Bits at hand that no byte of the file gave. */
  private made = 0;
  /** Bits were used that the file does not hold. */
  isShort = false;

  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {}

  /** No bit of the file is left before the next marker. */
  get isOver(): boolean {
    if (this.count > this.made) return false;
    const { bytes, at } = this;
    return at >= bytes.length || (bytes[at] === 0xff && bytes[at + 1] !== 0);
  }

  private need(count: number): void {
    while (this.count < count) {
      let byte = 0;
      const found = this.bytes[this.at];
      if (found === 0xff) {
        if (this.bytes[this.at + 1] === 0) {
          byte = 0xff;
          this.at += 2;
        } else this.made += 8;
      } else if (found !== undefined) {
        byte = found;
        this.at += 1;
      } else this.made += 8;
      this.bits = ((this.bits << 8) | byte) & 0xffffff;
      this.count += 8;
    }
  }

  private use(count: number): void {
    this.count -= count;
    if (this.count >= this.made) return;
    this.made = this.count;
    this.isShort = true;
  }

  bit(): number {
    this.need(1);
    this.use(1);
    return (this.bits >> this.count) & 1;
  }

  read(count: number): number {
    if (count === 0) return 0;
    this.need(count);
    this.use(count);
    return (this.bits >> this.count) & ((1 << count) - 1);
  }

  /** A number of `size` bits whose first bit says its sign. */
  signed(size: number): number {
    const value = this.read(size);
    return size > 0 && value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
  }

  symbol(table: HuffmanTable): number {
    this.need(16);
    const entry = table[(this.bits >> (this.count - 16)) & 0xffff]!;
    this.use(entry >> 8 || 16);
    return entry & 255;
  }

  /** Drops the rest of a byte and passes a restart marker. */
  restart(): void {
    this.bits = this.count = this.made = 0;
    const { bytes } = this;
    while (this.at < bytes.length && bytes[this.at] !== 0xff) this.at += 1;
    while (bytes[this.at] === 0xff && bytes[this.at + 1] === 0xff) this.at += 1;
    const marker = bytes[this.at + 1] ?? 0;
    if (marker >= 0xd0 && marker <= 0xd7) this.at += 2;
  }
}

/** A component in one scan. */
export interface ScanComponent {
  dc: HuffmanTable;
  ac: HuffmanTable;
  predicted: number;
}
export interface ScanRange {
  first: number;
  last: number;
  /** Progressive: bits that came before, bits to come. */
  high: number;
  low: number;
  progressive: boolean;
}

/** Reads blocks of one scan; coefficients come in the order of the block's rows. */
export class BlockReader {
  private endOfBand = 0;

  constructor(
    private readonly reader: BitReader,
    private readonly range: ScanRange,
  ) {}

  /** The next block takes bits, and there are none. */
  get isOver(): boolean {
    return this.endOfBand === 0 && this.reader.isOver;
  }

  restart(): void {
    this.endOfBand = 0;
    this.reader.restart();
  }

  read(component: ScanComponent, block: Int16Array): void {
    const { range } = this;
    if (!range.progressive) this.sequential(component, block);
    else if (range.first === 0) this.firstCoefficient(component, block);
    else if (range.high === 0) this.band(component, block);
    else this.refine(component, block);
  }

  private sequential(component: ScanComponent, block: Int16Array): void {
    const { reader } = this;
    component.predicted += reader.signed(reader.symbol(component.dc) & 15);
    block[0] = component.predicted;
    for (let k = 1; k < 64; ++k) {
      const symbol = reader.symbol(component.ac),
        size = symbol & 15;
      if (size === 0) {
        if (symbol !== 0xf0) break;
        k += 15;
        continue;
      }
      k += symbol >> 4;
      const value = reader.signed(size);
      if (k < 64) block[kZigzag[k]!] = value;
    }
  }

  private firstCoefficient(component: ScanComponent, block: Int16Array): void {
    const { reader, range } = this;
    if (range.high > 0) {
      block[0]! |= reader.bit() << range.low;
      return;
    }
    component.predicted += reader.signed(reader.symbol(component.dc) & 15);
    block[0] = component.predicted * (1 << range.low);
  }

  private band({ ac }: ScanComponent, block: Int16Array): void {
    const { reader, range } = this;
    if (this.endOfBand > 0) {
      this.endOfBand -= 1;
      return;
    }
    for (let k = range.first; k <= range.last; ++k) {
      const symbol = reader.symbol(ac),
        run = symbol >> 4,
        size = symbol & 15;
      if (size === 0) {
        if (run < 15) {
          this.endOfBand = (1 << run) - 1 + reader.read(run);
          break;
        }
        k += 15;
        continue;
      }
      k += run;
      const value = reader.signed(size) * (1 << range.low);
      if (k < 64) block[kZigzag[k]!] = value;
    }
  }

  private refine({ ac }: ScanComponent, block: Int16Array): void {
    const { reader, range } = this,
      plus = 1 << range.low;
    const correct = (at: number): void => {
      const value = block[at]!;
      if (reader.bit() && (Math.abs(value) & plus) === 0) block[at] = value + (value > 0 ? plus : -plus);
    };
    let k = range.first;
    if (this.endOfBand === 0) {
      for (; k <= range.last; ++k) {
        const symbol = reader.symbol(ac),
          size = symbol & 15;
        let run = symbol >> 4,
          fresh = 0;
        if (size === 0) {
          if (run < 15) {
            this.endOfBand = (1 << run) + reader.read(run);
            break;
          }
        } else {
          fresh = reader.bit() ? plus : -plus;
        }
        for (; k <= range.last; ++k) {
          const at = kZigzag[k]!;
          if (block[at] !== 0) correct(at);
          else if (run-- === 0) {
            if (fresh !== 0) block[at] = fresh;
            break;
          }
        }
      }
    }
    if (this.endOfBand > 0) {
      for (; k <= range.last; ++k) if (block[kZigzag[k]!] !== 0) correct(kZigzag[k]!);
      this.endOfBand -= 1;
    }
  }
}
