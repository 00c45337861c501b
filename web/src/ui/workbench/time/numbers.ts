// Numbers as hands make them: with the decimals of the step that was taken, and no more.

/** Digits behind the point that a step has: 0.25 has 2. */
export function decimalsOf(step: number): number {
  if (!(step > 0)) return 0;
  for (let digits = 0; digits < 6; ++digits)
    if (Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) < 1e-9) return digits;
  return 6;
}

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
