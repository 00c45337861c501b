// A line over the picture that says what has happened to the document, and asks what to do.

import { fill } from '../../../base/lists';
import type { Bench } from '../bench';

export interface Answer {
  label: string;
  run(): void;
}

export class Bar {
  readonly #element: HTMLElement;

  constructor(private readonly bench: Bench) {
    this.#element = bench.kit.h('div', { class: 'bench-keep', attributes: { role: 'alert', hidden: true } });
    bench.picture.canvas.parentElement!.append(this.#element);
  }

  /** The answer that is chosen runs; the line goes. */
  ask(text: string, answers: readonly Answer[]): void {
    const { h } = this.bench.kit;
    this.#element.hidden = false;
    fill(this.#element, [
      h('span', { text }),
      ...answers.map(({ label, run }) =>
        h('button', {
          class: 'button small',
          text: label,
          attributes: { type: 'button' },
          on: {
            click: () => {
              this.#element.hidden = true;
              run();
            },
          },
        }),
      ),
    ]);
  }

  tell(text: string): void {
    this.ask(text, [{ label: this.bench.kit.t('OK'), run: () => undefined }]);
  }

  dispose(): void {
    this.#element.remove();
  }
}
