// The strip of tools at the left of the view, their menus, panel, dialog and keys.

import * as m from '../../core/math';
import type { PickHit } from '../../protocol/view';
import type { PageViewer } from '../../viewer/page';
import { keysOf } from '../commands';
import { h, iconButton } from '../dom';
import { joined, t } from '../language';
import { Notes } from '../notes/notes';
import { Panel } from '../panels';
import { rove } from './menus';
import { Cut } from './cut';
import { FilmDialog } from './film';
import { Light } from './light';
import { Measure } from './measure';
import { OverlayMenu } from './overlayMenu';
import { Placing } from './placing';
import { ShotDialog } from './screenshotDialog';
import type { ToolState } from './toolState';
import { Views } from './views';

/** The page on the whole screen, and the picture without everything else. */
class WholeView {
  /** In the strip of tools of a model. */
  readonly button = this.fullScreen('');
  /** In the bar, for worlds and songs. */
  readonly roomButton = this.fullScreen('room-button');
  readonly aloneButton = iconButton('view', t('Picture alone'), () => this.setAlone(true), {
    keys: keysOf('alone'),
    class: 'document-button',
  });
  /** For fingers, who have no Esc. */
  readonly exit = h('button', {
    class: 'button whole-exit',
    text: t('Show the controls (Esc)'),
    attributes: { type: 'button', hidden: true },
    on: { click: () => this.setAlone(false) },
  });
  onChange: () => void = () => undefined;

  private fullScreen(className: string): HTMLButtonElement {
    const button = iconButton('fit', t('Full screen'), () => this.toggle(), {
      pressed: false,
      keys: keysOf('fullScreen'),
      class: className,
    });
    button.hidden = !document.fullscreenEnabled;
    document.addEventListener('fullscreenchange', () =>
      button.setAttribute('aria-pressed', String(document.fullscreenElement !== null)),
    );
    return button;
  }

  get isAlone(): boolean {
    return document.body.classList.contains('is-alone');
  }

  setAlone(alone: boolean): void {
    document.body.classList.toggle('is-alone', alone);
    this.exit.hidden = !alone;
    this.onChange();
  }

  toggle(): void {
    // A browser may forbid it, as in frames of other sites.
    const done = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen({ navigationUI: 'hide' });
    void done.catch(() => undefined);
  }
}

export class Toolbox {
  readonly element: HTMLElement;
  /** Menus and the dialog, which lie over everything. */
  readonly overlaid: HTMLElement[];
  readonly panel: Panel;
  /** Opens the tools where they are a sheet: on a phone. */
  readonly toggle: HTMLButtonElement;
  readonly overlays: OverlayMenu;
  readonly views: Views;
  readonly light: Light;
  readonly notes: Notes;
  readonly measure: Measure;
  readonly cut: Cut;
  /** The whole screen, and the picture alone. */
  readonly whole: WholeView;
  readonly shot: ShotDialog;
  private readonly film: FilmDialog;

  constructor(
    private readonly viewer: PageViewer,
    private readonly stage: HTMLElement,
    toolState: ToolState,
    private readonly say: (text: string) => void,
  ) {
    this.overlays = new OverlayMenu(viewer, toolState);
    this.whole = new WholeView();
    this.views = new Views(viewer, stage, toolState, say);
    this.light = new Light(viewer, toolState, stage);
    const placing = new Placing();
    this.measure = new Measure(viewer, stage, toolState, placing);
    this.cut = new Cut(viewer, toolState);
    this.shot = new ShotDialog(viewer);
    this.film = new FilmDialog(viewer);
    this.notes = new Notes(viewer, toolState, placing);
    this.panel = new Panel(
      'measure',
      t('Measure and section'),
      'measure',
      'right',
      h('div', { class: 'panel-body' }, this.measure.element, this.cut.element),
      false,
    );
    this.panel.button.title = t('{name} ({keys})', {
      name: t('Measure and section'),
      keys: joined([keysOf('measure'), keysOf('section')], ', '),
    });
    this.overlaid = [
      placing.element,
      this.overlays.element,
      this.views.menu,
      this.light.menu,
      this.shot.element,
      this.film.element,
      this.whole.exit,
    ];
    this.element = h(
      'div',
      { class: 'toolbox', attributes: { role: 'toolbar', 'aria-label': t('Tools'), 'aria-orientation': 'vertical' } },
      this.overlays.button,
      this.views.button,
      this.light.button,
      this.panel.button,
      this.notes.panel.button,
      iconButton('shot', t('Screenshot'), () => this.shot.open(), { keys: keysOf('screenshot') }),
      iconButton('film', t('Film'), () => this.film.open()),
      this.whole.button,
    );
    for (const button of this.element.querySelectorAll('button')) button.classList.add('tool');
    this.element.id = 'tools';
    this.toggle = iconButton('tune', t('Tools'), () => this.setSheet(!this.isSheet), { class: 'tools-toggle' });
    this.toggle.setAttribute('aria-controls', this.element.id);
    this.setSheet(false);
    this.element.addEventListener('click', () => this.setSheet(false));
    rove(this.element);
    toolState.focus = (node) => this.focus(node);
  }

  /** True when a click in the view was meant for a tool. */
  take(hit: PickHit | undefined): boolean {
    return this.notes.take(hit) || this.measure.take(hit);
  }

  private get isSheet(): boolean {
    return this.element.classList.contains('is-open');
  }

  private setSheet(open: boolean): void {
    this.element.classList.toggle('is-open', open);
    this.toggle.setAttribute('aria-expanded', String(open));
  }

  /** True when there was something to end. */
  escape(): boolean {
    if (this.isSheet) {
      this.setSheet(false);
      return true;
    }
    if (this.notes.escape()) return true;
    if (this.whole.isAlone) {
      this.whole.setAlone(false);
      return true;
    }
    if (!this.measure.isPicking) return false;
    this.measure.setPicking(false);
    return true;
  }

  openMeasure(): void {
    this.panel.set(true);
    this.measure.setPicking(true);
    this.stage.focus();
    this.say(t('Click two points on the model.'));
  }

  toggleAlone(): void {
    this.whole.setAlone(!this.whole.isAlone);
    // What is hidden cannot have it.
    if (this.whole.isAlone && this.stage.tabIndex === 0) this.stage.focus();
  }

  private focus(node: number): void {
    const { viewer } = this;
    // Where the node is comes with the picture in which it is selected.
    void viewer.ask('settle', { rough: false }).then(() => {
      const { shown, lastFrame, settings } = viewer;
      if (!shown || settings.selectedNode !== node || !lastFrame?.selected) return;
      const [x = 0, y = 0, z = 0] = lastFrame.selected.slice(12, 15);
      viewer.camera.focus(m.transformPoint(m.worldFromFile(shown.report.info.axes), [x, y, z]));
      viewer.move();
    });
  }
}
