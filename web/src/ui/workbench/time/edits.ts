// What hands do to bars, as steps of the draft.

import { pushAll, pushTo } from '../../../base/lists';
import type { Json } from '../../world/text';
import type { Attempt, Draft, Splice } from '../text/draft';
import { without } from '../text/edits';
import { insertElement, removeValue, setRaw, setValue } from '../text/gestures';
import { member, nodeAt, pointerOf, stringOf, valueOf, type TextNode } from '../text/scan';
import { t, type Words } from '../text/words';
import { type Hold, numberText } from './numbers';
import { scopeOf } from './playhead';
import type { Bar, Lane, Song } from './song';

/** Beats of a bar where nothing says how long it is. */
const kLength = 4;
const kEvents = '/timeline/events';

/** Several changes of the same text as one step; refused where one is, or where two meet. */
export function together(
  label: Words,
  attempts: readonly Attempt[],
  more: { gesture?: string; select?: readonly string[] } = {},
): Attempt {
  const splices: Splice[] = [];
  for (const attempt of attempts) {
    if ('refused' in attempt) return attempt;
    pushAll(splices, attempt.splices);
  }
  splices.sort((a, b) => a.from - b.from || a.to - b.to);
  for (let i = 1; i < splices.length; ++i)
    if (splices[i]!.from < splices[i - 1]!.to) return { refused: t('Two changes meet in one place.') };
  return { label, splices, ...more };
}

interface BarPlace {
  start: number;
  /** Undefined: it has none. */
  end: number | undefined;
  ease?: readonly [number, number];
}

/** Start, end and ease of a bar; what stays keeps its bytes. */
export function placeBar(
  draft: Draft,
  bar: Bar,
  { start, end, ease }: BarPlace,
  decimals: number,
  hold: Hold,
): Attempt {
  const { pointer } = bar,
    attempts = hold.put(draft, `${pointer}/start`, start, decimals);
  if (end !== undefined) pushAll(attempts, hold.put(draft, `${pointer}/end`, end, decimals));
  const written = nodeAt(draft.root, `${pointer}/ease`);
  if (ease && written) ease.forEach((part, i) => pushAll(attempts, hold.put(draft, `${pointer}/ease/${i}`, part, 3)));
  else if (ease?.some((part) => part !== 0))
    attempts.push(setRaw(draft, `${pointer}/ease`, `[${ease.map((part) => numberText(part, 3)).join(', ')}]`));
  return together(t('Move bar of {name}', { name: bar.op }), attempts, { select: [pointer], gesture: hold.gesture });
}

const eventsOf = (draft: Draft, list: string): readonly TextNode[] => nodeAt(draft.root, list)?.children ?? [];

/** A bar as long as the last one of its lane; for the next text there is a place where the others have one. */
export function addBar(draft: Draft, lane: Lane, start: number, decimals: number): Attempt {
  const last = lane.bars.filter(({ end }) => end !== undefined).at(-1),
    length = last ? last.end! - last.start : kLength;
  const value: { [key: string]: Json } = {
    op: lane.name,
    start: Number(numberText(start, decimals)),
    end: Number(numberText(start + length, decimals)),
  };
  if (lane.bars.some(({ text }) => text !== undefined)) value.text = '';
  return added(draft, kEvents, eventsOf(draft, kEvents).length, value, t('Add bar of {name}', { name: lane.name }));
}

function added(draft: Draft, list: string, index: number, value: Json, label: Words): Attempt {
  return together(label, [insertElement(draft, list, index, value)], { select: [`${list}/${index}`] });
}

const placeOf = (pointer: string): { list: string; index: number } => {
  const at = pointer.lastIndexOf('/');
  return { list: pointer.slice(0, at), index: Number(pointer.slice(at + 1)) };
};
const jsonOf = (draft: Draft, bar: Bar): { [key: string]: Json } =>
  valueOf(draft.rootText, nodeAt(draft.root, bar.pointer)!) as { [key: string]: Json };
const ofOperator = (): Attempt => ({ refused: t('A time operator has one stretch of its own.') });

/** The same again where it ends; what never ends starts some beats later. */
export function duplicateBar(draft: Draft, bar: Bar, decimals: number): Attempt {
  if (bar.kind === 'operator') return ofOperator();
  const { list, index } = placeOf(bar.pointer),
    by = bar.end === undefined ? kLength : bar.end - bar.start;
  const value: { [key: string]: Json } = { ...jsonOf(draft, bar), start: Number(numberText(bar.start + by, decimals)) };
  if (bar.end !== undefined) value.end = Number(numberText(bar.end + by, decimals));
  return added(draft, list, index + 1, value, t('Duplicate bar of {name}', { name: bar.op }));
}

/** The part of the way at a moment from 0 to 1, as the core eases it. */
function eased(u: number, [into, out]: readonly [number, number]): number {
  const s = 1 / (1 - into / 2 - out / 2);
  if (u < into) return (s * u * u) / (2 * into);
  if (u <= 1 - out) return s * (u - into / 2);
  return 1 - (s * (1 - u) * (1 - u)) / (2 * out);
}

/** Two bars that meet at a beat of the timeline; TIME goes on across the cut. */
export function splitBar(draft: Draft, bar: Bar, beat: number, decimals: number): Attempt {
  if (bar.kind === 'operator') return ofOperator();
  if (!(beat > bar.from && beat < bar.to)) return { refused: t('The playhead is not inside of the bar.') };
  const { list, index } = placeOf(bar.pointer),
    cut = Number(numberText(bar.start + beat - bar.from, decimals));
  if (!(cut > bar.start && (bar.end === undefined || cut < bar.end)))
    return { refused: t('The playhead is at an end of the bar.') };
  const [from, to] = bar.interval,
    // Without an end TIME counts beats.
    middle =
      bar.end === undefined
        ? cut - bar.start
        : from + (to - from) * eased((cut - bar.start) / (bar.end - bar.start), bar.ease);
  const first = { ...jsonOf(draft, bar), end: cut, interval: [bar.end === undefined ? 0 : from, rounded(middle)] },
    second: { [key: string]: Json } = { ...jsonOf(draft, bar), start: cut };
  if (bar.end !== undefined) second.interval = [rounded(middle), to];
  if (bar.ease.some((part) => part !== 0)) {
    Object.assign(first, { ease: [bar.ease[0], 0] });
    second.ease = [0, bar.ease[1]];
  }
  if (bar.sub.length > 0) {
    const subs = (first as { [key: string]: Json }).sub as { [key: string]: Json }[],
      at = cut - bar.start,
      isBefore = (_: Json, i: number): boolean => bar.sub[i]!.start < at;
    Object.assign(first, { sub: subs.filter(isBefore) });
    second.sub = subs
      .filter((sub, i) => !isBefore(sub, i))
      .map((sub) => ({
        ...sub,
        start: rounded((sub.start as number) - at),
        ...(typeof sub.end === 'number' && { end: rounded(sub.end - at) }),
      }));
  }
  return together(
    t('Split bar of {name}', { name: bar.op }),
    [setValue(draft, bar.pointer, first), insertElement(draft, list, index + 1, second)],
    {
      select: [`${list}/${index + 1}`],
    },
  );
}

const rounded = (value: number): number => Number(numberText(value, 6));

/** Elements out of lists; those that stay keep their bytes. */
export function removeElements(draft: Draft, pointers: readonly string[]): Splice[] {
  const lists = new Map<TextNode, TextNode[]>();
  for (const pointer of new Set(pointers)) {
    const node = nodeAt(draft.root, pointer);
    if (node?.parent) pushTo(lists, node.parent, node);
  }
  return [...lists].flatMap(([list, gone]) => without(draft.rootText, list, gone));
}

export function removeBars(draft: Draft, bars: readonly Bar[]): Attempt {
  if (bars.some(({ kind }) => kind === 'operator'))
    return { refused: t('This bar is an operator: delete it in the Stack.') };
  const [bar] = bars,
    label =
      bars.length === 1
        ? t('Delete bar of {name}', { name: bar!.op })
        : t('Delete {count} bars', { count: bars.length });
  // What is inside of another one goes with it.
  const outer = bars
    .map(({ pointer }) => pointer)
    .filter((one, _, all) => !all.some((other) => one.startsWith(`${other}/`)));
  if (outer.length === 1) return together(label, [removeValue(draft, outer[0]!)]);
  return together(label, [{ label, splices: removeElements(draft, outer) }]);
}

export function setBarText(draft: Draft, bar: Bar, text: string): Attempt {
  return together(t('Set text of {name}', { name: bar.op }), [setValue(draft, `${bar.pointer}/text`, text)]);
}

/** It goes on for ever, or for so many beats. */
export function setEndless(draft: Draft, bar: Bar, isEndless: boolean, length: number, decimals: number): Attempt {
  if (bar.kind === 'operator') return ofOperator();
  const label = t('Set end of {name}', { name: bar.op }),
    end = `${bar.pointer}/end`;
  if (!isEndless) return together(label, [setRaw(draft, end, numberText(bar.start + length, decimals))]);
  return bar.end === undefined ? together(label, []) : together(label, [removeValue(draft, end)]);
}

/** `seconds`: what is written in beats moves along, so that it stays where it is in seconds. */
export function setBpm(draft: Draft, song: Song, bpm: number, keep: 'beats' | 'seconds'): Attempt {
  const label = t('Set bpm to {bpm}', { bpm }),
    written = setRaw(draft, '/timeline/bpm', numberText(bpm, 3));
  if (keep === 'beats') return together(label, [written]);
  const factor = bpm / song.bpm,
    attempts: Attempt[] = [written];
  for (const pointer of beatPlaces(draft, song)) {
    const value = valueOf(draft.rootText, nodeAt(draft.root, pointer)!) as number;
    attempts.push(setRaw(draft, pointer, numberText(value * factor, 6)));
  }
  return together(label, attempts);
}

/** Every number that counts beats: of events, time operators and triggers, and the keys of splines that follow beats. */
function beatPlaces(draft: Draft, song: Song): string[] {
  const places: string[] = [];
  const put = (node: TextNode | undefined): void => {
    if (node?.kind === 'number') places.push(pointerOf(node));
  };
  for (const bar of song.bars.values()) {
    const node = nodeAt(draft.root, bar.pointer)!;
    put(member(node, 'start'));
    put(member(node, 'end'));
  }
  const open: TextNode[] = [draft.root];
  while (open.length > 0) {
    const node = open.pop()!;
    if (node.key === 'comment') continue;
    const op = node.kind === 'object' ? stringOf(draft.rootText, member(node, 'op')) : undefined;
    if (op === 'trigger') put(member(node, 'duration'));
    const spline = node.kind === 'object' && node.key === 'anim' ? member(node, 'spline') : undefined,
      channels = spline && member(spline, 'channels');
    if (channels && scopeOf(draft.rootText, draft.root, pointerOf(node)).axis === 'beats')
      for (const keys of channels.children) for (const key of keys.children) put(key.children[0]);
    for (const child of node.children) open.push(child);
  }
  return places;
}
