// Which action and which moment of it: the options that pose and render share.

import { DocumentUsageError, type OptionSpec, UsageError, type Values, numberOf } from './command';
import type { VitrineDocument } from './index';
import { countOf } from './terminal';

export const momentOptions: Readonly<Record<string, OptionSpec>> = {
  action: { value: 'NAME|INDEX', text: 'the action to pose (default: the bind pose)' },
  time: { value: 'SECONDS', text: 'the moment (default: 0)' },
  frame: { value: 'N', text: 'frame of the action, counted from 0' },
};

export interface Moment {
  action: string | undefined;
  /** Seconds, once the action is known. */
  time(document: VitrineDocument): number;
}

/** Throws UsageError for what excludes one another. */
export function momentOf(values: Values): Moment {
  const seconds = numberOf(values, 'time', 'real');
  const frame = numberOf(values, 'frame', 'whole');
  if (seconds !== undefined && frame !== undefined) throw new UsageError('--time and --frame exclude one another');
  const action = typeof values.action === 'string' ? values.action : undefined;
  if (action === undefined && (seconds ?? frame) !== undefined)
    throw new UsageError('--time and --frame need an --action');
  return {
    action,
    time: (document) =>
      action === undefined || frame === undefined ? (seconds ?? 0) : timeOfFrame(document, action, frame),
  };
}

/** The moment at which a frame is shown. A camera's cut takes no time: the frames after it come one interval earlier. */
function timeOfFrame(document: VitrineDocument, nameOrIndex: string, frame: number): number {
  const { name, frames, frameRate, cuts = [] } = document.action(nameOrIndex);
  if (!(frameRate > 0)) throw new DocumentUsageError(`the action '${name}' has no frame rate; use --time`);
  if (frames === 0) throw new DocumentUsageError(`the action '${name}' has no frames; use --time`);
  if (frame >= frames)
    throw new DocumentUsageError(`the action '${name}' has ${countOf(frames, 'frame')}, 0 to ${frames - 1}`);
  return (frame - cuts.filter((cut) => cut < frame).length) / frameRate;
}
