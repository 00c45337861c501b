// New operators and links: where they may go, and what each needs so that the reader takes it.

import type { Json } from '../../world/text';
import type { Hand } from './attempt';
import { ordered } from './edits';
import { classesAt, classOfOp, fits, numberOf, takers, wishesAt, wishesOfInput } from './schema';
import { type OpClass, operators, type OpInfo } from './keys';
import type { Input, Links, Op, Sub } from './links';
import { type Place, placeOf } from './places';
import { member, ownerOf, partsOf, type TextNode } from './scan';
import type { Written } from './style';
import { inlineOf } from './values';

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

/** Where a new operator or link may go: below wraps what is there, as the last input of it, beside it in its list. */
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
function wantedBy(links: Links, sub: Sub, n: number): readonly OpClass[] {
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
function takesWrapped(links: Links, { wraps }: Spot, { op: word, inputs }: OpInfo): boolean {
  const op = wraps?.op;
  if (!wraps || !op) return true;
  if (inputs.most === 0 || !fits(links, op, inputs.classes)) return false;
  const takesName = !wraps.isLink && (wraps.place.home === 'table' || wraps.place.home === 'special');
  if (!takesName) return true;
  // An event inside of another operator would have no name.
  return op.op !== 'event' && op.op !== 'sector' && !links.isWantedOtherwise(op.node, word);
}

type Members = { [key: string]: Written };

/** What fills a place where something must stand. */
function emptyOf(classes: readonly OpClass[]): Members {
  const only = classes.includes('scene') ? undefined : classes[0];
  return { op: only === undefined || only === 'world' ? 'add' : only };
}

/** A name that is not taken: "lamp", "lamp 2". */
export function freeName(isFree: (name: string) => boolean, wish: string): string {
  for (let n = 1; ; ++n) {
    const name = n === 1 ? wish : `${wish.replace(/ \d+$/, '')} ${n}`;
    if (isFree(name)) return name;
  }
}

/** A name for a new operator of a class. */
const newName = (links: Links, space: OpClass, wish: string): string =>
  freeName((name) => links.isFree(space, name), wish);

/** True when an operator may be made at a place. */
export function mayStand({ links }: Hand, spot: Spot, info: OpInfo): boolean {
  const { op } = info,
    { place, wraps } = spot;
  if (place.home === 'part' && place.usual !== op) return false;
  if (op === 'portal' && links.namesOf('segments').length < 2) return false;
  if (op === 'trigger' && links.namesOf('events').length === 0) return false;
  if (op === 'call') return callable(links, spot).length > 0;
  if (op === 'input') return !wraps && inputFor(links, spot) >= 0;
  if (!spot.classes.includes(info.class as OpClass)) return false;
  return takesWrapped(links, spot, info);
}

/** The first input of the subroutine around that fits in each of its calls; -1. */
function inputFor(links: Links, { owner, classes }: Spot): number {
  for (let n = 0; n < (owner?.inputs ?? 0); ++n) {
    const given = links.callsOf(owner!).map((call) => call.inputs[n]?.op);
    if (given.every((op) => !op || fits(links, op, classes))) return n;
  }
  return -1;
}

/** With "clip" each portal has a box. */
export function doorway({ root, text }: Links): Members {
  const clip = member(root, 'clip');
  return clip && text.slice(clip.from, clip.to) === 'true' ? { min: [-0.5, 0, -0.1], max: [0.5, 2, 0.1] } : {};
}

/** Keys that an operator cannot be without, where it has not got them. */
export function neededKeys({ links }: Hand, spot: Spot, op: string, has: (key: string) => boolean): Members {
  const isEntry = spot.place.home === 'table' || spot.place.home === 'special';
  switch (op) {
    case 'event':
      return isEntry || has('name') ? {} : { name: newName(links, 'scene', 'event') };
    case 'sector':
      return isEntry || has('name') ? {} : { name: newName(links, 'world', 'segment') };
    case 'trigger': {
      const other = links.namesOf('events').find((name) => spot.wraps?.op?.name !== name);
      return has('event') ? {} : { event: other ?? '' };
    }
    case 'call':
      return has('sub') ? {} : { sub: callable(links, spot)[0]?.name ?? '' };
    case 'portal':
      return {
        ...(!has('between') && { between: links.namesOf('segments').slice(0, 2) }),
        ...(!has('min') && doorway(links)),
      };
    case 'input': {
      const n = has('n') ? 0 : Math.max(0, inputFor(links, spot));
      return n === 0 ? {} : { n };
    }
    default:
      return {};
  }
}

/** What an operator has too few of, filled up. */
export function filledInputs(
  { links }: Hand,
  op: string,
  sub: string | undefined,
  given: readonly Written[],
): Written[] {
  const inputs = [...given],
    called = op === 'call' ? links.subs.get(sub ?? '') : undefined,
    info = operators.get(op)!.inputs;
  while (inputs.length < (called?.inputs ?? info.least))
    inputs.push(emptyOf(called ? wantedBy(links, called, inputs.length) : info.classes));
  return inputs;
}

/** A new operator with these keys; what it wraps is its first input. */
export function bodyOf(hand: Hand, spot: Spot, op: string, keys: { readonly [key: string]: Json }): Members {
  const { in: inside, ...own } = keys,
    members: Members = { op, ...neededKeys(hand, spot, op, (key) => Object.hasOwn(keys, key)), ...own };
  const wrapped = spot.wraps && inlineOf(hand, spot.wraps.node),
    given: Written[] = [...(wrapped === undefined ? [] : [wrapped]), ...(Array.isArray(inside) ? inside : [])];
  const sub = typeof members['sub'] === 'string' ? members['sub'] : undefined,
    inputs = filledInputs(hand, op, sub, given);
  if (inputs.length > 0) members['in'] = inputs;
  // The key of an entry is its name.
  if (spot.place.home === 'table' || spot.place.home === 'special') delete members['name'];
  return ordered(op, members);
}
