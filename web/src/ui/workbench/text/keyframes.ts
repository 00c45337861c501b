// Keys of splines: a value at a time. A spline is added to what its function gives without it, so a key holds the
// difference.

import type { Json } from '../../world/text';
import { ended, Hand, kBroken, kNothing, refused } from './attempt';
import type { Attempt, Draft } from './draft';
import { arranged, changed, rawOf, takenOut, withMembers } from './edits';
import { componentsOf, type KeyInfo, keysOf } from './keys';
import { kindAt, placeOf } from './places';
import { member, ownerOf, partsOf, stringOf, type TextNode, valueOf } from './scan';
import type { Splice } from './splices';
import type { Written } from './style';
import { insertedAt } from './values';
import { t } from './words';

type Members = { [key: string]: Json };

const kTerm = 'spline(TIME)';
const kPairs = /^A([*+-])\(\(B([*+-])C\)([*+-])\(D([*+-])E\)\)$/;
/** Two slots, and the place of the sign between them. */
const kSlots = [
  ['d', 'e', 3],
  ['b', 'c', 1],
] as const;

/** Of A, B, C, D, E; undefined for those that are mixed. */
function signsOf({ shape, op, lerp }: Members): string[] | undefined {
  if (lerp === true) return undefined;
  if (typeof shape === 'string') return kPairs.exec(shape.replaceAll(' ', ''))?.slice(1);
  return Array.isArray(op) && op.length === 4 ? op.map(String) : ['+', '*', '+', '*'];
}

const termAt = (anim: Members, slot: string): string => {
  const term = anim[slot];
  return typeof term === 'string' ? term.replaceAll(' ', '') : '';
};

/**
 * The function with its spline as one more summand, or as it is where it has one; undefined where no form can say that.
 * `anim`: the value of a key "anim".
 */
export function withSplineTerm(anim: Members): Members | undefined {
  const signs = signsOf(anim),
    used = ['a', 'b', 'c', 'd', 'e'].filter((slot) => /^splines?\(/.test(termAt(anim, slot)));
  if (signs?.[0] !== '+') return undefined;
  if (used.length > 0) return used.length === 1 && isSummand(anim, used[0]!, signs) ? anim : undefined;
  // A spline that nothing reads would come to life.
  if (anim.spline !== undefined) return undefined;
  for (const [i, [first, second, sign]] of kSlots.entries()) {
    const own = [first, second].filter((slot) => termAt(anim, slot) !== ''),
      hasOther = hasTerms(anim, kSlots[1 - i]!);
    if (own.length === 2 || (own.length === 1 && hasOther && signs[2] !== '+')) continue;
    const next = [...signs];
    // Signs of slots that were not used have said nothing yet.
    if (own.length === 1) next[sign] = '+';
    else if (hasOther) next[2] = '+';
    const { shape, ...rest } = anim,
      isSame = next.join() === signs.join();
    return {
      ...(isSame && shape !== undefined ? anim : rest),
      ...(!isSame && { op: next }),
      [own[0] === first ? second : first]: kTerm,
    };
  }
  return undefined;
}

const hasTerms = (anim: Members, [first, second]: (typeof kSlots)[number]): boolean =>
  termAt(anim, first) !== '' || termAt(anim, second) !== '';

function isSummand(anim: Members, slot: string, signs: readonly string[]): boolean {
  if (termAt(anim, slot) !== kTerm) return false;
  if (slot === 'a') return true;
  return kSlots.every(([first, second, sign], i) => {
    if (slot !== first && slot !== second) return true;
    const isAlone = termAt(anim, slot === first ? second : first) === '';
    return (isAlone || signs[sign] === '+') && (!hasTerms(anim, kSlots[1 - i]!) || signs[2] === '+');
  });
}

type Channels = [number, number][][];

const kMostKeys = 128;
const kSameTime = 1e-6;

/**
 * A key at this time: the value becomes animated with a spline, or the spline gets the key. `at`: beats, or 0 to 1 of an
 * event. `value`: what it shall be then, a number for each component. `rest`: what its function is then without the spline,
 * where that is more than the value that is written.
 */
export function setKey(
  draft: Draft,
  pointer: string,
  at: number,
  value: readonly number[],
  rest?: readonly number[],
): Attempt {
  if (draft.broken) return kBroken();
  const hand = new Hand(draft),
    { text } = hand,
    key = partsOf(pointer).at(-1) ?? '',
    owner = hand.at(ownerOf(pointer));
  const kind = owner
      ? kindAt(text, owner, placeOf(text, owner))
      : pointer.startsWith('/camera/')
        ? 'camera'
        : undefined,
    info = kind === undefined ? undefined : keysOf(kind).find(({ name }) => name === key);
  if (!info) return kNothing();
  if (!info.animated) return refused(t('{key} cannot be animated.', { key }));
  const node = hand.at(pointer),
    plain = node?.kind === 'object' ? member(node, 'value') : node;
  if (node?.kind === 'object' && member(node, 'param'))
    return refused(t('A parameter stands here: its calls can be animated.'));
  const base = baseOf(text, info, plain, value.length);
  if (!base) return refused(t('A parameter stands here: its calls can be animated.'));
  const anim = node?.kind === 'object' ? member(node, 'anim') : undefined,
    old = anim && member(anim, 'spline');
  const isMore = anim !== undefined && !isSplineAlone(text, anim),
    summed = isMore ? withSplineTerm(valueOf(text, anim) as Members) : undefined;
  if (isMore && !summed) return refused(t('No spline can be added to its function as it is: change that first.'));
  const channels = keyed(
    channelsOf(text, old),
    at,
    value.map((one, i) => rounded(one - ((isMore ? rest?.[i] : undefined) ?? base[i] ?? 0))),
  );
  if (channels.some((channel) => channel.length > kMostKeys)) return refused(t('A channel has at most 128 keys.'));
  const splices = summed
    ? changed(text, anim!, { ...summed, spline: { ...(summed.spline as Members), channels } })
    : stored(hand, pointer, info, node, channels);
  return splices
    ? ended(hand, {
        label: t('Key of {key} of {name}', { key, name: hand.nameAt(pointer) }),
        splices,
        gesture: `key ${pointer} ${at}`,
      })
    : kNothing();
}

const rounded = (value: number): number => Number(value.toFixed(6)) || 0;

/** The numbers that the spline is added to; undefined where a parameter is among them. */
function baseOf(text: string, info: KeyInfo, plain: TextNode | undefined, count: number): number[] | undefined {
  const value: Json = plain ? valueOf(text, plain) : (info.initial ?? 0);
  if (typeof value === 'number') return new Array<number>(count).fill(value);
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'number')) return undefined;
  // Three numbers are an opaque color.
  return info.kind === 'color' && value.length === 3 ? [...value, 1] : value;
}

/** VALUE + spline(TIME), written out or not. */
function isSplineAlone(text: string, anim: TextNode): boolean {
  const terms = new Map(anim.children.map((child) => [child.key ?? '', stringOf(text, child)?.replaceAll(' ', '')]));
  for (const key of terms.keys()) if (!['spline', 'comment', 'a', 'b', 'const', 'const2'].includes(key)) return false;
  if ((terms.get('a') ?? 'VALUE') !== 'VALUE') return false;
  return !terms.has('b') ? terms.has('spline') || !terms.has('a') : terms.get('b') === 'spline(TIME)';
}

function channelsOf(text: string, spline: TextNode | undefined): Channels {
  const own = spline && member(spline, 'channels');
  return own ? (valueOf(text, own) as unknown as Channels) : [];
}

/** Channels with one more key each. A channel that is new has keys where the others have some. */
function keyed(channels: Channels, at: number, values: readonly number[]): Channels {
  const times = [...new Set(channels.flatMap((channel) => channel.map(([time]) => time)))].sort((a, b) => a - b);
  const all = values.map((_, i): [number, number][] => channels[i] ?? times.map((time) => [time, 0]));
  return [...all, ...channels.slice(values.length)].map((channel, i) => {
    const value = values[i];
    if (value === undefined) return channel;
    const others = channel.filter(([time]) => Math.abs(time - at) > kSameTime),
      same = channel.find(([time]) => Math.abs(time - at) <= kSameTime);
    const key: [number, number] = [same ? same[0] : rounded(at), value];
    return [...others, key].sort(([a], [b]) => a - b);
  });
}

function stored(
  hand: Hand,
  pointer: string,
  info: KeyInfo,
  node: TextNode | undefined,
  channels: Channels,
): Splice[] | undefined {
  const { text } = hand,
    spline = { channels } satisfies { [key: string]: Written };
  const initial: Json =
    info.initial ?? (componentsOf(info.kind) === 1 ? 0 : new Array<Json>(componentsOf(info.kind)).fill(0));
  if (!node) return insertedAt(hand, pointer, { value: initial, anim: { spline } });
  if (node.kind !== 'object') {
    const whole = { value: rawOf(text, node), anim: { spline } };
    return arranged(
      text,
      node.parent!,
      node.parent!.children.map((child) => (child === node ? { ...takenOut(text, node), value: whole } : child)),
    );
  }
  const anim = member(node, 'anim');
  if (!anim) return withMembers(text, node, [{ key: 'anim', value: { spline } }]);
  const own = member(anim, 'spline');
  if (!own) return withMembers(text, anim, [{ key: 'spline', value: spline }]);
  const old = member(own, 'channels');
  return old ? changed(text, old, channels) : withMembers(text, own, [{ key: 'channels', value: channels }]);
}
