// The tabs of the bar, one for each panel of what shows: a model, a world or a song. All stand in the same place, and their
// panels at the right share one width, which is dragged and remembered.

import { widthHandle } from './curves/resizeHandle';
import { h } from './dom';
import { t } from './language';
import { recall, remember } from './memory';

const kLeast = 260;
const kMost = 640;
/** --side-width of the style sheets. */
const kUsual = 340;

export class BarTabs {
  readonly element = h('nav', { class: 'bar-tabs', attributes: { 'aria-label': t('Panels') } });
  /** The edge of what lies at the right. */
  readonly handle: HTMLElement;

  /** `resized`: the panels have another width. */
  constructor(models: readonly HTMLElement[], resized: () => void) {
    for (const button of models) button.classList.add('bar-tab');
    this.element.append(h('div', { class: 'model-tabs' }, ...models));
    const { style } = document.documentElement;
    const set = (to: number): number => {
      const width = Math.round(Math.min(kMost, Math.max(kLeast, to)));
      for (const name of ['--side-width', '--side-chosen']) style.setProperty(name, `${width}px`);
      handle.update(width, kLeast, kMost);
      return width;
    };
    const handle = widthHandle(
      t('Width of the panels'),
      () => Number.parseInt(document.body.style.getPropertyValue('--right-width')) || kLeast,
      (to) => {
        remember('side', String(set(to)));
        resized();
      },
    );
    this.handle = handle.element;
    const chosen = Number(recall('side', ''));
    if (chosen > 0) set(chosen);
    else handle.update(kUsual, kLeast, kMost);
  }

  /** Tabs of a world or a song; its style sheet and the page's decide which show. */
  readonly hold = (tabs: HTMLElement): void => this.element.append(tabs);
}

/** A number beside the name of a tab; nothing for 0. `said` is the same in words. */
export function countOn(tab: HTMLElement, number: number, kind: string, said: string): void {
  const badge = tab.querySelector<HTMLElement>('.tab-count') ?? h('span', { attributes: { 'aria-hidden': 'true' } });
  badge.className = `tab-count ${kind}`;
  badge.textContent = number > 999 ? '999+' : String(number);
  badge.hidden = number === 0;
  tab.append(badge);
  if (number > 0) tab.setAttribute('aria-description', said);
  else tab.removeAttribute('aria-description');
}
