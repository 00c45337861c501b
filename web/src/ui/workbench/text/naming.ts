// Names: operators that become entries, links to them, names that change everywhere.

import type { Json } from '../../world/text';
import { ended, Hand, kBroken, kNothing, refused } from './attempt';
import { doorway, type Spot, spotOf, takersOf, type Where } from './newOperators';
import type { Attempt, Draft } from './draft';
import { inOrder, Plan, takenOut } from './edits';
import { classOfOp, fits, wishesAt } from './schema';
import { tables, type OpClass } from './keys';
import { splineName, type Links, type Op } from './links';
import { placed } from './operators';
import type { PageKind } from './pages';
import { member, pointerTo, stringOf, type TextNode } from './scan';
import type { Splice } from './splices';
import { keyEnd, type Written } from './style';
import { insertedAt, unnamedOf } from './values';
import { t, type Words } from './words';

/** What is wrong with a name; undefined when it is one. */
function wrongName(name: string): Words | undefined {
  if (name === '') return t('It needs a name.');
  return [...name].length > 64 ? t('Names have at most 64 characters.') : undefined;
}

const taken = (name: string): Words => t('Something else is named {name}.', { name });

const tableOfClass = (wanted: OpClass): string | undefined =>
  Object.entries(tables).find(([, one]) => one === wanted)?.[0];

/** An inline operator becomes a table entry, and a link stands in its place. */
export function nameOperator(draft: Draft, pointer: string, name: string): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    node = hand.at(pointer),
    op = node && hand.links.ops.get(node),
    wrong = wrongName(name);
  if (!node || !op || hand.links.inputAt(node)?.isLink) return kNothing();
  if (wrong) return refused(wrong);
  const own = classOfOp(hand.links, op),
    table = own && tableOfClass(own),
    { home } = op.place;
  if (home === 'table' || home === 'special' || home === 'part') return refused(t('It has a name already.'));
  if (!table) return refused(t('Only textures, materials, meshes, scenes and effects can be named.'));
  if (op.name !== name && !hand.links.isFree(own, name)) return refused(taken(name));
  const plan = new Plan(hand.text),
    entry = pointerTo(`/${table}`, name);
  plan.replace(node, [{ ...takenOut(hand.text, node), value: name }]);
  for (const user of op.name === '' ? [] : hand.links.usersOf(node)) plan.add([renamed(hand, user, op.name, name)]);
  const put = insertedAt(hand, entry, unnamedOf(hand, node));
  if (!put) return refused(taken(name));
  plan.add(put);
  return ended(hand, {
    label: t('Name {op} {name}', { op: op.op, name }),
    splices: plan.splices(),
    keepsLinks: true,
    select: () => [pointer],
  });
}

/** The name of a table entry, as input or in the slot. */
export function linkTo(draft: Draft, pointer: string, name: string, where: Where): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    spot = linkSpot(hand, pointer, where);
  if (!spot) return refused(t('A link cannot stand here.'));
  const op = hand.links.find(spot.classes, name, spot.owner);
  if (!op) return refused(t('There is no operator named {name} that may stand here.', { name }));
  if (takersOf(hand.links, spot).has(op)) return refused(t('{name} would be part of itself.', { name }));
  const label = t('Link {name}', { name });
  const node = hand.at(spot.to);
  if (node?.kind !== 'string') return placed(hand, spot, { value: name }, label);
  const plan = new Plan(hand.text);
  plan.replace(node, [{ ...takenOut(hand.text, node), value: name }]);
  return ended(hand, { label, splices: plan.splices(), select: () => [spot.to] });
}

/** A link takes no inputs; another one takes the place of a link in a slot. */
function linkSpot(hand: Hand, pointer: string, where: Where): Spot | undefined {
  if (where === 'below') return undefined;
  const node = hand.at(pointer),
    input = node && hand.links.inputAt(node);
  if (where === 'input' && input?.isLink && input.place.home !== 'input')
    return {
      ...{ to: pointer, index: 0, place: input.place, consumer: input.parent, owner: input.owner },
      ...{ classes: wishesAt(hand.links, input, new Set()), wraps: undefined },
    };
  return spotOf(hand, pointer, where);
}

/** Names that may stand there. */
export function linkable(draft: Draft, pointer: string, where: Where): string[] {
  if (draft.broken) return [];
  const hand = new Hand(draft),
    { links } = hand,
    spot = linkSpot(hand, pointer, where);
  if (!spot || spot.place.home === 'part' || spot.place.home === 'table') return [];
  const taking = takersOf(links, spot),
    names = new Set<string>();
  for (const op of links.ops.values()) {
    if (op.name === '' || names.has(op.name) || links.find(spot.classes, op.name, spot.owner) !== op) continue;
    if (!taking.has(op) && fits(links, op, spot.classes)) names.add(op.name);
  }
  return [...names];
}

/** Everywhere: the entry, and each name that links it. `page`: a table entry, or what has a "name". */
export function rename(draft: Draft, page: string, name: string): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    node = hand.at(page),
    wrong = wrongName(name);
  if (!node?.parent) return kNothing();
  if (wrong) return refused(wrong);
  const isEntry = node.parent.kind === 'object' && node.parent.parent === hand.root && node.key !== undefined,
    own = member(node, 'name'),
    before = isEntry ? node.key! : stringOf(hand.text, own);
  if (before === undefined && hand.links.ops.has(node) && !isEntry) return namedInside(hand, page, name);
  if (before === undefined) return refused(t('It has no name.'));
  if (isEntry ? member(node.parent, name) && name !== before : isTaken(hand.links, node, name, before))
    return refused(taken(name));
  const token = isEntry
    ? { from: node.keyFrom!, to: keyEnd(hand.text, node), text: JSON.stringify(name) }
    : { from: own!.from, to: own!.to, text: JSON.stringify(name) };
  const users = hand.links.usersOf(node).map((user) => renamed(hand, user, before, name));
  return ended(hand, {
    label: t('Rename {before} to {name}', { before, name }),
    splices: name === before ? [] : inOrder([token, ...users]),
    keepsLinks: true,
  });
}

/** An operator that had none gets a name where it stands. */
function namedInside(hand: Hand, pointer: string, name: string): Attempt {
  const splices = insertedAt(hand, `${pointer}/name`, name);
  if (!splices) return kNothing();
  return ended(hand, { label: t('Name {op} {name}', { op: hand.nameAt(pointer), name }), splices, keepsLinks: true });
}

function isTaken(links: Links, node: TextNode, name: string, before: string): boolean {
  const op: Op | undefined = links.ops.get(node);
  const own = op && classOfOp(links, op);
  if (name === before || !own || op.op === 'portal') return false;
  return !links.isFree(op.op === 'call' || op.op === 'input' ? 'scene' : own, name);
}

/** The token of a name that links, with another name. */
function renamed({ text }: Hand, user: TextNode, before: string, name: string): Splice {
  const term = stringOf(text, user) ?? '',
    found = term === before ? undefined : splineName(term),
    now = found ? term.slice(0, found.at) + name + term.slice(found.at + found.name.length) : name;
  return { from: user.from, to: user.to, text: JSON.stringify(now) };
}

// -- pages ------------------------------------------------------------------------------------------------------------------

/** What a new entry of each table is. */
const kEntries: Readonly<Partial<Record<PageKind, [string, Json]>>> = {
  texture: ['textures', { fill: [1, 1, 1, 1] }],
  material: ['materials', {}],
  mesh: ['meshes', { boxes: [{ min: [-0.5, 0, -0.5], max: [0.5, 1, 0.5] }] }],
  scene: ['scenes', { op: 'add' }],
  effect: ['effects', { op: 'ipp' }],
  special: ['specials', { op: 'add' }],
  subroutine: ['subroutines', { root: { op: 'add' } }],
  spline: ['splines', { channels: [[[0, 0]]] }],
};

/** A new page; for segments, portals and entities one more in its list, for the camera and `post` the first. */
export function addPage(draft: Draft, kind: string, name: string): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    label = t('Add {name}', { name }),
    entry = kEntries[kind as PageKind];
  if (!entry) return addPart(hand, kind, name, label);
  const wrong = wrongName(name),
    [table, body] = entry;
  if (wrong) return refused(wrong);
  if (member(member(hand.root, table) ?? hand.root, name) && member(hand.root, table)) return refused(taken(name));
  const pointer = pointerTo(`/${table}`, name),
    splices = insertedAt(hand, pointer, body);
  if (!splices) return kNothing();
  return ended(hand, { label, splices, keepsLinks: true, select: () => [pointer] });
}

function addPart(hand: Hand, kind: string, name: string, label: Words): Attempt {
  const part = partOf(hand, kind, name);
  if (!part) return refused(t('There is one already.'));
  if ('refused' in part) return part;
  const { list, value } = part,
    there = hand.at(list),
    pointer = there && there.kind === 'array' ? `${list}/${there.children.length}` : list;
  const splices = insertedAt(hand, pointer, there || kind === 'camera' || kind === 'world' ? value : [value]);
  if (!splices) return refused(t('There is one already.'));
  return ended(hand, {
    label,
    splices,
    select: () => [there || kind === 'camera' || kind === 'world' ? pointer : `${list}/0`],
  });
}

function partOf(
  hand: Hand,
  kind: string,
  name: string,
): { list: string; value: Written } | ReturnType<typeof refused> | undefined {
  const list = { segment: '/segments', portal: '/portals', entity: '/entities', post: '/post' }[kind] ?? `/${kind}`;
  if (kind === 'segment') return wrongName(name) ? refused(wrongName(name)!) : { list, value: { name, cells: [] } };
  if (kind === 'portal') {
    const between = hand.links.namesOf('segments').slice(0, 2);
    if (between.length < 2) return refused(t('A portal joins two segments.'));
    return { list, value: { ...(name !== '' && { name }), between, ...doorway(hand.links) } };
  }
  if (kind === 'entity') {
    const isLink = hand.links.find(['scene', 'mesh'], name, undefined);
    return { list, value: isLink ? name : name === '' ? { op: 'add' } : { op: 'add', name } };
  }
  if (kind === 'post') return { list, value: { op: 'ipp' } };
  if (kind === 'camera') return hand.at(list) ? undefined : { list, value: { at: [0, 0, 0] } };
  if (kind === 'world') return hand.at(list) ? undefined : { list, value: { op: 'world', in: [] } };
  return refused(t('There is no such page.'));
}
