// A load that takes longer than a moment: name, bytes, phase, cancel.

import type { ViewerEvents } from '../viewer/viewer';
import { h } from './dom';
import { baseName, bytesText } from './words';
import { t } from './language';
import { isolated } from './inert';

const kPatienceMs = 150;

/** Progress of the engine, and before it of files from a server, where `total` may be 0. */
export type Progress = ViewerEvents['progress'] | (Omit<ViewerEvents['progress'], 'phase'> & { phase: 'fetching' });

export class Loading {
  readonly element: HTMLElement;
  private readonly name = h('strong');
  private readonly phase = h('span', { class: 'quiet numbers' });
  private readonly bar = h('progress', { attributes: { max: 1, 'aria-label': t('Progress') } });
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `stage` is busy, for who cannot see it, from the start of a load to its end. */
  constructor(
    private readonly stage: HTMLElement,
    cancel: () => void,
  ) {
    this.element = h(
      'div',
      { class: 'loading', attributes: { role: 'status', hidden: true } },
      h('p', {}, this.name, this.phase),
      this.bar,
      h('button', { class: 'button', text: t('Cancel'), attributes: { type: 'button' }, on: { click: cancel } }),
    );
  }

  start(name: string): void {
    this.name.textContent = isolated(name);
    this.phase.textContent = '';
    this.bar.removeAttribute('value');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.element.hidden = false), kPatienceMs);
    this.stage.ariaBusy = 'true';
  }

  progress({ phase, file, loaded, total }: Progress): void {
    if (file) this.name.textContent = isolated(baseName(file));
    this.phase.textContent =
      phase === 'textures'
        ? t('Decoding images {number}/{all}', { number: loaded, all: total })
        : phase === 'fetching'
          ? total > 0
            ? t('Fetching {bytes} of {all}', { bytes: bytesText(loaded), all: bytesText(total) })
            : t('Fetching {bytes}', { bytes: bytesText(loaded) })
          : phase === 'reading'
            ? t('Reading {bytes} of {all}', { bytes: bytesText(loaded), all: bytesText(total) })
            : t('Parsing {all}', { all: bytesText(total) });
    if ((phase === 'reading' || phase === 'fetching') && total > 0) this.bar.value = loaded / total;
    else this.bar.removeAttribute('value');
  }

  end(): void {
    clearTimeout(this.timer);
    this.element.hidden = true;
    this.stage.ariaBusy = null;
  }
}
