// The worker of a song's files, and the song as a file of another kind: WAV, and MIDI with what it cannot hold.

import { appendAll } from '../../base/lists';
import type { ExportReport, RecordMap } from '../../core/report';
import type { FilesAnswer, FilesAsk, Over } from '../../music/files';
import type { WorldKit } from '../world/kit';

type Answered<Type extends FilesAnswer['type']> = Extract<FilesAnswer, { type: Type | 'failed' }>;

/** Asks the worker of a song's files. One song at a time; another one takes a worker of its own. */
export class SongFiles {
  #worker: Worker | undefined;
  #song: { name: string; file: Uint8Array } | undefined;
  #requests = 0;
  readonly #waiting = new Map<number, (answer: FilesAnswer) => void>();

  constructor(private readonly script: (url: string) => string) {}

  /** Sets the song of later questions. Nothing is fetched yet. */
  show(name: string, file: Uint8Array): void {
    this.end();
    this.#song = { name, file };
  }

  /** Stops what is being made; its promises stay open. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#waiting.clear();
  }

  sounds(): Promise<Answered<'sounds'>> {
    return this.#ask({ type: 'sounds' });
  }
  report(): Promise<Answered<'report'>> {
    return this.#ask({ type: 'report' });
  }
  /** Fields of the record at an offset. */
  async record(offset: number): Promise<RecordMap | undefined> {
    const answer = await this.#ask<'record'>({ type: 'record', offset });
    return answer.type === 'record' ? answer.record : undefined;
  }
  bytes(offset: number, length: number): Uint8Array {
    return this.#song?.file.slice(offset, offset + length) ?? new Uint8Array();
  }
  wav(float: boolean, normalise: boolean, progress: (part: number) => void): Promise<Answered<'file'>> {
    return this.#ask({ type: 'wav', float, normalise }, progress);
  }
  midi(): Promise<Answered<'file'>> {
    return this.#ask({ type: 'midi' });
  }

  #ask<Type extends FilesAnswer['type']>(ask: FilesAsk, progress?: (part: number) => void): Promise<Answered<Type>> {
    if (!this.#worker) {
      this.#worker = this.#start();
      this.#post({ type: 'open', ...this.#song! });
    }
    const request = this.#post(ask);
    return new Promise((resolve) =>
      this.#waiting.set(request, (answer) => {
        if (answer.type === 'progress') return progress?.(answer.part);
        this.#waiting.delete(request);
        resolve(answer as Answered<Type>);
      }),
    );
  }

  #post(ask: FilesAsk): number {
    const request = ++this.#requests;
    this.#worker!.postMessage({ request, ask });
    return request;
  }

  #start(): Worker {
    const url = new URL('./music-files.js', import.meta.url).href;
    const worker = new Worker(this.script(url), { type: 'module', name: 'vitrine song files' });
    worker.onmessage = ({ data: { request, answer } }: MessageEvent<{ request: number; answer: FilesAnswer }>) =>
      this.#waiting.get(request)?.(answer);
    worker.onerror = ({ message }) => {
      const issue = { code: 'CORE_START', severity: 0 as const, message, source: this.#song?.name ?? '' };
      const waiting = [...this.#waiting.values()];
      this.end();
      for (const answer of waiting) answer({ type: 'failed', issue });
    };
    return worker;
  }
}

/** A song as a file of another kind: WAV, and MIDI with what it cannot hold. */
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
