// Models with vertex frames (MDL, MD2, MD3) as their files count them: what engines compare with their limits, and notes of
// what some of them take otherwise. Nothing is drawn; a file that ends early is read as far as it goes.

import { mostOf } from '../base/lists';
import { type Note, Notes } from './notes';
import type { FrameKind } from './profile';

export interface Counted {
  value: number;
  /** Byte of the file that states it. */
  offset: number;
}

/** Of the whole model; `group` is the largest group of skins. */
export type CountName =
  'frames' | 'poses' | 'skins' | 'group' | 'vertices' | 'uvs' | 'triangles' | 'height' | 'surfaces' | 'tags';

export interface Surface {
  name: string;
  /** Its first one; empty where it has none. */
  shader: string;
  offset: number;
  vertices: Counted;
  triangles: Counted;
}

export interface FrameModel {
  kind: FrameKind;
  version: Counted;
  counts: Readonly<Partial<Record<CountName, Counted>>>;
  /** Of an MD3. */
  surfaces: readonly Surface[];
  /** Paths of an MD2's skins; an MDL holds its own. */
  skinNames: readonly string[];
  /** Of what the game calls a frame, in order; a group is called as its first member. */
  frameNames: readonly string[];
  /** Largest extent of the box that the numbers of the vertices span; of an MD2 that of the first frame; 0 for an MD3. */
  size: number;
  /** The file holds all that it counts. */
  isWhole: boolean;
  notes: readonly Note[];
}

const kMagics: Readonly<Record<string, FrameKind>> = {
  IDPO: 'mdl',
  MD16: 'mdl',
  RAPO: 'mdl',
  IDP2: 'md2',
  IDP3: 'md3',
};
/** Larger counts are of no model, and would only be walked. */
const kMost = 1 << 20;
/** Directions that MDL and MD2 number. */
const kNormals = 162;
const kOnSeam = 0x20,
  kHoley = 1 << 14;

/** A byte a character, as texts are read. */
const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

export function frameKindOf(bytes: Uint8Array): FrameKind | undefined {
  const magic = textOf(bytes.subarray(0, 4));
  return Object.hasOwn(kMagics, magic) ? kMagics[magic] : undefined;
}

/** Undefined for what is none of the three. */
export function readFrameModel(bytes: Uint8Array): FrameModel | undefined {
  const kind = frameKindOf(bytes);
  if (kind === undefined) return undefined;
  return { mdl: () => new Mdl(bytes), md2: () => new Md2(bytes), md3: () => new Md3(bytes) }[kind]().read();
}

/** Thrown where the file ends, or counts what cannot be. */
class Stop extends Error {}

abstract class Reader {
  protected readonly notes = new Notes('model');
  protected readonly counts: Partial<Record<CountName, Counted>> = {};
  protected readonly surfaces: Surface[] = [];
  protected readonly skinNames: string[] = [];
  protected readonly frameNames: string[] = [];
  protected size = 0;
  private readonly view: DataView;

  constructor(protected readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  protected abstract readonly kind: FrameKind;
  protected abstract walk(): void;

  read(): FrameModel {
    const { kind, counts, surfaces, skinNames, frameNames } = this;
    let isWhole = true;
    try {
      this.walk();
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      isWhole = false;
    }
    const version = { value: this.bytes.length < 8 ? 0 : this.int(4), offset: 4 };
    return { kind, version, counts, surfaces, skinNames, frameNames, size: this.size, isWhole, notes: this.notes.all };
  }

  /** Notes the end of the file where `bytes` from `at` on are not there. */
  protected need(at: number, bytes: number): void {
    if (at + bytes <= this.bytes.length) return;
    this.notes.add('file.truncated', this.bytes.length, this.bytes.length, at + bytes);
    throw new Stop();
  }
  /** The same for a part that an offset of the file leads to: it may lie nowhere. */
  protected section(at: number, bytes: number, stated: number): void {
    if (at >= 0 && at + bytes <= this.bytes.length) return;
    this.notes.add('section.range', stated, at, this.bytes.length);
    throw new Stop();
  }
  protected int(at: number): number {
    return this.view.getInt32(at, true);
  }
  protected short(at: number): number {
    return this.view.getUint16(at, true);
  }
  protected signed(at: number): number {
    return this.view.getInt16(at, true);
  }
  protected float(at: number): number {
    return this.view.getFloat32(at, true);
  }
  protected byte(at: number): number {
    return this.bytes[at]!;
  }
  /** A name of at most `most` bytes, ended by a NUL. */
  protected name(at: number, most: number, rule = 'name.unended'): string {
    const field = this.bytes.subarray(at, at + most),
      end = field.indexOf(0);
    if (end < 0) this.notes.add(rule, at, textOf(field));
    return textOf(end < 0 ? field : field.subarray(0, end));
  }
  protected count(name: CountName, offset: number): number {
    const value = this.int(offset);
    this.counts[name] = { value, offset };
    return this.bounded(value, offset);
  }
  protected bounded(value: number, offset: number): number {
    if (value >= 0 && value <= kMost) return value;
    this.notes.add('count.range', offset, value);
    throw new Stop();
  }
  protected index(at: number, index: number, count: number): void {
    if (index < 0 || index >= count) this.notes.add('tri.index_range', at, index, count - 1);
  }
  protected normals(at: number, count: number): void {
    for (let i = 0, p = at + 3; i < count; i++, p += 4)
      if (this.bytes[p]! >= kNormals) this.notes.add('normal.range', p, this.bytes[p]!, kNormals - 1);
  }
  /** Vertices are bytes, times the three factors at `at`. */
  protected spanAt(at: number): number {
    const size = 255 * mostOf([0, 4, 8].map((axis) => Math.abs(this.float(at + axis))));
    return Number.isFinite(size) ? size : 0;
  }
}

/** Skins, texture coordinates, triangles and frames follow the header, one behind another. */
class Mdl extends Reader {
  protected readonly kind = 'mdl';
  private at = 0;

  private take(bytes: number): number {
    this.need(this.at, bytes);
    this.at += bytes;
    return this.at - bytes;
  }

  protected walk(): void {
    const magic = textOf(this.bytes.subarray(0, 4)),
      isHexen = magic === 'RAPO',
      isFine = magic === 'MD16';
    this.need(0, 76);
    const isTest = !isHexen && this.int(4) === 3;
    this.take(isHexen ? 88 : isTest ? 76 : 84);
    if (isHexen) this.notes.add('file.hexen2', 0);
    if (isFine) this.notes.add('file.md16', 0);
    this.size = this.spanAt(8);
    const skins = this.count('skins', 48),
      width = this.bounded(this.int(52), 52),
      height = this.count('height', 56),
      vertices = this.count('vertices', 60),
      triangles = this.count('triangles', 64),
      frames = this.count('frames', 68);
    const uvs = isHexen ? this.count('uvs', 84) : vertices;
    if (width % 4 !== 0) this.notes.add('skin.width', 52, width);
    if (this.int(72) !== 0 && this.int(72) !== 1) this.notes.add('file.sync', 72, this.int(72));
    if (!isTest && !isHexen && (this.int(76) & kHoley) !== 0) this.notes.add('flags.holey', 76);
    this.counts.poses = { value: frames, offset: 68 };
    this.skins(skins, width * height);
    this.uvs(uvs, width, height);
    this.triangles(triangles, vertices, isHexen ? uvs : undefined);
    this.frames(frames, vertices, (isTest ? 8 : 24) + (isFine ? 8 : 4) * vertices, !isTest);
  }

  private skins(count: number, pixels: number): void {
    for (let i = 0; i < count; i++) {
      if (this.int(this.take(4)) === 0) {
        this.take(pixels);
        continue;
      }
      const at = this.take(4),
        members = this.members(at),
        ends = this.take(4 * members);
      if (i === 0) this.notes.add('skin.group_first', at);
      if (members > (this.counts.group?.value ?? 0)) this.counts.group = { value: members, offset: at };
      this.ends(ends, members, 'skin', 0.1);
      this.take(pixels * members);
    }
  }

  /** How many members a group has: one at least. */
  private members(at: number): number {
    return this.bounded(this.int(at) || -1, at);
  }

  /** When the members of a group end. `rate` is what ports take for them all, whatever they say. */
  private ends(at: number, count: number, what: 'skin' | 'group', rate = this.float(at)): void {
    let before = 0;
    for (let i = 0; i < count; i++) {
      const end = this.float(at + 4 * i);
      if (!(end > 0)) this.notes.add(`${what}.interval`, at + 4 * i, end);
      else if (end <= before) this.notes.add(`${what}.order`, at + 4 * i, end, before);
      // Writers have rounded 0.1 times a number.
      if (Math.abs(end - before - rate) > 0.001) this.notes.add(`${what}.uneven`, at + 4 * i, end - before, rate);
      before = end;
    }
  }

  private uvs(count: number, width: number, height: number): void {
    for (let i = 0, at = this.take(12 * count); i < count; i++, at += 12) {
      const mark = this.int(at);
      if (mark !== 0 && (mark & kOnSeam) === 0) this.notes.add('seam.mark', at, mark);
      this.uv(at + 4, this.int(at + 4), width, this.int(at + 8), height);
    }
  }

  private uv(at: number, s: number, width: number, t: number, height: number): void {
    if (s < 0 || s > width || t < 0 || t > height) this.notes.add('uv.outside', at, `${s} ${t}`, `${width} ${height}`);
  }

  /** Hexen II has numbers of texture coordinates too, all in 16 bits. */
  private triangles(count: number, vertices: number, uvs: number | undefined): void {
    for (let i = 0, at = this.take(16 * count); i < count; i++, at += 16)
      for (let k = 0; k < 3; k++)
        if (uvs === undefined) this.index(at + 4 + 4 * k, this.int(at + 4 + 4 * k), vertices);
        else {
          this.index(at + 4 + 2 * k, this.short(at + 4 + 2 * k), vertices);
          this.index(at + 10 + 2 * k, this.short(at + 10 + 2 * k), uvs);
        }
  }

  private frames(count: number, vertices: number, bytes: number, named: boolean): void {
    let poses = 0;
    for (let i = 0; i < count; i++) {
      const type = this.int(this.take(4));
      let members = 1;
      if (type !== 0) {
        if (type !== 1) this.notes.add('frame.type', this.at - 4, type);
        const at = this.take(4);
        members = this.members(at);
        this.take(8);
        this.ends(this.take(4 * members), members, 'group');
      }
      for (let pose = 0; pose < members; pose++) {
        const at = this.take(bytes),
          name = named ? this.name(at + 8, 16) : '';
        if (pose === 0) this.frameNames.push(name);
        this.normals(at + (named ? 24 : 8), vertices);
      }
      poses += members;
    }
    this.counts.poses = { value: poses, offset: 68 };
  }
}

class Md2 extends Reader {
  protected readonly kind = 'md2';

  protected walk(): void {
    this.need(0, 68);
    const width = this.int(8),
      height = this.count('height', 12),
      frameBytes = this.bounded(this.int(16), 16),
      skins = this.count('skins', 20),
      vertices = this.count('vertices', 24),
      uvs = this.count('uvs', 28),
      triangles = this.count('triangles', 32),
      commands = this.bounded(this.int(36), 36),
      frames = this.count('frames', 40),
      end = this.int(64);
    if (end !== this.bytes.length)
      this.notes.add(end > this.bytes.length ? 'end.beyond' : 'end.before', 64, end, this.bytes.length);
    for (let field = 44; field < 64; field += 4) {
      const at = this.int(field);
      if (at < 1 || at >= end) this.notes.add('section.end', field, at, end);
      if (at % 4 !== 0) this.notes.add('section.align', field, at);
    }
    const [skinsAt = 0, uvAt = 0, trianglesAt = 0, framesAt = 0, commandsAt = 0] = [44, 48, 52, 56, 60].map((at) =>
      this.int(at),
    );
    this.section(skinsAt, 64 * skins, 44);
    for (let i = 0; i < skins; i++) this.skinNames.push(this.name(skinsAt + 64 * i, 64, 'skin.name_unended'));
    this.section(uvAt, 4 * uvs, 48);
    for (let i = 0, at = uvAt; i < uvs; i++, at += 4) {
      const s = this.signed(at),
        t = this.signed(at + 2);
      if (s < 0 || s > width || t < 0 || t > height)
        this.notes.add('uv.outside', at, `${s} ${t}`, `${width} ${height}`);
    }
    this.section(trianglesAt, 12 * triangles, 52);
    for (let i = 0, at = trianglesAt; i < triangles; i++, at += 12)
      for (let k = 0; k < 6; k++) this.index(at + 2 * k, this.short(at + 2 * k), k < 3 ? vertices : uvs);
    this.commands(commandsAt, commands);
    this.section(framesAt, frameBytes * frames, 56);
    if (frames > 0 && frameBytes < 40 + 4 * vertices) {
      this.notes.add('frame.bytes', 16, frameBytes, 40 + 4 * vertices);
      throw new Stop();
    }
    this.size = frames > 0 ? this.spanAt(framesAt) : 0;
    for (let i = 0, at = framesAt; i < frames; i++, at += frameBytes) {
      this.frameNames.push(this.name(at + 24, 16));
      this.normals(at + 40, vertices);
    }
  }

  /** Commands draw what triangles do, in engines that look at no triangle. */
  private commands(at: number, words: number): void {
    if (words === 0 || (words === 1 && at >= 0 && at + 4 <= this.bytes.length && this.int(at) === 0))
      return this.notes.add('commands.none', 36, words);
    this.section(at, 4 * words, 60);
    if (this.int(at + 4 * (words - 1)) !== 0) this.notes.add('commands.end', at + 4 * (words - 1));
  }
}

class Md3 extends Reader {
  protected readonly kind = 'md3';

  protected walk(): void {
    this.need(0, 108);
    const frames = this.count('frames', 76),
      tags = this.count('tags', 80),
      surfaces = this.count('surfaces', 84),
      end = this.int(104);
    if (end > this.bytes.length) this.notes.add('end.beyond', 104, end, this.bytes.length);
    this.section(this.int(92), 56 * frames, 92);
    for (let i = 0, at = this.int(92); i < frames; i++, at += 56) {
      this.name(at + 40, 16);
      if ([24, 28, 32].some((origin) => this.float(at + origin) !== 0)) this.notes.add('frame.origin', at + 24);
    }
    this.section(this.int(96), 112 * tags * frames, 96);
    let at = this.int(100);
    for (let i = 0; i < surfaces; i++) {
      this.section(at, 108, i === 0 ? 100 : this.surfaces.at(-1)!.offset + 104);
      const bytes = this.int(at + 104);
      this.surface(at, frames);
      if (bytes <= 0 && i + 1 < surfaces) {
        this.notes.add('section.range', at + 104, bytes, this.bytes.length);
        throw new Stop();
      }
      at += bytes;
    }
  }

  private firstShader(at: number): string {
    const from = at + this.int(at + 92);
    return this.int(at + 76) > 0 && from >= 0 && from + 64 <= this.bytes.length ? this.name(from, 64) : '';
  }

  private surface(at: number, frames: number): void {
    const vertices = this.bounded(this.int(at + 80), at + 80),
      triangles = this.bounded(this.int(at + 84), at + 84);
    this.surfaces.push({
      name: this.name(at + 4, 64),
      shader: this.firstShader(at),
      offset: at,
      vertices: { value: vertices, offset: at + 80 },
      triangles: { value: triangles, offset: at + 84 },
    });
    if (textOf(this.bytes.subarray(at, at + 4)) !== 'IDP3') this.notes.add('surface.magic', at);
    if (this.int(at + 72) !== frames) this.notes.add('surface.frames', at + 72, this.int(at + 72), frames);
    if (this.int(at + 76) === 0) this.notes.add('surface.shaders', at + 76, 0);
    const part = (field: number, bytes: number): number => {
      this.section(at + this.int(at + field), bytes, at + field);
      return at + this.int(at + field);
    };
    for (let i = 0, p = part(88, 12 * triangles); i < 3 * triangles; i++, p += 4) this.index(p, this.int(p), vertices);
    part(96, 8 * vertices);
    part(100, 8 * vertices * frames);
  }
}
