// New operators: what each needs so that the reader takes it.

import type { Json } from '../../world/text';
import type { Hand } from './attempt';
import { ordered } from './edits';
import { fits } from './graph';
import { operators, type OpClass, type OpInfo } from './keys';
import type { Links } from './links';
import { member } from './scan';
import { callable, takesWrapped, wantedBy, type Spot } from './spots';
import type { Written } from './style';
import { inlineOf } from './values';

type Members = { [key: string]: Written };

/** What fills a place where something must stand. */
export function emptyOf(classes: readonly OpClass[]): Members {
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
