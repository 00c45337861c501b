// Channels put together by what they move, and in words.

import type { CurveHead } from '../../core/curves';
import { kindName } from '../words';
import { countOf, fixed, joined, t } from '../language';

const componentNames = ['x', 'y', 'z', 'w'] as const;

/** Which of the four colours a channel takes; none for what has no axis. */
export function axisOf({ channel, component, vector }: CurveHead): 'x' | 'y' | 'z' | 'w' | undefined {
  return (channel === 'other' && !vector) || channel === 'fov' ? undefined : componentNames[component];
}

/** Name of a channel; components that share one have their letter, r, g and b for colours. */
export function channelName({ path, component, vector }: CurveHead): string {
  const letters = /colou?r|diffuse|specular|emissive/i.test(path) ? 'rgba' : 'xyzw';
  return vector && letters[component] ? `${path} ${letters[component]}` : path;
}

/** Something that moves, with its channels by their numbers. */
export interface Group {
  key: string;
  name: string;
  /** Node, or -1. */
  node: number;
  channels: number[];
}

const groupKey = ({ targetKind, targetIndex, target, track, clip }: CurveHead): string =>
  `${targetKind} ${targetIndex ?? `${target ?? track ?? ''}?${clip}`}`;
const vectorKey = (head: CurveHead): string => `${groupKey(head)} ${head.subTarget ?? ''} ${head.path}`;
/** The same for the same channel of another action. */
export const channelKey = (head: CurveHead): string => `${vectorKey(head)} ${head.component}`;

/** Marks the components that share a name. */
export function markVectors(heads: readonly CurveHead[]): void {
  const counts = new Map<string, number>();
  for (const head of heads) counts.set(vectorKey(head), (counts.get(vectorKey(head)) ?? 0) + 1);
  for (const head of heads) head.vector = counts.get(vectorKey(head))! > 1;
}

/** In the order in which they first appear. */
export function groupsOf(heads: readonly CurveHead[]): Group[] {
  const groups = new Map<string, Group>();
  heads.forEach((head, channel) => {
    const key = groupKey(head);
    const group = groups.get(key) ?? {
      key,
      name: head.target ?? head.track ?? t('(no target)'),
      node: head.targetKind === 'node' ? (head.targetIndex ?? -1) : -1,
      channels: [],
    };
    group.channels.push(channel);
    groups.set(key, group);
  });
  return [...groups.values()];
}

const sides = (): Record<CurveHead['after'], string> => ({
  hold: t('constant'),
  extrapolate: t('linear extrapolation'),
  cyclic: t('cyclic'),
  cyclicExtrapolate: t('cyclic with offset'),
});

/** Description of a curve. */
export function describe({ keyCount, interpolation, before, after, animated, first, last }: CurveHead): string {
  const keys = countOf(keyCount, 'key');
  if (animated === false) return t('{keys}, constant at the value of the base frame', { keys });
  const from = first === undefined ? '' : fixed(first, 3),
    to = last === undefined ? '' : fixed(last, 3);
  const times = first !== undefined && last !== undefined && t('{from} to {to} s', { from, to });
  const [left, right] = [sides()[before], sides()[after]];
  const outside =
    before === after
      ? t('before and after: {extension}', { extension: left })
      : t('before: {left}, after: {right}', { left, right });
  return joined([keys, times, kindName(interpolation), outside], ', ');
}
