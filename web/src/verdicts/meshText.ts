// An md5mesh as it is written: every record with its place, whatever engines make of it.

import type { Note } from './notes';
import { looksNumeric, type Token } from './scanner';
import { type Header, Reading } from './reading';

export interface MeshJoint {
  name: string;
  quoted: boolean;
  parent: number;
  /** x y z and the three stored parts of the rotation, in the model's space. */
  values: readonly number[];
  offset: number;
}

/** Records of one kind: numbers of each, and where it begins. */
export interface Rows {
  /** Count in the header of the block; undefined without one. */
  declared?: { value: number; offset: number };
  /** The number that each record gives itself. */
  indices: number[];
  /** `width` of them for each record. */
  values: number[];
  offsets: number[];
  width: number;
}

export interface MeshBlock {
  offset: number;
  /** Where the block ends: what is judged of the whole mesh is judged there. */
  end: number;
  shader?: { text: string; quoted: boolean; offset: number };
  /** u v first count */
  verts: Rows;
  /** a b c */
  tris: Rows;
  /** joint bias x y z */
  weights: Rows;
}

export interface MeshText {
  header: Header;
  numJoints?: { value: number; offset: number };
  numMeshes?: { value: number; offset: number };
  jointsOffset?: number;
  joints: readonly MeshJoint[];
  meshes: readonly MeshBlock[];
  notes: readonly Note[];
  longest: { bytes: number; offset: number };
  longestPlain: { bytes: number; offset: number };
}

const kKeys = ['MD5Version', 'commandline', 'numJoints', 'numMeshes', 'joints', 'mesh'];
const kMeshKeys = ['name', 'shader', 'flags', 'numverts', 'vert', 'numtris', 'tri', 'numweights', 'weight'];
/** The order of what stands in a mesh. */
const kStep: Readonly<Record<string, number>> = Object.fromEntries(kMeshKeys.map((key, i) => [key, i]));

export function readMeshText(bytes: Uint8Array): MeshText {
  return new MeshReading(bytes).read();
}

const rows = (width: number): Rows => ({ indices: [], values: [], offsets: [], width });

class MeshReading {
  private readonly reading: Reading;
  private readonly joints: MeshJoint[] = [];
  private readonly meshes: MeshBlock[] = [];
  private readonly into: number[] = [];
  private numJoints: MeshText['numJoints'];
  private numMeshes: MeshText['numMeshes'];
  private jointsOffset: number | undefined;
  /** The joints block does not begin as a line-based reader needs it; one of the meshes does. */
  private jointsLost = false;
  private meshFound = false;

  constructor(bytes: Uint8Array) {
    this.reading = new Reading(bytes, 'mesh', kKeys);
  }

  read(): MeshText {
    const { reading } = this,
      { scanner, notes } = reading;
    let ended = false;
    for (let token = scanner.next(); token; token = scanner.next()) {
      scanner.measure(token, true);
      const key = reading.keyOf(token);
      // Most engines do not read text after the last mesh.
      const over = this.numMeshes !== undefined && this.meshes.length >= this.numMeshes.value && this.meshes.length > 0;
      if (over && key !== 'mesh' && !ended) {
        notes.add('text.after_end', token.start, token.text.slice(0, 40));
        ended = true;
      }
      if (key !== undefined) this.key(key, token);
      else if (!ended) {
        notes.add('header.unknown_key', token.start, token.text.slice(0, 40));
        reading.skipTo(kKeys);
      }
    }
    this.missing();
    if (this.jointsLost && this.meshFound) notes.add('token.joints_lost', this.jointsOffset);
    return {
      header: reading.header,
      ...(this.numJoints && { numJoints: this.numJoints }),
      ...(this.numMeshes && { numMeshes: this.numMeshes }),
      ...(this.jointsOffset !== undefined && { jointsOffset: this.jointsOffset }),
      joints: this.joints,
      meshes: this.meshes,
      notes: notes.all,
      longest: scanner.longest,
      longestPlain: scanner.longestPlain,
    };
  }

  private key(key: string, token: Token): void {
    const { reading } = this;
    reading.ordered(key, token, 'order.fixed', key === 'mesh');
    if (key === 'MD5Version') reading.version();
    else if (key === 'commandline') reading.commandline(token);
    else if (key === 'numJoints') this.numJoints = reading.count(token);
    else if (key === 'numMeshes') this.numMeshes = reading.count(token);
    else if (key === 'joints') this.readJoints(token);
    else for (let next: Token | undefined = token; next;) next = this.readMesh(next);
  }

  private missing(): void {
    const { header, notes } = this.reading;
    if (!header.version) notes.add('version.required', 0);
    if (!header.commandline) notes.add('commandline.required', this.numJoints?.offset ?? 0);
    const absent = [
      !this.numJoints && 'numJoints',
      !this.numMeshes && 'numMeshes',
      this.jointsOffset === undefined && 'joints',
    ];
    for (const key of absent) if (key) notes.add('header.missing', this.reading.scanner.end, key);
  }

  private readJoints(keyword: Token): void {
    const { reading, into } = this,
      { scanner } = reading;
    this.jointsOffset ??= keyword.start;
    if (!reading.open(keyword)) return;
    this.jointsLost = !reading.exact;
    while (!reading.closes()) {
      const name = scanner.next();
      if (!name) return;
      scanner.measure(name, true);
      reading.unquoted(name);
      if (!reading.record('i(fff)(fff)', name, into)) continue;
      this.joints.push({
        name: name.text,
        quoted: name.quoted,
        parent: into[0]!,
        values: into.slice(1),
        offset: name.start,
      });
      reading.afterRecord((token) => token.quoted || !(looksNumeric(token) || token.text === '('));
    }
  }

  /** Returns the word of the next mesh where that begins although this one has not ended. */
  private readMesh(keyword: Token): Token | undefined {
    const { reading } = this,
      { scanner, notes } = reading;
    const mesh: MeshBlock = {
      offset: keyword.start,
      end: keyword.end,
      verts: rows(4),
      tris: rows(3),
      weights: rows(5),
    };
    this.meshes.push(mesh);
    if (!reading.open(keyword)) return undefined;
    this.meshFound ||= reading.exact;
    let step = -1;
    for (;;) {
      const token = scanner.peek();
      if (reading.closes()) break;
      scanner.next();
      scanner.measure(token!, true);
      if (token!.text === 'mesh' && scanner.peek()?.text === '{') {
        notes.add('block.unclosed', token!.start, '}');
        mesh.end = token!.start;
        scanner.depth = 0;
        return token;
      }
      const key = reading.keyOf(token!, kMeshKeys, /^num/i.test(token!.text) ? 'mesh.count_case' : undefined);
      if (key === undefined) {
        notes.add('mesh.unknown_key', token!.start, token!.text.slice(0, 40));
        reading.skipTo(kMeshKeys);
        continue;
      }
      const at = kStep[key]!;
      if (at < step || (at === step && !['vert', 'tri', 'weight'].includes(key)))
        notes.add('mesh.order', token!.start, key);
      step = Math.max(step, at);
      this.meshKey(key, token!, mesh);
    }
    this.endMesh(mesh);
    return undefined;
  }

  private endMesh(mesh: MeshBlock): void {
    const { scanner, notes } = this.reading;
    mesh.end = scanner.peek()?.start ?? scanner.end;
    if (!mesh.shader) notes.add('mesh.shader_required', mesh.verts.declared?.offset ?? mesh.offset);
    for (const [key, part] of [
      ['numverts', mesh.verts],
      ['numtris', mesh.tris],
      ['numweights', mesh.weights],
    ] as const)
      if (!part.declared) notes.add('mesh.count_missing', mesh.end, key);
  }

  private meshKey(key: string, token: Token, mesh: MeshBlock): void {
    const { reading } = this,
      { scanner, notes } = reading;
    if (key === 'numverts') mesh.verts.declared = reading.count(token);
    else if (key === 'numtris') mesh.tris.declared = reading.count(token);
    else if (key === 'numweights') mesh.weights.declared = reading.count(token);
    else if (key === 'vert') this.row(mesh.verts, 'i(ff)ii', token);
    else if (key === 'tri') this.row(mesh.tris, 'iiii', token);
    else if (key === 'weight') this.row(mesh.weights, 'iif(fff)', token);
    else if (key === 'flags') {
      notes.add('mesh.flags_key', token.start);
      reading.skipTo(kMeshKeys.filter((k) => k !== 'name'));
      if (scanner.peek()?.text === '}') return;
    } else {
      const value = scanner.peek();
      if (!value || /^[{}()]$/.test(value.text) || (!value.quoted && value.newLine)) {
        notes.add('row.shape', token.start, key);
        return;
      }
      scanner.next();
      scanner.measure(value, true);
      reading.unquoted(value);
      if (value.newLine) notes.add('token.record_split', value.start, key);
      if (key === 'name') notes.add('mesh.name_key', token.start, value.text.slice(0, 40));
      else mesh.shader = { text: value.text, quoted: value.quoted, offset: token.start };
    }
  }

  private row(rows: Rows, shape: string, token: Token): void {
    const { reading, into } = this;
    if (!reading.record(shape, token, into)) return;
    if (!rows.declared) reading.notes.add('mesh.rows_before_count', token.start, token.text);
    rows.indices.push(into[0]!);
    rows.offsets.push(token.start);
    for (let i = 1; i < into.length; i++) rows.values.push(into[i]!);
    reading.afterRecord((next) => reading.isKey(next, kMeshKeys));
  }
}
