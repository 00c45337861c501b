// Operators and entries deleted, and what becomes of the links to them.

import { ended, Hand, kBroken, kNothing, refused } from './attempt';
import { namedAnew } from './copies';
import type { Attempt, Draft } from './draft';
import { Plan, takenOut, type Item } from './edits';
import type { NameUse, Op } from './links';
import { pointerOf, type TextNode } from './scan';
import { inlineOf, unnamedOf } from './values';
import { t } from './words';

/** Names elsewhere that link what goes away: their pointers. */
export function linkedElsewhere(draft: Draft, pointer: string, whole: boolean): string[] {
  const hand = new Hand(draft),
    node = hand.at(pointer);
  return node ? usersOutside(hand, node, goneWith(hand, node, whole)).map(pointerOf) : [];
}

/** What loses its name: the thing itself, and when all of it goes, what is inside. */
function goneWith({ links }: Hand, node: TextNode, whole: boolean): TextNode[] {
  const own = links.ops.get(node);
  if (own && !whole && own.inputs.length > 0)
    return own.place.home === 'table' || own.place.home === 'special' ? [] : [node];
  const inside = [...links.ops.keys()].filter((op) => isInside(op, node));
  return own ? inside : [node, ...inside];
}

const isInside = (node: TextNode, outer: TextNode): boolean => node.from >= outer.from && node.to <= outer.to;

const usersOutside = ({ links }: Hand, node: TextNode, gone: readonly TextNode[]): TextNode[] =>
  gone.flatMap((one) => links.usersOf(one)).filter((user) => !isInside(user, node));

/** Its inputs take its place, or (`whole`) nothing does. What is linked elsewhere is refused unless `links` says what happens. */
export function removeOperator(draft: Draft, pointer: string, whole: boolean, links?: 'inline' | 'drop'): Attempt {
  return removeOperators(draft, [pointer], whole, links);
}

/** The same for several, none inside another. */
export function removeOperators(
  draft: Draft,
  pointers: readonly string[],
  whole: boolean,
  links?: 'inline' | 'drop',
): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    nodes = pointers.map((pointer) => hand.at(pointer)).filter((node) => node?.parent !== undefined) as TextNode[],
    plan = new Plan(hand.text);
  if (nodes.length === 0) return kNothing();
  for (const node of nodes) {
    const rest = remaining(hand, node, whole);
    if ('refused' in rest) return rest;
    plan.replace(node, rest);
    const users = usersOutside(hand, node, goneWith(hand, node, whole));
    const others = users.filter((user) => !nodes.some((one) => isInside(user, one)));
    if (others.length > 0 && !links)
      return refused(t('{name} is linked elsewhere ({count}).', { name: nameOf(hand, node), count: others.length }));
    for (const user of others)
      if (links === 'inline' && hand.links.inputAt(user)) plan.replace(user, [copyFor(hand, user)]);
      else plan.replace(droppedWith(hand, user));
  }
  const name = nodes.length === 1 ? nameOf(hand, nodes[0]!) : String(nodes.length),
    first = nodes[0]!;
  return ended(hand, {
    label: t('Delete {name}', { name }),
    splices: plan.splices(),
    select: (after) => [after.of(first) ?? nearest(after, hand, first)],
  });
}

/** What is chosen when a thing is gone: its consumer. */
function nearest(
  after: { of(node: TextNode): TextNode | undefined },
  hand: Hand,
  node: TextNode,
): TextNode | undefined {
  for (let at = node.parent; at?.parent; at = at.parent) if (hand.links.ops.has(at)) return after.of(at);
  return undefined;
}

/** What stands in place of an operator: its inputs. */
function remaining(hand: Hand, node: TextNode, whole: boolean): Item[] | { refused: ReturnType<typeof t> } {
  const op = hand.links.ops.get(node);
  if (whole || !op || op.inputs.length === 0) return [];
  const inputs = op.inputs.map((input) => ({ ...takenOut(hand.text, input.node), value: inlineOf(hand, input.node) }));
  if (node.parent!.kind === 'array') return inputs;
  if (inputs.length > 1)
    return refused(t('Only one input can stay here. Delete it with its inputs, or move them first.'));
  if (op.inputs[0]!.isLink && (op.place.home === 'table' || op.place.home === 'special'))
    return refused(t('Nothing but a link would be left.'));
  const own = takenOut(hand.text, node);
  const isEntry = op.place.home === 'table' || op.place.home === 'special',
    [input] = op.inputs;
  return [{ ...own, value: isEntry ? unnamedOf(hand, input!.node) : inputs[0]!.value }];
}

/** What links a thing, with a copy of it in place of the name. */
function copyFor(hand: Hand, user: TextNode): Item {
  const target = hand.links.inputAt(user)!.op!;
  return { ...takenOut(hand.text, user), value: namedAnew(hand, target.node, 'drop') };
}

/** What goes away with a name: an input, a portal, an event, a call... */
function droppedWith({ links }: Hand, user: TextNode): TextNode {
  const use: NameUse | undefined = links.uses.find(({ node }) => node === user),
    owner = user.parent!;
  if (!use) return user;
  if (use.names === 'segments') return owner.parent ?? user;
  if (use.names === 'subroutines') return owner;
  const isKey = use.names === 'events' && user.key !== undefined;
  return isKey ? owner : user;
}

const nameOf = ({ links, text }: Hand, node: TextNode): string => {
  const op: Op | undefined = links.ops.get(node);
  if (op) return op.name || op.op;
  return node.kind === 'string' ? text.slice(node.from + 1, node.to - 1) : (node.key ?? '');
};
