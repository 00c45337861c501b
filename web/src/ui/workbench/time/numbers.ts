// Numbers as hands make them: with the decimals of the step that was taken, and no more.

import type { Attempt, Draft } from '../text/draft';
import { setRaw } from '../text/gestures';
import { nodeAt } from '../text/scan';

/** As JSON has it: without zeros at the end, and never -0. */
export function numberText(value: number, decimals: number): string {
  const number = Number(value.toFixed(Math.min(20, Math.max(0, decimals))));
  return String(number === 0 ? 0 : number);
}

export const snapped = (value: number, step: number): number => (step > 0 ? Math.round(value / step) * step : value);

/** Digits that tell apart what lies one pixel apart. */
export const decimalsFor = (perPixel: number): number =>
  Math.max(0, Math.min(6, Math.ceil(-Math.log10(Math.max(perPixel, 1e-6)))));

/** What was typed into a field: a number, a fraction, or a change of what is there (*2, /3, +1). Undefined for others. */
export function readNumber(text: string, now: number): number | undefined {
  const found = /^\s*([*/+])?\s*(-?[\d.]+)(?:\s*\/\s*(-?[\d.]+))?\s*$/.exec(text.replace(',', '.'));
  if (!found) return undefined;
  const [, sign, top, bottom] = found,
    number = Number(top) / (bottom === undefined ? 1 : Number(bottom)),
    value = sign === '*' ? now * number : sign === '/' ? now / number : sign === '+' ? now + number : number;
  return Number.isFinite(value) ? value : undefined;
}

let count = 0;

/** A gesture that holds numbers of the text: what it leaves alone, or brings back, keeps its spelling. */
export class Hold {
  /** Steps of this one become one. */
  readonly gesture = `hold ${++count}`;
  /** Numbers as they were when this gesture first met them. */
  readonly #met = new Map<string, { value: number; raw: string }>();

  /** What gives the number at a pointer this value: nothing where it has it already. */
  put(draft: Draft, pointer: string, value: number, decimals: number): Attempt[] {
    const node = nodeAt(draft.root, pointer);
    if (!node) return [setRaw(draft, pointer, numberText(value, decimals))];
    const now = draft.rootText.slice(node.from, node.to);
    if (!this.#met.has(pointer)) this.#met.set(pointer, { value: Number(now), raw: now });
    const met = this.#met.get(pointer)!,
      raw = value === met.value ? met.raw : numberText(value, decimals);
    return raw === now ? [] : [setRaw(draft, pointer, raw)];
  }
}
