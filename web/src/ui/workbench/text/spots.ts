// Where a new operator or link may go: below wraps what is there, as the last input of it, beside it in its list.

import { classesAt, classOfOp, fits, numberOf, takers, wishesAt, wishesOfInput } from './graph';
import type { Hand } from './attempt';
import { operators, type OpClass, type OpInfo } from './keys';
import type { Input, Links, Op, Sub } from './links';
import { placeOf, type Place } from './places';
import { member, ownerOf, partsOf, type TextNode } from './scan';

/** Where a new operator goes: below wraps what is there; as the last input of it; beside it in its list. */
export type Where = 'below' | 'input' | 'beside';

/** A free place of an operator. */
export interface Spot {
  /** The list that it goes into, or the slot, by its pointer; where `wraps`, the place of what is wrapped. */
  to: string;
  /** In a list. */
  index: number;
  place: Place & { is: 'operator' };
  /** What it goes into, or undefined for lists of the document. */
  consumer: Op | undefined;
  owner: Sub | undefined;
  classes: readonly OpClass[];
  /** What becomes its input. */
  wraps: Input | undefined;
}

export function spotOf(hand: Hand, pointer: string, where: Where): Spot | undefined {
  const node = hand.at(pointer);
  if (!node) return slotSpot(hand, pointer);
  if (where === 'below') return wrapSpot(hand, pointer, node);
  if (where === 'beside') return besideSpot(hand, pointer, node);
  return node.kind === 'array' ? listSpot(hand, pointer, node) : inputSpot(hand, pointer, node);
}

function wrapSpot({ links }: Hand, pointer: string, node: TextNode): Spot | undefined {
  const input = links.inputAt(node);
  if (!input || input.place.home === 'part') return undefined;
  const { place, parent: consumer, owner } = input;
  return { to: pointer, index: 0, place, consumer, owner, classes: classesAt(links, input), wraps: input };
}

function besideSpot({ links }: Hand, pointer: string, node: TextNode): Spot | undefined {
  const input = links.inputAt(node);
  if (!input || node.parent?.kind !== 'array') return undefined;
  const { place, parent: consumer, owner } = input,
    most = operators.get(consumer?.op ?? '')?.inputs.most ?? Infinity;
  if (consumer && consumer.inputs.length >= most) return undefined;
  // Behind it are the inputs that the call has not yet; between them it would move the others.
  const classes = consumer?.op === 'call' ? wishesOfInput(links, consumer, node.index + 1, new Set()) : place.classes;
  return { to: ownerOf(pointer), index: node.index + 1, place, consumer, owner, classes, wraps: undefined };
}

function inputSpot({ links }: Hand, pointer: string, node: TextNode): Spot | undefined {
  const op = links.ops.get(node),
    info = op && node.kind === 'object' ? operators.get(op.op) : undefined;
  if (!op || !info || op.inputs.length >= info.inputs.most) return undefined;
  if (op.op === 'texture' && member(node, 'file')) return undefined;
  const { classes } = info.inputs,
    index = op.inputs.length;
  return {
    to: `${pointer}/in`,
    index,
    place: { is: 'operator', classes, home: 'input' },
    consumer: op,
    owner: op.owner,
    classes: op.op === 'call' ? wishesOfInput(links, op, index, new Set()) : classes,
    wraps: undefined,
  };
}

/** The end of a list: of inputs, of `post`, `entities`, `segments`, `portals`. */
function listSpot(hand: Hand, pointer: string, node: TextNode): Spot | undefined {
  const list = placeOf(hand.text, node);
  if (list.is !== 'list' || list.of.is !== 'operator') return undefined;
  const owner = hand.links.ops.get(node.parent!);
  if (owner) return inputSpot(hand, ownerOf(pointer), owner.node);
  const { of: place } = list;
  const index = node.children.length;
  return { to: pointer, index, place, consumer: undefined, owner: undefined, classes: place.classes, wraps: undefined };
}

/** A slot, or a list of the document, that is not there yet. */
function slotSpot(hand: Hand, pointer: string): Spot | undefined {
  const owner = hand.at(ownerOf(pointer)),
    key = partsOf(pointer).at(-1);
  if (owner?.kind !== 'object' || key === undefined) return undefined;
  const found = placeOf(hand.text, { ...owner, kind: 'object', parent: owner, key, index: 0, children: [] }),
    place = found.is === 'list' ? found.of : found;
  if (place.is !== 'operator') return undefined;
  const consumer = hand.links.around(owner),
    sub = hand.links.subAround(owner);
  if (place.home === 'input') return consumer && inputSpot(hand, ownerOf(pointer), consumer.node);
  return { to: pointer, index: 0, place, consumer, owner: sub, classes: place.classes, wraps: undefined };
}

/** Operators that take the place in: links to them from here close a cycle. */
export const takersOf = (links: Links, { consumer, owner }: Spot): ReadonlySet<Op> => {
  const found = new Set<Op>();
  for (const op of consumer ? takers(links, consumer) : []) found.add(op);
  for (const call of owner ? links.callsOf(owner) : []) for (const op of takers(links, call)) found.add(op);
  return found;
};

/** Subroutines that a call at the place may run. */
export function callable(links: Links, spot: Spot): Sub[] {
  const taken = takersOf(links, spot);
  return [...links.subs.values()].filter((sub) => {
    const root = sub.root?.op;
    if (!root || sub === spot.owner || taken.has(root)) return false;
    const given = spot.wraps?.op;
    const meant = classOfOp(links, root) ?? (given && classOfOp(links, given));
    if (meant !== undefined && !spot.classes.includes(meant)) return false;
    return !spot.wraps || sub.inputs > 0;
  });
}

/** The classes that a subroutine wants of an input. */
export function wantedBy(links: Links, sub: Sub, n: number): readonly OpClass[] {
  let classes: readonly OpClass[] = operators.get('call')!.inputs.classes;
  for (const op of links.ops.values())
    if (op.owner === sub && op.op === 'input' && numberOf(links, op) === n)
      for (const user of links.consumersOf(op)) {
        const wished = wishesAt(links, user, new Set());
        classes = classes.filter((one) => wished.includes(one));
      }
  return n < sub.inputs ? classes : [];
}

/** True when what is wrapped may be an input of an operator, and the operator may take its name. */
export function takesWrapped(links: Links, { wraps }: Spot, { op: word, inputs }: OpInfo): boolean {
  const op = wraps?.op;
  if (!wraps || !op) return true;
  if (inputs.most === 0 || !fits(links, op, inputs.classes)) return false;
  const takesName = !wraps.isLink && (wraps.place.home === 'table' || wraps.place.home === 'special');
  if (!takesName) return true;
  // An event inside of another operator would have no name.
  return op.op !== 'event' && op.op !== 'sector' && !links.isWantedOtherwise(op.node, word);
}
