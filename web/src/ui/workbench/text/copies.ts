// Copies of operators: names are there once, so a copy has others or none.

import { pushAll } from '../../../base/lists';
import { ended, Hand, kBroken, kNothing, refused } from './attempt';
import { freeName, type Spot, spotOf, type Where } from './newOperators';
import type { Attempt, Draft } from './draft';
import { arranged, inOrder, Plan, rawOf, takenOut, without, withMembers, type Item, type New } from './edits';
import { operators, type OpClass } from './keys';
import { placed } from './operators';
import { member, ownerOf, pointerTo, scan, stringOf, valueOf, type TextNode } from './scan';
import { spliced, type Splice } from './splices';
import { Raw, styleOf, writtenValue, type Written } from './style';
import { inlineOf, insertedAt, isTable, outermost, transferred, withoutName } from './values';
import { t, type Words } from './words';

/** The bytes of an operator as it stands inside another, with names that are free; `drop`: without those it can be without. */
export function namedAnew(hand: Hand, node: TextNode, names: 'drop' | 'keep'): Written {
  const value = inlineOf(hand, node);
  return value instanceof Raw ? new Raw(withNames(hand, value.text, names), value.indent) : value;
}

/** A text of one operator or many with its names changed where they are taken. */
function withNames(hand: Hand, text: string, names: 'drop' | 'keep', usual?: string): string {
  const { root } = scan(text),
    splices: Splice[] = [],
    given = new Set<string>();
  const visit = (node: TextNode): void => {
    for (const child of node.children) if (child.key !== 'comment') visit(child);
    const op = stringOf(text, member(node, 'op')) ?? (node === root ? usual : undefined),
      own = member(node, 'name'),
      name = stringOf(text, own);
    if (!own || name === undefined || op === undefined || !operators.has(op)) return;
    if (names === 'drop' && op !== 'event' && op !== 'sector') return pushAll(splices, without(text, node, [own]));
    const space = spaceOf(op),
      isFree = (one: string): boolean => !given.has(`${space} ${one}`) && isFreeIn(hand, space, one);
    const free = freeName(isFree, name);
    given.add(`${space} ${free}`);
    if (free !== name) splices.push({ from: own.from, to: own.to, text: JSON.stringify(free) });
  };
  if (root) visit(root);
  return spliced(text, inOrder(splices));
}

/** Segments and portals have names of their own, calls and inputs are named among scenes. */
const spaceOf = (op: string): OpClass | 'portal' => {
  const found = operators.get(op)!.class;
  return op === 'portal' ? 'portal' : found === 'any' ? 'scene' : found;
};

const isFreeIn = ({ links }: Hand, space: OpClass | 'portal', name: string): boolean =>
  space === 'portal'
    ? ![...links.ops.values()].some((op) => op.op === 'portal' && op.name === name)
    : links.isFree(space, name);

/** An element or member once more in another list or slot; names that are taken get another number. */
export const copyValue = (draft: Draft, pointer: string, to: string, index?: number): Attempt =>
  transferred(draft, pointer, to, index, (hand, node) => namedAnew(hand, node, 'keep'));

/** A link becomes a copy of what it links. */
export function inlineLink(draft: Draft, pointer: string): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    node = hand.at(pointer),
    input = node && hand.links.inputAt(node);
  if (!node || !input?.isLink || !input.op) return refused(t('There is no link here.'));
  const plan = new Plan(hand.text);
  plan.replace(node, [{ ...takenOut(hand.text, node), value: namedAnew(hand, input.op.node, 'drop') }]);
  return ended(hand, {
    label: t('Copy {name} here', { name: input.op.name }),
    splices: plan.splices(),
    select: () => [pointer],
  });
}

/** A copy behind it in its list, or as another entry of its table. */
export function duplicate(draft: Draft, pointer: string): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    node = hand.at(pointer),
    owner = node?.parent;
  if (!node || !owner) return kNothing();
  const label = t('Duplicate {name}', { name: hand.nameAt(pointer) }),
    own = takenOut(hand.text, node);
  const renewed = withNames(hand, own.value.text, 'keep', hand.links.ops.get(node)?.op),
    copy: New = { value: new Raw(renewed, own.value.indent) };
  if (owner.kind === 'object') {
    if (!isTable(ownerOf(pointer))) return refused(t('It is the only one here.'));
    copy.key = freeName((name) => member(owner, name) === undefined, node.key!);
  }
  const items: Item[] = [...owner.children];
  items.splice(node.index + 1, 0, copy);
  return ended(hand, {
    label,
    splices: arranged(hand.text, owner, items),
    keepsLinks: true,
    select: (after) => [after.of(owner)?.children[node.index + 1]],
  });
}

/** JSON of operators, as `paste` takes it: a list. */
export function copyText(draft: Draft, pointers: readonly string[]): string {
  const hand = new Hand(draft),
    nodes = outermost(pointers).flatMap((pointer) => hand.at(pointer) ?? []);
  const style = styleOf(hand.text, hand.root);
  return writtenValue(
    nodes.map((node) => inlineOf(hand, node)),
    style,
    '',
  );
}

/** JSON of operators, as `copyText` gives it. Below, it takes in what is there. */
export function paste(draft: Draft, pointer: string, where: Where, json: string): Attempt {
  if (draft.broken) return kBroken();
  const { root } = scan(json),
    given = root?.kind === 'array' ? root.children : root ? [root] : [];
  const isOperator = (node: TextNode): boolean => node.kind === 'string' || member(node, 'op') !== undefined;
  if (given.length === 0 || !given.every(isOperator)) return refused(t('What was copied is no operator.'));
  const hand = new Hand(draft),
    spot = spotOf(hand, pointer, where);
  if (!spot) return refused(t('Nothing can be put here.'));
  const values = pasted(hand, json, given),
    label = t('Paste into {name}', { name: hand.nameAt(pointer) });
  if (spot.wraps) return pastedBelow(hand, spot, values, label);
  const list = hand.at(spot.to);
  if (values.length === 1 || list?.kind !== 'array') {
    if (values.length > 1 && !kLists.includes(spot.place.home)) return refused(t('Only one operator can stand here.'));
    const [value] = values;
    const whole = values.length > 1 ? intoNew(hand, spot, values) : undefined;
    return whole ? ended(hand, { label, splices: whole }) : placed(hand, spot, { value: value! }, label);
  }
  const items: Item[] = [...list.children];
  items.splice(spot.index, 0, ...values.map((value) => ({ value })));
  const chosen = values.map((_, i) => pointerTo(spot.to, spot.index + i));
  return ended(hand, { label, splices: arranged(hand.text, list, items), select: () => chosen });
}

const kLists: readonly string[] = ['input', 'entity', 'post', 'part'];

/** A list that is not there yet, with all of them. */
const intoNew = (hand: Hand, spot: Spot, values: readonly Written[]): Splice[] | undefined =>
  insertedAt(hand, spot.to, values);

/** The bytes of what is pasted, with other names where they are taken. */
function pasted(hand: Hand, json: string, given: readonly TextNode[]): Written[] {
  const style = styleOf(hand.text, hand.root);
  const whole = withNames(hand, json, 'keep'),
    root = scan(whole).root!,
    nodes = root.kind === 'array' ? root.children : [root];
  return nodes.slice(0, given.length).map((node) => {
    const raw = rawOf(whole, node);
    if (style.isOneLine && raw.text.includes('\n')) return valueOf(whole, node);
    return new Raw(raw.text.replace(/\r?\n/g, style.eol), raw.indent);
  });
}

/** One operator that takes what is there as its last input. */
function pastedBelow(hand: Hand, spot: Spot, values: readonly Written[], label: Words): Attempt {
  const [value] = values;
  if (values.length !== 1 || !(value instanceof Raw)) return refused(t('Only one operator can stand below.'));
  const { root } = scan(value.text);
  if (root?.kind !== 'object') return refused(t('A link takes no inputs.'));
  const inside = member(root, 'in'),
    wrapped = inlineOf(hand, spot.wraps!.node);
  const splices = inside
    ? arranged(value.text, inside, [...inside.children, { value: wrapped }])
    : withMembers(value.text, root, [{ key: 'in', value: [wrapped] }]);
  const whole = new Raw(spliced(value.text, splices), value.indent),
    isEntry = spot.place.home === 'table' || spot.place.home === 'special';
  return placed(hand, spot, { value: isEntry ? withoutName(whole) : whole }, label);
}
