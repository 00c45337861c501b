// The path of a message, `meshes[0].vertices[3]`, as a thing of the scene.

import type { Thing } from '../../core/sourceMap';
import type { Issue, Report } from '../../core/report';

interface Step {
  name: string;
  index: number;
}

export function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
  for (const part of path.split('.')) {
    const match = /^(\w+)\[(\d+)\]$/.exec(part);
    if (match) steps.push({ name: match[1]!, index: Number(match[2]) });
  }
  return steps;
}

/**
 * Numbers of a path count within its file: the report has their first numbers in the scene. Undefined where the view has
 * nothing to show for it; then the bytes of the message may show it.
 */
export function thingOf(report: Report, { path, source }: Issue): Thing | undefined {
  if (!path) return undefined;
  const [first, second, third] = stepsOf(path);
  if (!first) return undefined;
  const { info, files } = report;
  // Several models in one drop: only their own bytes show it.
  const models = files.filter(({ role }) => role === 'mesh');
  if (models.length > 1) return undefined;
  const actions = info.actions.flatMap((action, index) => (action.source === source ? [index] : []));
  switch (first.name) {
    case 'meshes':
      if (!info.meshes[first.index]) return undefined;
      if (second?.name === 'vertices') return { kind: 'vertex', mesh: first.index, index: second.index };
      if (second?.name === 'triangles') return { kind: 'triangle', mesh: first.index, index: second.index };
      // Its bytes show which vertex takes it.
      if (second?.name === 'weights') return undefined;
      return { kind: 'mesh', index: first.index };
    case 'vertices':
      return { kind: 'vertex', mesh: 0, index: first.index };
    case 'triangles':
      return { kind: 'triangle', mesh: 0, index: first.index };
    case 'indices':
      return { kind: 'triangle', mesh: 0, index: Math.floor(first.index / 3) };
    case 'actions':
    case 'animations': {
      const action = actions[first.index] ?? -1;
      if (action < 0) return undefined;
      if (second?.name === 'channels' && third?.name === 'keys')
        return { kind: 'key', action, curve: second.index, index: third.index };
      if (second?.name === 'channels') return { kind: 'curve', action, index: second.index };
      // A bone: the bytes show the curve.
      if (third?.name === 'bones') return undefined;
      if (second?.name === 'keys') return { kind: 'frame', action, index: second.index };
      return { kind: 'action', index: action };
    }
    case 'frames':
      return actions.length === 1 ? { kind: 'frame', action: actions[0]!, index: first.index } : undefined;
    default:
      return undefined;
  }
}
