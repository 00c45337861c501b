// Subroutines made of what is there, and their parameters of keys.

import type { Json } from '../../world/text';
import { ended, Hand, kBroken, kNothing, refused } from './attempt';
import { freeName } from './newOperators';
import type { Attempt, Draft } from './draft';
import { inOrder, ordered, Plan, takenOut } from './edits';
import { componentsOf, keysOf, type KeyInfo } from './keys';
import type { Sub } from './links';
import { kindAt, placeOf } from './places';
import { member, ownerOf, partsOf, pointerOf, pointerTo, valueOf, type TextNode } from './scan';
import type { Splice } from './splices';
import type { Written } from './style';
import { inlineOf, insertedAt } from './values';
import { t } from './words';

/** The operator becomes a subroutine's root, a call stands in its place. */
export function makeSubroutine(draft: Draft, pointer: string, name: string): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    node = hand.at(pointer),
    op = node && hand.links.ops.get(node);
  if (!node || !op) return kNothing();
  if (name === '' || [...name].length > 64) return refused(t('Names have 1 to 64 characters.'));
  if (hand.links.subs.has(name)) return refused(t('Something else is named {name}.', { name }));
  const plan = new Plan(hand.text);
  plan.replace(node, [{ ...takenOut(hand.text, node), value: { op: 'call', sub: name } }]);
  plan.add(insertedAt(hand, pointerTo('/subroutines', name), { root: inlineOf(hand, node) }) ?? []);
  return ended(hand, {
    label: t('Make subroutine {name}', { name }),
    splices: plan.splices(),
    select: () => [pointer],
  });
}

/** A key, or one number of it, as a parameter finds it. */
interface Exposed {
  info: KeyInfo;
  /** Of the whole value, and which number of it; -1 for all of it. */
  pointer: string;
  component: number;
  node: TextNode | undefined;
}

function exposedAt(hand: Hand, pointer: string): Exposed | undefined {
  let at = pointer,
    component = -1;
  const last = partsOf(pointer).at(-1) ?? '';
  if (/^[0-3]$/.test(last)) [at, component] = [ownerOf(pointer), Number(last)];
  if (partsOf(at).at(-1) === 'value' && hand.at(ownerOf(at))) {
    const outer = hand.at(ownerOf(at))!;
    if (kindAt(hand.text, outer, placeOf(hand.text, outer)) === 'animated') at = ownerOf(at);
  }
  const owner = hand.at(ownerOf(at)),
    kind = owner && kindAt(hand.text, owner, placeOf(hand.text, owner)),
    key = partsOf(at).at(-1);
  const info = kind === undefined ? undefined : keysOf(kind).find(({ name }) => name === key);
  return info && { info, pointer: at, component, node: hand.at(at) };
}

/** A key inside a subroutine becomes a parameter of it: the next free id, its value the default. */
export function expose(draft: Draft, pointer: string, name?: string): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    found = exposedAt(hand, pointer),
    near = found && (found.node ?? hand.at(ownerOf(found.pointer))),
    sub = near && hand.links.subAround(near);
  if (!found || !near) return kNothing();
  if (!sub) return refused(t('Parameters exist inside subroutines only.'));
  const { info, component } = found;
  if (!info.animated && info.kind !== 'text') return refused(t('{key} cannot be a parameter.', { key: info.name }));
  const value = literalOf(hand, found);
  if (value === undefined) return refused(t('A parameter stands here already.'));
  const id = freeId(hand, sub);
  if (id === undefined) return refused(t('A subroutine has at most 8 parameters.'));
  const wish = name ?? (component < 0 ? info.name : `${info.name} ${'xyzw'[component]!}`),
    own = freeName((one) => !sub.params.has(one), wish);
  const param = ordered('param', { id, name: own, ...typeOf(info, component, value) });
  const into = insertedAt(
      hand,
      pointerTo(pointerOf(sub.node), 'params') + (member(sub.node, 'params') ? '/-' : '/0'),
      param,
    ),
    use = used(hand, found, own);
  if (!into || !use) return kNothing();
  return ended(hand, {
    label: t('Expose {key} of {name}', { key: info.name, name: hand.nameAt(pointer) }),
    splices: inOrder([...into, ...use]),
  });
}

/** The value that becomes the default; undefined where a parameter stands. */
function literalOf(hand: Hand, { info, component, node }: Exposed): Json | undefined {
  const inside = node?.kind === 'object' ? member(node, 'value') : node;
  if (node?.kind === 'object' && member(node, 'param')) return undefined;
  const count = componentsOf(info.kind),
    initial = info.initial ?? (info.kind === 'text' ? '' : count === 1 ? 0 : new Array<Json>(count).fill(0));
  const value = inside ? valueOf(hand.text, inside) : initial,
    isPlain = (one: Json | undefined): boolean => typeof one === 'number' || typeof one === 'string';
  if (component < 0) return (Array.isArray(value) ? value.every(isPlain) : isPlain(value)) ? value : undefined;
  const one = Array.isArray(value) ? value[component] : value;
  return isPlain(one) ? one : undefined;
}

function typeOf(info: KeyInfo, component: number, value: Json): { [key: string]: Json } {
  if (info.kind === 'text') return { type: 'text', default: value };
  if (!Array.isArray(value))
    return { ...(info.kind === 'integer' && component < 0 && { type: 'int' }), default: value };
  if (info.kind === 'color') return { type: 'color', default: value };
  return { type: 'vector', default: [...value, 0, 0, 0].slice(0, 4) };
}

/** Not one that calls still give an argument for. */
function freeId({ links }: Hand, sub: Sub): number | undefined {
  const used = new Set<string>();
  for (const param of sub.params.values()) {
    const id = member(param, 'id');
    if (id) used.add(links.text.slice(id.from, id.to));
  }
  const free = [...'01234567'].filter((id) => !used.has(id)),
    given = (id: string): boolean =>
      links.callsOf(sub).some((call) => member(member(call.node, 'args') ?? call.node, id) !== undefined);
  const id = free.find((one) => !given(one)) ?? free[0];
  return id === undefined ? undefined : Number(id);
}

/** The parameter in place of the value, or of one number of it. */
function used(hand: Hand, { info, pointer, component, node }: Exposed, name: string): Splice[] | undefined {
  const param = { param: name },
    plan = new Plan(hand.text);
  const inside = node?.kind === 'object' ? member(node, 'value') : node;
  if (component < 0) {
    if (!node) return insertedAt(hand, pointer, param);
    if (node.kind !== 'object') plan.replace(node, [{ ...takenOut(hand.text, node), value: param }]);
    else if (inside) plan.replace(inside, [{ key: 'param', value: name }]);
    else return insertedAt(hand, `${pointer}/param`, name);
    return plan.splices();
  }
  if (inside?.kind === 'array') {
    const one = inside.children[component];
    if (!one) return undefined;
    plan.replace(one, [{ value: param }]);
    return plan.splices();
  }
  const whole: Written[] = wholeOf(hand, info, inside);
  whole[component] = param;
  if (!inside) return insertedAt(hand, node ? `${pointer}/value` : pointer, whole);
  plan.replace(inside, [{ ...takenOut(hand.text, inside), value: whole }]);
  return plan.splices();
}

/** All numbers of a value that is missing, or one number for all. */
function wholeOf(hand: Hand, info: KeyInfo, inside: TextNode | undefined): Written[] {
  const count = componentsOf(info.kind);
  if (inside) return new Array<Written>(count).fill(valueOf(hand.text, inside));
  return Array.isArray(info.initial) ? [...info.initial] : new Array<Written>(count).fill(0);
}
