// An IQM as its file counts it: what engines compare with their limits. Nothing is trusted and nothing refused; a part that
// leaves the file is empty here, and named as such.

import fileNames from './files.json';

/** Numbers of the header behind the 16 bytes of the magic, in the order of the file. */
const kFields = [
  'version',
  'filesize',
  'flags',
  'num_text',
  'ofs_text',
  'num_meshes',
  'ofs_meshes',
  'num_vertexarrays',
  'num_vertexes',
  'ofs_vertexarrays',
  'num_triangles',
  'ofs_triangles',
  'ofs_adjacency',
  'num_joints',
  'ofs_joints',
  'num_poses',
  'ofs_poses',
  'num_anims',
  'ofs_anims',
  'num_frames',
  'num_framechannels',
  'ofs_frames',
  'ofs_bounds',
  'num_comment',
  'ofs_comment',
  'num_extensions',
  'ofs_extensions',
] as const;
export type SkeletalField = (typeof kFields)[number];
const kMagic = 'INTERQUAKEMODEL\0';
const kHeaderBytes = 124;

const kFormats = ['byte', 'ubyte', 'short', 'ushort', 'int', 'uint', 'half', 'float', 'double'] as const;
const kFormatBytes = [1, 1, 2, 2, 4, 4, 2, 4, 8];
/** Values that stand for 1, of formats of whole numbers. */
const kOne = [127, 255, 32767, 65535, 2147483647, 4294967295];
export const arrayNames = [
  'position',
  'texcoord',
  'normal',
  'tangent',
  'blendindexes',
  'blendweights',
  'color',
] as const;
export type ArrayName = (typeof arrayNames)[number];

/** Larger counts are of no model, and would only be walked. */
const kMost = 1 << 22;

export interface SkeletalArray {
  /** Undefined for the reserved types and those of a user. */
  name: ArrayName | undefined;
  /** `float`, or its number where the format has none. */
  format: string;
  components: number;
  /** `float3`. */
  form: string;
  /** Of its values. */
  offset: number;
  /** Of its record. */
  at: number;
  /** Its values lie in the file. */
  fits: boolean;
}
/** Part of the file, as the header leads to it. */
export interface SkeletalPart {
  name: string;
  /** Of the number in the header, or in the record, that leads there. */
  field: number;
  offset: number;
  count: number;
  bytes: number;
}
export interface SkeletalMesh {
  at: number;
  name: string | undefined;
  material: string | undefined;
  firstVertex: number;
  vertices: number;
  firstTriangle: number;
  triangles: number;
}
export interface SkeletalJoint {
  at: number;
  name: string | undefined;
  parent: number;
  /** Translation, rotation, scale. */
  local: Float64Array;
}
export interface SkeletalPose {
  at: number;
  parent: number;
  mask: number;
  offset: Float64Array;
  scale: Float64Array;
}
export interface SkeletalAction {
  at: number;
  name: string | undefined;
  first: number;
  frames: number;
  rate: number;
  flags: number;
}

export interface SkeletalModel {
  bytes: Uint8Array;
  hasHeader: boolean;
  hasMagic: boolean;
  header: Readonly<Record<SkeletalField, number>>;
  parts: readonly SkeletalPart[];
  arrays: readonly SkeletalArray[];
  meshes: readonly SkeletalMesh[];
  joints: readonly SkeletalJoint[];
  poses: readonly SkeletalPose[];
  actions: readonly SkeletalAction[];
  /** Three for each triangle. */
  triangles: Uint32Array;
  /** Values of frames, as stored; empty where they leave the file. */
  channels: Uint16Array;
  /** Channels that the masks of the poses count. */
  masked: number;
}

export const isSkeletalName = (name: string): boolean =>
  fileNames.skeletal.some((ending) => name.toLowerCase().endsWith(`.${ending}`));

/** Offset of a number of the header. */
export const fieldAt = (field: SkeletalField): number => 16 + 4 * kFields.indexOf(field);

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

export const hasSkeletalMagic = (bytes: Uint8Array): boolean => textOf(bytes.subarray(0, 16)) === kMagic;

export function readSkeletal(bytes: Uint8Array): SkeletalModel {
  return new Reader(bytes).read();
}

class Reader {
  private readonly view: DataView;
  private readonly header: Record<SkeletalField, number>;
  private readonly parts: SkeletalPart[] = [];
  private readonly hasHeader: boolean;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.hasHeader = bytes.length >= kHeaderBytes;
    this.header = Object.fromEntries(
      kFields.map((field) => [field, this.hasHeader ? this.view.getUint32(fieldAt(field), true) : 0]),
    ) as Record<SkeletalField, number>;
  }

  read(): SkeletalModel {
    const { header: h, view, bytes } = this;
    const isFirst = h.version === 1;
    this.part('text', 'ofs_text', h.num_text, 1);
    const meshes = this.rows('meshes', 'ofs_meshes', h.num_meshes, 24, (at): SkeletalMesh => {
      const [name, material, firstVertex, vertices, firstTriangle, triangles] = this.ints(at, 6);
      return {
        at,
        name: this.string(name!),
        material: this.string(material!),
        firstVertex: firstVertex!,
        vertices: vertices!,
        firstTriangle: firstTriangle!,
        triangles: triangles!,
      };
    });
    const arrays = this.rows('arrays', 'ofs_vertexarrays', h.num_vertexarrays, 20, (at) => this.array(at));
    const triangles = this.numbers('triangles', 'ofs_triangles', 3 * h.num_triangles, 4, Uint32Array);
    if (h.ofs_adjacency !== 0) this.part('adjacency', 'ofs_adjacency', h.num_triangles, 12);
    const joints = this.rows('joints', 'ofs_joints', h.num_joints, isFirst ? 44 : 48, (at): SkeletalJoint => {
      const local = isFirst ? restored(this.floats(at + 8, 9)) : this.floats(at + 8, 10);
      return { at, name: this.string(view.getUint32(at, true)), parent: view.getInt32(at + 4, true), local };
    });
    const width = isFirst ? 9 : 10;
    const poses = this.rows('poses', 'ofs_poses', h.num_poses, 8 + 8 * width, (at): SkeletalPose => {
      const mask = view.getUint32(at + 4, true) & ((1 << width) - 1);
      return {
        at,
        parent: view.getInt32(at, true),
        mask,
        offset: this.floats(at + 8, width),
        scale: this.floats(at + 8 + 4 * width, width),
      };
    });
    const actions = this.rows('actions', 'ofs_anims', h.num_anims, 20, (at): SkeletalAction => {
      const [name, first, frames] = this.ints(at, 3);
      return {
        at,
        name: this.string(name!),
        first: first!,
        frames: frames!,
        rate: view.getFloat32(at + 12, true),
        flags: view.getUint32(at + 16, true),
      };
    });
    const channels = this.numbers('frames', 'ofs_frames', h.num_frames * h.num_framechannels, 2, Uint16Array);
    if (h.ofs_bounds !== 0) this.part('bounds', 'ofs_bounds', h.num_frames, 32);
    this.part('comment', 'ofs_comment', h.num_comment, 1);
    return {
      bytes,
      hasHeader: this.hasHeader,
      hasMagic: hasSkeletalMagic(bytes),
      header: h,
      parts: this.parts,
      arrays,
      meshes,
      joints,
      poses,
      actions,
      triangles,
      channels,
      masked: poses.reduce((sum, { mask }) => sum + bitsOf(mask), 0),
    };
  }

  /** False for a part that leaves the file. */
  private part(name: string, field: SkeletalField | number, count: number, bytes: number, offset = -1): boolean {
    const at = typeof field === 'number' ? field : fieldAt(field),
      from = typeof field === 'number' ? offset : this.header[field];
    if (count > 0 || from !== 0) this.parts.push({ name, field: at, offset: from, count, bytes: count * bytes });
    return from + count * bytes <= this.bytes.length;
  }

  private rows<T>(name: string, field: SkeletalField, count: number, bytes: number, one: (at: number) => T): T[] {
    const fits = this.part(name, field, count, bytes);
    if (!this.hasHeader || !fits || count > kMost) return [];
    return Array.from({ length: count }, (_, i) => one(this.header[field] + i * bytes));
  }

  /** Values that may lie at any byte. */
  private numbers<T>(
    name: string,
    field: SkeletalField,
    count: number,
    bytes: number,
    make: new (buffer: ArrayBuffer) => T,
  ): T {
    const fits = this.part(name, field, count, bytes),
      at = this.header[field];
    // A view of a shared buffer may begin at any byte of it.
    return new make(new Uint8Array(fits ? this.bytes.subarray(at, at + count * bytes) : []).buffer);
  }

  private array(at: number): SkeletalArray {
    const [type, , format, components, offset] = this.ints(at, 5);
    const name = arrayNames[type!],
      word = kFormats[format!] ?? String(format),
      bytes = this.header.num_vertexes * components! * (kFormatBytes[format!] ?? 0);
    const fits = this.part(name ?? 'array', at + 16, 1, bytes, offset!);
    return { name, format: word, components: components!, form: `${word}${components}`, offset: offset!, at, fits };
  }

  private ints(at: number, count: number): number[] {
    return Array.from({ length: count }, (_, i) => this.view.getUint32(at + 4 * i, true));
  }
  private floats(at: number, count: number): Float64Array {
    return Float64Array.from({ length: count }, (_, i) => this.view.getFloat32(at + 4 * i, true));
  }
  /** Undefined for one that begins outside of the text; one without an end ends with the text. */
  private string(at: number): string | undefined {
    const { ofs_text: from, num_text: count } = this.header;
    if (at >= count || from + count > this.bytes.length) return undefined;
    const rest = this.bytes.subarray(from + at, from + count),
      end = rest.indexOf(0);
    return textOf(rest.subarray(0, end < 0 ? 4096 : Math.min(end, 4096)));
  }
}

/** Version 1 leaves out the w of a rotation, which is not above 0. */
export function restored(v: Float64Array): Float64Array {
  const w = -Math.sqrt(Math.max(0, 1 - v[3]! ** 2 - v[4]! ** 2 - v[5]! ** 2));
  return Float64Array.of(...v.subarray(0, 6), w, ...v.subarray(6));
}

export const bitsOf = (mask: number): number => [...mask.toString(2)].filter((bit) => bit === '1').length;

/** The first array of a name: readers agree on it where there is one. */
export const arrayOf = ({ arrays }: SkeletalModel, name: ArrayName): SkeletalArray | undefined =>
  arrays.find((array) => array.name === name);

/** Component `c` of each vertex; of formats of whole numbers the share of their largest, but for `isWhole`. */
export function columnOf(
  { bytes, header }: SkeletalModel,
  { format, components, offset, fits }: SkeletalArray,
  c: number,
  isWhole = false,
): Float64Array {
  const kind = (kFormats as readonly string[]).indexOf(format),
    out = new Float64Array(fits && kind >= 0 && c < components ? Math.min(header.num_vertexes, kMost) : 0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    size = kFormatBytes[kind]!;
  const read = [
    (at: number) => view.getInt8(at),
    (at: number) => view.getUint8(at),
    (at: number) => view.getInt16(at, true),
    (at: number) => view.getUint16(at, true),
    (at: number) => view.getInt32(at, true),
    (at: number) => view.getUint32(at, true),
    (at: number) => halfOf(view.getUint16(at, true)),
    (at: number) => view.getFloat32(at, true),
    (at: number) => view.getFloat64(at, true),
  ][kind]!;
  const one = isWhole ? 1 : (kOne[kind] ?? 1);
  for (let v = 0; v < out.length; v++) out[v] = read(offset + size * (components * v + c)) / one;
  return out;
}

function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1,
    exponent = (bits >> 10) & 31,
    fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}
