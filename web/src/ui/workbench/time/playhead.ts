// Where the picture is in time: in beats, and on the way through events.

import type { Bench } from '../bench';
import { type Page, pageOf, pagesOf, usersOf } from '../text/pages';
import { member, nodeAt, pointerOf, stringOf, type TextNode, valueOf } from '../text/scan';

export interface Scope {
  axis: 'beats' | 'event';
  /** Of the event or time operator around it; empty for beats. */
  operator: string;
}

const kBeats: Scope = { axis: 'beats', operator: '' };

/** The scope of the value at a pointer. What is linked from within events alone is in their time. */
export function scopeOf(text: string, root: TextNode, pointer: string): Scope {
  return climb(text, root, pagesOf(text, root), pointer, new Set());
}

function climb(text: string, root: TextNode, pages: Page[], pointer: string, seen: Set<string>): Scope {
  const node = nodeAt(root, pointer);
  // The parameters of an event operator itself are evaluated before its instances.
  let inner = node && operatorAround(node);
  while (inner) {
    const outer = inner.parent && operatorAround(inner.parent);
    const word = outer && stringOf(text, member(outer, 'op'));
    if (outer && (word === 'event' || word === 'time')) return { axis: 'event', operator: pointerOf(outer) };
    inner = outer;
  }
  const page = pageOf(pages, pointer);
  if (!page || seen.has(page.pointer)) return kBeats;
  seen.add(page.pointer);
  const scopes = usersOf(text, root, page.pointer).map((user) => ofUser(text, root, pages, user, seen));
  return scopes.length > 0 && scopes.every(({ axis }) => axis === 'event') ? scopes[0]! : kBeats;
}

/** A name stands in for what it links: the operator around it counts. */
function ofUser(text: string, root: TextNode, pages: Page[], user: string, seen: Set<string>): Scope {
  const outer = nodeAt(root, user)?.parent,
    operator = outer && operatorAround(outer),
    word = operator && stringOf(text, member(operator, 'op'));
  if (!operator) return kBeats;
  if (word === 'event' || word === 'time') return { axis: 'event', operator: pointerOf(operator) };
  return climb(text, root, pages, pointerOf(operator), new Set(seen));
}

function operatorAround(node: TextNode): TextNode | undefined {
  for (let at: TextNode | undefined = node; at; at = at.parent) if (at.kind === 'object' && member(at, 'op')) return at;
  return undefined;
}

/** Frames come 60 times a second: the beats of one are as exact as half of that. */
const kHalfTick = 1 / 120;

/** The beat of the picture; a whole quarter where the frame is as near to it as frames can be. */
export function beatOf(bench: Bench, bpm: number): number {
  const beat = ((bench.picture.frame?.time ?? 0) * bpm) / 60,
    quarter = Math.round(beat * 4) / 4;
  return Math.abs(beat - quarter) <= (kHalfTick * bpm) / 60 + 1e-9 ? quarter : Math.round(beat * 1000) / 1000;
}

export const secondsOf = (beat: number, bpm: number): number => (beat * 60) / bpm;

/** TIME of what is animated in a scope; undefined where no event of it is active. */
export function timeIn(bench: Bench, scope: Scope, bpm: number): number | undefined {
  const beat = beatOf(bench, bpm);
  if (scope.axis === 'beats') return beat;
  const own = ownTime(bench, scope.operator, beat);
  if (own !== undefined) return own;
  const { frame, outline } = bench.picture,
    operator = outline?.operators.findIndex(({ pointer }) => pointer === scope.operator) ?? -1;
  return operator < 0 ? undefined : frame?.events.find((event) => event.operator === operator)?.time;
}

/** Of a time operator that says itself when it begins and ends. */
function ownTime({ draft }: Bench, operator: string, beat: number): number | undefined {
  const node = nodeAt(draft.root, operator),
    [start, end, interval] = ['start', 'end', 'interval'].map((key) => {
      const child = node && member(node, key);
      return child && valueOf(draft.text, child);
    });
  if (typeof start !== 'number' || typeof end !== 'number') return undefined;
  const [from, to] = Array.isArray(interval) ? (interval as number[]) : [0, 1],
    u = Math.min(1, Math.max(0, (beat - start) / (end - start)));
  return from! + (to! - from!) * u;
}
