// Playing a world: buttons, the scrubber with the bars of its events, and how far a replay has come.

import type { WorldOutline } from '../../core/world';
import { fill } from '../../core/lists';
import type { WorldKit } from './kit';

const kTicks = 60;
/** Seconds that the scrubber has where the events of a world never end. */
const kEndless = 60;

export interface TimelineHost {
  toggle(): void;
  seek(time: number): void;
  speed(factor: number): void;
}

export class WorldTimeline {
  readonly element: HTMLElement;
  readonly #play: HTMLButtonElement;
  readonly #slider: HTMLInputElement;
  readonly #clock: HTMLElement;
  readonly #bars: HTMLElement;
  readonly #progress: HTMLProgressElement;
  #length = kEndless;
  #isEndless = true;

  constructor(
    private readonly kit: WorldKit,
    private readonly host: TimelineHost,
  ) {
    const { h, iconButton, t } = kit;
    this.#play = iconButton('play', t('Play'), () => host.toggle(), { keys: t('Space'), class: 'play' });
    this.#slider = h('input', {
      class: 'world-slider',
      attributes: { type: 'range', min: 0, max: kEndless, step: 1 / kTicks, value: 0, 'aria-label': t('Time') },
      on: { input: () => host.seek(this.#slider.valueAsNumber) },
    });
    this.#clock = h('output', { class: 'clock numbers' });
    this.#bars = h('div', { class: 'world-bars', attributes: { 'aria-hidden': 'true' } });
    this.#progress = h('progress', { attributes: { max: 1, hidden: true, 'aria-label': t('Progress') } });
    const speed = h(
      'select',
      {
        class: 'select small',
        attributes: { 'aria-label': t('Speed') },
        on: { change: () => host.speed(Number(speed.value)) },
      },
      ...[0.25, 0.5, 1, 2].map((factor) =>
        h('option', { text: `${factor}×`, attributes: { value: factor, selected: factor === 1 } }),
      ),
    );
    this.element = h(
      'section',
      { class: 'world-timeline', attributes: { 'aria-label': t('Timeline') } },
      iconButton('back', t('Previous frame'), () => this.step(-1), { keys: ',' }),
      this.#play,
      iconButton('forward', t('Next frame'), () => this.step(1), { keys: '.' }),
      h('div', { class: 'world-track' }, this.#bars, this.#slider),
      this.#progress,
      this.#clock,
      speed,
    );
  }

  /** By so many ticks; playing stops. */
  step(ticks: number): void {
    this.host.seek(Math.max(0, (Math.round(this.#slider.valueAsNumber * kTicks) + ticks) / kTicks));
  }

  show({ events, operators, bpm }: WorldOutline, duration: number): void {
    const { h } = this.kit;
    this.#isEndless = duration === 0;
    this.#length = this.#isEndless ? kEndless : duration;
    this.#slider.max = String(this.#length);
    const share = (beat: number): number => Math.max(0, Math.min(100, (beat * 6000) / bpm / this.#length));
    fill(
      this.#bars,
      events.slice(0, 64).map(({ operator, start, end }, i) => {
        const bar = h('span', { class: 'world-bar', title: operators[operator]?.name ?? '' });
        bar.style.insetInlineStart = `${share(start)}%`;
        bar.style.inlineSize = `${Math.max(0.4, share(end ?? Infinity) - share(start))}%`;
        bar.style.insetBlockStart = `${(i % 3) * 4}px`;
        return bar;
      }),
    );
  }

  frame(time: number, tick: number, playing: boolean): void {
    const { t, fixed, setIcon } = this.kit;
    if (this.#isEndless && time > this.#length) {
      this.#length = Math.ceil(time / kEndless) * kEndless;
      this.#slider.max = String(this.#length);
    }
    if (document.activeElement !== this.#slider || playing) this.#slider.value = String(time);
    this.#slider.setAttribute('aria-valuetext', `${fixed(time, 2)} s`);
    this.#clock.textContent = t('{time} s · tick {tick}', { time: fixed(time, 3), tick });
    this.#progress.hidden = true;
    const label = playing ? t('Pause') : t('Play');
    if (this.#play.getAttribute('aria-label') === label) return;
    this.#play.setAttribute('aria-label', label);
    this.#play.title = label;
    setIcon(this.#play, playing ? 'pause' : 'play');
  }

  /** Of a replay: the time that is shown is reached through all before it. */
  progress(done: number, total: number): void {
    this.#progress.hidden = false;
    this.#progress.value = total > 0 ? done / total : 0;
    const { t } = this.kit;
    this.#clock.textContent = t('Replaying {done}/{total}', { done, total });
  }
}
