// KRI and pivot scenes written byte by byte, to have every defect and every dialect at hand.

/** Little-endian, or big-endian when asked for. */
class Bytes {
  constructor(bigEndian = false) {
    this.big = bigEndian;
    this.parts = [];
  }
  u8(...values) {
    return this.add(Buffer.from(values));
  }
  number(size, value) {
    const buffer = Buffer.alloc(size);
    if (this.big) buffer.writeUIntBE(value, 0, size);
    else buffer.writeUIntLE(value, 0, size);
    return this.add(buffer);
  }
  u16(...values) {
    for (const value of values) this.number(2, value);
    return this;
  }
  u32(...values) {
    for (const value of values) this.number(4, value);
    return this;
  }
  f32(...values) {
    const buffer = Buffer.alloc(4 * values.length);
    values.forEach((value, i) => (this.big ? buffer.writeFloatBE(value, 4 * i) : buffer.writeFloatLE(value, 4 * i)));
    return this.add(buffer);
  }
  add(...buffers) {
    this.parts.push(...buffers);
    return this;
  }
  get bytes() {
    return Buffer.concat(this.parts);
  }
}

/** A KRI scene, chunk by chunk; `last` is where the last one begins. */
export class KriFile {
  constructor() {
    this.out = new Bytes();
    this.size = 0;
    this.chunk('kri', (c) => c.u8(3));
  }
  /** `fill` writes the contents; `size` overrides the size that the header states. */
  chunk(name, fill = (c) => c, size) {
    const payload = fill(Object.assign(new Bytes(), { text: kriText })).bytes;
    this.last = this.size;
    this.out.add(Buffer.from(name.padEnd(8, '\0')));
    this.out.u32(size ?? payload.length).add(payload);
    this.size += 12 + payload.length;
    return this;
  }
  node(name, parent = '') {
    return this.chunk('node', (c) => c.text(name).text(parent).f32(0, 0, 0, 1, 0, 0, 0, 1));
  }
  /** (0,0,0) (1,0,0) (0,1,0), right-handed. */
  triangle() {
    return this.chunk('mesh', (c) => c.u16(3))
      .chunk('v_pos', (c) => c.f32(0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1))
      .chunk('v_ind', (c) => c.u16(1, 0, 1, 2));
  }
  get bytes() {
    return this.out.bytes;
  }
}

function kriText(text) {
  return this.u8(Buffer.byteLength(text)).add(Buffer.from(text));
}

/**
 * A pivot scene of objects `{ name, children, flags, bones, rotation, at, triangle }`; names are Buffers or strings. A triangle
 * has texture coordinates (0,0) (1,0) (0,1); of a skinned object all its vertices hang on bone 0.
 */
export function pivotFile(objects, { bigEndian = false, roots = false, triangles = false, tail = '' } = {}) {
  const out = new Bytes(bigEndian);
  const text = (value) => {
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value);
    out.u16(bytes.length).add(bytes);
  };
  const below = objects.reduce((sum, { children = 0 }) => sum + children, 0);
  out.add(Buffer.from('TESTSCENE\0')).u16(7);
  text('service');
  out.u16(roots ? objects.length - below : objects.length);
  for (const {
    name,
    children = 0,
    bones,
    triangle = false,
    rotation = [0, 0, 0, 1],
    at = [0, 0, 0],
    flags,
  } of objects) {
    out.u16(flags ?? (triangle ? 1 : 0) + (bones ? 2 : 0), children);
    text(name);
    out.u16(triangle ? 1 : 0).f32(...at, ...rotation, 1, 1, 1);
    if (bones) {
      out.u16(bones.length);
      bones.forEach(text);
    }
    if (!triangle) continue;
    out.u32(3, triangles ? 1 : 3);
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [0, 1],
    ]) {
      out.f32(x, y, 0, x, y, 0, 0, 0, 1);
      if (bones) out.u16(0, 0, 0, 0).f32(1, 0, 0, 0);
    }
    out.u32(0, 1, 2);
  }
  return out.add(Buffer.from(tail)).bytes;
}

/** The chunks by the container's own rule: a name of 8 bytes, a size of 4, so many bytes. */
export function chunksOf(bytes) {
  const chunks = [];
  for (let at = 0; at + 12 <= bytes.length; at += 12 + chunks.at(-1).size)
    chunks.push({
      offset: at,
      name: bytes.toString('latin1', at, at + 8).replace(/\0.*$/s, ''),
      size: bytes.readUInt32LE(at + 8),
      payload: bytes.subarray(at + 12, at + 12 + bytes.readUInt32LE(at + 8)),
    });
  return chunks;
}
