// What can be done with a node, where it is pointed at: by the other mouse button, by the menu key, by a long press.

import { fill } from '../base/lists';
import { h } from './dom';
import { t } from './language';
import { rove } from './tools/menus';
import type { ToolState } from './tools/toolState';

/** What leads to other parts of the page. */
interface NodeLinks {
  choose(node: number): void;
  /** Both show the node that is selected. */
  curves(): void;
  source(): void;
  say(text: string): void;
}

/** A row with what it does and whether the focus stays in the tree. */
interface Choice {
  text: string;
  run(): void;
  leaves?: boolean;
}

export class NodeMenu {
  readonly element = h('div', {
    class: 'panel-menu node-menu',
    attributes: { popover: 'auto', role: 'menu' },
  });
  private origin: HTMLElement | undefined;

  constructor(
    private readonly toolState: ToolState,
    private readonly links: NodeLinks,
  ) {
    rove(this.element);
    // Tab leaves a menu.
    this.element.addEventListener('keydown', ({ key }) => {
      if (key === 'Tab') this.element.hidePopover();
    });
    this.element.addEventListener('toggle', ({ newState }) => {
      if (newState === 'closed' && document.activeElement === document.body) this.origin?.focus();
    });
  }

  /** At a point of the window; `origin` gets the focus back. */
  open(node: number, x: number, y: number, origin: HTMLElement): void {
    const { name } = this.toolState.nodes[node]!;
    this.origin = origin;
    this.element.setAttribute('aria-label', name || t('(no name)'));
    fill(
      this.element,
      this.choices(node).map(({ text, run, leaves }) =>
        h('button', {
          class: 'menu-row',
          text,
          attributes: { type: 'button', role: 'menuitem' },
          on: {
            click: () => {
              this.element.hidePopover();
              if (!leaves) this.origin?.focus();
              run();
            },
          },
        }),
      ),
    );
    this.element.showPopover();
    // It stays in the window, whatever is pointed at.
    const { offsetWidth: width, offsetHeight: height, style } = this.element;
    style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
    style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
    this.element.querySelector('button')!.focus();
  }

  private choices(node: number): Choice[] {
    const { toolState, links } = this,
      { name } = toolState.nodes[node]!,
      isHidden = toolState.isHidden(node),
      { hidden, isolated } = toolState.tools,
      hasCurves = toolState.report?.info.actions.some(({ kind }) => kind !== 'vertices') ?? false;
    const chosen = (show: () => void) => (): void => {
      links.choose(node);
      show();
    };
    return [
      { text: t('Focus on this node'), run: () => toolState.focus(node) },
      { text: isHidden ? t('Show') : t('Hide'), run: () => toolState.toggleHidden(node, false) },
      ...(isolated === node ? [] : [{ text: t('Isolate'), run: () => toolState.isolate(node) }]),
      ...(isolated < 0 && hidden.length === 0 ? [] : [{ text: t('Show all nodes'), run: () => toolState.showAll() }]),
      ...(name === '' ? [] : [{ text: t('Copy name'), run: () => void this.copy(name) }]),
      ...(hasCurves ? [{ text: t('Show curves'), run: chosen(() => links.curves()), leaves: true }] : []),
      { text: t('Show in source'), run: chosen(() => links.source()), leaves: true },
    ];
  }

  private async copy(name: string): Promise<void> {
    const { say } = this.links;
    await navigator.clipboard?.writeText(name).then(
      () => say(t('Copied.')),
      () => say(t('Clipboard access blocked.')),
    );
  }
}
