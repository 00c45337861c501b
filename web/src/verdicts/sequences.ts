// The frames of a model that is replaced, as the game asks for them: runs of one name.

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
