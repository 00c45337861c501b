// Steps, ranges and spelling of numbers in fields.

import type { KeyInfo } from '../text/schema';

/** Decimals of a spelling: 2 of "3.50". */
export const decimalsOf = (spelling: string): number => /\.(\d+)$/.exec(spelling)?.[1]?.length ?? 0;

/** The step of a value: 1, 2 or 5 times a power of ten, near a twentieth of it. Nothing is near 0: there it is 0.1, of degrees 1. */
export function stepOf(value: number, info: Pick<KeyInfo, 'kind' | 'help'>): number {
  if (info.kind === 'integer') return 1;
  const isAngle = /degrees/i.test(info.help),
    part = Math.abs(value) / 20;
  if (part < (isAngle ? 0.5 : 0.005)) return isAngle ? 1 : 0.1;
  const power = 10 ** Math.floor(Math.log10(part)),
    lead = part / power;
  return Number(((lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power).toPrecision(1));
}

/** As it is written: with the decimals of the step, or with those that were there. */
export function spell(value: number, step: number, before = ''): string {
  const wanted = Math.max(decimalsOf(before), step < 1 ? Math.ceil(-Math.log10(step) - 1e-9) : 0),
    text = Math.abs(value) < 1e15 ? value.toFixed(Math.min(wanted, 12)) : String(value);
  return text === '-0' || /^-0\.0*$/.test(text) ? text.slice(1) : text;
}

/** The shortest spelling of a number that was worked out. */
export const written = (value: number): string => {
  const text = String(Number(value.toPrecision(12)));
  return text === '-0' ? '0' : text;
};

/** As it stands in a field: what a float cannot tell apart is left out. */
export const shown = (value: number): string => written(Number(value.toPrecision(7)));

const kNearlyAll = 1e29;

/** Where scrubbing ends: the schema's bounds, and 1 for colours that are not brighter already. */
export function softRange(info: KeyInfo, start: number): { least: number; most: number } {
  const least =
      info.least !== undefined && info.least > -kNearlyAll ? info.least : info.kind === 'color' ? 0 : -Infinity,
    most = info.most !== undefined && info.most < kNearlyAll ? info.most : info.kind === 'color' ? 1 : Infinity;
  return { least: Math.min(least, start), most: Math.max(most, start) };
}

/** `steps` steps from `start`, within a range; an integer stays one. */
export function moved(info: KeyInfo, start: number, steps: number, step: number): number {
  const { least, most } = softRange(info, start),
    wanted = Number((start + steps * step).toPrecision(12)),
    value = Math.min(most, Math.max(least, wanted));
  return info.kind === 'integer' ? Math.round(value) : value;
}
