// vitrine pose: joints, and on demand vertices, at one moment. Always JSON.

import { batchOptions, printBatch } from '../batch';
import { type Command, UsageError, formatOf, jsonOption } from '../command';
import { examples } from '../help';
import type { PoseOptions, VitrineDocument } from '../index';
import { loadOperands, loadOptions, sayIssues } from '../load';
import { momentOf, momentOptions } from '../poseTime';
import { json } from '../terminal';

export const pose: Command = {
  name: 'pose',
  summary: 'prints joints, bounds and vertices at one time of an action, as JSON',
  operands: 'FILE...',
  options: {
    ...momentOptions,
    rotations: {
      value: 'JSON',
      text: 'rotation overrides: { "NAME": [x, y, z, w], ... } replace local rotations',
    },
    vertices: { text: 'include the positions and normals of every mesh' },
    ...batchOptions,
    space: { value: 'file|world', text: 'the axes of the file (default) or y up' },
    format: { value: 'json', text: 'only json is supported' },
    json: jsonOption,
    ...loadOptions,
  },
  examples: examples.pose,
  async run(context) {
    const { values } = context;
    formatOf(values, ['json']);
    const space = values.space ?? 'file';
    if (space !== 'file' && space !== 'world') throw new UsageError(`--space is file or world, not '${space}'`);
    const moment = momentOf(values);
    const rotations = rotationsOf(values.rotations);

    const posed = (document: VitrineDocument): unknown =>
      document.poseReport({
        action: moment.action,
        time: moment.time(document),
        space,
        vertices: values.vertices === true,
        rotations,
      });
    if (values.batch === true)
      return printBatch(context, (document, _, quiet) => ({
        status: sayIssues(quiet, document),
        value: document.shown ? (posed(document) as object) : undefined,
      }));

    const document = await loadOperands(context);
    const status = sayIssues(context, document);
    if (!document.shown) return 1;
    context.out(`${json(posed(document))}\n`);
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
  if (!fits) throw new UsageError('--rotations needs JSON like { "Bone1": [0, 0, 0.7071, 0.7071] }');
  return given as PoseOptions['rotations'];
}
