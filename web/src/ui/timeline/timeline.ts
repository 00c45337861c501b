// Playing: action, buttons, the scrubber, and what happens where an action ends.

import { kAllActions, kBindPose, type RootMotion } from '../core/document';
import type { ReportAction } from '../core/report';
import type { PlaybackState } from '../engine/playback';
import type { Viewer } from '../viewer/viewer';
import { h, iconButton, setIcon } from './dom';
import { timeText } from './words';
import { t } from './language';

const kSpeeds = [0.1, 0.25, 0.5, 1, 2, 4];

export class Timeline {
  readonly element: HTMLElement;
  private readonly row: HTMLElement;
  private readonly actionSelect: HTMLSelectElement;
  private readonly playButton: HTMLButtonElement;
  private readonly loopButton: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly clock = h('output', { class: 'clock numbers' });
  private readonly speedSelect: HTMLSelectElement;
  private readonly rootSelect: HTMLSelectElement;
  private readonly closeBox: HTMLInputElement;
  private actions: ReportAction[] = [];
  private together = false;
  private state: PlaybackState | undefined;

  constructor(private readonly viewer: Viewer) {
    this.actionSelect = h('select', {
      class: 'select action',
      attributes: { 'aria-label': t('Action') },
      on: { change: () => viewer.change({ set: 'action', action: Number(this.actionSelect.value) }) },
    });
    this.playButton = iconButton('play', t('Play'), () => this.toggle(), { keys: 'Space', class: 'play' });
    this.slider = h('input', {
      class: 'scrubber',
      attributes: { type: 'range', min: 0, max: 1, step: 'any', 'aria-label': t('Time') },
      on: { input: () => this.scrub(), keydown: (event) => this.sliderKey(event) },
    });
    this.speedSelect = h(
      'select',
      {
        class: 'select',
        attributes: { 'aria-label': t('Speed') },
        on: { change: () => viewer.change({ set: 'speed', speed: Number(this.speedSelect.value) }) },
      },
      ...kSpeeds.map((speed) =>
        h('option', { text: `${speed}×`, attributes: { value: speed, ...(speed === 1 && { selected: true }) } }),
      ),
    );
    this.loopButton = iconButton('loop', t('Loop'), () => this.setOptions({ loop: !this.state?.loop }), {
      pressed: true,
    });
    const modes: [RootMotion, string][] = [
      ['keep', t('Root: as in the file')],
      ['lock', t('Root: locked')],
      ['accumulate', t('Root: walks on')],
    ];
    this.rootSelect = h(
      'select',
      {
        class: 'select wide-only',
        attributes: { 'aria-label': t('Root motion') },
        on: { change: () => this.setOptions({ rootMotion: this.rootSelect.value as RootMotion }) },
      },
      ...modes.map(([value, text]) => h('option', { text, attributes: { value } })),
    );
    this.closeBox = h('input', {
      attributes: { type: 'checkbox' },
      on: { change: () => this.setOptions({ closeLoop: this.closeBox.checked }) },
    });
    this.element = h(
      'section',
      { class: 'timeline', attributes: { 'aria-label': t('Timeline') } },
      (this.row = h(
        'div',
        { class: 'timeline-row' },
        iconButton('back', t('One frame back'), () => viewer.stepFrame(-1), { keys: ',' }),
        this.playButton,
        iconButton('forward', t('One frame on'), () => viewer.stepFrame(1), { keys: '.' }),
        this.actionSelect,
        this.slider,
        this.clock,
      )),
      h(
        'div',
        { class: 'timeline-options' },
        this.speedSelect,
        this.loopButton,
        h(
          'label',
          { class: 'check wide-only', title: t('One interval more, from the last frame back to the first') },
          this.closeBox,
          t('Close the loop'),
        ),
        this.rootSelect,
      ),
    );
    viewer.on('frame', ({ time }) => this.showTime(time));
    viewer.on('playback', ({ playback }) => this.showState(playback));
  }

  /** `together`: actions of different things (or particles) may play at once. */
  showActions(actions: ReportAction[], together: boolean): void {
    this.actions = actions;
    this.together = together;
    this.actionSelect.replaceChildren(
      h('option', { text: t('Bind pose'), attributes: { value: kBindPose } }),
      ...(together ? [h('option', { text: t('Everything'), attributes: { value: kAllActions } })] : []),
      ...actions.map(({ name, playable, whyNot }, index) =>
        h('option', {
          text: playable ? name : t('{action} (does not fit)', { action: name }),
          title: whyNot ?? '',
          attributes: { value: index, disabled: !playable },
        }),
      ),
    );
    this.element.hidden = actions.length === 0 && !together;
    if (this.state) this.showState(this.state);
  }

  /** A control of another part, at the end of the row. */
  add(control: HTMLElement): void {
    this.row.append(control);
  }

  toggle(): void {
    if (this.state) this.viewer.change({ set: 'playing', playing: !this.state.playing });
  }

  /** The next playable action, or the one before with -1; the bind pose is among them. */
  cycle(by: number): void {
    if (!this.state) return;
    const playable = [
      kBindPose,
      ...(this.together ? [kAllActions] : []),
      ...this.actions.flatMap((action, index) => (action.playable ? [index] : [])),
    ];
    const at = playable.indexOf(this.state.action);
    this.viewer.change({ set: 'action', action: playable[(at + by + playable.length) % playable.length]! });
  }

  private setOptions(options: Partial<Pick<PlaybackState, 'loop' | 'closeLoop' | 'rootMotion'>>): void {
    if (!this.state) return;
    const { loop, closeLoop, rootMotion } = { ...this.state, ...options };
    this.viewer.change({ set: 'options', loop, closeLoop, rootMotion });
  }

  private scrub(): void {
    if (this.state?.playing) this.viewer.change({ set: 'playing', playing: false });
    this.viewer.change({ set: 'time', time: Number(this.slider.value) });
  }

  private sliderKey(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.viewer.stepFrame(step);
  }

  private showTime(time: number): void {
    const text = timeText(time, this.actions[this.state?.action ?? -1]);
    this.clock.textContent = text;
    this.slider.valueAsNumber = time;
    this.slider.setAttribute('aria-valuetext', text);
    const part = this.state && this.state.duration > 0 ? time / this.state.duration : 0;
    this.slider.style.setProperty('--part', String(part));
  }

  private showState(state: PlaybackState): void {
    const before = this.state;
    this.state = state;
    this.slider.max = String(state.duration || 1);
    this.slider.disabled = state.duration === 0;
    this.actionSelect.value = String(state.action);
    this.speedSelect.value = String(state.speed);
    this.rootSelect.value = state.rootMotion;
    this.closeBox.checked = state.closeLoop;
    this.loopButton.setAttribute('aria-pressed', String(state.loop));
    if (before?.playing !== state.playing) {
      setIcon(this.playButton, state.playing ? 'pause' : 'play');
      this.playButton.setAttribute('aria-label', state.playing ? t('Pause') : t('Play'));
    }
    this.playButton.disabled = state.duration === 0;
    this.showTime(this.viewer.lastFrame?.time ?? 0);
  }
}
