// Panel of a world: operators, what is chosen, statistics, curves, source, problems and
// files. What one of them chooses the others show.

import type { WorldIssue } from '../../core/world';
import { fill } from '../../base/lists';
import type { WorldFrameInfo, WorldPick } from '../../engine/world/messages';
import { type CurvesHost, WorldCurvesView } from './curves';
import { type DetailsHost, WorldDetails } from './details';
import { WorldHierarchy } from './hierarchy';
import type { RoomKit } from './kit';
import { WorldSource } from './source';
import { fileList, problems, statistics } from './statistics';
import type { WorldText } from './text';

const kPanels = ['operators', 'details', 'problems', 'source', 'statistics', 'curves', 'files'] as const;
export type PanelName = (typeof kPanels)[number];

interface PanelHost extends Pick<DetailsHost, 'change' | 'copy'>, Pick<CurvesHost, 'ask'> {
  /** Its tab shows how many problems there are. */
  counted(tab: HTMLElement, issues: readonly WorldIssue[]): void;
  /** An operator stands out in the picture; -1: none. */
  chosen(operator: number): void;
}

export class WorldPanel {
  readonly element: HTMLElement;
  /** In the bar. */
  readonly tabs: HTMLElement;
  readonly #title: HTMLElement;
  readonly #body: HTMLElement;
  readonly #hierarchy: WorldHierarchy;
  readonly #details: WorldDetails;
  readonly #curves: WorldCurvesView;
  readonly #source: WorldSource;
  readonly #list: HTMLElement;
  readonly #buttons = new Map<PanelName, HTMLButtonElement>();
  #open: PanelName | undefined;
  #text: WorldText | undefined;
  #frame: WorldFrameInfo | undefined;
  #issues: readonly WorldIssue[] = [];
  #files: readonly { name: string; found: boolean }[] = [];

  constructor(
    private readonly kit: RoomKit,
    private readonly host: PanelHost,
  ) {
    const { h, t } = kit;
    const choose = (operator: number): void => this.choose(operator);
    this.#hierarchy = new WorldHierarchy(kit, choose);
    this.#details = new WorldDetails(kit, {
      change: (pointer, value) => host.change(pointer, value),
      copy: () => host.copy(),
      choose,
      source: (operator) => {
        this.open('source');
        this.#source.mark(this.#text!.lineRange(operator));
      },
    });
    this.#curves = new WorldCurvesView(kit, { ask: () => host.ask(), choose });
    this.#source = new WorldSource(kit, choose);
    this.#list = h('div', {});
    this.#body = h('div', {
      class: 'world-panel-body',
      id: 'world-panel',
      attributes: { role: 'tabpanel', tabindex: 0 },
    });
    this.tabs = h('div', {
      class: 'world-tabs',
      attributes: { role: 'tablist', 'aria-label': t('Panels') },
      on: { keydown: (event) => this.#key(event) },
    });
    const names = this.#names();
    for (const name of kPanels) {
      const button = h('button', {
        class: 'bar-tab world-tab',
        text: names[name],
        id: `world-tab-${name}`,
        attributes: { type: 'button', role: 'tab', 'aria-controls': 'world-panel' },
        on: { click: () => this.open(name) },
      });
      this.#buttons.set(name, button);
      this.tabs.append(button);
    }
    this.#title = h('h2', {});
    this.element = h(
      'aside',
      { class: 'world-panel', attributes: { 'aria-label': t('About this world') } },
      h(
        'header',
        { class: 'panel-head' },
        this.#title,
        kit.iconButton('close', t('Close panel'), () => this.close()),
      ),
      this.#body,
    );
    this.open('operators');
  }

  open(name: PanelName): void {
    this.#open = name;
    this.#mark(name);
    this.#title.replaceChildren(this.kit.h('span', { text: this.#names()[name] }));
    this.element.hidden = false;
    this.#body.setAttribute('aria-labelledby', `world-tab-${name}`);
    const parts: Record<PanelName, HTMLElement> = {
      operators: this.#hierarchy.element,
      details: this.#details.element,
      statistics: this.#list,
      curves: this.#curves.element,
      source: this.#source.element,
      problems: this.#list,
      files: this.#list,
    };
    this.#fill();
    this.#body.replaceChildren(parts[name]);
    this.#curves.open(name === 'curves');
    if (name === 'operators') this.#hierarchy.refresh();
    if (name === 'source') this.#source.refresh();
    this.kit.arranged();
  }

  /** The picture has all of the room. */
  close(): void {
    const name = this.#open;
    if (!name) return;
    const had = this.element.contains(document.activeElement);
    this.#open = undefined;
    this.#mark(undefined);
    this.#curves.open(false);
    this.element.hidden = true;
    this.kit.arranged();
    if (had) this.#buttons.get(name)!.focus();
  }

  #mark(open: PanelName | undefined): void {
    for (const [key, button] of this.#buttons) {
      button.setAttribute('aria-selected', String(key === open));
      button.tabIndex = key === (open ?? kPanels[0]) ? 0 : -1;
    }
  }

  #names(): Record<PanelName, string> {
    const { t } = this.kit;
    return {
      operators: t('Operators'),
      details: t('Details'),
      problems: t('Problems'),
      source: t('Source'),
      statistics: t('Statistics'),
      curves: t('Curves'),
      files: t('Files'),
    };
  }

  files(files: readonly { name: string; found: boolean }[]): void {
    this.#files = files;
    this.#fill();
  }

  /** The document that is shown, or the same with changes. */
  text(text: WorldText, isNew: boolean): void {
    this.#text = text;
    this.#hierarchy.show(text.outline);
    this.#source.show(text);
    this.#curves.show(text);
    if (isNew) this.#details.choose(-1);
    this.#details.show(text);
    this.#source.mark(text.lineRange(this.#details.chosen));
  }

  issues(issues: readonly WorldIssue[]): void {
    this.#issues = issues;
    this.host.counted(this.#buttons.get('problems')!, issues);
    if (this.#open === 'problems') this.#fill();
  }

  frame(frame: WorldFrameInfo): void {
    this.#frame = frame;
    if (this.#open === 'statistics') this.#fill();
    this.#curves.time(frame.time);
  }

  /** `pick`: what a click on the picture has found. */
  choose(operator: number, pick?: WorldPick): void {
    if (!this.#text) return;
    if (pick && (this.#open === 'statistics' || this.#open === 'problems' || this.#open === 'files'))
      this.open('details');
    this.#details.choose(operator, pick);
    this.#hierarchy.mark(operator);
    this.#source.mark(this.#text.lineRange(operator));
    this.#curves.mark(operator);
    this.host.chosen(operator);
    // In the tree a choice is a look at the thing.
    if (this.#open === 'operators' && pick) this.open('details');
  }

  #fill(): void {
    if (this.#open === 'statistics')
      fill(this.#list, this.#frame ? statistics(this.kit, this.#frame, this.#text?.outline) : []);
    else if (this.#open === 'problems')
      fill(
        this.#list,
        problems(this.kit, this.#issues, (issue) => this.#go(issue)),
      );
    else if (this.#open === 'files') fill(this.#list, fileList(this.kit, this.#files));
  }

  #go({ line, path }: WorldIssue): void {
    const operator = this.#text?.operatorOf(path) ?? -1;
    this.choose(operator);
    this.open('source');
    if (line) this.#source.line(line);
  }

  #key(event: KeyboardEvent): void {
    const at = kPanels.indexOf(this.#open ?? kPanels[0]),
      to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: kPanels.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const name = kPanels[(to + kPanels.length) % kPanels.length]!;
    this.open(name);
    this.#buttons.get(name)!.focus();
  }
}
