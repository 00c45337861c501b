// The words of functions: variables, and what may be made of one.

import type { TermKind } from '../../time/evaluate';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const kNamed = [
  'VALUE',
  'CONST',
  'TIME',
  'VELOCITY',
  'SCALE',
  'ROTATE',
  'TRANSLATE',
  'CONST2',
  'MODULATION',
  'SELECT',
  'COLOR',
  'FRACTION',
  'CAMERA',
];
const kFree = range(13, 47).map((i) => `V${i}`);
const kConstant = ['ZERO', 'ONE', 'XYZ', 'X', 'Y', 'Z', 'W', 'XY'];
const kParams = range(0, 7).map((i) => `P${i}`);

export const kVariables: readonly string[] = [...kNamed, ...kConstant, ...kParams, ...kFree];

/** What an operator `set` may write. */
export const kWritable: readonly string[] = [...kNamed, ...kFree].filter(
  (name) => !['VALUE', 'CONST', 'CONST2'].includes(name),
);

export const kTermKinds: readonly TermKind[] = [
  'id',
  'sin',
  'cos',
  'rect',
  'saw',
  'rnd',
  'spline',
  'splines',
  'splineg',
];

export const termOf = (kind: TermKind, variable: string, spline: string): string =>
  kind === 'id' ? variable : kind === 'splineg' ? `splineg(${variable}, ${spline})` : `${kind}(${variable})`;
