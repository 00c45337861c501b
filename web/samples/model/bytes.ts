// Little-endian bytes in the order of the calls.

export class Bytes {
  private values: number[] = [];
  private static readonly scratch = new DataView(new ArrayBuffer(4));

  get length(): number {
    return this.values.length;
  }

  u8(...numbers: readonly number[]): this {
    for (const n of numbers) this.values.push(n & 255);
    return this;
  }

  u16(...numbers: readonly number[]): this {
    for (const n of numbers) this.u8(n, n >>> 8);
    return this;
  }

  u32(...numbers: readonly number[]): this {
    for (const n of numbers) this.u16(n & 0xffff, n >>> 16);
    return this;
  }

  f32(...numbers: readonly number[]): this {
    const { scratch } = Bytes;
    for (const n of numbers) {
      // Rounding leaves tiny numbers in place of zeros.
      scratch.setFloat32(0, Math.abs(n) < 1e-12 ? 0 : n, true);
      for (let i = 0; i < 4; ++i) this.values.push(scratch.getUint8(i));
    }
    return this;
  }

  /** Letters of ASCII, as they are. */
  ascii(text: string): this {
    for (const letter of text) this.u8(letter.charCodeAt(0));
    return this;
  }

  /** Padded with zeros to a width. */
  padded(text: string, width: number): this {
    this.ascii(text);
    for (let i = text.length; i < width; ++i) this.u8(0);
    return this;
  }

  append(other: Bytes): this {
    for (const value of other.values) this.values.push(value);
    return this;
  }

  done(): Uint8Array {
    return Uint8Array.from(this.values);
  }
}
