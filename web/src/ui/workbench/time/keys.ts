// Keys of splines under hands: each gesture as a step that changes the numbers it is about.

import type { Json } from '../../world/text';
import type { Attempt, Draft } from '../text/draft';
import { insertElement, setRaw, setValue } from '../text/gestures';
import { member, nodeAt, type TextNode } from '../text/scan';
import { t } from '../text/words';
import { removeElements, together } from './edits';
import type { Key, SplineMode } from './evaluate';
import { type Hold, numberText } from './numbers';

/** A key by the pointer of its spline, its channel and its place among the keys. */
export interface KeyPlace {
  spline: string;
  channel: number;
  index: number;
}

export const pointerOfKey = ({ spline, channel, index }: KeyPlace): string => `${spline}/channels/${channel}/${index}`;

/** The place that a pointer of a key has; undefined for others. */
export function placeOfKey(pointer: string): KeyPlace | undefined {
  const found = /^(.*)\/channels\/(\d)\/(\d+)$/.exec(pointer);
  return found ? { spline: found[1]!, channel: Number(found[2]), index: Number(found[3]) } : undefined;
}

/** What lies where the keys of a channel are, by number. */
type ChannelKeys = (spline: string, channel: number) => readonly Key[];

export interface Digits {
  time: number;
  value: number;
}
const gapOf = (digits: Digits): number => 10 ** -digits.time;

/** How far keys may go along the axis together: up to one digit before a neighbour that stays. */
export function roomOf(
  keys: readonly KeyPlace[],
  channelOf: ChannelKeys,
  digits: Digits,
): [least: number, most: number] {
  const chosen = new Set(keys.map(pointerOfKey)),
    gap = gapOf(digits);
  let [least, most] = [-Infinity, Infinity];
  for (const key of keys) {
    const channel = channelOf(key.spline, key.channel),
      [time] = channel[key.index]!;
    const [before, after] = [key.index - 1, key.index + 1].map((index) =>
      chosen.has(pointerOfKey({ ...key, index })) ? undefined : channel[index],
    );
    if (before) least = Math.max(least, Math.min(0, before[0] + gap - time));
    if (after) most = Math.min(most, Math.max(0, after[0] - gap - time));
  }
  return [least, most];
}

/** Keys at other places. */
export function putKeys(draft: Draft, keys: readonly (KeyPlace & { to: Key })[], digits: Digits, hold: Hold): Attempt {
  const attempts = keys.flatMap(({ to, ...key }) => [
    ...hold.put(draft, `${pointerOfKey(key)}/0`, to[0], digits.time),
    ...hold.put(draft, `${pointerOfKey(key)}/1`, to[1], digits.value),
  ]);
  const label = keys.length === 1 ? t('Move key') : t('Move {count} keys', { count: keys.length });
  return together(label, attempts, { gesture: hold.gesture });
}

/** Where keys come to by a way; along the axis they stop before their neighbours. */
export function movedKeys(
  keys: readonly KeyPlace[],
  channelOf: ChannelKeys,
  by: Key,
  digits: Digits,
): (KeyPlace & { to: Key })[] {
  const [least, most] = roomOf(keys, channelOf, digits),
    time = Math.min(most, Math.max(least, by[0]));
  return keys.map((key) => {
    const [t0, v0] = channelOf(key.spline, key.channel)[key.index]!;
    return { ...key, to: [t0 + time, v0 + by[1]] as const };
  });
}

/** Keys that are as many times as far from a place; times stay in order and between the neighbours. */
export function scaledKeys(
  keys: readonly KeyPlace[],
  channelOf: ChannelKeys,
  around: Key,
  factor: Key,
  digits: Digits,
): (KeyPlace & { to: Key })[] {
  const scaled = (along: number): (KeyPlace & { to: Key })[] =>
    keys.map((key) => {
      const [time, value] = channelOf(key.spline, key.channel)[key.index]!;
      const to: Key = [around[0] + (time - around[0]) * along, around[1] + (value - around[1]) * factor[1]];
      return { ...key, to };
    });
  if (fits(scaled(factor[0]), channelOf, digits)) return scaled(factor[0]);
  // As far as they can go.
  let [good, bad] = [1, factor[0]];
  for (let i = 0; i < 30; ++i) {
    const middle = (good + bad) / 2;
    if (fits(scaled(middle), channelOf, digits)) good = middle;
    else bad = middle;
  }
  return scaled(good);
}

function fits(keys: readonly (KeyPlace & { to: Key })[], channelOf: ChannelKeys, digits: Digits): boolean {
  const moved = new Map(keys.map((key) => [pointerOfKey(key), key.to])),
    gap = gapOf(digits) * 0.999;
  return keys.every((key) => {
    const channel = channelOf(key.spline, key.channel);
    const at = (index: number): Key | undefined => moved.get(pointerOfKey({ ...key, index })) ?? channel[index];
    const [before, after] = [at(key.index - 1), at(key.index + 1)];
    return (!before || key.to[0] - before[0] >= gap) && (!after || after[0] - key.to[0] >= gap);
  });
}

/** A key in a channel of a spline; at the time of a key that is there, its value. */
export function addKey(draft: Draft, spline: string, channel: number, [time, value]: Key, digits: Digits): Attempt {
  const label = t('Add key'),
    channels = nodeAt(draft.root, `${spline}/channels`),
    key = [Number(numberText(time, digits.time)), Number(numberText(value, digits.value))],
    own = channels?.children[channel];
  if (!channels || channels.kind !== 'array' || !own) {
    const lists: Json[] = Array.from({ length: channel - (channels?.children.length ?? 0) }, () => []);
    if (channels && lists.length === 0)
      return together(label, [insertElement(draft, `${spline}/channels`, channel, [key])], {
        select: [pointerOfKey({ spline, channel, index: 0 })],
      });
    const known = channels ? (JSON.parse(draft.rootText.slice(channels.from, channels.to)) as Json[]) : [];
    return together(label, [setValue(draft, `${spline}/channels`, [...known, ...lists, [key]])], {
      select: [pointerOfKey({ spline, channel, index: 0 })],
    });
  }
  const times = own.children.map((child) => timeOf(draft.rootText, child)),
    same = times.findIndex((one) => Math.abs(one - key[0]!) < 1e-9),
    index = same >= 0 ? same : times.filter((one) => one < key[0]!).length,
    select = [pointerOfKey({ spline, channel, index })];
  if (same >= 0)
    return together(
      t('Set key'),
      [setRaw(draft, `${spline}/channels/${channel}/${index}/1`, numberText(value, digits.value))],
      { select },
    );
  return together(label, [insertElement(draft, `${spline}/channels/${channel}`, index, key)], { select });
}

const timeOf = (text: string, key: TextNode): number => {
  const time = key.children[0];
  return time ? Number(text.slice(time.from, time.to)) : NaN;
};

/** Takes keys out; those that stay keep their bytes. */
export function removeKeys(draft: Draft, keys: readonly KeyPlace[]): Attempt {
  const label = keys.length === 1 ? t('Delete key') : t('Delete {count} keys', { count: keys.length }),
    splices = removeElements(draft, keys.map(pointerOfKey));
  return together(label, [{ label, splices }], { select: [...new Set(keys.map(({ spline }) => spline))] });
}

export function setMode(draft: Draft, spline: string, mode: SplineMode): Attempt {
  const node = nodeAt(draft.root, spline);
  if (!node || (mode === 'cubic' && !member(node, 'mode'))) return { refused: t('The spline is cubic.') };
  return together(t('Set mode of spline'), [setValue(draft, `${spline}/mode`, mode)]);
}
