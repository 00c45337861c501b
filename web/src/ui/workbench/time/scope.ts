// What the time of an animated value is: beats of the timeline, or the way through an event.

import { pageOf, pagesOf, usersOf, type Page } from '../text/pages';
import { member, nodeAt, pointerOf, stringOf, type TextNode } from '../text/scan';

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
