// The panels that explain a document: statistics, materials, source; and the menu of the bar, which holds what is not wanted
// every minute.

import type { Issue, Report } from '../core/report';
import type { Viewer } from '../viewer/viewer';
import { h, svgIcon } from './dom';
import { Materials } from './materials/panel';
import { Panel } from './panels';
import { Source } from './source/panel';
import { Statistics } from './statistics/panel';
import type { Structure } from './structure';
import { t } from './language';

export class InspectorPanels {
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
      attributes: { popover: 'auto', role: 'region', 'aria-label': t('More') },
    });
    this.menuButton = h(
      'button',
      {
        class: 'icon-button panel-menu-button',
        title: t('More'),
        attributes: { type: 'button', popovertarget: 'panel-menu', 'aria-label': t('More') },
      },
      svgIcon('more'),
    );
    let chose = false;
    this.menu.addEventListener('click', () => (chose = true));
    // A button in the closed menu cannot take the focus back from the dialog that it opened.
    document.addEventListener(
      'close',
      () => {
        if (chose && document.activeElement === document.body) this.menuButton.focus();
        chose = false;
      },
      true,
    );
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
    if (this.panels.includes(panel)) this.notify(panel);
  }

  notifyAll(): void {
    for (const panel of this.panels) this.notify(panel);
  }

  private notify(panel: Panel): void {
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
