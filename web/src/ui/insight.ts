// The panels that explain a document: statistics, materials, source; and the menu that holds their buttons on pages
// that have no room for them.

import { appendAll } from '../core/lists';
import type { Issue, Report } from '../core/report';
import type { Viewer } from '../viewer/viewer';
import { h, svgIcon } from './dom';
import { Materials } from './materials/panel';
import { Panel } from './panels';
import { Source } from './source/panel';
import { Statistics } from './statistics/panel';
import type { Structure } from './structure';
import { t } from './language';

const kTight = matchMedia('(max-width: 1023px)');
/** The bar has no room for all buttons beside the document's name: what is seldom wanted is in the menu as well. */
export const kSnug = matchMedia('(max-width: 1239px)');

export class Insight {
  readonly statistics: Statistics;
  readonly materials: Materials;
  readonly source: Source;
  readonly panels: Panel[];
  readonly menu: HTMLElement;
  readonly menuButton: HTMLElement;

  constructor(
    viewer: Viewer,
    private readonly structure: Structure,
  ) {
    this.statistics = new Statistics(viewer);
    this.materials = new Materials(viewer);
    this.source = new Source(viewer);
    this.panels = [
      new Panel('statistics', t('Statistics'), 'statistics', 'right', this.statistics.element, false),
      new Panel('materials', t('Materials'), 'materials', 'right', this.materials.element, false),
      new Panel('source', t('Source'), 'source', 'right', this.source.element, false),
    ];
    this.menu = h('div', {
      class: 'panel-menu',
      id: 'panel-menu',
      attributes: { popover: 'auto', role: 'region', 'aria-label': t('More panels') },
    });
    this.menuButton = h(
      'button',
      {
        class: 'icon-button panel-menu-button',
        title: t('More panels'),
        attributes: { type: 'button', popovertarget: 'panel-menu', 'aria-label': t('More panels') },
      },
      svgIcon('more'),
    );
    for (const query of [kTight, kSnug]) query.addEventListener('change', () => this.arrange());
  }

  /** One more panel among them. */
  add(panel: Panel): Panel {
    this.panels.push(panel);
    return panel;
  }

  /** All of them, with one more. */
  with(panel: Panel): Panel[] {
    this.add(panel);
    return this.panels;
  }

  /** Puts the buttons where there is room: behind the other panels' in the bar, or into the menu. */
  arrange(): void {
    const buttons = this.panels.map(({ button }) => button);
    if (kTight.matches) appendAll(this.menu, buttons);
    else this.menuButton.before(...buttons);
    this.menuButton.hidden = !kSnug.matches;
  }

  show(report: Report): void {
    this.statistics.show(report);
    this.materials.show(report);
    this.source.show(report);
  }

  select(node: number): void {
    this.statistics.select(node);
    this.materials.select(node);
  }

  /** Data of a panel is requested only while it is open. */
  changed(panel: Panel): void {
    if (!this.panels.includes(panel)) return;
    if (this.menu.matches(':popover-open')) this.menu.hidePopover();
    // A button in a closed menu cannot take the focus back.
    if (kTight.matches && !panel.open && panel.element.contains(document.activeElement)) this.menuButton.focus();
    this.tell(panel);
  }

  tellAll(): void {
    for (const panel of this.panels) this.tell(panel);
  }

  private tell(panel: Panel): void {
    const widget = { statistics: this.statistics, materials: this.materials, source: this.source }[panel.name];
    widget?.setOpen(panel.open);
  }

  /** The line of a message, or its bytes: in the structure of the file where it has one. */
  async go(issue: Issue, open: (panel: string) => void): Promise<void> {
    const { offset, line, source } = issue;
    if (line === undefined && offset !== undefined && (await this.structure.reveal(source, offset))) {
      open('structure');
      // Again, now that there is a height to scroll in.
      await this.structure.reveal(source, offset);
      this.structure.element.querySelector<HTMLElement>('.records')!.focus({ preventScroll: true });
      return;
    }
    open('source');
    await this.source.reveal(issue);
  }
}
