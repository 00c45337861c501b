// How an action plays: speed, loop, range, crossfade, root. The first few stand beside the scrubber where there is room;
// the rest, and on narrow pages all of it, opens upwards.

import { appendAll } from '../../base/lists';
import type { RootMotion } from '../../core/document';
import type { PlaybackState, Run } from '../../protocol/playback';
import type { PageViewer } from '../../viewer/page';
import { keysOf } from '../commands';
import { h, iconButton, svgIcon } from '../dom';
import { fixed, t } from '../language';

const kFastest = 3;
const kSpeedStep = 0.1;

const clamped = (speed: number): number =>
  Math.round(Math.max(-kFastest, Math.min(kFastest, speed || 0)) / kSpeedStep) * kSpeedStep;
const round = (value: number): number => Number(value.toFixed(3));

export class PlayOptions {
  /** Beside the scrubber. */
  readonly element: HTMLElement;
  readonly menu: HTMLElement;
  readonly menuButton: HTMLButtonElement;
  /** Called when the menu opens or closes. */
  onToggle: (open: boolean) => void = () => undefined;

  private readonly speed: HTMLInputElement;
  /** With its unit. */
  private readonly speedField: HTMLElement;
  private readonly loop: HTMLButtonElement;
  private readonly pingPong: HTMLButtonElement;
  private readonly root: HTMLSelectElement;
  private readonly close: HTMLInputElement;
  private readonly crossfade: HTMLInputElement;
  private readonly rangeText = h('output', { class: 'numbers' });
  private readonly clear: HTMLButtonElement;
  /** Without room for more than the slider beside the buttons. */
  private readonly narrow = matchMedia('(max-width: 759px)');
  private readonly first: HTMLElement;

  constructor(
    private readonly viewer: PageViewer,
    /** At the end of the menu. */
    ...rest: readonly HTMLElement[]
  ) {
    this.speed = h('input', {
      class: 'field number-field speed',
      title: t('Speed, -3 to 3 ({keys})', { keys: keysOf('speed') }),
      attributes: {
        type: 'number',
        min: -kFastest,
        max: kFastest,
        step: kSpeedStep,
        value: 1,
        'aria-label': t('Speed'),
      },
      on: {
        change: () => this.setSpeed(this.speed.valueAsNumber),
        input: () => {
          if (Number.isFinite(this.speed.valueAsNumber)) this.setSpeed(this.speed.valueAsNumber, false);
        },
      },
    });
    this.speedField = h('label', { class: 'speed-field' }, this.speed, h('span', { text: '×' }));
    this.loop = iconButton('loop', t('Loop'), () => this.toggleLoop(), { pressed: true, keys: keysOf('loop') });
    this.pingPong = iconButton('pingPong', t('Back and forth'), () => this.togglePingPong(), {
      pressed: false,
      keys: keysOf('pingPong'),
    });
    const modes: [RootMotion, string][] = [
      ['keep', t('As in the file')],
      ['lock', t('In place')],
      ['accumulate', t('Accumulate')],
    ];
    this.root = h(
      'select',
      {
        class: 'select',
        attributes: { 'aria-label': t('Root motion') },
        on: { change: () => this.set({ rootMotion: this.root.value as RootMotion }) },
      },
      ...modes.map(([value, text]) => h('option', { text, attributes: { value } })),
    );
    this.close = h('input', {
      attributes: { type: 'checkbox' },
      on: { change: () => this.set({ closeLoop: this.close.checked }) },
    });
    this.crossfade = h('input', {
      class: 'field number-field',
      attributes: { type: 'number', min: 0, max: 1, step: 0.05, value: 0, 'aria-label': t('Crossfade in seconds') },
      on: { change: () => viewer.change({ set: 'run', crossfade: this.crossfade.valueAsNumber || 0 }) },
    });
    const text = (label: string, command: string, run: () => void): HTMLButtonElement =>
      h('button', {
        class: 'button small',
        text: label,
        title: t('{name} ({keys})', { name: label, keys: keysOf(command) }),
        attributes: { type: 'button' },
        on: { click: run },
      });
    this.clear = text(t('All'), 'rangeAll', () => this.setRange(null));
    const line = (label: string, ...controls: HTMLElement[]): HTMLElement =>
      h('div', { class: 'play-line' }, h('span', { class: 'play-label', text: label }), ...controls);
    this.first = line(t('Speed'));
    this.menu = h(
      'div',
      {
        class: 'play-menu',
        id: 'play-menu',
        attributes: { popover: 'auto', role: 'group', 'aria-label': t('Timeline options') },
      },
      h('h3', { text: t('Timeline options') }),
      this.first,
      line(
        t('Range'),
        text(t('Set start'), 'rangeStart', () => this.rangeFrom()),
        text(t('Set end'), 'rangeEnd', () => this.rangeTo()),
        this.clear,
        this.rangeText,
      ),
      line(t('Crossfade'), this.crossfade, h('span', { class: 'quiet', text: t('seconds, when switching actions') })),
      line(t('Root motion'), this.root),
      h(
        'label',
        { class: 'check', title: t('Adds one interval from the last frame back to the first') },
        this.close,
        t('Interpolate last frame to first'),
      ),
      ...rest,
    );
    this.menu.addEventListener('toggle', (event) => this.onToggle((event as ToggleEvent).newState === 'open'));
    this.menuButton = h(
      'button',
      {
        class: 'icon-button play-menu-button',
        title: t('Timeline options ({keys})', { keys: keysOf('timelineOptions') }),
        attributes: { type: 'button', popovertarget: 'play-menu', 'aria-label': t('Timeline options') },
      },
      svgIcon('tune'),
    );
    this.element = h('div', { class: 'timeline-options' });
    this.narrow.addEventListener('change', () => this.arrange());
    this.arrange();
  }

  show(state: PlaybackState): void {
    if (document.activeElement !== this.speed) this.speed.value = String(round(state.speed));
    this.loop.setAttribute('aria-pressed', String(state.loop));
    this.pingPong.setAttribute('aria-pressed', String(state.pingPong));
    this.pingPong.disabled = !state.loop;
    this.root.value = state.rootMotion;
    const closes = this.viewer.shown?.report.info.actions[state.action]?.closes === true;
    this.close.checked = state.closeLoop || closes;
    this.close.disabled = closes;
    this.close.title = closes ? t('The game interpolates from the last frame to the first') : '';
    if (document.activeElement !== this.crossfade) this.crossfade.value = String(round(state.crossfade));
    this.clear.disabled = state.range === null;
    this.rangeText.textContent = state.range
      ? t('{from} s to {to} s', { from: fixed(state.range[0], 3), to: fixed(state.range[1], 3) })
      : '';
  }

  /** Changes the speed by a step, or to a value; a negative one plays backwards. */
  faster(by: number): void {
    this.setSpeed((this.viewer.playback?.speed ?? 1) + by * kSpeedStep);
  }

  toggleLoop(): void {
    this.set({ loop: !this.viewer.playback?.loop });
  }

  togglePingPong(): void {
    this.run({ pingPong: !this.viewer.playback?.pingPong });
  }

  toggleMenu(): void {
    this.menu.togglePopover();
    if (this.menu.matches(':popover-open')) this.menu.querySelector<HTMLElement>('input, button, select')?.focus();
  }

  rangeFrom(): void {
    const { playback: state } = this.viewer,
      now = this.viewer.clock.time;
    if (state) this.setRange([now, state.range && state.range[1] > now ? state.range[1] : state.duration]);
  }

  rangeTo(): void {
    const { playback: state } = this.viewer,
      now = this.viewer.clock.time;
    if (state) this.setRange([state.range && state.range[0] < now ? state.range[0] : 0, now]);
  }

  setRange(range: [number, number] | null): void {
    this.run({ range });
  }

  private setSpeed(speed: number, settle = true): void {
    const to = round(clamped(speed));
    this.viewer.change({ set: 'speed', speed: to });
    if (settle) this.speed.value = String(to);
  }

  private run(run: Partial<Run>): void {
    this.viewer.change({ set: 'run', ...run });
  }

  private set(options: Partial<Pick<PlaybackState, 'loop' | 'closeLoop' | 'rootMotion'>>): void {
    const { playback } = this.viewer;
    if (!playback) return;
    const { loop, closeLoop, rootMotion } = { ...playback, ...options };
    this.viewer.change({ set: 'options', loop, closeLoop, rootMotion });
  }

  private arrange(): void {
    const controls = [this.speedField, this.loop, this.pingPong];
    this.first.hidden = !this.narrow.matches;
    appendAll(this.narrow.matches ? this.first : this.element, controls);
  }
}
