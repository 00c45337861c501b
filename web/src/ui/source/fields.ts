// Record and fields at a byte of a binary file, fetched when the cursor comes there.

import type { RecordArray, RecordField, RecordMap } from '../../core/report';
import type { Viewer } from '../../viewer/viewer';
import { type BytePages, sizeOfType } from '../bytePages';
import { fieldText, type Place } from '../fieldList';

const isArray = (part: RecordField | RecordArray): part is RecordArray => 'members' in part;

export class Fields {
  /** Called when a record has come that was not there when a byte of it was asked about. */
  arrived: () => void = () => undefined;
  private maps: RecordMap[] = [];
  private file = '';
  private asking = -1;

  constructor(
    private readonly viewer: Viewer,
    private readonly pages: BytePages,
  ) {}

  open(file: string): void {
    this.file = file;
    this.maps = [];
    this.asking = -1;
  }

  /** Undefined for bytes without a name, and until the record has come. */
  at(offset: number): Place | undefined {
    const map = this.maps.find((one) => offset >= one.offset && offset < one.offset + one.size);
    if (!map) {
      void this.fetch(offset);
      return undefined;
    }
    const part = map.parts.find((one) => {
      const size = isArray(one) ? one.count * one.stride : one.size;
      return offset >= one.offset && offset < one.offset + size;
    });
    if (!part) return undefined;
    if (!isArray(part))
      return {
        name: `${map.kind} · ${part.name}`,
        offset: part.offset,
        size: part.size,
        text: fieldText(part),
        type: part.type,
      };
    const index = Math.floor((offset - part.offset) / part.stride),
      inside = (offset - part.offset) % part.stride;
    for (const { name, type, count, at: first } of part.members) {
      const bytes = sizeOfType[type];
      if (inside < first || inside >= first + bytes * count) continue;
      const component = Math.floor((inside - first) / bytes),
        at = part.offset + index * part.stride + first + component * bytes;
      const label = `${part.name}[${index}].${name}${count > 1 ? `[${component}]` : ''}`;
      const text = this.pages.numberText(at, type, map.bigEndian === true);
      return { name: label, offset: at, size: bytes, text, type };
    }
    return undefined;
  }

  private async fetch(offset: number): Promise<void> {
    if (this.asking === offset) return;
    this.asking = offset;
    const { file } = this;
    const at = await this.viewer.ask('placeAt', { file, offset });
    if (file !== this.file || at?.record === undefined) return;
    const map = await this.viewer.ask('record', { file, offset: at.record });
    if (file !== this.file || !map || this.maps.some((one) => one.offset === map.offset)) return;
    this.maps = [map, ...this.maps.slice(0, 31)];
    this.asking = -1;
    this.arrived();
  }
}
