// The timeline of a document as lanes of bars, read from its text.

import { pushTo } from '../../../base/lists';
import type { Json } from '../../world/text';
import { member, pointerOf, valueOf, type TextNode } from '../text/scan';

/** A stretch of time: an event of the timeline, or the start and end of a time operator. */
export interface Bar {
  pointer: string;
  kind: 'event' | 'operator';
  /** Of the operator that it starts. */
  op: string;
  /** In beats, as written: those of sub-events count from their parent's start. Without an end it goes on for ever. */
  start: number;
  end: number | undefined;
  /** In beats of the timeline; Infinity: for ever. */
  from: number;
  to: number;
  ease: readonly [number, number];
  interval: readonly [number, number];
  text: string | undefined;
  parent: Bar | undefined;
  sub: Bar[];
}

export interface Lane {
  /** Of the operator; what stands for it in the timeline. */
  name: string;
  /** Of the operator; empty where there is none of that name. */
  pointer: string;
  op: 'event' | 'time' | '';
  bars: Bar[];
}

export interface Song {
  bpm: number;
  lanes: Lane[];
  /** By pointer, sub-events too. */
  bars: ReadonlyMap<string, Bar>;
  /** The last end in beats, of those that have one; 0 without any. */
  length: number;
}

const kDefaultBpm = 120;
const numberOf = (value: Json | undefined, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
const pairOf = (value: Json | undefined, otherwise: readonly [number, number]): readonly [number, number] =>
  Array.isArray(value) && value.length === 2 ? [numberOf(value[0], 0), numberOf(value[1], 0)] : otherwise;

/** Event and time operators anywhere in the text. Table entries have the name of their entry. */
function timed(text: string, root: TextNode): { node: TextNode; op: 'event' | 'time'; name: string }[] {
  const found: { node: TextNode; op: 'event' | 'time'; name: string }[] = [],
    open: TextNode[] = [root];
  while (open.length > 0) {
    const node = open.pop()!;
    if (node.kind !== 'object' && node.kind !== 'array') continue;
    for (let i = node.children.length - 1; i >= 0; --i)
      if (node.children[i]!.key !== 'comment') open.push(node.children[i]!);
    const op = node.kind === 'object' ? member(node, 'op') : undefined;
    if (op?.kind !== 'string') continue;
    const word = text.slice(op.from + 1, op.to - 1);
    if (word === 'event' || word === 'time') found.push({ node, op: word, name: nameOf(text, node) });
  }
  return found;
}

function nameOf(text: string, node: TextNode): string {
  const own = member(node, 'name');
  if (own?.kind === 'string') return valueOf(text, own) as string;
  return node.parent?.kind === 'object' && isTable(node.parent) ? (node.key ?? '') : '';
}

/** `scenes` and `specials` of the document. */
const isTable = ({ key, parent }: TextNode): boolean =>
  (key === 'scenes' || key === 'specials') && parent !== undefined && parent.parent === undefined;

function barOf(text: string, node: TextNode, parent: Bar | undefined): Bar | undefined {
  if (node.kind !== 'object') return undefined;
  const value = (key: string): Json | undefined => {
    const child = member(node, key);
    return child && valueOf(text, child);
  };
  const op = value('op'),
    start = numberOf(value('start'), 0),
    end = value('end'),
    origin = parent?.from ?? 0;
  const bar: Bar = {
    pointer: pointerOf(node),
    kind: 'event',
    op: typeof op === 'string' ? op : '',
    start,
    end: typeof end === 'number' ? end : undefined,
    from: origin + start,
    to: origin + numberOf(end, Infinity),
    ease: pairOf(value('ease'), [0, 0]),
    interval: pairOf(value('interval'), [0, 1]),
    text: typeof value('text') === 'string' ? (value('text') as string) : undefined,
    parent,
    sub: [],
  };
  bar.sub = barsOf(text, member(node, 'sub'), bar);
  return bar;
}

const barsOf = (text: string, list: TextNode | undefined, parent: Bar | undefined): Bar[] =>
  list?.kind === 'array' ? list.children.flatMap((node) => barOf(text, node, parent) ?? []) : [];

/** A time operator that says itself when it begins and ends. */
function ownBar(text: string, node: TextNode, name: string): Bar | undefined {
  const [start, end, interval] = ['start', 'end', 'interval'].map((key) => {
    const child = member(node, key);
    return child && valueOf(text, child);
  });
  if (typeof start !== 'number' || typeof end !== 'number') return undefined;
  const pointer = pointerOf(node);
  return {
    pointer,
    kind: 'operator',
    op: name,
    start,
    end,
    from: start,
    to: end,
    ease: [0, 0],
    interval: pairOf(interval, [0, 1]),
    text: undefined,
    parent: undefined,
    sub: [],
  };
}

export function songOf(text: string, root: TextNode): Song {
  const timeline = member(root, 'timeline'),
    written = timeline && member(timeline, 'bpm'),
    events = barsOf(text, timeline && member(timeline, 'events'), undefined);
  const byName = new Map<string, Bar[]>();
  for (const bar of events) pushTo(byName, bar.op, bar);
  const subNames = new Set<string>(),
    bars = new Map<string, Bar>(),
    open = [...events];
  while (open.length > 0) {
    const bar = open.pop()!;
    bars.set(bar.pointer, bar);
    for (const sub of bar.sub) {
      subNames.add(sub.op);
      open.push(sub);
    }
  }
  const lanes: Lane[] = [];
  for (const { node, op, name } of timed(text, root)) {
    const own = op === 'time' ? ownBar(text, node, name) : undefined;
    if (own) bars.set(own.pointer, own);
    // Without a name nothing can start it.
    if (name === '' && !own) continue;
    const named = name === '' ? [] : (byName.get(name) ?? []);
    byName.delete(name);
    // What plays inside of others alone is shown there.
    if (named.length === 0 && !own && subNames.has(name)) continue;
    lanes.push({ name: name || op, pointer: pointerOf(node), op, bars: own ? [own] : named });
  }
  for (const [name, named] of byName) lanes.push({ name, pointer: '', op: '', bars: named });
  const ends = [...bars.values()].map(({ to }) => to).filter(Number.isFinite);
  return {
    bpm: numberOf(written && valueOf(text, written), kDefaultBpm),
    lanes,
    bars,
    length: ends.reduce((most, end) => Math.max(most, end), 0),
  };
}
