// Parses attribute values. The camera's three are written as other viewers write them: an orbit is the angle around
// the vertical, the angle from straight above, and the distance.

import type { PivotSwitches, ReadOptions } from '../core/document';
import { overlayNames, type CameraPose, type Overlays } from '../engine/messages';
import { kHomePitch, kHomeYaw } from '../viewer/camera';

export const attributeNames = [
  'src',
  'animations',
  'textures',
  'legacy-curves',
  'pivot',
  'poster',
  'alt',
  'action',
  'time',
  'playing',
  'loop',
  'speed',
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

export function orbitOf(text: string | null): Orbit {
  const [theta, phi, radius = ''] = (text ?? '').trim().split(/[\s,]+/);
  const fromAbove = angleOf(phi),
    [, digits, unit = ''] = /^([\d.]+(?:e[-+]?\d+)?)(%|m|cm|mm)?$/i.exec(radius) ?? [];
  const length = Number(digits ?? NaN);
  const limit = Math.PI / 2;
  return {
    yaw: angleOf(theta) ?? kHomeYaw,
    pitch: fromAbove === undefined ? kHomePitch : Math.max(-limit, Math.min(limit, limit - fromAbove)),
    distance: !(length > 0)
      ? { times: 1 }
      : unit === '%'
        ? { times: length / 100 }
        : { units: length * ({ cm: 0.01, mm: 0.001 }[unit.toLowerCase()] ?? 1) },
  };
}

/** Three numbers, with or without `m`; undefined for `auto`. */
export function targetOf(text: string | null): [number, number, number] | undefined {
  const parts = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map((part) => Number(part.replace(/m$/i, '') || NaN));
  return parts.length === 3 && parts.every(Number.isFinite) ? (parts as [number, number, number]) : undefined;
}

export const overlaysOf = (text: string | null): Overlays => {
  const words = listOf(text?.toLowerCase() ?? null);
  return Object.fromEntries(overlayNames.map((name) => [name, words.includes(name)])) as Overlays;
};

/** The words of `pivot`. */
export const pivotWords = {
  'flip-v': 'flipV',
  conjugate: 'conjugate',
  'z-up': 'zUp',
  'mirror-z': 'mirrorZ',
  force: 'force',
} as const satisfies Record<string, keyof PivotSwitches>;

/** How files are read; words that `pivot` does not have switch nothing. */
export function readOf(legacyCurves: boolean, pivot: string): ReadOptions {
  const words = listOf(pivot.toLowerCase()),
    switched = Object.entries(pivotWords).filter(([word]) => words.includes(word));
  return {
    ...(legacyCurves && { legacyCurves }),
    ...(switched.length > 0 && { pivot: Object.fromEntries(switched.map(([, name]) => [name, true])) }),
  };
}

/** Says in the console which words of a list mean nothing. */
export function warnOf(name: AttributeName, value: string | null): void {
  const known: readonly string[] | undefined = { overlays: overlayNames, pivot: Object.keys(pivotWords) }[
    name as string
  ];
  for (const word of listOf(value))
    if (known?.includes(word.toLowerCase()) === false) console.warn(`${name}: no ${word} among ${known.join(' ')}`);
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
