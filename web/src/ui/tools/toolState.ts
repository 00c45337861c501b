// Settings of the tools: the only module that changes and stores them.

import { pushAll } from '../../base/lists';
import type { HierarchyNode, Report } from '../../core/report';
import { flatten } from '../../core/hierarchy';
import { overlayNames, type OverlayName } from '../../protocol/view';
import { defaultTools, toolOverlayNames, type ToolOverlay, type ToolSettings } from '../../protocol/tools';
import type { Viewer } from '../../viewer/viewer';
import { onLanguage, t } from '../language';
import { recall, remember } from '../memory';

export type AnyOverlay = OverlayName | ToolOverlay;
export const allOverlays: readonly AnyOverlay[] = [...overlayNames, ...toolOverlayNames];
const isTool = (name: AnyOverlay): name is ToolOverlay => (toolOverlayNames as readonly string[]).includes(name);

const kRemembered = 'overlays';

export class ToolState {
  nodes: HierarchyNode[] = [];
  report: Report | undefined;
  private readonly listeners: (() => void)[] = [];
  private shape = '';

  constructor(private readonly viewer: Viewer) {
    const kept = recall(kRemembered, '');
    const on = kept === '' ? undefined : new Set(kept.split(','));
    viewer.set({ tools: { ...defaultTools, words: this.words() } });
    if (on)
      this.setOverlays(
        [...on].filter((name): name is AnyOverlay => (allOverlays as readonly string[]).includes(name)),
        false,
      );
    // Words in the picture follow the language of the page.
    onLanguage(() => this.set({ words: this.words() }));
  }

  get tools(): ToolSettings {
    return this.viewer.settings.tools ?? defaultTools;
  }

  /** Called after every change of what is hidden, cut or measured. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  set(change: Partial<ToolSettings>): void {
    this.viewer.set({ tools: { ...this.tools, ...change } });
    for (const listener of this.listeners) listener();
  }

  /** All of it but the words, which are the page's. */
  replace(tools: ToolSettings): void {
    this.viewer.set({ tools: { ...tools, words: this.words() } });
    this.set({});
  }

  /** A document with other nodes starts again; the same one, read again, keeps what is set. */
  show(report: Report): void {
    this.report = report;
    this.nodes = flatten(report.info.hierarchy);
    const shape = this.nodes.map(({ kind, name }) => `${kind} ${name}`).join('\n');
    if (shape !== this.shape) {
      const tools: ToolSettings = { ...this.tools, hidden: [], isolated: -1, measure: [], words: this.words() };
      delete tools.section;
      this.viewer.set({ tools });
    }
    this.shape = shape;
    for (const listener of this.listeners) listener();
  }

  /** How long one unit of the file is, in words; empty where the file does not say. */
  get unitText(): string {
    const metres = this.report?.info.axes.unit ?? 1;
    return metres === 1 ? '' : t('1 u = {length} cm', { length: Number((metres * 100).toPrecision(4)) });
  }

  private words(): ToolSettings['words'] {
    // The unit of the file, as short as it must be beside a number.
    return { stored: t('stored bounds'), bounds: t('actual bounds'), unit: t('u') };
  }

  // -- overlays -------------------------------------------------------------------------------------------------------

  has(name: AnyOverlay): boolean {
    return isTool(name) ? this.tools.overlays[name] : this.viewer.settings.overlays[name];
  }

  toggle(name: AnyOverlay): void {
    this.setOverlay(name, !this.has(name));
  }

  setOverlay(name: AnyOverlay, on: boolean): void {
    if (isTool(name)) this.set({ overlays: { ...this.tools.overlays, [name]: on } });
    else this.viewer.set({ overlays: { ...this.viewer.settings.overlays, [name]: on } });
    this.keep();
  }

  /** These and no others. */
  setOverlays(names: readonly AnyOverlay[], keep = true): void {
    const chosen = <Name extends AnyOverlay>(all: readonly Name[]): Record<Name, boolean> =>
      Object.fromEntries(all.map((name) => [name, names.includes(name)])) as Record<Name, boolean>;
    this.viewer.set({ overlays: chosen(overlayNames) });
    this.set({ overlays: chosen(toolOverlayNames) });
    if (keep) this.keep();
  }

  private keep(): void {
    remember(kRemembered, allOverlays.filter((name) => this.has(name)).join(',') || '-');
  }

  // -- what is in sight -----------------------------------------------------------------------------------------------

  isHidden(node: number): boolean {
    return this.tools.hidden.includes(node);
  }

  /** Hides a node with everything below it, or shows them; `alone` leaves what is below as it is. */
  toggleHidden(node: number, alone: boolean): void {
    const start = this.nodes[node];
    if (!start) return;
    const meant = new Set<number>(),
      open = [start];
    for (let next = open.pop(); next; next = open.pop()) {
      meant.add(next.index);
      if (!alone) pushAll(open, next.children);
    }
    const hide = !this.isHidden(node),
      others = this.tools.hidden.filter((index) => !meant.has(index));
    this.set({ hidden: hide ? [...others, ...meant].sort((a, b) => a - b) : others });
  }

  /** Everything but this node, what is below it and what it moves goes out of sight; a second time brings it back. */
  isolate(node: number): void {
    this.set({ isolated: this.tools.isolated === node ? -1 : node });
  }

  showAll(): void {
    this.set({ hidden: [], isolated: -1 });
  }

  /** The view goes to a node. */
  focus: (node: number) => void = () => undefined;
}
