// The picture of a world that is a sample, until its first frame is drawn: that takes seconds.

import { fill } from '../base/lists';
import { h } from './dom';
import type { Sample } from './gallery';
import { rowText, t } from './language';

export class Opening {
  readonly element = h('figure', { class: 'opening', attributes: { hidden: true } });

  show({ title, text, poster, files }: Sample): void {
    if (poster === undefined || !files[0]?.endsWith('.world.json')) return;
    fill(this.element, [
      h('img', { attributes: { src: `samples/${poster}`, alt: '' } }),
      h(
        'figcaption',
        {},
        h('strong', { text: rowText(title) }),
        h('span', { text: rowText(text) }),
        h('span', { class: 'quiet', text: t('Drag to look around; W, A, S and D walk.') }),
      ),
    ]);
    this.element.hidden = false;
  }

  end(): void {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.element.replaceChildren();
  }
}
