// vitrine pose: joints, and on demand vertices, at one moment. Always JSON.

import { type Command, UsageError, formatOf, jsonOption, numberOf } from '../command';
import type { PoseOptions, VitrineDocument } from '../index';
import { loadOperands, loadOptions, sayIssues } from '../load';
import { json } from '../terminal';

export const pose: Command = {
  name: 'pose',
  summary: 'joints, bounds and vertices at one moment of an action, as JSON',
  operands: 'FILE...',
  options: {
    action: { value: 'NAME|INDEX', text: 'the action to pose (default: the bind pose)' },
    time: { value: 'SECONDS', text: 'the moment (default: 0)' },
    frame: { value: 'N', text: 'the moment as a frame of the action, counted from 0' },
    rotations: {
      value: 'JSON',
      text: 'nodes turned by hand: { "NAME": [x, y, z, w], ... } in place of their local rotations',
    },
    vertices: { text: 'with the positions and normals of every mesh' },
    space: { value: 'file|world', text: "the file's own axes (default) or y up" },
    format: { value: 'json', text: 'the only one there is' },
    json: jsonOption,
    ...loadOptions,
  },
  async run(context) {
    const { values } = context;
    formatOf(values, ['json']);
    const space = values.space ?? 'file';
    if (space !== 'file' && space !== 'world') throw new UsageError(`--space is file or world, not '${space}'`);
    const seconds = numberOf(values, 'time', 'real');
    const frame = numberOf(values, 'frame', 'whole');
    if (seconds !== undefined && frame !== undefined) throw new UsageError('--time and --frame exclude one another');
    const action = typeof values.action === 'string' ? values.action : undefined;
    if (action === undefined && (seconds ?? frame) !== undefined)
      throw new UsageError('--time and --frame want an --action');

    const rotations = rotationsOf(values.rotations);

    const document = await loadOperands(context);
    const status = sayIssues(context, document);
    if (!document.shown) return status;
    const time = frame === undefined ? (seconds ?? 0) : timeOfFrame(document, action as string, frame);
    context.out(
      `${json(document.poseReport({ action, time, space, vertices: values.vertices === true, rotations }))}\n`,
    );
    return status;
  },
};

function rotationsOf(text: unknown): PoseOptions['rotations'] {
  if (typeof text !== 'string') return undefined;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = undefined;
  }
  const fits =
    typeof given === 'object' &&
    given !== null &&
    !Array.isArray(given) &&
    Object.values(given).every((q) => Array.isArray(q) && q.length === 4 && q.every(Number.isFinite));
  if (!fits) throw new UsageError('--rotations wants JSON like { "Bone1": [0, 0, 0.7071, 0.7071] }');
  return given as PoseOptions['rotations'];
}

/** The moment at which a frame is shown. A camera's cut takes no time: the frames after it come one interval earlier. */
function timeOfFrame(document: VitrineDocument, nameOrIndex: string, frame: number): number {
  const { name, frames, frameRate, cuts = [] } = document.action(nameOrIndex);
  if (!(frameRate > 0)) throw new UsageError(`the action '${name}' has no frame rate; use --time`);
  if (frame >= frames) throw new UsageError(`the action '${name}' has ${frames} frames, 0 to ${frames - 1}`);
  return (frame - cuts.filter((cut) => cut < frame).length) / frameRate;
}
