// The strip of tools at the left of the view, their menus, panel, dialog and keys.

import * as m from '../../core/math';
import type { PickHit } from '../../protocol/view';
import type { PageViewer } from '../../viewer/page';
import { h, iconButton } from '../dom';
import { t } from '../language';
import { Panel } from '../panels';
import { rove } from '../rove';
import { Cut } from './cut';
import { Notes } from '../notes/notes';
import type { ToolState } from './toolState';
import { FilmDialog } from './film';
import { Light } from './light';
import { Measure } from './measure';
import { OverlayMenu } from './overlayMenu';
import { Placing, restsWhilePlacing } from './placing';
import { ShotDialog } from './screenshotDialog';
import { Views } from './views';
import { WholeView } from './wholeView';

export class Toolbox {
  readonly element: HTMLElement;
  /** Menus and the dialog, which lie over everything. */
  readonly overlaid: HTMLElement[];
  readonly panel: Panel;
  readonly overlays: OverlayMenu;
  readonly views: Views;
  readonly light: Light;
  readonly notes: Notes;
  readonly measure: Measure;
  readonly cut: Cut;
  /** The whole screen, and the picture alone. */
  readonly whole: WholeView;
  private readonly shot: ShotDialog;
  private readonly film: FilmDialog;

  constructor(
    private readonly viewer: PageViewer,
    private readonly stage: HTMLElement,
    private readonly toolState: ToolState,
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
    this.panel.button.title = t('Measure and section (M, X)');
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
      iconButton('shot', t('Screenshot'), () => this.shot.open(), { keys: 'P' }),
      iconButton('film', t('Film'), () => this.film.open()),
      this.whole.button,
    );
    for (const button of this.element.querySelectorAll('button')) button.classList.add('tool');
    rove(this.element);
    document.addEventListener('keydown', (event) => this.key(event));
    toolState.focus = (node) => this.focus(node);
  }

  /** True when a click in the view was meant for a tool. */
  take(hit: PickHit | undefined): boolean {
    return this.notes.take(hit) || this.measure.take(hit);
  }

  /** True when there was something to end. */
  escape(): boolean {
    if (this.notes.escape()) return true;
    if (this.whole.isAlone) {
      this.whole.setAlone(false);
      return true;
    }
    if (!this.measure.isPicking) return false;
    this.measure.setPicking(false);
    return true;
  }

  private openMeasure(): void {
    this.panel.set(true);
    this.measure.setPicking(true);
    this.stage.focus();
    this.say(t('Click two points on the model.'));
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

  private key(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (
      event.defaultPrevented ||
      restsWhilePlacing(event) ||
      document.querySelector('dialog[open]') ||
      document.body.classList.contains('is-empty')
    )
      return;
    if (target.closest('input:not([type=range]):not([type=checkbox]):not([type=radio]), select, textarea')) return;
    if (this.handle(event)) event.preventDefault();
  }

  private handle(event: KeyboardEvent): boolean {
    const { toolState, viewer, views } = this,
      { code, key } = event,
      { selectedNode } = viewer.settings,
      opposite = event.ctrlKey || event.metaKey;
    if (event.altKey) {
      if (code !== 'KeyH' || opposite) return false;
      toolState.showAll();
      this.say(t('All nodes are visible.'));
      return true;
    }
    const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
    if (digit !== undefined && !event.shiftKey) {
      switch (digit) {
        case '1':
          views.look(opposite ? 'back' : 'front');
          return true;
        case '3':
          views.look(opposite ? 'left' : 'right');
          return true;
        case '7':
          views.look(opposite ? 'bottom' : 'top');
          return true;
        case '9':
          if (!opposite) views.opposite();
          return !opposite;
        case '0':
          if (!opposite) views.look('quarter');
          return !opposite;
      }
      return false;
    }
    if (opposite) return false;
    switch (key) {
      case 'h':
      case 'q':
        if (selectedNode < 0) this.say(t('Select a node first; then H hides it and Q isolates it.'));
        else if (key === 'h') toolState.toggleHidden(selectedNode, false);
        else toolState.isolate(selectedNode);
        return true;
      case 'm':
        this.openMeasure();
        return true;
      case 'x':
        this.cut.toggle();
        this.say(toolState.tools.section ? t('Section on.') : t('Section off.'));
        return true;
      case 'y':
        if (!views.turntable.able) this.say(t('The turntable is off because this system prefers reduced motion.'));
        views.turntable.set(!views.turntable.on);
        return true;
      case 'p':
        this.shot.open();
        return true;
      case 'z':
        this.whole.setAlone(!this.whole.isAlone);
        if (this.whole.isAlone) this.stage.focus();
        return true;
      case 'Z':
        this.whole.toggle();
        return true;
      case 'd':
        this.overlays.open();
        return true;
    }
    return false;
  }
}
