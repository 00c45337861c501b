// Parses attribute values. The camera's three are written as other viewers write them: an orbit is the angle around
// the vertical, the angle from straight above, and the distance.

import { readingAttributes, type ReadOptions } from '../core/formats';
import { type CameraPose, type Overlays, kHomePitch, kHomeYaw, overlayNames } from '../protocol/view';

export type ReadingAttribute = keyof typeof readingAttributes;
/** How files are read: attributes that are there or not, and lists of words. */
const reading = Object.keys(readingAttributes) as ReadingAttribute[];
export const switches = reading.filter((name) => typeof readingAttributes[name] === 'string');
export const words = reading.filter((name) => !switches.includes(name));
export const isReading = (name: string): name is ReadingAttribute => name in readingAttributes;

export const attributeNames = [
  'src',
  'animations',
  'textures',
  ...reading,
  'poster',
  'preview',
  'alt',
  'action',
  'time',
  'playing',
  'loop',
  'speed',
  'muted',
  'volume',
  'camera-orbit',
  'camera-target',
  'field-of-view',
  'controls',
  'overlays',
  'background',
  'theme',
  'loading',
  'reveal',
  'wasm-url',
] as const;
export type AttributeName = (typeof attributeNames)[number];

/** Addresses separated by commas or spaces. */
export const listOf = (text: string | null): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean);

/** One of several words; the first where there is none of them. */
export const wordOf = <const Word extends string>(text: string | null, words: readonly [Word, ...Word[]]): Word =>
  words.find((word) => word === text?.trim().toLowerCase()) ?? words[0];

export function numberOf(text: string | null): number | undefined {
  const value = text === null || text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** `30deg`, `0.5rad`, `0.25turn`, or degrees without a unit; undefined for `auto` and anything else. */
export function angleOf(text: string | undefined): number | undefined {
  const [, digits, unit = 'deg'] = /^([-+]?[\d.]+(?:e[-+]?\d+)?)(deg|rad|turn)?$/i.exec(text ?? '') ?? [];
  const value = Number(digits ?? NaN);
  if (!Number.isFinite(value)) return undefined;
  return value * { deg: Math.PI / 180, rad: 1, turn: 2 * Math.PI }[unit.toLowerCase() as 'deg' | 'rad' | 'turn'];
}

export interface Orbit {
  yaw: number;
  pitch: number;
  /** In units of the model, or as a part of the distance from which all of it is seen. */
  distance: { units: number } | { times: number };
}

/** `105%`, `2m`, `50cm` or a number; undefined for `auto` and anything else. */
function lengthOf(text: string | undefined): Orbit['distance'] | undefined {
  const [, digits, unit = ''] = /^([\d.]+(?:e[-+]?\d+)?)(%|m|cm|mm)?$/i.exec(text ?? '') ?? [];
  const length = Number(digits ?? NaN);
  if (!(length > 0)) return undefined;
  return unit === '%'
    ? { times: length / 100 }
    : { units: length * ({ cm: 0.01, mm: 0.001 }[unit.toLowerCase()] ?? 1) };
}

export function orbitOf(text: string | null): Orbit {
  const [theta, phi, radius] = (text ?? '').trim().split(/[\s,]+/);
  const fromAbove = angleOf(phi),
    limit = Math.PI / 2;
  return {
    yaw: angleOf(theta) ?? kHomeYaw,
    pitch: fromAbove === undefined ? kHomePitch : Math.max(-limit, Math.min(limit, limit - fromAbove)),
    distance: lengthOf(radius) ?? { times: 1 },
  };
}

const coordinateOf = (text: string): number => Number(text.replace(/m$/i, '') || NaN);

/** Three numbers, with or without `m`; undefined for `auto`. */
export function targetOf(text: string | null): [number, number, number] | undefined {
  const parts = listOf(text).map(coordinateOf);
  return parts.length === 3 && parts.every(Number.isFinite) ? (parts as [number, number, number]) : undefined;
}

export const overlaysOf = (text: string | null): Overlays => {
  const words = listOf(text?.toLowerCase() ?? null);
  return Object.fromEntries(overlayNames.map((name) => [name, words.includes(name)])) as Overlays;
};

/** How files are read, by an element's attributes; words that an attribute does not have switch nothing. */
export function readOf(element: Element): ReadOptions {
  const read: Record<string, boolean | Record<string, boolean>> = {};
  for (const [name, option] of Object.entries(readingAttributes)) {
    if (!element.hasAttribute(name)) continue;
    const words = listOf(element.getAttribute(name)!.toLowerCase());
    if (typeof option === 'string') read[option] = true;
    else
      for (const [word, member] of Object.entries(option))
        if (words.includes(word)) read[name] = { ...(read[name] as object), [member]: true };
  }
  return read;
}

/** The attributes that read files so. */
export const attributesOf = (read: ReadOptions): [string, string | true][] =>
  Object.entries(readingAttributes).flatMap(([name, option]): [string, string | true][] => {
    if (typeof option === 'string') return read[option] ? [[name, true]] : [];
    const group = read[name as keyof ReadOptions] as Record<string, boolean> | undefined,
      words = Object.entries(option).flatMap(([word, member]) => (group?.[member] ? [word] : []));
    return words.length > 0 ? [[name, words.join(' ')]] : [];
  });

/** Valid words of the camera attributes besides `auto`, by position. */
const cameraWords: Partial<Record<AttributeName, (word: string, at: number) => boolean>> = {
  'camera-orbit': (word, at) => (at < 2 ? angleOf(word) !== undefined : at === 2 && lengthOf(word) !== undefined),
  'camera-target': (word, at) => at < 3 && Number.isFinite(coordinateOf(word)),
  'field-of-view': (word, at) => at === 0 && angleOf(word) !== undefined,
};

/** Warns in the console about unknown words of a value. */
export function warnOf(name: AttributeName, value: string | null): void {
  const means = cameraWords[name];
  if (means)
    for (const [at, word] of listOf(value).entries())
      if (word !== 'auto' && !means(word, at)) console.warn(`${name}: ${word} means nothing there`);
  const option = isReading(name) ? readingAttributes[name] : '',
    known = name === 'overlays' ? overlayNames : typeof option === 'object' ? Object.keys(option) : undefined;
  for (const word of listOf(value))
    if ((known as readonly string[] | undefined)?.includes(word.toLowerCase()) === false)
      console.warn(`${name}: no ${word} among ${known!.join(' ')}`);
}

const short = (value: number): string => String(Number(value.toPrecision(5)));

export interface CameraChange {
  /** Values of `camera-orbit`, `camera-target` and `field-of-view` for a view. */
  orbit: string;
  target: string;
  fieldOfView: string;
}

/** The attributes that bring this view back. */
export function viewAttributes({ yaw, pitch, distance, target, fovY }: CameraPose): CameraChange {
  const degrees = (angle: number): string => `${short((angle * 180) / Math.PI)}deg`;
  return {
    orbit: `${degrees(yaw)} ${degrees(Math.PI / 2 - pitch)} ${short(distance)}`,
    target: target.map(short).join(' '),
    fieldOfView: degrees(fovY),
  };
}
