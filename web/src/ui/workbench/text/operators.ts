// Operators by hand: added, exchanged, put elsewhere.

import type { Json } from '../../world/text';
import { ended, Hand, kBroken, kNothing, refused } from './attempt';
import { bodyOf, callable, filledInputs, mayStand, neededKeys, type Spot, spotOf, type Where } from './newOperators';
import type { Attempt, Draft } from './draft';
import { arranged, inOrder, Plan, takenOut, withMemberItems, without, type Item, type New } from './edits';
import { classesAt } from './schema';
import { keysOf, operators } from './keys';
import type { Input, Op } from './links';
import { member, nodeAt, ownerOf, stringOf, type TextNode } from './scan';
import { intoList, rearranged } from './values';
import { t } from './words';

export type { Where } from './newOperators';

/** Operators that may stand there. */
export function fitting(draft: Draft, pointer: string, where: Where): string[] {
  if (draft.broken) return [];
  const hand = new Hand(draft),
    spot = spotOf(hand, pointer, where);
  if (!spot) return [];
  // What these need must be among what there is: only trying tells.
  const isTried = (op: string): boolean => op === 'call' || op === 'trigger' || op === 'input';
  return [...operators.values()]
    .filter((info) => mayStand(hand, spot, info))
    .map(({ op }) => op)
    .filter((op) => !isTried(op) || !('refused' in addOperator(draft, pointer, where, op)));
}

const kMostTried = 8;

export function addOperator(
  draft: Draft,
  pointer: string,
  where: Where,
  op: string,
  keys: { [key: string]: Json } = {},
): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    spot = spotOf(hand, pointer, where),
    info = operators.get(op);
  if (!spot || !info || !mayStand(hand, spot, info)) return refused(t('{op} cannot stand here.', { op }));
  const name = hand.nameAt(pointer),
    label = where === 'below' ? t('Add {op} below {name}', { op, name }) : t('Add {op} to {name}', { op, name });
  const subs = op === 'call' && keys['sub'] === undefined ? callable(hand.links, spot).slice(0, kMostTried) : [];
  const attempts = (subs.length > 0 ? subs : [undefined]).map((sub) => (): Attempt => {
    const all = sub ? { ...keys, sub: sub.name } : keys;
    return placed(hand, spot, { value: bodyOf(hand, spot, op, all) }, label);
  });
  const [first = kNothing, ...others] = attempts;
  let attempt = first();
  for (const other of others) if ('refused' in attempt) attempt = other();
  return attempt;
}

/** Puts what is new into a spot, and chooses it. */
export function placed(hand: Hand, spot: Spot, item: New, label: ReturnType<typeof t>): Attempt {
  const { wraps, to, index } = spot;
  if (wraps) {
    const plan = new Plan(hand.text);
    plan.replace(wraps.node, [{ ...takenOut(hand.text, wraps.node), ...item }]);
    return ended(hand, { label, splices: plan.splices(), select: () => [to] });
  }
  const splices = intoList(hand, to, index, item);
  if (!splices) return refused(t('Something else stands there.'));
  const isList = ['input', 'entity', 'post', 'part'].includes(spot.place.home);
  return ended(hand, { label, splices, select: () => [isList ? `${to}/${index}` : to] });
}

/** Operators that this one may be exchanged for. */
export function exchangeable(draft: Draft, pointer: string): string[] {
  if (draft.broken) return [];
  const hand = new Hand(draft);
  return [...operators.keys()].filter(
    (op) => !('refused' in exchangeOperator(draft, pointer, op)) && isOther(hand, pointer, op),
  );
}

const isOther = (hand: Hand, pointer: string, op: string): boolean => {
  const node = hand.at(pointer);
  return node !== undefined && hand.links.ops.get(node)?.op !== op;
};

/** Another operator in place of one: keys that both have stay, and so do inputs. */
export function exchangeOperator(draft: Draft, pointer: string, op: string): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    node = hand.at(pointer),
    own = node && hand.links.ops.get(node),
    input = node && hand.links.inputAt(node);
  if (!own || !input || node.kind !== 'object' || !operators.has(op)) return kNothing();
  if (operators.get(op)!.inputs.most === 0 && own.inputs.length > 0)
    return refused(t('{op} takes no inputs: move them away first.', { op }));
  const spot = { ...spotOfInput(hand, pointer, input) };
  const items = exchangedItems(hand, own, spot, op);
  const label = t('Exchange {name} for {op}', { name: own.name || own.op, op });
  return ended(hand, { label, splices: arranged(hand.text, node, items), select: () => [pointer] });
}

const spotOfInput = (hand: Hand, pointer: string, input: Input): Spot => ({
  to: pointer,
  index: 0,
  place: input.place,
  consumer: input.parent,
  owner: input.owner,
  classes: classesAt(hand.links, input),
  wraps: undefined,
});

function exchangedItems(hand: Hand, own: Op, spot: Spot, op: string): Item[] {
  const { text } = hand,
    { node } = own;
  const stays = (child: TextNode): boolean => {
    const key = child.key!;
    if (key === 'op' || key === 'name' || key === 'comment') return true;
    if (key === 'in') return operators.get(op)!.inputs.most > 0;
    const [before, after] = [own.op, op].map((word) => keysOf(word).find(({ name }) => name === key));
    return before !== undefined && after !== undefined && before.kind === after.kind;
  };
  const kept = node.children
    .filter(stays)
    .map((child) => (child.key === 'op' ? { ...takenOut(text, child), value: op } : child));
  const has = (key: string): boolean => kept.some((child) => child.key === key);
  const fresh = Object.entries(neededKeys(hand, spot, op, has)).map(([key, value]) => ({ key, value }));
  if (!has('op')) fresh.unshift({ key: 'op', value: op });
  if (own.inputs.length === 0) {
    const sub = fresh.find(({ key }) => key === 'sub')?.value ?? stringOf(text, member(node, 'sub')),
      inputs = filledInputs(hand, op, typeof sub === 'string' ? sub : undefined, []);
    const empty = kept.findIndex(({ key }) => key === 'in');
    if (inputs.length > 0 && empty >= 0) kept.splice(empty, 1);
    if (inputs.length > 0) fresh.push({ key: 'in', value: inputs });
  }
  return withMemberItems(text, node, kept, fresh);
}

/** One step along its siblings. */
export function reorder(draft: Draft, pointer: string, by: number): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    node = hand.at(pointer),
    list = node?.parent;
  if (!list) return kNothing();
  const index = Math.max(0, Math.min(list.children.length - 1, node.index + by));
  if (index === node.index) return refused(t('It is at the end already.'));
  return ended(hand, {
    label: t('Move {name}', { name: hand.nameAt(pointer) }),
    splices: rearranged(hand.text, list, node, index),
    select: ({ root }) => [nodeAt(root, ownerOf(pointer))?.children[index]],
  });
}

/** Up: into its neighbour, as the last input. Down: out of its consumer, beside it. */
export function changeOwner(draft: Draft, pointer: string, way: 'up' | 'down'): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    node = hand.at(pointer),
    input = node && hand.links.inputAt(node);
  if (!node || !input) return kNothing();
  return way === 'up' ? intoNeighbour(hand, node) : outOfConsumer(hand, node, input);
}

function intoNeighbour(hand: Hand, node: TextNode): Attempt {
  const list = node.parent!,
    neighbour = list.kind === 'array' ? (list.children[node.index - 1] ?? list.children[node.index + 1]) : undefined;
  const into = neighbour && hand.links.ops.get(neighbour);
  if (!into) return refused(t('There is no operator beside it.'));
  const inside = member(into.node, 'in'),
    item = takenOut(hand.text, node);
  const put = inside
    ? arranged(hand.text, inside, [...inside.children, item])
    : arranged(
        hand.text,
        into.node,
        withMemberItems(hand.text, into.node, into.node.children, [{ key: 'in', value: [item.value] }]),
      );
  return ended(hand, {
    label: t('Move {name} into {owner}', { name: nameOf(hand, node), owner: into.name || into.op }),
    splices: inOrder([...without(hand.text, list, [node]), ...put]),
    select: (after) => {
      const now = after.of(into.node);
      return [now && member(now, 'in')?.children.at(-1)];
    },
  });
}

function outOfConsumer(hand: Hand, node: TextNode, { parent: consumer }: Input): Attempt {
  const list = consumer?.node.parent;
  if (!consumer || !node.parent || list?.kind !== 'array') return refused(t('Its consumer stands in no list.'));
  const index = consumer.node.index,
    items: Item[] = [...list.children];
  items.splice(index + 1, 0, { value: takenOut(hand.text, node).value });
  return ended(hand, {
    label: t('Move {name} out of {owner}', { name: nameOf(hand, node), owner: consumer.name || consumer.op }),
    splices: inOrder([...without(hand.text, node.parent, [node]), ...arranged(hand.text, list, items)]),
    select: (after) => [after.of(list)?.children[index + 1]],
  });
}

const nameOf = ({ links, text }: Hand, node: TextNode): string => {
  const op = links.ops.get(node);
  return op ? op.name || op.op : (stringOf(text, node) ?? '');
};
