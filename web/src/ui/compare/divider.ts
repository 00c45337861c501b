// The line between two pictures in the view: dragged, or moved by keys.

import { h } from '../dom';
import { t } from '../language';

const kStep = 0.02;

export class Divider {
  readonly element: HTMLElement;
  private at = 0.5;
  private touched = false;

  /** `area`: what it divides; else the window. */
  constructor(
    private readonly moved: (part: number) => void,
    area: () => { left: number; width: number } = () => ({ left: 0, width: innerWidth }),
  ) {
    this.element = h(
      'div',
      {
        class: 'compare-divider',
        attributes: {
          role: 'separator',
          tabindex: 0,
          hidden: true,
          'aria-orientation': 'vertical',
          'aria-valuemin': 0,
          'aria-valuemax': 100,
          'aria-label': t('Divider of the comparison'),
        },
        on: {
          pointerdown: (event) => {
            this.element.setPointerCapture(event.pointerId);
            this.element.focus();
            event.preventDefault();
          },
          pointermove: (event) => {
            const { left, width } = area();
            if (this.element.hasPointerCapture(event.pointerId)) this.move((event.clientX - left) / width);
          },
          keydown: (event) => {
            if (event.altKey || event.ctrlKey || event.metaKey) return;
            const to = {
              ArrowLeft: this.at - kStep,
              ArrowRight: this.at + kStep,
              PageUp: this.at + 5 * kStep,
              PageDown: this.at - 5 * kStep,
              Home: 0,
              End: 1,
            }[event.key];
            if (to === undefined) return;
            event.preventDefault();
            event.stopPropagation();
            this.move(to);
          },
        },
      },
      h('span', { class: 'compare-divider-grip' }),
    );
    this.place();
  }

  get part(): number {
    return this.at;
  }

  /** Moves to the middle of the area that panels leave free, until it has been moved. */
  center(to: number): void {
    if (this.touched) return;
    this.at = to;
    this.place();
  }

  move(to: number): void {
    this.touched = true;
    this.at = Math.max(0, Math.min(1, to));
    this.place();
    this.moved(this.at);
  }

  private place(): void {
    this.element.style.left = `${this.at * 100}%`;
    this.element.setAttribute('aria-valuenow', String(Math.round(this.at * 100)));
  }
}
