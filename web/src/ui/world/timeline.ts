// Playing a world: buttons, the scrubber with the bars of its events, a lane for each operator that has some, and how far
// a replay has come.

import type { WorldOutline } from '../../core/world';
import { fill, pushTo } from '../../base/lists';
import type { WorldKit } from './kit';

const kTicks = 60;
/** Bars of one lane, and bars in the scrubber. */
const kMostBars = 1000;
/** Seconds that the scrubber has where the events of a world never end. */
const kEndless = 60;

interface TimelineHost {
  toggle(): void;
  seek(time: number): void;
  speed(factor: number): void;
  choose(operator: number): void;
}

export class WorldTimeline {
  readonly element: HTMLElement;
  /** The buttons and the scrubber. */
  readonly row: HTMLElement;
  readonly #play: HTMLButtonElement;
  readonly #slider: HTMLInputElement;
  readonly #clock: HTMLElement;
  readonly #bars: HTMLElement;
  readonly #progress: HTMLProgressElement;
  readonly #lanes: HTMLElement;
  readonly #more: HTMLButtonElement;
  readonly #heads: HTMLElement[] = [];
  /** Bars of each operator, by when they begin and end in seconds. */
  #bands: { operator: number; from: number; to: number; bar: HTMLElement }[] = [];
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
    this.#lanes = h('div', {
      class: 'world-lanes',
      id: 'world-lanes',
      attributes: { role: 'group', tabindex: 0, 'aria-label': t('Events'), hidden: true },
    });
    this.#more = iconButton('layers', t('Events'), () => this.#expand(this.#lanes.hidden === true), { pressed: false });
    this.#more.setAttribute('aria-controls', 'world-lanes');
    const row = h(
      'div',
      { class: 'world-transport' },
      iconButton('back', t('Previous frame'), () => this.step(-1), { keys: ',' }),
      this.#play,
      iconButton('forward', t('Next frame'), () => this.step(1), { keys: '.' }),
      h('div', { class: 'world-track' }, this.#bars, this.#slider),
      this.#progress,
      this.#clock,
      speed,
      this.#more,
    );
    this.element = h(
      'section',
      { class: 'world-timeline', attributes: { 'aria-label': t('Timeline') } },
      this.#lanes,
      row,
    );
    this.row = row;
  }

  #expand(open: boolean): void {
    this.#lanes.hidden = !open;
    this.#more.setAttribute('aria-pressed', String(open));
  }

  /** Moves the time by so many ticks; playing stops. */
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
    this.#showLanes({ events, operators, bpm }, share);
  }

  /** Operators without events that are playing have none that stands out. */
  active(events: readonly { operator: number }[]): void {
    if (this.#lanes.hidden) return;
    const now = new Set(events.map(({ operator }) => operator)),
      time = this.#slider.valueAsNumber;
    for (const { operator, from, to, bar } of this.#bands)
      bar.classList.toggle('is-active', now.has(operator) && time >= from - 1e-6 && time < to);
    for (const head of this.#heads) head.style.insetInlineStart = `${(time / this.#length) * 100}%`;
  }

  #showLanes(
    { events, operators, bpm }: Pick<WorldOutline, 'events' | 'operators' | 'bpm'>,
    share: (beat: number) => number,
  ): void {
    const { h, t, fixed } = this.kit,
      lanes = new Map<number, typeof events>();
    for (const event of events) pushTo(lanes, event.operator, event);
    this.#bands = [];
    this.#heads.length = 0;
    const seconds = (beat: number): number => (beat * 60) / bpm;
    const rows = [...lanes].map(([operator, own]) => {
      const name = operators[operator]?.name ?? '';
      const bars = own.slice(0, kMostBars).map(({ start, end }) => {
        const bar = h('span', {
          class: 'world-band',
          title: t('{name}: {from} to {to} s', {
            name,
            from: fixed(seconds(start), 2),
            to: end === null ? '∞' : fixed(seconds(end), 2),
          }),
        });
        bar.style.insetInlineStart = `${share(start)}%`;
        bar.style.inlineSize = `${Math.max(0.3, share(end ?? Infinity) - share(start))}%`;
        bar.addEventListener('click', () => this.host.seek(seconds(start)));
        this.#bands.push({ operator, from: seconds(start), to: end === null ? Infinity : seconds(end), bar });
        return bar;
      });
      const head = h('span', { class: 'world-lane-head', attributes: { 'aria-hidden': 'true' } });
      this.#heads.push(head);
      const label = h('button', {
        class: 'world-link world-lane-name',
        text: name,
        attributes: { type: 'button', translate: 'no' },
        on: { click: () => this.host.choose(operator) },
      });
      return h('div', { class: 'world-lane' }, label, h('span', { class: 'world-lane-track' }, ...bars, head));
    });
    fill(this.#lanes, rows);
    this.#more.hidden = rows.length === 0;
    if (rows.length === 0) this.#expand(false);
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

  /** Shows the progress of a replay: a time is reached through all frames before it. */
  progress(done: number, total: number): void {
    this.#progress.hidden = false;
    this.#progress.value = total > 0 ? done / total : 0;
    const { t } = this.kit;
    this.#clock.textContent = t('Replaying {done}/{total}', { done, total });
  }
}
