// Functions that are often wanted. Each keeps the constants and the spline that are there.

import type { WorldKit } from '../../../world/kit';
import type { Members } from '../field';
import { animOf, type Joint, type Terms } from './line';

export interface Preset {
  id: 'sway' | 'spin' | 'pulse' | 'saw' | 'flicker' | 'spline';
  terms: Terms;
}

const kPlain: Joint = { form: 'pairs', signs: '+*+*' };

export const kPresets: readonly Preset[] = [
  { id: 'sway', terms: { b: 'sin(TIME)', c: 'CONST' } },
  { id: 'spin', terms: { b: 'TIME', c: 'CONST' } },
  { id: 'pulse', terms: { b: 'rect(TIME)', c: 'CONST' } },
  { id: 'saw', terms: { b: 'saw(TIME)', c: 'CONST' } },
  { id: 'flicker', terms: { b: 'rnd(TIME)', c: 'CONST' } },
  { id: 'spline', terms: { b: 'spline(TIME)' } },
];

/** What they are called, and for what they are good. */
export function presetWords({ id }: Preset, { t }: Pick<WorldKit, 't'>): { name: string; help: string } {
  switch (id) {
    case 'sway':
      return { name: t('sway'), help: t('to and fro, CONST far, a turn per beat') };
    case 'spin':
      return { name: t('spin'), help: t('on and on, CONST each beat') };
    case 'pulse':
      return { name: t('pulse'), help: t('CONST more in the first half of each beat') };
    case 'saw':
      return { name: t('saw'), help: t('rises by CONST over each beat') };
    case 'flicker':
      return { name: t('flicker'), help: t('at random, up to CONST more') };
    case 'spline':
      return { name: t('spline'), help: t('keys in the Curves pane') };
  }
}

/** Of a first CONST: it moves at once. Degrees turn once a beat. */
const kFirst = { angle: 360, other: 1 };

/** A function of a preset over what is there. `size`: components of the parameter. */
export function withPreset(before: Members, preset: Preset, size: number, isAngle: boolean): Members {
  const next = animOf(before, { terms: preset.terms, joint: kPlain });
  if (preset.id === 'spline') {
    next['spline'] ??= { channels: Array.from({ length: size }, () => [[0, 0]]) };
    return next;
  }
  const first = isAngle ? kFirst.angle : kFirst.other;
  next['const'] ??= size === 1 ? first : [first, 0, 0, 0];
  return next;
}
