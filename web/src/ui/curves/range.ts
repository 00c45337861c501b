// The stretch of time and the span of values that a plot shows, and the marks on its axes. Plain numbers in and out.

export interface PlotRange {
  /** Seconds. */
  from: number;
  to: number;
  low: number;
  high: number;
}

/** Neither so near that numbers run out of digits, nor so far that a curve is a dot. */
const kNearest = 1e-5;
const kFarthest = 1e5;

function span(low: number, high: number, factor: number, at: number, size: number): [number, number] {
  const wanted = (high - low) * factor,
    allowed = Math.min(Math.max(wanted, size * kNearest), size * kFarthest),
    scale = allowed / (high - low);
  return [at + (low - at) * scale, at + (high - at) * scale];
}

/** `size`: what counts as one whole, for the limits. */
export function zoomTimes(range: PlotRange, factor: number, at: number, size: number): PlotRange {
  const [from, to] = span(range.from, range.to, factor, at, size);
  return { ...range, from, to };
}

export function zoomValues(range: PlotRange, factor: number, at: number, size: number): PlotRange {
  const [low, high] = span(range.low, range.high, factor, at, size);
  return { ...range, low, high };
}

export function pan(range: PlotRange, times: number, values: number): PlotRange {
  return { from: range.from + times, to: range.to + times, low: range.low + values, high: range.high + values };
}

/** Both ends with room around them; a span of nothing becomes one around its value. */
export function withMargin(low: number, high: number, part: number): [number, number] {
  if (!(low <= high)) return [-1, 1];
  const room = high > low ? (high - low) * part : Math.max(Math.abs(low) * 0.1, 1e-3) * (high === 0 ? 1000 : 1);
  return [low - room, high + room];
}

/** Steps of 1, 2 or 5 times a power of ten: the least one that leaves `gap` pixels between marks. */
export function tickStep(from: number, to: number, pixels: number, gap: number, least = 0): number {
  const raw = Math.max(((to - from) / Math.max(pixels, 1)) * gap, least);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((s) => s * power >= raw * 0.999999) ?? 10;
  return step * power;
}

/** Marks at whole steps within [from, to]. */
export function ticks(from: number, to: number, step: number): number[] {
  const marks: number[] = [];
  const first = Math.ceil(from / step - 1e-9);
  for (let i = first; i * step <= to + step * 1e-9 && marks.length < 1000; ++i) marks.push(i * step);
  return marks;
}

/** As many decimals as the step needs; very large and small steps with an exponent. */
export function tickText(value: number, step: number): string {
  const decimals = -Math.floor(Math.log10(step) + 1e-9);
  if (decimals > 6 || decimals < -5) {
    if (Math.abs(value) < step / 2) return '0';
    const size = Math.floor(Math.log10(Math.abs(value)));
    return value.toExponential(Math.max(0, Math.min(6, size + decimals)));
  }
  const text = value.toFixed(Math.max(0, decimals));
  return Number(text) === 0 ? (0).toFixed(Math.max(0, decimals)) : text;
}
