// Envelopes and filters as small pictures: lines whose colours are the style sheet's.

import type { SoundModule } from '../../core/sound';

const width = 160,
  height = 48;

function picture(name: string, parts: readonly [tag: string, attributes: Record<string, string>][]): SVGElement {
  const make = (tag: string): SVGElement => document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement;
  const out = make('svg');
  const head = { viewBox: `0 0 ${width} ${height}`, class: 'sound-picture', role: 'img', 'aria-label': name };
  for (const [key, value] of Object.entries(head)) out.setAttribute(key, value);
  for (const [tag, attributes] of parts) {
    const part = make(tag);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    out.append(part);
  }
  return out;
}

const line = (levels: readonly number[], y: (level: number) => number): string =>
  levels
    .map((level, i) => `${((i / Math.max(1, levels.length - 1)) * width).toFixed(1)},${y(level).toFixed(1)}`)
    .join(' ');

/** The dashed line is where the key is let go of. */
export function envelopePicture({ levels, released }: NonNullable<SoundModule['envelope']>, name: string): SVGElement {
  const x = ((released / Math.max(1, levels.length - 1)) * width).toFixed(1);
  return picture(name, [
    ['line', { class: 'sound-mark', x1: x, x2: x, y1: '0', y2: String(height) }],
    ['polyline', { points: line(levels, (level) => height - 2 - level * (height - 4)) }],
  ]);
}

/** From -48 to 24 dB; the dashed line is 0 dB. */
export function responsePicture({ levels }: NonNullable<SoundModule['response']>, name: string): SVGElement {
  const y = (level: number): number => ((24 - Math.max(-48, Math.min(24, level))) / 72) * (height - 2) + 1;
  return picture(name, [
    ['line', { class: 'sound-mark', x1: '0', x2: String(width), y1: y(0).toFixed(1), y2: y(0).toFixed(1) }],
    ['polyline', { points: line(levels, y) }],
  ]);
}
