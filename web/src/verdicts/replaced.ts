// The MDL or MD2 that an MD5 stands in for: its frames and skins, which the game addresses by number, and its frames as runs
// of one name.

import { readFrameModel } from './frameModel';

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

/** An engine takes fewer; more is no model. */
const kMost = 65536;

/** Undefined for what is no MDL or MD2, or one whose numbers do not fit its size. */
export function readReplaced(bytes: Uint8Array): Replaced | undefined {
  const model = readFrameModel(bytes);
  if (!model?.isWhole || model.kind === 'md3') return undefined;
  const { kind, skinNames, frameNames, size } = model,
    { frames, skins } = model.counts;
  if (!frames || !skins || frames.value > kMost || skins.value > kMost) return undefined;
  return { kind, frames: frames.value, skins: skins.value, skinNames, frameNames, size };
}

export interface Sequence {
  name: string;
  frames: number;
}

/** Runs of frames that are called the same but for the digits at their ends. */
export function sequencesOf(names: readonly string[]): Sequence[] {
  const out: Sequence[] = [];
  for (const frame of names) {
    const name = frame.replace(/[_ -]*\d+$/, '').toLowerCase() || 'frame';
    const last = out.at(-1);
    if (last?.name === name) ++last.frames;
    else out.push({ name, frames: 1 });
  }
  return out;
}
