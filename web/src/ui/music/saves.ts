// A song as a file of another kind: WAV, and MIDI with what it cannot hold.

import { appendAll } from '../../base/lists';
import type { ExportReport } from '../../core/report';
import type { WorldKit } from '../world/kit';
import type { Over } from '../../music/files';
import type { SongFiles } from './files';

export class Saves {
  readonly element: HTMLElement;
  readonly #outcome: HTMLElement;
  readonly #progress: HTMLProgressElement;
  readonly #normalise: HTMLInputElement;
  readonly #buttons: HTMLButtonElement[];
  #stem = 'song';
  #address: string | undefined;
  #run = 0;

  constructor(
    private readonly kit: WorldKit,
    private readonly files: SongFiles,
  ) {
    const { h, t } = kit;
    const button = (text: string, save: () => Promise<void>): HTMLButtonElement =>
      h('button', { class: 'button', text, attributes: { type: 'button' }, on: { click: () => void save() } });
    this.#buttons = [
      button(t('WAV, 16 bits'), () => this.#wav(false)),
      button(t('WAV, floats'), () => this.#wav(true)),
      button(t('MIDI file'), () => this.#midi()),
    ];
    this.#normalise = h('input', { attributes: { type: 'checkbox', name: 'normalise' } });
    this.#progress = h('progress', { attributes: { max: 1, hidden: true, 'aria-label': t('Progress') } });
    this.#outcome = h('div', { class: 'song-saved', attributes: { role: 'status' } });
    this.element = h(
      'section',
      { class: 'song-saves', attributes: { 'aria-label': t('Export') } },
      h('h2', { text: t('Export') }),
      h('p', {
        class: 'quiet',
        text: t('The whole song plus a two-second tail, at 44,100 samples per second.'),
      }),
      h('p', {}, h('label', {}, this.#normalise, ` ${t('WAV: the loudest sample at −1 dB')}`)),
      h('p', { class: 'song-save-kinds' }, ...this.#buttons),
      this.#progress,
      this.#outcome,
    );
  }

  show(name: string): void {
    this.#stem = (name.split('/').pop() ?? name).replace(/\.[^.]+$/, '') || 'song';
    this.#clear();
    this.#busy(false);
  }

  async #wav(float: boolean): Promise<void> {
    const run = this.#begin();
    const answer = await this.files.wav(float, this.#normalise.checked, (part) => {
      if (run === this.#run) this.#progress.value = part;
    });
    if (run !== this.#run) return;
    this.#end(answer, `${this.#stem}.wav`);
    if (answer.type === 'file' && answer.over) this.#over(answer.over, float);
  }

  #over({ samples, peakDb }: Over, float: boolean): void {
    const { h, t, fixed } = this.kit,
      numbers = { count: fixed(samples, 0), decibels: fixed(peakDb, 1) };
    const text = float
      ? t(
          'Samples over full scale: {count}, by up to {decibels} dB. The file keeps them; most players clip them.',
          numbers,
        )
      : t('Samples clipped: {count}, over full scale by up to {decibels} dB.', numbers);
    this.#outcome.append(h('p', { class: 'song-over', text }));
  }

  async #midi(): Promise<void> {
    const run = this.#begin();
    const answer = await this.files.midi();
    if (run === this.#run) this.#end(answer, `${this.#stem}.mid`);
  }

  #begin(): number {
    this.#clear();
    this.#busy(true);
    return this.#run;
  }

  #busy(busy: boolean): void {
    for (const button of this.#buttons) button.disabled = busy;
    this.#progress.hidden = !busy;
    this.#progress.value = 0;
  }

  #clear(): void {
    ++this.#run;
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address);
    this.#address = undefined;
    this.#outcome.replaceChildren();
  }

  #end(answer: Awaited<ReturnType<SongFiles['midi']>>, name: string): void {
    const { h, t, fixed } = this.kit;
    this.#busy(false);
    if (answer.type === 'failed') {
      this.#outcome.append(h('p', { text: t('Not exported: {message}', { message: answer.issue.message }) }));
      return;
    }
    this.#address = URL.createObjectURL(answer.file);
    const save = h('a', {
      class: 'button small',
      text: t('Save file'),
      attributes: { href: this.#address, download: name },
    });
    this.#outcome.append(h('p', {}, h('strong', { text: name }), ` ${fixed(answer.file.size / 1000, 0)} kB `, save));
    if (answer.report) this.#losses(answer.report);
    // The finished file; the button saves it once more.
    save.click();
  }

  #losses({ losses }: ExportReport): void {
    const { h, t } = this.kit,
      list = h('ul', { class: 'losses' });
    appendAll(
      list,
      losses.map(({ message, count: number }) => h('li', { text: t('{message} ({number})', { message, number }) })),
    );
    this.#outcome.append(h('h3', { text: t('Conversion losses') }), list);
  }
}
