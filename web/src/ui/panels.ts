// Panels beside the view: each slides and remembers itself, and together they leave the view its place.

import type { Viewer } from '../viewer/viewer';
import type { CurvesPanel } from './curves/panel';
import { h, iconButton, type IconName } from './dom';
import { t } from './language';
import { recall, remember } from './memory';

export const kNarrow = '(max-width: 719px)';

/** Panels beside the view: they slide, remember themselves, and under 720 px become sheets of which one is open. */
export class Panel {
  readonly element: HTMLElement;
  readonly button: HTMLButtonElement;
  /** Called after every opening and closing. */
  onChange: () => void = () => undefined;
  private readonly narrow = matchMedia(kNarrow);

  constructor(
    readonly name: string,
    title: string,
    icon: IconName,
    readonly side: 'left' | 'right',
    body: HTMLElement,
    openAtFirst: boolean,
  ) {
    this.element = h(
      'aside',
      { class: `panel panel-${side}`, id: `panel-${name}`, attributes: { 'aria-label': title } },
      h(
        'header',
        { class: 'panel-head' },
        h('h2', { text: title }),
        iconButton('close', t('Close {panel}', { panel: title }), () => this.close(true)),
      ),
      body,
    );
    this.button = iconButton(icon, title, () => this.set(!this.open), { pressed: false });
    this.button.setAttribute('aria-controls', this.element.id);
    this.set(!this.narrow.matches && recall(`panel.${name}`, openAtFirst ? 'open' : 'closed') === 'open', false);
  }

  get open(): boolean {
    return !this.element.inert;
  }

  set(open: boolean, keep = true): void {
    this.element.inert = !open;
    this.element.classList.toggle('is-open', open);
    this.button.setAttribute('aria-pressed', String(open));
    if (keep && !this.narrow.matches) remember(`panel.${this.name}`, open ? 'open' : 'closed');
    this.onChange();
  }

  private close(focus: boolean): void {
    this.set(false);
    if (focus) this.button.focus();
  }
}

interface Arranged {
  readonly viewer: Viewer;
  readonly stage: HTMLElement;
  readonly panels: readonly Panel[];
  readonly curves: CurvesPanel;
  readonly timeline: HTMLElement;
  /** The tabs of open documents. */
  readonly documents: HTMLElement;
  /** The picture alone is wanted. */
  isAlone(): boolean;
  /** A world or a song shows. */
  hasRoom(): boolean;
  /** Called with each arrangement; `shown`: there is a document to see. */
  arranged(shown: boolean, isNarrow: boolean): void;
}

/** Heights in pixels: the timeline, the same on narrow pages, and the line of the status alone. */
const kTimeline = 82;
const kNarrowTimeline = 136;
const kStatus = 26;
/** The free part of a narrow page with an open sheet. */
const kSheet = 0.5;

/**
 * Which panels are open beside the view, and what of it they leave free: one panel a side, one sheet on a narrow page. The
 * view keeps the model in the rest.
 */
export class Arrangement {
  private readonly narrow = matchMedia(kNarrow);
  /** The panel that was opened last, and those that gave way when the page became narrow. */
  private opened: Panel | CurvesPanel | undefined;
  private aside: (Panel | CurvesPanel)[] = [];
  /** The menu of a tool that is open: on a narrow page a sheet as well. */
  private menu: HTMLElement | undefined;

  constructor(private readonly parts: Arranged) {
    this.narrow.addEventListener('change', () => this.narrowed());
    addEventListener('resize', () => this.arrange());
    document.addEventListener('toggle', (event) => this.toggled(event as ToggleEvent), true);
  }

  private toggled({ target, newState }: ToggleEvent): void {
    if (!(target instanceof HTMLElement) || !target.matches('.tool-menu')) return;
    if (newState === 'open') this.menu = target;
    else if (this.menu === target) this.menu = undefined;
    if (!this.narrow.matches) return;
    this.arrange();
    this.parts.viewer.frameAgain(false);
  }

  open(name: string): void {
    if (name === 'curves') this.parts.curves.set(true);
    this.panel(name)?.set(true);
  }

  panel(name: string): Panel | undefined {
    return this.parts.panels.find((panel) => panel.name === name);
  }

  /** Names of what is open. */
  get openNames(): string[] {
    const { panels, curves } = this.parts;
    return [...panels.filter(({ open }) => open).map(({ name }) => name), ...(curves.open ? ['curves'] : [])];
  }

  /** To be called when `changed` was opened or closed, and when the page has another shape. */
  arrange(changed?: Panel | CurvesPanel): void {
    const { panels, curves, viewer, stage, timeline, documents } = this.parts,
      isNarrow = this.narrow.matches;
    if (changed?.open) {
      this.opened = changed;
      for (const other of panels)
        if (other !== changed && other.open && (isNarrow || (changed instanceof Panel && other.side === changed.side)))
          other.set(false);
      if (isNarrow && changed !== curves && curves.open) curves.set(false, false);
    }
    const { body } = document,
      alone = this.parts.isAlone(),
      shown = !body.classList.contains('is-empty') && !alone;
    const beside = (side: string): Panel | undefined =>
      !isNarrow && shown ? panels.find((candidate) => candidate.side === side && candidate.open) : undefined;
    // How wide a panel may be depends on the other side.
    for (const side of ['left', 'right']) body.classList.toggle(`${side}-open`, beside(side) !== undefined);
    const room = body.classList.contains('is-world')
      ? '.world-panel'
      : body.classList.contains('is-song')
        ? '.song-tools'
        : undefined;
    const width = (side: string): number =>
      room === undefined
        ? (beside(side)?.element.offsetWidth ?? 0)
        : side === 'right' && shown
          ? (document.querySelector<HTMLElement>(room)?.offsetWidth ?? 0)
          : 0;
    const time = timeline.hidden ? kStatus : (isNarrow ? kNarrowTimeline : kTimeline) + curves.pixels,
      sheet = this.menu?.offsetHeight ?? (panels.some(({ open }) => open) ? Math.round(innerHeight * kSheet) : 0);
    // Nothing to turn: the page begins with what can be done.
    stage.tabIndex = (shown || alone) && !this.parts.hasRoom() ? 0 : -1;
    viewer.setInsets({
      left: width('left'),
      right: width('right'),
      top: alone ? 0 : document.getElementById('bar')!.offsetHeight + documents.offsetHeight,
      bottom: shown ? (isNarrow && sheet) || time : 0,
    });
    this.parts.arranged(shown || alone, isNarrow);
    body.classList.toggle('no-timeline', timeline.hidden === true);
    for (const side of ['left', 'right']) body.style.setProperty(`--${side}-width`, `${width(side)}px`);
    body.classList.toggle('has-side', width('right') > 0 && !isNarrow);
  }

  /** A page that becomes narrow keeps what was opened last; one that becomes wide has the others again. */
  private narrowed(): void {
    const { panels, curves } = this.parts,
      { opened } = this,
      open = [...panels, curves].filter((panel) => panel.open);
    if (this.narrow.matches) {
      this.aside = open.filter((panel) => panel !== opened);
      for (const panel of this.aside) panel.set(false, false);
    } else {
      const free = (panel: Panel): boolean => !panels.some((other) => other.open && other.side === panel.side);
      for (const panel of this.aside) if (!(panel instanceof Panel) || free(panel)) panel.set(true, false);
      this.aside = [];
    }
    this.opened = opened;
    this.arrange();
  }
}
