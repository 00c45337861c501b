// Values by hand: set, removed, put into lists, moved. A parameter taken out of a subroutine leaves its default to what
// used it.

import type { Json } from '../../world/text';
import { ended, Hand, kBroken, kNothing, refused, stepOf } from './attempt';
import type { Attempt, Draft } from './draft';
import { arranged, changed, type Item, type New, Plan, rawOf, takenOut, withMembers, without } from './edits';
import { componentsOf, type KeyKind } from './keys';
import { type Place, placeOf } from './places';
import { member, nodeAt, ownerOf, partsOf, scan, stringOf, type TextNode, valueOf } from './scan';
import { type Splice, spliced } from './splices';
import { Raw, type Written } from './style';
import { t, type Words } from './words';

export interface SetOptions {
  /** Steps of one gesture with this key are one. */
  gesture?: string;
  label?: Words;
  /** New numbers take the decimals of it. */
  step?: number;
}

/** A value, or the characters of one ("3.50"); a missing key is inserted in the schema's order. */
export function setValue(draft: Draft, pointer: string, value: Json, options: SetOptions = {}): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    node = hand.at(pointer),
    label = options.label ?? labelOf(hand, pointer);
  if (!node) return inserted(hand, pointer, value, label, options.gesture);
  const splices = changed(hand.text, node, value, options.step);
  return isPlain(value)
    ? stepOf(label, splices, options.gesture)
    : ended(hand, { label, splices, gesture: options.gesture });
}

export function setRaw(draft: Draft, pointer: string, raw: string, options: SetOptions = {}): Attempt {
  if (draft.broken) return kBroken();
  if (!scan(raw).root) return refused(t('This is no JSON value.'));
  const hand = new Hand(draft),
    node = hand.at(pointer),
    label = options.label ?? labelOf(hand, pointer);
  if (!node) return inserted(hand, pointer, new Raw(raw, ''), label, options.gesture);
  const splices = hand.text.slice(node.from, node.to) === raw ? [] : [{ from: node.from, to: node.to, text: raw }];
  return ended(hand, { label, splices, gesture: options.gesture });
}

/** Takes a key or an element away. */
export function removeValue(draft: Draft, pointer: string): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    node = hand.at(pointer);
  if (!node?.parent) return kNothing();
  if (node.parent.key === 'params') return removeParam(hand, node);
  const key = node.key ?? String(node.index + 1);
  const label = t('Remove {key} of {name}', { key, name: hand.nameAt(ownerOf(pointer)) });
  return ended(hand, { label, splices: without(hand.text, node.parent, [node]) });
}

/** Puts an element into a list, at an index; missing lists are made. */
export function insertElement(draft: Draft, list: string, index: number, value: Json): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    label = t('Add to {key} of {name}', { key: partsOf(list).at(-1) ?? '', name: hand.nameAt(list) });
  const splices = intoList(hand, list, index, { value });
  if (!splices) return kNothing();
  return ended(hand, { label, splices, select: () => [`${list}/${clampedIndex(hand, list, index)}`] });
}

/** An element or member to another place: `to` is the pointer of a list or slot, `index` the place in a list. */
export function moveValue(draft: Draft, pointer: string, to: string, index?: number): Attempt {
  return transferred(draft, pointer, to, index);
}

/** `copyOf`: what is put there, and the value stays; without, it moves. */
export function transferred(
  draft: Draft,
  pointer: string,
  to: string,
  index?: number,
  copyOf?: (hand: Hand, node: TextNode) => Written,
): Attempt {
  if (draft.broken) return kBroken();
  const isMove = !copyOf;
  const hand = new Hand(draft),
    node = hand.at(pointer);
  if (!node?.parent) return kNothing();
  if (isMove && (to === pointer || to.startsWith(`${pointer}/`))) return refused(t('It cannot go into itself.'));
  const name = hand.nameAt(pointer),
    label = isMove ? t('Move {name}', { name }) : t('Copy {name}', { name });
  const list = hand.at(to);
  if (isMove && list === node.parent && list.kind === 'array')
    return ended(hand, {
      label,
      splices: rearranged(hand.text, list, node, index ?? list.children.length),
      select: ({ root }) => [nodeAt(root, to)?.children[Math.min(index ?? Infinity, list.children.length - 1)]],
    });
  const item = { value: (copyOf ?? inlineOf)(hand, node) },
    target = list && list.kind !== 'array' ? overLink(hand, list, item) : intoList(hand, to, index ?? Infinity, item);
  if (!target) return refused(t('Something else stands there.'));
  const gone = isMove ? without(hand.text, node.parent, [node]) : [];
  const splices = [...gone, ...target].sort((a, b) => a.from - b.from);
  return ended(hand, { label, splices, select: (after) => [atTarget(after, hand, to, index)] });
}

/** Where a value has come to: the list or slot may have moved with what was taken out before it. */
function atTarget(
  after: { root: TextNode; of(node: TextNode): TextNode | undefined },
  hand: Hand,
  to: string,
  index?: number,
): TextNode | undefined {
  const list = hand.at(to),
    owner = list ?? hand.at(ownerOf(to)),
    now = owner && after.of(owner);
  if (!now) return undefined;
  const place = list ? now : nodeAt(now, `/${to.slice(to.lastIndexOf('/') + 1)}`);
  if (place?.kind !== 'array') return place;
  return place.children[Math.min(index ?? Infinity, place.children.length - 1)];
}

/** An operator as it stands inside of another one: with the "op" that its table spares it. */
export function inlineOf(hand: Hand, node: TextNode): Written {
  const place = placeOf(hand.text, node),
    raw = rawOf(hand.text, node);
  if (place.is !== 'operator' || place.usual === undefined) return raw;
  if (node.kind === 'string') return place.home === 'table' ? { op: 'texture', file: stringOf(hand.text, node)! } : raw;
  if (node.children.some(({ key }) => key === 'op')) return raw;
  return new Raw(withOp(hand.text, node, place), raw.indent);
}

/** The same without its name: as an entry, whose name is its key. */
export function unnamedOf(hand: Hand, node: TextNode): Written {
  const value = inlineOf(hand, node);
  return value instanceof Raw ? withoutName(value) : value;
}

export function withoutName(value: Raw): Raw {
  const { root } = scan(value.text),
    own = root && member(root, 'name');
  return own ? new Raw(spliced(value.text, without(value.text, root, [own])), value.indent) : value;
}

function withOp(text: string, node: TextNode, place: Place & { is: 'operator' }): string {
  const first = node.children[0],
    [splice] = first
      ? arranged(text, node, [{ key: 'op', value: place.usual! }, ...node.children])
      : [{ from: node.from + 1, to: node.to - 1, text: `"op": "${place.usual!}"` }];
  return text.slice(node.from, splice!.from) + splice!.text + text.slice(splice!.to, node.to);
}

/** The children of a list in another order; `index` is the place among all of them. */
export function rearranged(text: string, list: TextNode, node: TextNode, index: number): Splice[] {
  const at = Math.max(0, Math.min(index, list.children.length - 1));
  if (at === node.index) return [];
  const items: Item[] = list.children.filter((child) => child !== node);
  items.splice(at, 0, takenOut(text, node));
  return arranged(text, list, items);
}

/** A name gives way to what is put there; operators do not. */
function overLink(hand: Hand, node: TextNode, item: New): Splice[] | undefined {
  if (node.kind !== 'string' || !node.parent || placeOf(hand.text, node).is !== 'operator') return undefined;
  return arranged(
    hand.text,
    node.parent,
    node.parent.children.map((child) =>
      child === node ? { ...item, ...(node.key !== undefined && { key: node.key }) } : child,
    ),
  );
}

const clampedIndex = (hand: Hand, list: string, index: number): number =>
  Math.max(0, Math.min(index, hand.at(list)?.children.length ?? 0));

/** Splices that put an element into a list, or a value into a slot that is empty; undefined where neither is. */
export function intoList(hand: Hand, to: string, index: number, item: New): Splice[] | undefined {
  const list = hand.at(to);
  if (list) {
    if (list.kind !== 'array') return undefined;
    const items: Item[] = [...list.children];
    items.splice(clampedIndex(hand, to, index), 0, item);
    return arranged(hand.text, list, items);
  }
  const owner = hand.at(ownerOf(to)),
    key = partsOf(to).at(-1);
  if (owner?.kind !== 'object' || key === undefined || !isKnownKey(hand, owner, key)) return undefined;
  const value = isListKey(hand, owner, key) ? [item.value] : item.value;
  return withMembers(hand.text, owner, [{ key, value }]);
}

const isKnownKey = (hand: Hand, owner: TextNode, key: string): boolean =>
  placeOf(hand.text, { ...owner, parent: owner, key, children: [] }).is !== 'nothing';

/** True where a list stands behind a key. */
function isListKey(hand: Hand, owner: TextNode, key: string): boolean {
  const place = placeOf(hand.text, { ...owner, kind: 'array', parent: owner, key, children: [] });
  return place.is === 'list' || (place.is === 'value' && ['list', 'planes', 'phases'].includes(place.info.kind));
}

/** The same for a pointer: of what is not there either, by how lists are called. */
function isListAt(hand: Hand, pointer: string): boolean {
  const owner = hand.at(ownerOf(pointer)),
    key = partsOf(pointer).at(-1) ?? '';
  if (owner?.kind === 'object') return isListKey(hand, owner, key);
  return ['in', 'boxes', 'cells', 'planes', 'events', 'sub', 'params', 'channels', 'samples', 'collision'].includes(
    key,
  );
}

/** A value that nothing can link and that links nothing. */
const isPlain = (value: Json): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (Array.isArray(value) && value.every((one) => isPlain(one)));

const labelOf = (hand: Hand, pointer: string): Words => {
  const parts = partsOf(pointer);
  const key = [...parts].reverse().find((part) => !/^\d+$/.test(part) && part !== 'value') ?? '';
  return t('Set {key} of {name}', { key, name: hand.nameAt(pointer) });
};

/** Files of textures and models are objects when they hold more. */
const kShort: Readonly<Record<string, string>> = { textures: 'file', models: 'file', system: 'mode' };

function inserted(hand: Hand, pointer: string, value: Written, label: Words, gesture?: string): Attempt {
  const splices = insertedAt(hand, pointer, value);
  return splices ? ended(hand, { label, splices, gesture }) : kNothing();
}

/** Splices that put a value at a pointer where none is; what is around it is made as well. */
export function insertedAt(hand: Hand, pointer: string, value: Written): Splice[] | undefined {
  if (pointer === '') return undefined;
  const owner = ownerOf(pointer),
    key = partsOf(pointer).at(-1)!,
    node = hand.at(owner);
  if (!node) return insertedAt(hand, owner, isListAt(hand, owner) && /^(0|-)$/.test(key) ? [value] : { [key]: value });
  if (node.kind === 'array') {
    if (key !== '-' && Number(key) !== node.children.length) return undefined;
    return arranged(hand.text, node, [...node.children, { value }]);
  }
  if (node.kind === 'object') return withMembers(hand.text, node, [{ key, value, isBroken: isTable(pointer) }]);
  const short = kShort[partsOf(owner)[0] ?? ''];
  if (node.kind !== 'string' || short === undefined || partsOf(owner).length > 2 || !node.parent) return undefined;
  const whole: Written = { [short]: new Raw(hand.text.slice(node.from, node.to), ''), [key]: value };
  return arranged(
    hand.text,
    node.parent,
    node.parent.children.map((child) => (child === node ? { key: node.key!, value: whole } : child)),
  );
}

/** Tables of names, whose members each have a line. */
export const isTable = (pointer: string): boolean =>
  /^\/(models|textures|materials|meshes|scenes|effects|specials|subroutines|splines)$/.test(pointer);

/** Blocks at pointers, of which none is inside another. */
export const outermost = (pointers: readonly string[]): string[] =>
  pointers.filter((one) => !pointers.some((other) => other !== one && one.startsWith(`${other}/`)));

/** What a parameter is when a call gives nothing. */
function defaultOf(text: string, param: TextNode): Json {
  const own = member(param, 'default'),
    type = stringOf(text, member(param, 'type')) ?? 'float';
  if (own) return valueOf(text, own);
  if (type === 'text') return '';
  return type === 'color' ? [1, 1, 1, 1] : type === 'vector' ? [0, 0, 0, 0] : 0;
}

/** A parameter taken out of a subroutine: what used it has its default instead. Others keep their ids. */
function removeParam(hand: Hand, param: TextNode): Attempt {
  const { text, links } = hand,
    plan = new Plan(text),
    value = defaultOf(text, param),
    name = stringOf(text, member(param, 'name')) ?? '';
  plan.replace(param);
  for (const user of links.usersOf(param)) giveDefault(text, plan, user, value);
  const sub = links.subAround(param),
    id = member(param, 'id');
  const key = id && text.slice(id.from, id.to);
  for (const call of sub ? links.callsOf(sub) : []) {
    const args = member(call.node, 'args'),
      own = args && key !== undefined && member(args, key);
    if (own) plan.replace(args.children.length === 1 ? args : own);
  }
  return ended(hand, { label: t('Remove parameter {name}', { name }), splices: plan.splices() });
}

/** `user` is the name in { "param": name }. */
function giveDefault(text: string, plan: Plan, user: TextNode, value: Json): void {
  const use = user.parent!,
    place = placeOf(text, use),
    kind: KeyKind = place.is === 'value' ? place.info.kind : 'number';
  const literal: Json = Array.isArray(value) ? value.slice(0, componentsOf(kind)) : value;
  // In place of one number stands one; in place of a whole value, a whole one.
  const whole = use.parent?.kind === 'array' ? literal : fullOf(kind, literal);
  if (use.children.length === 1) plan.replace(use, [{ ...takenOut(text, use), value: whole }]);
  else plan.replace(user, [{ key: 'value', value: whole }]);
}

/** Beside a function stands a whole value. */
const fullOf = (kind: KeyKind, literal: Json): Json => {
  const count = componentsOf(kind);
  return typeof literal === 'number' && count > 1 && kind !== 'scale' && kind !== 'four'
    ? new Array<Json>(count).fill(literal)
    : literal;
};
