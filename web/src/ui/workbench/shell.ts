// The workbench around one document: panes, their edges, keys, menus, and what asks.

import { recall, remember } from '../memory';
import { appendAll } from '../../base/lists';
import type { EditedRoom, GivenFiles } from '../world/edited';
import type { WorldPick } from '../../engine/world/messages';
import type { Bench, Pane, PaneMaker } from './bench';
import { pasteHere } from './blockCommands';
import { chordText, type Command, commandsOf, type CommandShell, type DockTab } from './commands';
import { Dock, splitter } from './dock';
import { benchHelp, listenToBenchKeys } from './keys';
import { takeFiles } from './incoming';
import { Menu, type MenuItem } from './menus';
import { OutlinePane } from './outline';
import { Palette } from './palette';
import { ProblemsPane } from './problems';
import { StackPane } from './stack';
import { BenchStatus, Toolbar } from './bars';
import type { DraftState } from './text/draft';
import { WorldBench } from './worldBench';
import { gizmo } from './gizmo/index';
import { inspectorPane } from './inspector/index';
import { keep } from './keep/index';
import { levels } from './level/index';
import { Curves } from './time/curves';
import { keyHere } from './time/key';
import { Timeline } from './time/timeline';

/** Below this the outline comes and goes over the picture. */
const kRoomy = '(min-width: 1200px)';

interface ShellGiven {
  /** As it was opened, and as the engine shows it. */
  opened: string;
  taken: string;
  /** A draft that was kept. */
  kept?: DraftState | undefined;
  leave(): void;
  restore(state: DraftState): void;
}

export class Shell implements CommandShell {
  readonly bench: WorldBench;
  readonly #commands: readonly Command[];
  readonly #byId: ReadonlyMap<string, Command>;
  readonly #toolbar: Toolbar;
  readonly #status: BenchStatus;
  readonly #palette: Palette;
  readonly #menu: Menu;
  readonly #help: HTMLDialogElement;
  readonly #outline: OutlinePane;
  readonly #stack: StackPane;
  readonly #dock: Dock;
  readonly #sides: { element: HTMLElement; pane: Pane }[];
  readonly #inspector: Pane;
  readonly #levels: ReturnType<typeof levels>;
  readonly #keep: ReturnType<typeof keep>;
  readonly #gizmo: ReturnType<typeof gizmo>;
  readonly #parts: HTMLElement[];
  /** What the picture shows: all of the world, or one level of it. */
  readonly #rootOnly: HTMLButtonElement;
  readonly #chosenOnly: HTMLButtonElement;
  readonly #roomy = matchMedia(kRoomy);
  readonly #ending = new AbortController();
  #endKeys: (() => void) | undefined;
  /** The pane that had the focus last. */
  #last: Pane | undefined;
  #isShown = false;

  constructor(
    private readonly room: EditedRoom,
    private readonly given: ShellGiven,
  ) {
    const { kit, element } = room,
      { h, t } = kit;
    this.#commands = commandsOf(t);
    this.#byId = new Map(this.#commands.map((command) => [command.id, command]));
    this.#palette = new Palette(kit);
    this.#menu = new Menu(kit);
    this.#help = benchHelp(kit, this.#commands);
    this.bench = new WorldBench(
      room,
      {
        run: (id) => this.run(id),
        choose: (title, items) => this.#palette.choose(title, items),
        prompt: (title, text) => this.#palette.prompt(title, text),
        say: (text) => this.#status.say(text),
        wantsStates: () => this.#isShown && (this.#dock.shown === 'stack' || this.#hasOutline),
        isTyping: () => this.#dock.shown === 'text' && this.#dock.element.contains(document.activeElement),
        restore: (state) => given.restore(state),
      },
      given.opened,
      given.taken,
      given.kept,
    );
    const { bench } = this;
    this.#status = new BenchStatus(bench);
    this.#toolbar = new Toolbar(bench, this.#byId, this.#menu);
    const menu = (x: number, y: number): void => this.#blockMenu(x, y);
    this.#stack = new StackPane(bench, menu);
    this.#outline = new OutlinePane(bench, menu, (start, dragged) => this.#stack.drag.follow(start, dragged));
    this.#inspector = inspectorPane(bench);
    this.#dock = this.#makeDock(bench);
    this.#levels = levels(bench);
    this.#gizmo = gizmo(bench);
    this.#keep = keep(bench, given.kept !== undefined);
    const outline = h(
        'aside',
        { class: 'bench-outline', attributes: { 'aria-label': t('Outline') } },
        this.#outline.element,
      ),
      inspector = h(
        'aside',
        { class: 'bench-inspector', attributes: { 'aria-label': t('Inspector') } },
        this.#inspector.element,
      );
    this.#sides = [
      { element: outline, pane: this.#outline },
      { element: inspector, pane: this.#inspector },
    ];
    const layer = h('div', { class: 'bench-over' }, bench.picture.layer, this.#levels.element);
    this.#parts = [
      layer,
      outline,
      inspector,
      this.#dock.element,
      this.#status.element,
      ...this.#edges(),
      this.#palette.element,
      this.#menu.element,
      this.#help,
    ];
    appendAll(element, this.#parts);
    const level = (id: string, text: string, pressed: boolean): HTMLButtonElement =>
      h('button', {
        class: 'button small',
        text,
        title: this.#byId.get(id)!.label,
        attributes: { type: 'button', 'aria-pressed': String(pressed) },
        on: { click: () => this.run(id) },
      });
    this.#rootOnly = level('showRoot', t('Root'), true);
    this.#chosenOnly = level('show', t('Selected'), false);
    const shown = h(
      'div',
      { class: 'bench-shown', attributes: { role: 'group', 'aria-label': t('Shown in the picture') } },
      this.#rootOnly,
      this.#chosenOnly,
    );
    this.#parts.push(shown);
    element.querySelector('.world-top')!.prepend(shown);
    kit.tabs(this.#toolbar.element);
    this.#listen();
    if (bench.draft.page === '' && bench.page) bench.draft.openPage(bench.page.pointer);
  }

  // -- what commands ask ----------------------------------------------------------------------------------------------

  run(id: string): void {
    const command = this.#byId.get(id);
    if (!command) throw new Error(`no command is called ${id}`);
    void command.run(this.bench, this);
  }

  openTab(name: DockTab): void {
    void this.#dock.open(name);
  }

  fullDock(): void {
    this.room.element.classList.toggle('is-bench-full');
  }

  toggleOutline(): void {
    const on = !this.#hasOutline;
    if (this.#roomy.matches) remember('bench.outline', on ? 'on' : 'off');
    this.#showOutline(on);
    if (on) this.#outline.focus();
  }

  focusSearch(): void {
    this.#showOutline(true);
    this.#outline.focusSearch();
  }

  cycle(by: number): void {
    const stops = this.#stops(),
      at = stops.findIndex(({ element }) => element.contains(document.activeElement));
    stops[(at + by + stops.length) % stops.length]?.focus();
  }

  palette(): void {
    const { t } = this.room.kit;
    const items = this.#commands.map(({ id, label, keys }) => ({
      name: id,
      label,
      ...(keys[0] !== undefined && { keys: chordText(t, keys[0]) }),
    }));
    void this.#palette.choose(t('Commands…'), items).then((id) => id !== undefined && this.run(id));
  }

  help(): void {
    this.#help.showModal();
  }

  menu(): void {
    const [x, y] = this.#last === this.#outline ? this.#outline.menuPlace : this.#stack.menuPlace;
    this.#blockMenu(x, y);
  }

  save(): void {
    void this.#keep.save();
  }

  leave(): void {
    this.given.leave();
  }

  show(pointer: string | undefined): void {
    this.#levels.show(pointer);
    this.#markShown();
  }

  key(): void {
    keyHere(this.bench);
  }

  // -- what the room asks ---------------------------------------------------------------------------------------------

  /** In sight, or behind the picture that is watched. */
  visible(shown: boolean): void {
    this.#isShown = shown;
    const { element, kit } = this.room;
    element.classList.toggle('is-edit', shown);
    document.body.classList.toggle('is-bench', shown);
    if (!shown) element.classList.remove('is-bench-full');
    this.#endKeys?.();
    this.#endKeys = shown ? this.#keys() : undefined;
    this.#inspector.show(shown);
    const ready = this.#dock.show(shown);
    this.#showOutline(shown && this.#roomy.matches && recall('bench.outline', 'on') === 'on');
    if (!shown) this.show(undefined);
    if (shown) {
      this.bench.mark();
      this.#toolbar.update();
      void this.bench.picture.askStates();
      void ready.then(() => this.#isShown && this.#dock.focus());
    } else this.room.mark(-1);
    kit.arranged();
  }

  /** Where the stack shows, files that are dropped on it become operators there. */
  take(files: GivenFiles, at?: { x: number; y: number }): void {
    const isOnStack = at && this.#dock.shown === 'stack';
    takeFiles(this.bench, files, isOnStack ? (operator) => this.#stack.drag.putAt(operator, at) : undefined);
  }

  pick(pick: WorldPick | undefined): void {
    this.bench.picked(pick);
  }

  dispose(): void {
    this.visible(false);
    this.#ending.abort();
    this.#keep.dispose();
    this.#gizmo.dispose();
    this.#levels.dispose();
    for (const { pane } of this.#sides) pane.dispose?.();
    this.#stack.dispose();
    this.#dock.dispose();
    this.#status.dispose();
    this.bench.dispose();
    for (const part of [...this.#parts, this.#toolbar.element]) part.remove();
    document.body.classList.remove('is-bench-unsaved');
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  #markShown(): void {
    const { shown } = this.#levels;
    this.#rootOnly.setAttribute('aria-pressed', String(shown === undefined));
    this.#chosenOnly.setAttribute('aria-pressed', String(shown !== undefined));
  }

  #makeDock(bench: Bench): Dock {
    const { t } = this.room.kit;
    return new Dock(
      this.room.kit,
      [
        { name: 'stack', label: t('Stack'), make: () => this.#stack },
        { name: 'timeline', label: t('Timeline'), make: () => new Timeline(bench) },
        { name: 'curves', label: t('Curves'), make: () => new Curves(bench) },
        { name: 'text', label: t('Text'), make: () => textPane(bench) },
        { name: 'problems', label: t('Problems'), make: () => new ProblemsPane(this.bench) },
      ],
      () => this.fullDock(),
    );
  }

  #edges(): HTMLElement[] {
    const { kit, element } = this.room,
      { t } = kit,
      resized = (): void => kit.arranged();
    const edges = [
      {
        name: 'outline',
        label: t('Width of the outline'),
        usual: 216,
        least: 140,
        most: () => innerWidth * 0.3,
        axis: 'x',
        sign: 1,
      },
      {
        name: 'inspector',
        label: t('Width of the inspector'),
        usual: innerWidth < 1200 ? 296 : 336,
        least: 240,
        most: () => innerWidth * 0.45,
        axis: 'x',
        sign: -1,
      },
      {
        name: 'dock',
        label: t('Height of the dock'),
        usual: innerHeight < 800 ? 220 : 264,
        least: 96,
        most: () => innerHeight * 0.7,
        axis: 'y',
        sign: -1,
      },
    ] as const;
    return edges.map((edge) => splitter(kit, element, edge, resized));
  }

  get #hasOutline(): boolean {
    return this.room.element.classList.contains('has-outline');
  }

  #showOutline(on: boolean): void {
    this.room.element.classList.toggle('has-outline', on);
    this.#outline.show(on);
    this.#toolbar.element.querySelector('.bench-do-outline')?.setAttribute('aria-pressed', String(on));
  }

  /** Panes in their order, as F6 goes through them. */
  #stops(): { element: HTMLElement; focus(): void }[] {
    const first = (element: HTMLElement): { element: HTMLElement; focus(): void } => ({
      element,
      focus: () =>
        element
          .querySelector<HTMLElement>('[tabindex="0"], input, button:not([tabindex="-1"]), select, textarea')
          ?.focus({ preventScroll: true }),
    });
    return [
      ...(this.#hasOutline ? [{ element: this.#sides[0]!.element, focus: () => this.#outline.focus() }] : []),
      { element: this.room.canvas, focus: () => this.room.canvas.focus({ preventScroll: true }) },
      first(this.#sides[1]!.element),
      { element: this.#dock.element, focus: () => this.#dock.focus() },
      first(this.#toolbar.element),
    ];
  }

  #paneAt(element: Element | null): Pane | undefined {
    const side = this.#sides.find(({ element: own }) => own.contains(element));
    return side?.pane ?? (this.#dock.element.contains(element) ? this.#dock.pane : undefined);
  }

  #keys(): () => void {
    return listenToBenchKeys({
      commands: this.#commands,
      run: (command) => this.run(command.id),
      pane: (event) => {
        const { activeElement } = document;
        const pane = this.#paneAt(activeElement) ?? (activeElement === document.body ? this.#last : undefined);
        return pane?.key?.(event) === true;
      },
      hasBlocks: () => {
        const { activeElement } = document,
          pane = this.#paneAt(activeElement) ?? (activeElement === document.body ? this.#last : undefined);
        return pane === this.#stack || pane === this.#outline;
      },
    });
  }

  #listen(): void {
    const { signal } = this.#ending,
      { room, bench } = this;
    room.element.addEventListener(
      'focusin',
      ({ target }) => (this.#last = this.#paneAt(target as Element) ?? this.#last),
      {
        signal,
      },
    );
    // The picture's own keys walk: the gizmo is asked before them.
    room.element.addEventListener(
      'keydown',
      (event) => {
        if (!this.#isShown || event.target !== room.canvas || this.#gizmo.key?.(event) !== true) return;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal, capture: true },
    );
    // It has a button of its own that ends it.
    this.#levels.element.addEventListener('click', () => this.#markShown(), { signal });
    document.body.addEventListener('paste', (event) => this.#paste(event), { signal });
    this.#roomy.addEventListener('change', () => this.#isShown && this.#showOutline(this.#roomy.matches), { signal });
    bench.on((event) => {
      if (event === 'frame') this.#status.frame();
      else if (event === 'issues' || event === 'taken') {
        this.#status.issues();
        this.#count();
      } else this.#toolbar.update();
    });
    this.#count();
  }

  #paste(event: ClipboardEvent): void {
    const target = event.target as Element,
      pane = this.#paneAt(document.activeElement) ?? this.#last;
    if (!this.#isShown || target.closest('input, textarea, select') || document.querySelector('dialog[open]')) return;
    if (pane !== this.#stack && pane !== this.#outline) return;
    // Files are the page's: they join what is open.
    if ((event.clipboardData?.files.length ?? 0) > 0) return;
    event.preventDefault();
    event.stopPropagation();
    void pasteHere(this.bench, event.clipboardData?.getData('text/plain'));
  }

  #count(): void {
    this.room.kit.count(this.#dock.tab('problems'), this.bench.picture.issues);
  }

  #blockMenu(x: number, y: number): void {
    const { t } = this.room.kit;
    let group: Command['group'] | undefined;
    const items = this.#commands
      .filter(({ block }) => block)
      .map((command): MenuItem => {
        const begins = group !== undefined && group !== command.group;
        group = command.group;
        return {
          label: command.label,
          begins,
          ...(command.keys[0] !== undefined && { keys: chordText(t, command.keys[0]) }),
          run: () => this.run(command.id),
        };
      });
    this.#menu.open(t('Menu of the block'), items, x, y);
  }
}

/** The script of the text is fetched with the first look at it. */
async function textPane(bench: Bench): Promise<ReturnType<PaneMaker>> {
  const url = new URL('./world-text.js', import.meta.url).href,
    { codePane } = (await import(url)) as { codePane: PaneMaker };
  return codePane(bench);
}
