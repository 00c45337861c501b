// A parameter taken out of a subroutine: what used it has its default instead. Others keep their ids.

import type { Json } from '../../world/text';
import { ended, type Hand } from './attempt';
import type { Attempt } from './draft';
import { Plan, takenOut } from './edits';
import type { KeyKind } from './keys';
import { placeOf } from './places';
import { member, stringOf, valueOf, type TextNode } from './scan';
import { t } from './words';

/** How many numbers a key of a kind has; of colors, at most. */
export const componentsOf = (kind: KeyKind): number =>
  kind === 'vec2' ? 2 : kind === 'vec3' || kind === 'scale' ? 3 : kind === 'number' || kind === 'integer' ? 1 : 4;

/** What a parameter is when a call gives nothing. */
function defaultOf(text: string, param: TextNode): Json {
  const own = member(param, 'default'),
    type = stringOf(text, member(param, 'type')) ?? 'float';
  if (own) return valueOf(text, own);
  if (type === 'text') return '';
  return type === 'color' ? [1, 1, 1, 1] : type === 'vector' ? [0, 0, 0, 0] : 0;
}

export function removeParam(hand: Hand, param: TextNode): Attempt {
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
