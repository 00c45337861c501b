// Notes, and inputs that are put aside: both live in the comment of an object, which the reader passes over.

import { ended, Hand, kBroken, kNothing, refused } from './attempt';
import type { Attempt, Draft } from './draft';
import { arranged, inOrder, takenOut, withMembers, without, type Item } from './edits';
import { operators } from './keys';
import { parkedOf } from './pages';
import { member, nodeAt, stringOf, type TextNode } from './scan';
import type { Splice } from './splices';
import { Raw, startOf, type Written } from './style';
import { insertedAt } from './values';
import { t } from './words';

/** The note of an object; an empty one takes it away. */
export function setNote(draft: Draft, pointer: string, note: string): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    node = hand.at(pointer);
  if (node?.kind !== 'object') return refused(t('A name holds no note: write it where the operator is.'));
  const comment = member(node, 'comment'),
    label = t('Note on {name}', { name: hand.nameAt(pointer) });
  const splices = !comment
    ? note === ''
      ? []
      : (insertedAt(hand, `${pointer}/comment`, note) ?? [])
    : noteIn(hand, node, comment, note);
  if (!splices) return refused(t('The comment here is no note.'));
  return ended(hand, { label, splices, gesture: `note ${pointer}` });
}

function noteIn(hand: Hand, node: TextNode, comment: TextNode, note: string): Splice[] | undefined {
  const { text } = hand;
  if (comment.kind === 'string')
    return note === ''
      ? without(text, node, [comment])
      : [{ from: comment.from, to: comment.to, text: JSON.stringify(note) }];
  if (comment.kind !== 'object') return undefined;
  const own = member(comment, 'note');
  if (!own) return note === '' ? [] : arranged(text, comment, [{ key: 'note', value: note }, ...comment.children]);
  if (own.kind !== 'string') return undefined;
  return note === '' ? without(text, comment, [own]) : [{ from: own.from, to: own.to, text: JSON.stringify(note) }];
}

/** Moves an input with its bytes into the owner's comment. */
export function park(draft: Draft, pointer: string): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    { text } = hand,
    node = hand.at(pointer),
    list = node?.parent,
    owner = list?.parent;
  if (!node || !list || !owner || list.key !== 'in' || !hand.links.ops.has(owner))
    return refused(t('Only inputs of an operator can be parked.'));
  const comment = member(owner, 'comment'),
    item: Written = { at: node.index, op: takenOut(text, node).value };
  const put = parkedIn(hand, owner, comment, item);
  if (!put) return refused(t('The comment here is no note.'));
  return ended(hand, {
    label: t('Park {name}', { name: hand.nameAt(pointer) }),
    splices: inOrder([...without(text, list, [node]), ...put]),
    select: (after) => [after.of(owner)],
  });
}

function parkedIn({ text }: Hand, owner: TextNode, comment: TextNode | undefined, item: Written): Splice[] | undefined {
  const parked = [item];
  if (!comment) return withMembers(text, owner, [{ key: 'comment', value: { parked } }]);
  if (comment.kind === 'string') {
    const whole = { note: new Raw(text.slice(comment.from, comment.to), ''), parked };
    return arranged(
      text,
      owner,
      owner.children.map((child) => (child === comment ? { key: 'comment', value: whole } : child)),
    );
  }
  const list = member(comment, 'parked');
  if (!list)
    return comment.kind === 'object' ? withMembers(text, comment, [{ key: 'parked', value: parked }]) : undefined;
  return list.kind === 'array' ? arranged(text, list, [...list.children, { value: item }]) : undefined;
}

/** Puts a parked input back where it stood. */
export function unpark(draft: Draft, owner: string, index: number): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    { text } = hand,
    node = hand.at(owner),
    op = node && hand.links.ops.get(node),
    parked = node && parkedOf(text, node).find((one) => one.index === index);
  if (!node || !op || !parked) return kNothing();
  if ((operators.get(op.op)?.inputs.most ?? 0) === 0)
    return refused(t('{name} takes no inputs.', { name: op.name || op.op }));
  const inside = member(node, 'in'),
    at = Math.min(parked.at, inside?.children.length ?? 0),
    value = takenOut(text, parked.node).value;
  const items: Item[] = [...(inside?.children ?? [])];
  items.splice(at, 0, { value });
  const entry = parked.node.parent!;
  const put = inside
    ? [...arranged(text, inside, items), ...unparked(text, node, entry)]
    : rest(text, node, entry, value);
  return ended(hand, {
    label: t('Put {name} back', {
      name: stringOf(text, parked.node) ?? stringOf(text, member(parked.node, 'op')) ?? '',
    }),
    splices: inOrder(put),
    select: (after) => [after.of(node) && nodeAt(after.of(node)!, `/in/${at}`)],
  });
}

/** The comment without an entry, the list without its last one, and a note alone as a string again. */
function unparked(text: string, owner: TextNode, entry: TextNode): Splice[] {
  const list = entry.parent!,
    comment = list.parent!;
  if (list.children.length > 1) return without(text, list, [entry]);
  const [only, second] = comment.children.filter((child) => child !== list);
  if (!only) return without(text, owner, [comment]);
  if (second || only.key !== 'note') return without(text, comment, [list]);
  return [{ from: comment.from, to: comment.to, text: text.slice(only.from, only.to) }];
}

/** The same where the owner has no list of inputs any more. */
function rest(text: string, owner: TextNode, entry: TextNode, value: Raw): Splice[] {
  const comment = entry.parent!.parent!,
    gone = unparked(text, owner, entry);
  const isWhole = gone.every(({ from, to }) => from < startOf(comment) || to > comment.to);
  if (!isWhole) return [...gone, ...withMembers(text, owner, [{ key: 'in', value: [value] }])];
  const kept = owner.children.filter((child) => child !== comment);
  return arranged(text, owner, [...kept, { key: 'in', value: [value] }]);
}
