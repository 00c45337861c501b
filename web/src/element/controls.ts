// Play button, scrubber, clock and one menu over the lower edge; `full` has more of the menu in the row. Everything goes
// through the element's own properties and methods. A script of its own, for viewers that have them.

import { fill } from '../base/lists';
import { overlayNames, type OverlayName } from '../protocol/view';
import { overlaysOf } from './attributes';
import styles from './controls.css';
import { icon, iconButton, icons, make, sharedSheet } from './dom';
import type { ElementHost } from './host';
import { timeText } from './words';

const kSpeeds = [0.1, 0.25, 0.5, 1, 2, 4];
const keySheet: readonly (readonly [keys: string, does: string])[] = [
  ['Arrows', 'rotate'],
  ['Shift + arrows', 'move'],
  ['+  −', 'zoom'],
  ['Home', 'fit'],
  ['Space', 'play or pause'],
  [',  .', 'previous frame, next frame'],
  ['[  ]', 'previous, next action'],
  ['Esc', 'release the focus'],
  ['?', 'this list'],
];
const overlayLabels: Partial<Record<OverlayName, string>> = {
  skeleton: 'Skeleton',
  wireframe: 'Wireframe',
  normals: 'Normals',
  bounds: 'Bounds',
  axes: 'Axes',
  grid: 'Grid',
};

const dress = sharedSheet(styles);

export class Controls {
  readonly element = make('div', { class: 'controls', part: 'controls' });
  private readonly play = iconButton('play', 'Play', 'play-button', () => this.toggle());
  private readonly slider = make('input', {
    type: 'range',
    part: 'slider',
    class: 'slider',
    min: 0,
    max: 1,
    step: 'any',
    'aria-label': 'Time',
  });
  private readonly clock = make('span', { class: 'clock', part: 'clock' });
  private readonly action = make('select', { part: 'select action-select', 'aria-label': 'Action' });
  private readonly speed = make(
    'select',
    { part: 'select speed-select', 'aria-label': 'Speed' },
    ...kSpeeds.map((speed) => make('option', { value: speed }, `${speed}×`)),
  );
  private readonly loop = make('input', { type: 'checkbox', part: 'checkbox' });
  private readonly boxes = new Map<OverlayName, HTMLInputElement>();
  private readonly menu = make('div', {
    class: 'menu',
    part: 'menu',
    role: 'group',
    'aria-label': 'More',
    hidden: true,
  });
  private readonly more = iconButton('menu', 'More', 'menu-button', () => this.open(this.menu.hidden === true));
  private readonly sheet = make('div', {
    class: 'sheet',
    part: 'help',
    role: 'dialog',
    'aria-label': 'Keyboard shortcuts',
    hidden: true,
  });
  /** What could not be done. */
  private readonly message = make('p', { class: 'message', part: 'message', role: 'status' });
  private before: HTMLElement | null = null;
  /** Without it there is only the list of keys. */
  private hasMenu = false;
  /** The action that was selected last, as its event has told. */
  private told = -1;

  constructor(
    private readonly host: ElementHost,
    kind: 'none' | 'basic' | 'full',
  ) {
    this.more.setAttribute('aria-expanded', 'false');
    this.action.addEventListener('change', () => host.selectAction(Number(this.action.value)));
    this.speed.addEventListener('change', () => (host.playbackRate = Number(this.speed.value)));
    this.loop.addEventListener('change', () => (host.loop = this.loop.checked));
    this.slider.addEventListener('input', () => {
      host.pause();
      host.currentTime = this.slider.valueAsNumber;
    });
    this.slider.addEventListener('keydown', (event) => this.sliderKey(event));
    host.addEventListener('actionchange', (event) => {
      this.told = (event as CustomEvent<{ index: number }>).detail.index;
      if (this.element.isConnected) this.refresh();
    });
    for (const name of ['play', 'pause', 'ratechange', 'loadedmetadata'])
      host.addEventListener(name, () => this.element.isConnected && this.refresh());
    const step = (by: number): HTMLButtonElement =>
      by < 0
        ? iconButton('back', 'Previous frame', 'step-button', () => host.stepFrame(-1))
        : iconButton('forward', 'Next frame', 'step-button', () => host.stepFrame(1));
    this.fillMenu(kind);
    this.fillSheet();
    if (kind === 'none') return;
    const row = make('div', { class: 'row', part: 'row' }, this.play, this.slider, this.clock, this.more);
    if (kind === 'full') {
      this.play.before(step(-1));
      this.play.after(step(1));
      this.slider.before(this.action);
      this.more.before(
        this.speed,
        iconButton('fit', 'Fit', 'fit-button', () => host.fit()),
        ...this.fullScreen(),
      );
      this.element.classList.add('full');
    }
    this.element.append(row);
    this.hasMenu = true;
  }

  mount(frame: HTMLElement): void {
    dress(frame.getRootNode() as ShadowRoot);
    if (this.hasMenu) frame.append(this.element, this.message, this.menu);
    frame.append(this.sheet);
  }

  remove(): void {
    for (const part of [this.element, this.message, this.menu, this.sheet]) part.remove();
  }

  /** Takes over everything but the time. */
  refresh(): void {
    const { host } = this,
      { actions, duration, paused } = host;
    const shown = host.report !== null,
      moving = duration > 0;
    this.element.hidden = !shown;
    const wanted = [-1, ...actions.keys()].map(String).join();
    if (this.action.dataset.of !== wanted || this.action.dataset.names !== actions.map(({ name }) => name).join('\n')) {
      this.action.dataset.of = wanted;
      this.action.dataset.names = actions.map(({ name }) => name).join('\n');
      fill(this.action, [
        make('option', { value: -1 }, 'Bind pose'),
        ...actions.map(({ name, playable }, index) => make('option', { value: index, disabled: !playable }, name)),
      ]);
    }
    this.action.value = String(this.selected);
    this.speed.value = String(host.playbackRate);
    this.loop.checked = host.loop;
    this.slider.max = String(moving ? duration : 1);
    this.slider.disabled = this.play.disabled = !moving;
    this.element.classList.toggle('still', !moving);
    const label = paused ? 'Play' : 'Pause';
    if (this.play.title !== label) {
      this.play.title = label;
      this.play.setAttribute('aria-label', label);
      this.play.replaceChildren(icon(paused ? icons.play : icons.pause));
    }
    const overlays = overlaysOf(host.overlays);
    for (const [name, box] of this.boxes) box.checked = overlays[name];
    this.tick();
  }

  tick(): void {
    const { host } = this,
      { currentTime, duration } = host;
    const text = timeText(currentTime, host.actions[this.selected]);
    this.slider.valueAsNumber = currentTime;
    this.slider.style.setProperty('--part', String(duration > 0 ? currentTime / duration : 0));
    if (this.clock.textContent === text) return;
    this.clock.textContent = text;
    this.slider.setAttribute('aria-valuetext', text);
  }

  /** Index of the selected action: names may be equal. -1: none. */
  private get selected(): number {
    const { actions, action } = this.host;
    return actions[this.told]?.name === action ? this.told : actions.findIndex(({ name }) => name === action);
  }

  /** The list of keys comes or goes. */
  help(): void {
    if (!this.sheet.hidden) {
      this.hide();
      return;
    }
    this.before = (this.host.shadowRoot?.activeElement ?? null) as HTMLElement | null;
    this.open(false);
    this.sheet.hidden = false;
    this.sheet.querySelector('button')?.focus();
  }

  /** Closes what is open; false when nothing was. */
  hide(): boolean {
    if (!this.sheet.hidden) {
      this.sheet.hidden = true;
      this.before?.focus();
      return true;
    }
    if (this.menu.hidden) return false;
    this.open(false);
    this.more.focus();
    return true;
  }

  private open(shown: boolean): void {
    this.menu.hidden = !shown;
    this.message.textContent = '';
    this.more.setAttribute('aria-expanded', String(shown));
    if (shown) this.menu.querySelector<HTMLElement>('select, input')?.focus();
  }

  private toggle(): void {
    if (this.host.paused) void this.host.play();
    else this.host.pause();
  }

  private fullScreen(): HTMLButtonElement[] {
    if (!document.fullscreenEnabled) return [];
    const button = iconButton('full', 'Full screen', 'fullscreen-button', () => {
      if (document.fullscreenElement) void document.exitFullscreen();
      else void this.host.requestFullscreen().catch(() => undefined);
    });
    return [button];
  }

  private fillMenu(kind: 'none' | 'basic' | 'full'): void {
    const { host, menu } = this;
    const field = (text: string, control: HTMLElement): HTMLElement =>
      make('label', {}, make('span', {}, text), control);
    const entry = (text: string, run: () => void): HTMLButtonElement => {
      const button = make('button', { type: 'button', part: 'button' }, text);
      button.addEventListener('click', () => {
        this.open(false);
        run();
      });
      return button;
    };
    const overlays = make('div', { class: 'boxes' });
    for (const name of overlayNames) {
      const label = overlayLabels[name];
      if (label === undefined) continue;
      const box = make('input', { type: 'checkbox', part: 'checkbox' });
      box.addEventListener('change', () => {
        const on = overlaysOf(host.overlays);
        on[name] = box.checked;
        host.overlays = overlayNames.filter((each) => on[each]).join(' ');
      });
      this.boxes.set(name, box);
      overlays.append(make('label', {}, box, label));
    }
    if (kind === 'basic') menu.append(field('Action', this.action), field('Speed', this.speed));
    menu.append(make('label', { class: 'check' }, this.loop, 'Loop'), overlays);
    const entries = make('div', { class: 'entries' });
    if (kind === 'basic') {
      entries.append(entry('Fit', () => host.fit()));
      if (document.fullscreenEnabled)
        entries.append(entry('Full screen', () => void host.requestFullscreen().catch(() => undefined)));
    }
    entries.append(
      entry('Save image', () => void this.save()),
      entry('Keyboard shortcuts', () => this.help()),
    );
    menu.append(entries);
  }

  private fillSheet(): void {
    const close = iconButton('close', 'Close', 'close-button', () => this.hide());
    this.sheet.append(
      close,
      make(
        'dl',
        {},
        ...keySheet.flatMap(([keys, does]) => [make('dt', {}, make('kbd', {}, keys)), make('dd', {}, does)]),
      ),
    );
  }

  private async save(): Promise<void> {
    const picture = await this.host.toBlob().catch((cause: unknown) => {
      this.message.textContent = `The image could not be saved: ${cause instanceof Error ? cause.message : String(cause)}`;
    });
    if (!picture) return;
    const address = URL.createObjectURL(picture);
    const name = (this.host.report?.files[0]?.name ?? 'model').replace(/^.*\//, '').replace(/\.[^.]*$/, '');
    make('a', { href: address, download: `${name}.png` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  private sliderKey(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.host.stepFrame(by);
  }
}
