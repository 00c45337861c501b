// The MDL or MD2 that an MD5 stands in for: its frames and skins, which the game addresses by number. Nothing is drawn.

import { mostOf } from '../base/lists';

export interface Replaced {
  kind: 'mdl' | 'md2';
  frames: number;
  skins: number;
  /** Paths of an MD2's skins; an MDL holds its own. */
  skinNames: readonly string[];
  /** Names of all frames, in order. */
  frameNames: readonly string[];
  /** Largest extent of the box that the numbers of the vertices span; of an MD2 that of the first frame. */
  size: number;
}

const kMdl = 0x4f504449, // "IDPO"
  kMd2 = 0x32504449; // "IDP2"
const kMdlHead = 84,
  kMd2Head = 68,
  kMd2Skin = 64,
  /** An engine takes fewer; more is no model. */
  kMost = 65536;

/** Undefined for what is no MDL or MD2, or one whose numbers do not fit its size. */
export function readReplaced(bytes: Uint8Array): Replaced | undefined {
  if (bytes.length < kMd2Head) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = view.getUint32(0, true),
    version = view.getUint32(4, true);
  try {
    if (magic === kMdl && version === 6 && bytes.length >= kMdlHead) return new Mdl(view).read();
    if (magic === kMd2 && version === 8) return readMd2(view);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

const counted = (value: number): number => {
  if (value < 0 || value > kMost) throw new RangeError('no count');
  return value;
};

/** A name of at most `most` bytes, ended by a NUL. */
function nameAt(view: DataView, at: number, most: number): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, most),
    end = bytes.indexOf(0);
  return new TextDecoder('latin1').decode(bytes.subarray(0, end < 0 ? most : end));
}

/** Vertices are bytes, times three factors. */
function sizeAt(view: DataView, at: number): number {
  const size = 255 * mostOf([0, 4, 8].map((axis) => Math.abs(view.getFloat32(at + axis, true))));
  return Number.isFinite(size) ? size : 0;
}

function readMd2(view: DataView): Replaced {
  const int = (at: number): number => view.getInt32(at, true);
  const frameSize = counted(int(16)),
    skins = counted(int(20)),
    frames = counted(int(40)),
    skinsAt = int(44),
    framesAt = int(56);
  return {
    kind: 'md2',
    frames,
    skins,
    skinNames: Array.from({ length: skins }, (_, i) => nameAt(view, skinsAt + i * kMd2Skin, kMd2Skin)),
    // Scale and origin stand before the name.
    frameNames: Array.from({ length: frames }, (_, i) => nameAt(view, framesAt + i * frameSize + 24, 16)),
    size: frames > 0 ? sizeAt(view, framesAt) : 0,
  };
}

class Mdl {
  private at = kMdlHead;

  constructor(private readonly view: DataView) {}

  private int(): number {
    const value = this.view.getInt32(this.at, true);
    this.at += 4;
    return value;
  }

  private skip(bytes: number): void {
    this.at += bytes;
    if (this.at > this.view.byteLength) throw new RangeError('past the end');
  }

  read(): Replaced {
    const head = (at: number): number => counted(this.view.getInt32(at, true));
    const skins = head(48),
      pixels = head(52) * head(56),
      vertices = head(60),
      triangles = head(64),
      frames = head(68);
    for (let i = 0; i < skins; i++) {
      const pictures = this.int() === 0 ? 1 : counted(this.int());
      // A group has a time for each picture.
      this.skip(pictures * pixels + (pictures === 1 ? 0 : 4 * pictures));
    }
    this.skip(12 * vertices + 16 * triangles);
    return {
      kind: 'mdl',
      frames,
      skins,
      skinNames: [],
      frameNames: this.frameNames(frames, vertices),
      size: sizeAt(this.view, 8),
    };
  }

  private frameNames(frames: number, vertices: number): string[] {
    const names: string[] = [];
    for (let i = 0; i < frames; i++) {
      let poses = 1;
      if (this.int() !== 0) {
        poses = counted(this.int());
        // The group's box and a time for each pose.
        this.skip(8 + 4 * poses);
      }
      for (let pose = 0; pose < poses; pose++) {
        if (pose === 0) names.push(nameAt(this.view, this.at + 8, 16));
        this.skip(8 + 16 + 4 * vertices);
      }
    }
    return names;
  }
}
