// What a world may hold: operators with their keys, in the order of the schema, what stands at a place of a text, and
// what follows from links by the rules of the reader.

import { type OpClass, operators } from './keys';
import { type Input, type Links, linksOf, type Op, type Sub } from './links';
import { infoAt, kindAt, placeOf, placeOfChild } from './places';
import { rootOf, type TextNode } from './scan';

export { keysOf, operators, tables } from './keys';
export type { KeyInfo, KeyKind, NameKind, OpClass, OpInfo } from './keys';

/** What an operator stands for: a class, or an input of the subroutine it is in. */
type Meaning = { class: OpClass } | { input: number } | undefined;

const kEvery: readonly OpClass[] = ['texture', 'material', 'mesh', 'scene', 'fx', 'world'];

export const numberOf = (links: Links, op: Op): number => {
  const n = op.node.children.find(({ key }) => key === 'n');
  return n?.kind === 'number' ? Number(links.text.slice(n.from, n.to)) : 0;
};

function meaningOf(links: Links, op: Op, seen = new Set<Op>()): Meaning {
  if (seen.has(op)) return undefined;
  seen.add(op);
  if (op.op === 'input') return { input: numberOf(links, op) };
  if (op.op !== 'call') {
    const found = operators.get(op.op)?.class;
    return found === undefined || found === 'any' ? undefined : { class: found };
  }
  const root = links.calledBy(op)?.root?.op,
    meaning = root && meaningOf(links, root, seen);
  if (!meaning || 'class' in meaning) return meaning;
  const given = op.inputs[meaning.input]?.op;
  return given && meaningOf(links, given, seen);
}

/** The class of an operator; of an input of a subroutine, undefined: each call may give another. */
export function classOfOp(links: Links, op: Op): OpClass | undefined {
  const own = operators.get(op.op)?.class;
  if (own !== 'any') return own;
  const meaning = meaningOf(links, op);
  return meaning && 'class' in meaning ? meaning.class : undefined;
}

/** True when an operator may stand where these classes are wanted; inputs of a subroutine must fit in each call. */
export function fits(links: Links, op: Op, wanted: readonly OpClass[], seen = new Set<Op>()): boolean {
  if (seen.has(op)) return true;
  seen.add(op);
  const meaning = meaningOf(links, op);
  if (!meaning) return true;
  if ('class' in meaning) return wanted.includes(meaning.class);
  return (op.owner ? links.callsOf(op.owner) : []).every((call) => {
    const given = call.inputs[meaning.input]?.op;
    return !given || fits(links, given, wanted, seen);
  });
}

/** Classes that an operator at this place may have, with all that links it, calls it or hands it on. */
export function classesAt(links: Links, input: Input): readonly OpClass[] {
  let classes = wishesAt(links, input, new Set());
  // What has the name of what stands here is wanted elsewhere as well.
  if (!input.isLink && input.op)
    for (const user of links.consumersOf(input.op))
      if (user !== input) classes = both(classes, wishesAt(links, user, new Set()));
  return classes;
}

const both = (a: readonly OpClass[], b: readonly OpClass[]): OpClass[] => a.filter((one) => b.includes(one));

/** Classes that the place itself allows. */
export function wishesAt(links: Links, input: Input, seen: Set<Input>): readonly OpClass[] {
  if (seen.has(input)) return kEvery;
  seen.add(input);
  const { place, parent, owner } = input;
  if (place.home === 'root' && owner) return wishesOfRoot(links, owner, place.classes, seen);
  if (place.home !== 'input' || parent?.op !== 'call') return place.classes;
  return wishesOfInput(links, parent, parent.inputs.indexOf(input), seen);
}

/** What all calls of a subroutine want of its root. */
function wishesOfRoot(links: Links, sub: Sub, own: readonly OpClass[], seen: Set<Input>): readonly OpClass[] {
  let classes = own;
  for (const call of links.callsOf(sub))
    for (const user of links.consumersOf(call)) classes = both(classes, wishesAt(links, user, seen));
  return classes;
}

/** What a subroutine wants of the input that a call gives it: also of one that is not there yet. */
export function wishesOfInput(links: Links, call: Op, n: number, seen: Set<Input>): readonly OpClass[] {
  let classes: readonly OpClass[] = operators.get('call')!.inputs.classes;
  const sub = links.calledBy(call);
  if (!sub) return classes;
  for (const op of links.ops.values()) {
    if (op.owner !== sub || op.op !== 'input' || numberOf(links, op) !== n) continue;
    for (const user of links.consumersOf(op))
      if (user.place.home !== 'root') classes = both(classes, wishesAt(links, user, seen));
      else for (const again of links.consumersOf(call)) classes = both(classes, wishesAt(links, again, seen));
  }
  return classes;
}

/** What an operator takes in: what is inside and linked, and the root of what it calls. */
export function* takenBy(links: Links, op: Op): Iterable<Op> {
  for (const { op: taken } of op.slots) if (taken) yield taken;
  for (const { op: taken } of op.inputs) if (taken) yield taken;
  const root = links.calledBy(op)?.root?.op;
  if (root) yield root;
}

/** An operator and all that takes it in, on any way: linking one of these inside it closes a cycle. */
export function takers(links: Links, op: Op): Set<Op> {
  const found = new Set([op]);
  for (const at of found) {
    for (const { parent, place, owner } of links.consumersOf(at)) {
      if (parent) found.add(parent);
      if (place.home === 'root' && owner) for (const call of links.callsOf(owner)) found.add(call);
    }
  }
  return found;
}

export { infoAt };

/** What the object at this place is: the word of its operator, a kind of `keysOf`, or undefined. Entries of tables may lack "op". */
export const kindOf = (text: string, node: TextNode): string | undefined => kindAt(text, node, placeOf(text, node));

/** The class of the operator or name at this place; undefined where none stands, and for inputs of subroutines. */
export function classOf(text: string, node: TextNode): OpClass | undefined {
  const links = linksOf(text, rootOf(node)),
    op = links.ops.get(node) ?? links.inputAt(node)?.op;
  return op && classOfOp(links, op);
}

/** Names that may stand at this place, or behind a key of it, where the name of a model, a segment, an event... is wanted. */
export function namesAt(text: string, node: TextNode, key?: string): string[] {
  const links = linksOf(text, rootOf(node)),
    own = placeOf(text, node);
  const place =
    key === undefined
      ? own
      : placeOfChild(text, own, node, { ...node, kind: 'string', parent: node, key, children: [] });
  const names =
    place.is === 'value' ? place.info.names : place.is === 'kind' && place.kind === 'documentCamera' && 'cameras';
  return names ? links.namesOf(names, links.subAround(node)) : [];
}
