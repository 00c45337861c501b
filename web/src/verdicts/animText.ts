// An md5anim as it is written. Of its frames the first and the last are kept, of the others how many numbers they have.

import type { Note } from './notes';
import { looksNumeric, readFloat, readInt, type Token } from './scanner';
import { type Header, Reading } from './reading';

export interface AnimJoint {
  name: string;
  quoted: boolean;
  parent: number;
  flags: number;
  first: number;
  offset: number;
}

export interface AnimFrame {
  index: number;
  offset: number;
  /** How many numbers it has. */
  values: number;
}

interface Counted {
  value: number;
  offset: number;
}

export interface AnimText {
  header: Header;
  numFrames?: Counted;
  numJoints?: Counted;
  frameRate?: Counted;
  numComponents?: Counted;
  joints: readonly AnimJoint[];
  hierarchyOffset?: number;
  /** Six numbers each: the lower corner, the upper. */
  bounds: readonly (readonly number[])[];
  boundsOffset?: number;
  boundsRows: readonly number[];
  /** Six numbers each: position and the three parts of the rotation. */
  base: readonly (readonly number[])[];
  baseOffset?: number;
  frames: readonly AnimFrame[];
  firstFrame: readonly number[];
  lastFrame: readonly number[];
  notes: readonly Note[];
  longest: { bytes: number; offset: number };
  longestPlain: { bytes: number; offset: number };
}

const kKeys = [
  'MD5Version',
  'commandline',
  'numFrames',
  'numJoints',
  'frameRate',
  'numAnimatedComponents',
  'hierarchy',
  'bounds',
  'baseframe',
  'frame',
];

export function readAnimText(bytes: Uint8Array): AnimText {
  return new AnimReading(bytes).read();
}

class AnimReading {
  private readonly reading: Reading;
  private readonly into: number[] = [];
  private readonly counts: Partial<Record<'numFrames' | 'numJoints' | 'frameRate' | 'numAnimatedComponents', Counted>> =
    {};
  private readonly joints: AnimJoint[] = [];
  private readonly bounds: number[][] = [];
  private readonly boundsRows: number[] = [];
  private readonly base: number[][] = [];
  private readonly frames: AnimFrame[] = [];
  private readonly offsets: Partial<Record<'hierarchy' | 'bounds' | 'baseframe', number>> = {};
  private first: number[] = [];
  private last: number[] = [];

  constructor(bytes: Uint8Array) {
    this.reading = new Reading(bytes, 'anim', kKeys);
  }

  read(): AnimText {
    const { reading, counts, offsets } = this,
      { scanner, notes } = reading;
    for (let token = scanner.next(); token; token = scanner.next()) {
      scanner.measure(token, true);
      const key = reading.keyOf(token);
      if (key !== undefined) this.key(key, token);
      else {
        notes.add('header.unknown_key', token.start, token.text.slice(0, 40));
        reading.skipTo(kKeys);
      }
    }
    this.missing();
    return {
      header: reading.header,
      ...(counts.numFrames && { numFrames: counts.numFrames }),
      ...(counts.numJoints && { numJoints: counts.numJoints }),
      ...(counts.frameRate && { frameRate: counts.frameRate }),
      ...(counts.numAnimatedComponents && { numComponents: counts.numAnimatedComponents }),
      ...(offsets.hierarchy !== undefined && { hierarchyOffset: offsets.hierarchy }),
      ...(offsets.bounds !== undefined && { boundsOffset: offsets.bounds }),
      ...(offsets.baseframe !== undefined && { baseOffset: offsets.baseframe }),
      joints: this.joints,
      bounds: this.bounds,
      boundsRows: this.boundsRows,
      base: this.base,
      frames: this.frames,
      firstFrame: this.first,
      lastFrame: this.last,
      notes: notes.all,
      longest: scanner.longest,
      longestPlain: scanner.longestPlain,
    };
  }

  private key(key: string, token: Token): void {
    const { reading } = this;
    reading.ordered(key, token, 'anim.order', key === 'frame');
    if (key === 'MD5Version') reading.version();
    else if (key === 'commandline') reading.commandline(token);
    else if (key === 'frameRate') this.counts.frameRate = reading.real(token);
    else if (key === 'numFrames' || key === 'numJoints' || key === 'numAnimatedComponents') {
      this.counts[key] = reading.count(token);
      if (key === 'numJoints' && !this.counts.numFrames) reading.notes.add('header.order', token.start, 'numJoints');
    } else if (key === 'frame') this.readFrame(token);
    else this.block(key as 'hierarchy' | 'bounds' | 'baseframe', token);
  }

  private missing(): void {
    const { header, notes, scanner } = this.reading;
    if (!header.version) notes.add('version.required', 0);
    if (!header.commandline) notes.add('anim.commandline', this.counts.numFrames?.offset ?? 0);
    const keys = ['numFrames', 'numJoints', 'frameRate', 'numAnimatedComponents'] as const;
    for (const key of keys) if (!this.counts[key]) notes.add('header.missing', scanner.end, key);
    for (const key of ['hierarchy', 'baseframe'] as const)
      if (this.offsets[key] === undefined) notes.add('header.missing', scanner.end, key);
    if (this.offsets.bounds === undefined) notes.add('anim.bounds_block', scanner.end);
  }

  private block(key: 'hierarchy' | 'bounds' | 'baseframe', keyword: Token): void {
    const { reading } = this;
    this.offsets[key] ??= keyword.start;
    // A reader by lines needs the count of frames for the base frame, and the joints for the frames.
    if (key === 'baseframe' && !this.counts.numFrames) reading.notes.add('anim.header_order', keyword.start, key);
    if (!reading.open(keyword)) return;
    while (!reading.closes()) {
      if (key === 'hierarchy') this.readJoint();
      else this.readSix(key === 'bounds' ? this.bounds : this.base, key);
    }
  }

  private readJoint(): void {
    const { reading, into } = this,
      name = reading.scanner.next()!;
    reading.scanner.measure(name, true);
    reading.unquoted(name);
    if (!reading.record('iii', name, into)) return;
    const [parent, flags, first] = into as [number, number, number];
    this.joints.push({ name: name.text, quoted: name.quoted, parent, flags, first, offset: name.start });
    reading.afterRecord((token) => token.quoted || !looksNumeric(token));
  }

  /** ( x y z ) ( x y z ) */
  private readSix(rows: number[][], key: string): void {
    const { reading, into } = this,
      open = reading.scanner.next()!;
    if (key === 'bounds') this.boundsRows.push(open.start);
    if (open.text !== '(' || !reading.record('fff)(fff)', open, into)) {
      reading.notes.add('row.shape', open.start, open.text.slice(0, 40));
      reading.skipLine();
      return;
    }
    rows.push([...into]);
    reading.afterRecord((token) => token.text === '(');
  }

  private readFrame(keyword: Token): void {
    const { reading } = this,
      { scanner, notes } = reading;
    const number = scanner.peek();
    if (!number || !looksNumeric(number)) {
      notes.add('row.shape', keyword.start, 'frame');
      reading.skipTo(kKeys);
      return;
    }
    scanner.next();
    if (number.newLine) notes.add('token.record_split', number.start, 'frame');
    const frame: AnimFrame = { index: readInt(number, notes), offset: keyword.start, values: 0 };
    if (this.joints.length === 0) notes.add('anim.header_order', keyword.start, 'frame');
    const values: number[] = [];
    const brace = scanner.peek();
    if (brace?.text !== '{') {
      notes.add('anim.order', keyword.start, 'frame');
      return;
    }
    scanner.next();
    scanner.depth += 1;
    if (brace.newLine) notes.add('token.same_line', brace.start, 'frame');
    while (!reading.closes()) {
      const token = scanner.next()!;
      scanner.measure(token, true);
      if (/^[{()]$/.test(token.text)) notes.add('row.shape', token.start, token.text);
      else values.push(readFloat(token, notes));
    }
    frame.values = values.length;
    this.frames.push(frame);
    if (this.frames.length === 1) this.first = values;
    this.last = values;
  }
}
