// Bytes of a part of a file, fetched page by page when they are asked for.

import type { ElementType } from '../core/report';
import type { Viewer } from '../viewer/viewer';
import { numberText } from './words';

const kPageBytes = 4096;
/** Pages kept; the oldest goes first. */
const kPages = 64;

export const sizeOfType: Record<ElementType, number> = { u8: 1, u16: 2, i16: 2, u32: 4, f32: 4 };

/** Bytes of a file that is open; none where nobody has them any more. */
export const bytesOf = async (
  viewer: Pick<Viewer, 'ask'>,
  file: string,
  offset: number,
  length: number,
): Promise<Uint8Array> => (await viewer.ask('bytes', { file, offset, length })) ?? new Uint8Array();

export class BytePages {
  /** Called when bytes have come that were not there when they were asked for. */
  arrived: () => void = () => undefined;
  private readonly pages = new Map<number, Uint8Array | 'asked'>();
  private generation = 0;
  private start = 0;
  private size = 0;

  constructor(private readonly read: (offset: number, length: number) => Promise<Uint8Array>) {}

  /** Only bytes [start, start + size) of the file are looked at from now on. */
  range(start: number, size: number): void {
    ++this.generation;
    this.pages.clear();
    this.start = start;
    this.size = size;
  }

  /** Undefined until it has come. */
  byte(offset: number): number | undefined {
    if (offset < this.start || offset >= this.start + this.size) return undefined;
    const page = Math.floor((offset - this.start) / kPageBytes),
      bytes = this.pages.get(page);
    if (bytes === undefined) this.fetch(page);
    return bytes === undefined || bytes === 'asked' ? undefined : bytes[offset - this.start - page * kPageBytes];
  }

  /** A number as text, empty until its bytes have come. */
  numberText(offset: number, type: ElementType, bigEndian: boolean): string {
    const bytes = new Uint8Array(sizeOfType[type]);
    for (let i = 0; i < bytes.length; ++i) {
      const value = this.byte(offset + i);
      if (value === undefined) return '';
      bytes[i] = value;
    }
    const view = new DataView(bytes.buffer);
    switch (type) {
      case 'f32':
        return numberText(view.getFloat32(0, !bigEndian));
      case 'u8':
        return String(view.getUint8(0));
      case 'u16':
        return String(view.getUint16(0, !bigEndian));
      case 'i16':
        return String(view.getInt16(0, !bigEndian));
      case 'u32':
        return String(view.getUint32(0, !bigEndian));
    }
  }

  private fetch(page: number): void {
    this.pages.set(page, 'asked');
    const { generation } = this,
      from = page * kPageBytes;
    void this.read(this.start + from, Math.min(kPageBytes, this.size - from)).then((bytes) => {
      if (generation !== this.generation) return;
      this.pages.set(page, bytes);
      for (const old of this.pages.keys()) {
        if (this.pages.size <= kPages) break;
        this.pages.delete(old);
      }
      this.arrived();
    });
  }
}
