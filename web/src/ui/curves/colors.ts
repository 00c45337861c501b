// The plot's colours, from the style sheet.

import type { PlotColors } from './scene';

export function colorsOf(element: HTMLElement): PlotColors {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: color('--text'),
    quiet: color('--text-quiet'),
    line: color('--curve-grid'),
    strong: color('--line-strong'),
    shade: color('--curve-shade'),
    surface: color('--surface'),
    x: color('--curve-x'),
    y: color('--curve-y'),
    z: color('--curve-z'),
    w: color('--curve-w'),
    none: color('--curve-none'),
    font: `11px ${style.fontFamily}`,
  };
}
