// Playing: action, buttons, the scrubber, and what happens where an action ends.

import { fill, pushAll } from '../../base/lists';
import { kAllActions, kBindPose } from '../../core/document';
import type { ReportAction } from '../../core/report';
import type { PlaybackState } from '../../protocol/playback';
import type { PageViewer } from '../../viewer/page';
import { keysOf } from '../commands';
import { h, iconButton, listed, setIcon } from '../dom';
import { onLanguage, t } from '../language';
import { timeText } from '../words';
import { EventList, eventsOf, keyBeside, Track } from './track';
import { ActionList } from './actionList';
import { Health } from './health';
import { PlayOptions } from './options';

export class Timeline {
  readonly element: HTMLElement;
  readonly options: PlayOptions;
  private readonly row: HTMLElement;
  readonly list: ActionList;
  private readonly actionSelect: HTMLSelectElement;
  private readonly playButton: HTMLButtonElement;
  private readonly keyButtons: readonly HTMLButtonElement[];
  private readonly track: Track;
  private readonly clock = h('output', { class: 'clock numbers' });
  private readonly events = new EventList((time) => this.seek(time));
  private readonly health: Health;
  private actions: ReportAction[] = [];
  private together = false;
  private state: PlaybackState | undefined;
  private keys: ArrayLike<number> = [];
  /** Whose keys are shown. */
  private keysOf = '';
  private request = 0;

  /** `choose` selects a node. */
  constructor(
    private readonly viewer: PageViewer,
    choose: (node: number) => void = () => undefined,
  ) {
    this.list = new ActionList(viewer);
    this.actionSelect = h('select', {
      class: 'select action',
      attributes: { 'aria-label': t('Action') },
      on: { change: () => viewer.change({ set: 'action', action: Number(this.actionSelect.value) }) },
    });
    this.playButton = iconButton('play', t('Play'), () => this.toggle(), { keys: keysOf('play'), class: 'play' });
    this.keyButtons = [
      iconButton('keyBack', t('Previous keyframe'), () => this.stepKey(-1), {
        keys: keysOf('previousKey'),
        class: 'key-step',
      }),
      iconButton('keyOn', t('Next keyframe'), () => this.stepKey(1), { keys: keysOf('nextKey'), class: 'key-step' }),
    ];
    this.track = new Track({
      scrub: (time) => this.seek(time),
      step: (frames) => viewer.clock.step(frames),
      range: (range) => this.options.setRange(range),
      frame: () => 1 / this.rate,
      say: (time) => timeText(time, this.action),
    });
    this.health = new Health(
      viewer,
      (times) => this.track.setPlaces(times),
      ({ time, node }) => {
        if (node !== undefined) choose(node);
        if (time !== undefined) this.seek(time);
      },
      (node) => this.names.get(node) ?? '–',
    );
    this.options = new PlayOptions(viewer, this.events.element, this.health.element);
    this.options.onToggle = (open) => this.health.setOpen(open);
    this.element = h(
      'section',
      { class: 'timeline', attributes: { 'aria-label': t('Timeline') } },
      (this.row = h(
        'div',
        { class: 'timeline-row' },
        this.keyButtons[0],
        iconButton('back', t('Previous frame'), () => viewer.clock.step(-1), {
          keys: keysOf('previousFrame'),
          class: 'step',
        }),
        this.playButton,
        iconButton('forward', t('Next frame'), () => viewer.clock.step(1), {
          keys: keysOf('nextFrame'),
          class: 'step',
        }),
        this.keyButtons[1],
        this.actionSelect,
        this.list.button,
        this.track.element,
        this.clock,
      )),
      this.options.element,
      this.options.menu,
      this.list.menu,
    );
    this.add(this.options.menuButton);
    viewer.on('frame', ({ time }) => this.showTime(time));
    viewer.on('playback', ({ playback }) => this.showState(playback));
    viewer.on('settings', () => {
      this.readKeys();
      this.track.repaint();
    });
    onLanguage(() => this.showTime(this.viewer.lastFrame?.time ?? 0));
  }

  /** `together`: actions of different things (or particles) may play at once. */
  showActions(actions: ReportAction[], together: boolean, model: string): void {
    this.actions = actions;
    this.list.show(actions, model);
    this.together = together;
    fill(this.actionSelect, [
      h('option', { text: t('Bind pose'), attributes: { value: kBindPose } }),
      ...(together ? [h('option', { text: t('Everything'), attributes: { value: kAllActions } })] : []),
      ...listed(actions, ({ name, playable, whyNot, fullName }, index) =>
        h('option', {
          text: playable ? name : t('{name} (does not fit)', { name }),
          title: whyNot ?? fullName ?? '',
          attributes: { value: index, disabled: !playable },
        }),
      ),
    ]);
    this.element.hidden = actions.length === 0 && !together;
    this.keysOf = '';
    this.nodeNames = undefined;
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

  /** Goes to the next or previous key of the selection. */
  stepKey(by: 1 | -1): void {
    const { state, viewer } = this,
      time = keyBeside(this.keys, viewer.clock.time, by);
    if (state && time !== undefined && time <= state.duration * (1 + 1e-9)) this.seek(time);
  }

  private seek(time: number): void {
    if (this.state?.playing) this.viewer.change({ set: 'playing', playing: false });
    this.viewer.change({ set: 'time', time });
  }

  private get action(): ReportAction | undefined {
    return this.actions[this.state?.action ?? -1];
  }

  private get rate(): number {
    return this.action?.frameRate || (this.action ? 30 : 25);
  }

  private readonly skins = new Set<number>();
  private get skinned(): ReadonlySet<number> {
    void this.names;
    return this.skins;
  }

  /** Key times by node, created on demand. */
  private nodeNames: Map<number, string> | undefined;
  private get names(): Map<number, string> {
    if (!this.nodeNames) {
      this.nodeNames = new Map();
      this.skins.clear();
      const open = [...(this.viewer.shown?.report.info.hierarchy ?? [])];
      for (let node = open.pop(); node; node = open.pop()) {
        this.nodeNames.set(node.index, node.name);
        if (node.skin !== undefined) this.skins.add(node.index);
        pushAll(open, node.children);
      }
    }
    return this.nodeNames;
  }

  /** Selected node; a skinned mesh shows the keys of its joints. */
  private get keyedNode(): number {
    const { viewer } = this,
      { selectedNode } = viewer.settings,
      skinned = viewer.shown?.report.info.skins.length && this.skinned.has(selectedNode);
    return skinned ? -1 : selectedNode;
  }

  /** The keys of the selection, of everything without one. */
  private readKeys(): void {
    const { viewer } = this,
      action = this.state?.action ?? -1,
      node = this.keyedNode,
      what = `${action} ${node}`;
    if (what === this.keysOf) return;
    this.keysOf = what;
    this.showEvents();
    const request = ++this.request;
    const take = (times: ArrayLike<number>): void => {
      this.keys = times;
      this.track.setKeys(times);
      for (const button of this.keyButtons) button.disabled = times.length === 0;
    };
    if (action === kBindPose) take([]);
    else
      void viewer.ask('keyTimes', { action, node }).then((times = new Float64Array()) => {
        if (request === this.request) take(times);
      });
  }

  private showEvents(): void {
    const report = this.viewer.shown?.report,
      events = report && this.action ? eventsOf(report, this.action.name) : [];
    this.track.setEvents(events);
    this.events.show(events);
  }

  private showTime(time: number): void {
    const text = timeText(time, this.action);
    this.clock.textContent = text;
    this.track.showTime(time, text);
  }

  private showState(state: PlaybackState): void {
    const before = this.state;
    this.state = state;
    this.track.show(state);
    this.options.show(state);
    this.actionSelect.value = String(state.action);
    if (before?.playing !== state.playing) {
      setIcon(this.playButton, state.playing ? 'pause' : 'play');
      this.playButton.setAttribute('aria-label', state.playing ? t('Pause') : t('Play'));
    }
    this.playButton.disabled = state.duration === 0;
    this.readKeys();
    this.showTime(this.viewer.lastFrame?.time ?? 0);
  }
}
