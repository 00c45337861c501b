// The page: connects its parts.

import { pageViewer } from '../viewer/page';
import { appendAll } from '../base/lists';
import type { Report } from '../core/report';
import type { WorldIssue } from '../core/worldReport';
import { defaultSettings, type Framing } from '../protocol/view';
import type { SourceFile } from '../protocol/files';
import { EngineClient } from '../viewer/client';
import { bytesOf } from './bytePages';
import { BarTabs, countOn } from './barTabs';
import { Catalog } from './catalog/catalog';
import { Compare } from './compare/panel';
import { CurvesPanel } from './curves/panel';
import { Details } from './details';
import { h, iconButton } from './dom';
import { EmbedDialog } from './embed';
import { Exporter } from './exporter';
import { Files } from './files/index';
import { liveAddress } from './files/live';
import { Songs } from './files/songs';
import { reportOf } from './files/worldIssues';
import { Worlds } from './files/worlds';
import type { OpenDocument } from './files/documents';
import { FixDialog } from './fixes/dialog';
import { offerFixes } from './fixes/refused';
import { ProblemTools } from './fixes/tools';
import { Opening } from './opening';
import { OverflowMenu } from './overflowMenu';
import { Gallery, type Sample } from './gallery';
import { formatHash, parseHash, type HashState } from './linkState';
import { helpSheet } from './help';
import { Hierarchy } from './hierarchy';
import { InspectorPanels } from './inspectorPanels';
import { listenToKeys } from './keys';
import { startLanguage, t, joined } from './language';
import { languageSwitch } from './languageSwitch';
import type { Library } from './library';
import { Loading } from './loading';
import { startOffline } from './offline';
import { OverlayBar } from './overlayBar';
import { Panel, kNarrow } from './panels';
import { Problems, total } from './problems';
import { LoadError, noGraphics } from './loadError';
import { SourceLink } from './source/selectionSync';
import { StatusLine } from './statusLine';
import { Structure } from './structure';
import { Recent } from './recent';
import { ReadingSwitches } from './switches';
import { ThemeSwitch } from './theme';
import { applyView, gatherView } from './tools/address';
import { ToolState } from './tools/toolState';
import { Toolbox } from './tools/toolBox';
import { Timeline } from './timeline/timeline';
import { RotatePanel } from './rotatePanel';
import { baseName, countOf, problemsText } from './words';
import { isolated } from './inert';

function aboutText({ version, renderer, thread }: { version: string; renderer: string; thread: string }): string {
  const values = { version, renderer };
  return thread === 'worker'
    ? t('Vitrine {version} · {renderer} · engine on the worker’s thread', values)
    : t('Vitrine {version} · {renderer} · engine on the page’s thread', values);
}

/** Time for which the answer of a button shows, in ms. */
const kSaidMs = 3000;
/** Panels with tabs in the bar, in their order; the others are among the tools. */
const kTabs: readonly string[] = [
  'hierarchy',
  'details',
  'problems',
  'materials',
  'source',
  'structure',
  'statistics',
  'compare',
  'files',
  'export',
];

/** State of an entry in the browser's history that shows the start page. */
type StartState = { start: true } | null;

class App {
  private readonly stage = document.getElementById('stage')!;
  private readonly client = new EngineClient(new URL('./page-worker.js', import.meta.url).href);
  private readonly viewer = pageViewer(this.client, this.stage, { settings: defaultSettings });
  private readonly timeline = new Timeline(this.viewer, (node) => this.select(node));
  private readonly toolState = new ToolState(this.viewer);
  private readonly overlayBar = new OverlayBar(this.viewer, this.toolState);
  private readonly toolbox = new Toolbox(this.viewer, this.stage, this.toolState, (text) => this.status.say(text));
  /** Places the controls for colours and camera: on the bar, or on narrow pages in the details. */
  private readonly barSelects = h('div', { class: 'bar-selects' }, ...this.overlayBar.selects);
  private readonly loading = new Loading(() => this.files.cancel());
  private readonly loadError = new LoadError(() => this.files.browse(false));
  private readonly hierarchy = new Hierarchy((node) => this.select(node), this.toolState);
  private readonly worlds = new Worlds({
    place: document.getElementById('content')!,
    tabs: (tabs) => this.tabs.hold(tabs),
    arranged: () => this.arrange(),
    count: (tab, issues) => this.countProblems(tab, reportOf('', issues).issues),
    say: (text) => this.status.say(text),
    issues: (issues) => this.status.world(issues),
    frame: (frame) => {
      this.opening.end();
      this.status.worldFrame(frame);
    },
    failed: () => this.files.workspace.showing.worldFailed(),
  });
  private readonly songs = new Songs({
    place: document.getElementById('content')!,
    tabs: (tabs) => this.tabs.hold(tabs),
    arranged: () => this.arrange(),
    say: (text) => this.status.say(text),
  });
  private readonly files = new Files(this.client, this.viewer, this.loading, this.loadError, {
    show: (report) => this.showReport(report),
    library: (library, files, reading) => {
      this.catalog.fill(library, files, reading);
      this.library = library;
      this.libraryButton.hidden = false;
      this.showLibrary(true);
    },
    worlds: this.worlds,
    songs: this.songs,
    showSong: (shown) => this.showBeside(shown, t('Song')),
    showWorld: (shown, issues) => this.showWorld(shown, issues),
    select: (node) => this.select(node),
    say: (text) => this.status.say(text),
    openPanel: (name) => this.openPanel(name),
    attach: (files, joint, link) => {
      if (!link) this.openPanel('compare');
      void this.compare.attach(files, joint, link).then((attached) => {
        if (link && attached)
          this.status.say(
            t('{model} is attached to {joint}.', {
              model: baseName(files[0]?.name ?? ''),
              joint: isolated(link.joint),
            }),
          );
      });
    },
  });
  private readonly rotatePanel = new RotatePanel(this.viewer);
  private readonly reading = new ReadingSwitches(this.viewer);
  private readonly details = new Details(() => this.files.browse(false), this.rotatePanel, this.reading, {
    curves: () => this.curves.showSelected(),
    source: () => void this.link.showNode(this.viewer.settings.selectedNode),
  });
  private readonly structure = new Structure({
    bytes: (file, offset, length) => bytesOf(this.viewer, file, offset, length),
    record: (file, offset) => this.viewer.ask('record', { file, offset }),
  });
  private readonly exporter = new Exporter(this.viewer);
  private readonly fixer = new FixDialog(this.viewer);
  private readonly problems = new Problems(
    (issue) => void this.link.go(issue),
    new ProblemTools(this.fixer),
    this.viewer,
  );
  private readonly inspectors = new InspectorPanels(this.viewer, this.structure);
  private readonly opening = new Opening();
  private readonly recent = new Recent({
    open: (files) => void this.files.workspace.open(files),
    openAddresses: (urls) => void this.files.fetch(urls),
    browse: () => this.files.browse(false),
  });
  private readonly gallery = new Gallery(
    this.client,
    (folder) => this.files.browse(folder),
    () => this.files.addresses.open(),
    (sample, files) => void this.openSample(sample, files),
    this.recent,
  );
  private library: Library | undefined;
  private readonly catalog = new Catalog((model) => {
    if (this.library) void this.files.workspace.openOf(this.library, model);
  });
  private readonly libraryButton = iconButton('library', t('Library'), () => this.showLibrary(true));
  private readonly compare = new Compare(this.viewer, (node, vertex) => this.link.vertex(node, vertex));
  private readonly comparePanel = this.inspectors.add(
    new Panel('compare', t('Compare'), 'compare', 'right', this.compare.element, false),
  );
  private readonly structurePanel = this.inspectors.add(
    new Panel('structure', t('Structure'), 'structure', 'right', this.structure.element, false),
  );
  private readonly panels = [
    new Panel('hierarchy', t('Hierarchy'), 'tree', 'left', this.hierarchy.element, true),
    new Panel('details', t('Details'), 'details', 'right', this.details.element, true),
    new Panel('problems', t('Problems'), 'problems', 'right', this.problems.element, false),
    new Panel('export', t('Export'), 'export', 'right', this.exporter.element, false),
    ...this.inspectors.with(new Panel('files', t('Files'), 'files', 'right', this.files.panel.element, false)),
    this.toolbox.panel,
    this.toolbox.notes.panel,
  ] as const;
  private readonly tabs = new BarTabs(
    kTabs.flatMap((name) => this.panels.find((panel) => panel.name === name)?.button ?? []),
    () => {
      this.arrange();
      this.viewer.frameAgain(false);
    },
  );
  private readonly curves = new CurvesPanel(this.viewer, (node) => this.select(node));
  private readonly link = new SourceLink(this.viewer, this.stage, {
    inspectors: this.inspectors,
    structure: this.structure,
    curves: this.curves,
    select: (node) => this.select(node),
    open: (panel) => this.openPanel(panel),
  });
  private readonly status = new StatusLine(() => this.openPanel('problems'));
  private readonly help = helpSheet(() => (this.client.info ? aboutText(this.client.info) : ''));
  private readonly embed = new EmbedDialog(this.viewer);
  private readonly embedButton = iconButton('embed', t('Embed'), () =>
    this.embed.open(this.files.sources, this.files.workspace.current?.files ?? []),
  );
  private readonly shareButton = iconButton('share', t('Copy a link to this view'), () => void this.share(), {
    class: 'share',
  });
  private readonly name = h('span', { class: 'document-name' });
  private readonly badge = h('span', { class: 'badge', attributes: { hidden: true } });
  private readonly note = h('p', { class: 'stage-note', attributes: { role: 'status', hidden: true } });
  private readonly theme: ThemeSwitch;
  private seldom: OverflowMenu | undefined;
  /** The panel that was opened last, and those that gave way when the page became narrow. */
  private opened: Panel | CurvesPanel | undefined;
  private aside: (Panel | CurvesPanel)[] = [];
  /** The skeleton shows because there was nothing else to show. */
  private bonesForLack = false;
  private contextLost = false;
  /** The report that the panels show. */
  private report: Report | undefined;
  private framed: Framing | undefined;
  private readonly seen = new WeakSet<OpenDocument>();

  constructor() {
    this.theme = new ThemeSwitch((theme) => {
      this.viewer.set({ theme });
      this.gallery.setTheme(theme);
    });
    this.build();
    this.listen();
    void this.start();
  }

  // -- what is on the page --------------------------------------------------------------------------------------------

  private build(): void {
    this.stage.setAttribute(
      'aria-label',
      t('Model view. Arrow keys rotate it; press question mark for keyboard shortcuts.'),
    );
    this.barSelects.append(this.files.skins.element);
    this.exporter.notes = this.embed.notes = () => this.toolbox.notes.notes;
    this.problems.replaced = this.exporter.replaced = () => this.files.workspace.current?.replaced ?? [];
    const bar = document.getElementById('bar')!,
      content = document.getElementById('content')!;
    const seldom = [
      iconButton('address', t('Open from URL'), () => this.files.addresses.open(), {
        keys: 'U',
        class: 'address-button',
      }),
      this.shareButton,
      this.embedButton,
      iconButton('theme', t('Switch theme'), () => this.theme.toggle()),
      languageSwitch(),
      iconButton('help', t('Keyboard shortcuts'), () => this.help.showModal(), { keys: '?' }),
    ];
    this.seldom = new OverflowMenu(this.inspectors.menu, seldom);
    const open = iconButton('open', t('Open'), () => this.files.browse(false), { keys: 'Ctrl+O' });
    for (const button of [this.libraryButton, open]) button.classList.add('labelled');
    bar.append(
      h(
        'a',
        {
          class: 'mark',
          attributes: { href: './', 'aria-label': t('Vitrine, start page') },
          on: { click: (event) => this.leaveForStart(event) },
        },
        h('img', { attributes: { src: 'icons/vitrine.svg', alt: '', width: 22, height: 22 } }),
        h('span', { text: 'Vitrine' }),
      ),
      h('div', { class: 'document' }, this.name, this.badge),
      this.tabs.element,
      h('div', { class: 'bar-buttons' }, this.libraryButton, open, ...seldom, this.inspectors.menuButton),
    );
    appendAll(content, [
      this.files.tabs.element,
      this.gallery.element,
      this.catalog.element,
      this.compare.divider.element,
      this.toolbox.element,
      this.barSelects,
      this.toolbox.views.axes,
      this.toolbox.notes.marks,
      ...this.panels.map(({ element }) => element),
      this.tabs.handle,
      this.curves.element,
      this.timeline.element,
      this.opening.element,
      this.loading.element,
      this.loadError.element,
      this.note,
      this.files.note.element,
    ]);
    offerFixes(this.loadError, this.fixer);
    this.embedButton.hidden = this.libraryButton.hidden = true;
    this.files.workspace.on('changed', () => {
      const { documents, current } = this.files.workspace;
      void this.recent.note(current);
      this.compare.offer(documents.filter((each) => each !== current && !each.world && !each.song));
    });
    this.status.element.append(this.files.panel.chip);
    appendAll(document.body, [
      this.status.element,
      this.inspectors.menu,
      this.help,
      this.embed.element,
      this.fixer.element,
      ...this.toolbox.overlaid,
      ...this.files.elements,
    ]);
    document.body.classList.add('is-empty');
    for (const panel of this.panels) {
      panel.onChange = () => {
        this.arrange(panel);
        this.inspectors.changed(panel);
        if (panel.name === 'export') this.exporter.setOpen(panel.open);
        this.viewer.frameAgain(false);
      };
    }
    this.files.tabs.onChange = this.toolbox.whole.onChange = () => {
      this.arrange();
      this.viewer.frameAgain(false);
    };
    this.inspectors.statistics.hold(this.overlayBar.paths);
    this.inspectors.notifyAll();
    this.exporter.setOpen(this.panels.some(({ name, open: isOpen }) => name === 'export' && isOpen));
    this.timeline.add(this.curves.button);
    this.curves.onChange = () => {
      this.arrange(this.curves);
      this.viewer.frameAgain(false);
    };
    this.curves.reloaded = this.reading.reloaded = (report) => {
      const { selectedNode } = this.viewer.settings;
      this.showReport(report);
      this.select(selectedNode);
    };
    const structure = this.structurePanel;
    this.structure.onChange = (shown) => {
      structure.button.hidden = !shown;
      if (!shown && structure.open) structure.set(false, false);
    };
    this.arrange();
  }

  /** One panel a side, one sheet on a narrow page; the view keeps the model in what is left free. */
  private arrange(changed?: Panel | CurvesPanel): void {
    const narrow = matchMedia(kNarrow).matches;
    if (changed?.open) {
      this.opened = changed;
      for (const other of this.panels)
        if (other !== changed && other.open && (narrow || (changed instanceof Panel && other.side === changed.side)))
          other.set(false);
    }
    if (narrow && changed?.open && changed !== this.curves && this.curves.open) this.curves.set(false, false);
    const { body } = document,
      alone = this.toolbox.whole.isAlone,
      shown = !body.classList.contains('is-empty') && !alone;
    const beside = (side: string): Panel | undefined =>
      !narrow && shown ? this.panels.find((candidate) => candidate.side === side && candidate.open) : undefined;
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
    const bottom = shown ? (this.timeline.element.hidden ? 26 : (narrow ? 136 : 82) + this.curves.pixels) : 0;
    // Nothing to turn: the page begins with what can be done.
    this.stage.tabIndex = (shown || alone) && !this.roomShown ? 0 : -1;
    this.viewer.setInsets({
      left: width('left'),
      right: width('right'),
      top: alone ? 0 : document.getElementById('bar')!.offsetHeight + this.files.tabs.element.offsetHeight,
      bottom: narrow && shown && this.panels.some(({ open }) => open) ? Math.round(innerHeight * 0.5) : bottom,
    });
    this.seldom?.fold(shown || alone);
    if (narrow) this.details.hold(this.barSelects);
    else if (this.barSelects.previousElementSibling !== this.toolbox.element) {
      this.details.hold(undefined);
      this.toolbox.element.after(this.barSelects);
    }
    body.classList.toggle('no-timeline', this.timeline.element.hidden === true);
    for (const side of ['left', 'right']) body.style.setProperty(`--${side}-width`, `${width(side)}px`);
    body.classList.toggle('has-side', width('right') > 0 && !narrow);
  }

  /** A page that becomes narrow keeps what was opened last; one that becomes wide has the others again. */
  private narrowed(narrow: boolean): void {
    const { panels, curves, opened } = this,
      open = [...panels, curves].filter((panel) => panel.open);
    if (narrow) {
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

  private openPanel(name: string): void {
    if (name === 'problems' && document.body.classList.contains('is-world')) this.worlds.room?.openPanel('problems');
    if (name === 'curves') this.curves.set(true);
    this.panels.find((panel) => panel.name === name)?.set(true);
  }

  // -- what happens ---------------------------------------------------------------------------------------------------

  private listen(): void {
    const { viewer } = this;
    viewer.on('completed', (report) => this.complete(report));
    viewer.on('progress', (progress) => this.loading.progress(progress));
    viewer.on('playback', () => {
      // Another action may need more room, or less.
      const framing = viewer.shown?.framing;
      if (framing !== this.framed) viewer.frameAgain(false);
      this.framed = framing;
    });
    viewer.on('frame', (frame) => {
      if (!this.roomShown) this.status.frame(frame, (viewer.shown?.report.info.statistics.influences ?? 0) > 0);
      this.details.pose(frame);
      this.stage.dataset.frames = String(frame.count);
    });
    viewer.on('click', ({ hit, detail }) => {
      if (detail || this.toolbox.take(hit)) return;
      // Bones are what is meant while they show, or while the rotation gizmo shows.
      this.select(
        hit
          ? (viewer.settings.overlays.skeleton || viewer.settings.rotationGizmo) && hit.joint >= 0
            ? hit.joint
            : hit.node
          : -1,
      );
    });
    viewer.on('context', (state) => {
      this.contextLost = state === 'lost';
      this.showNote(this.contextLost ? t('Graphics context lost, restoring…') : '');
    });
    this.client.on('event', (event) => {
      if (event.type !== 'failed') return;
      const reason = event.code === 'GL_MISSING' ? noGraphics() : event.message.replace(/^Uncaught /, '');
      if (!event.ended)
        this.showNote(event.code === 'ENGINE' ? t('The engine has failed: {reason}', { reason }) : reason);
      else if (!this.files.workspace.showing.engineEnded()) this.showNote(t('The engine has ended.'));
    });
    this.client.on('restarted', () => {
      this.contextLost = false;
      this.endNote();
    });
    matchMedia(kNarrow).addEventListener('change', ({ matches }) => this.narrowed(matches));
    addEventListener('resize', () => this.arrange());
    addEventListener('hashchange', () => void this.openHash(parseHash(location.hash)));
    addEventListener('popstate', ({ state }: PopStateEvent) => this.showStart((state as StartState)?.start === true));
    listenToKeys(viewer, this.timeline, {
      open: () => this.files.browse(false),
      openAddress: () => this.files.addresses.open(),
      stepDocument: (by) => this.files.step(by),
      help: () => this.help.showModal(),
      search: () => {
        this.openPanel('hierarchy');
        this.hierarchy.focusSearch();
      },
      escape: () => {
        if (this.toolbox.escape()) return;
        if (viewer.settings.rotationGizmo) {
          viewer.set({ rotationGizmo: false });
          this.stage.focus();
          return;
        }
        this.loadError.close();
        viewer.set({ cameraNode: -1 });
        this.select(-1);
      },
      nextCamera: () => this.overlayBar.nextCamera(),
      toggleCompare: () => this.comparePanel.set(!this.comparePanel.open),
      addInstance: () => {
        this.openPanel('compare');
        this.compare.instances.add();
      },
      toggleCurves: () => this.curves.set(!this.curves.open),
      toggleOverlay: (name) => this.overlayBar.toggle(name),
      rotateNode: () => this.rotateNode(),
    });
  }

  private async start(): Promise<void> {
    // `?src=` is what links on other sites write; from here on the address has it after `#`.
    if (location.hash === '' && new URLSearchParams(location.search).has('src'))
      history.replaceState(undefined, '', `${location.pathname}#${location.search.slice(1)}`);
    const state = parseHash(location.hash),
      live = liveAddress();
    if (live) {
      // Neither samples nor a copy for days without a network: this page is about these files, as long as they are served.
      const { action, time, read } = state;
      await this.files.follow(live, {
        ...(action !== undefined && { action }),
        ...(time !== undefined && { play: false, time }),
        ...(read && { read }),
      });
      return this.openHash({ ...state, src: [] });
    }
    startOffline({
      busy: () => this.viewer.shown !== undefined || document.querySelector('dialog[open]') !== null,
      open: (files) => void this.files.workspace.open(files),
      take: (files, texts) => this.files.takeShared(files, texts),
      say: (text) => this.status.say(text),
    });
    if (state.src.length > 0) await this.openHash(state);
    else {
      void this.gallery.fill();
      await this.openHash(state);
    }
  }

  // -- opening --------------------------------------------------------------------------------------------------------

  private async openHash(state: HashState): Promise<void> {
    const { src, action, time, read, theme } = state;
    if (theme) this.theme.force(theme);
    if (src.length > 0 && src.join() !== this.files.sources.join()) {
      void this.gallery.sampleAt(src[0]!).then((sample) => {
        if (sample && this.files.sources.length === 0) this.opening.show(sample);
      });
      await this.files.fetch(src, {
        ...(action !== undefined && { action }),
        ...(time !== undefined && { play: false, time }),
        ...(read && { read }),
      });
      if (!document.body.classList.contains('is-world')) this.opening.end();
      if (src.join() !== this.files.sources.join()) return;
    } else if (src.length > 0) {
      // Back before another one has come.
      this.files.cancel();
    }
    if (this.roomShown) {
      const { room } = this.worlds;
      if (!room || this.roomShown !== room) return;
      room.restore(state.more ?? {});
      if (time !== undefined) room.seek(time);
      return;
    }
    const { shown } = this.viewer;
    if (action !== undefined && shown) {
      const wanted = shown.report.info.actions.findIndex(({ name }) => name === action);
      if (wanted !== this.viewer.playback?.action) this.viewer.change({ set: 'action', action: wanted });
    }
    applyView(this.viewer, this.toolState, state, (node) => this.select(node));
    if (state.panel !== undefined) for (const panel of state.panel.split(',')) this.openPanel(panel);
  }

  /** A sample has an address, to be kept or sent. */
  private async openSample(sample: Sample, given: SourceFile[]): Promise<void> {
    const { files, action, panel } = sample,
      src = files.map((name) => `samples/${name}`);
    this.opening.show(sample);
    await this.files.workspace.openTogether(given, { sources: src, ...(action !== undefined && { action }) });
    if (!document.body.classList.contains('is-world')) this.opening.end();
    if (src.join() !== this.files.sources.join()) return;
    if (panel !== undefined && !matchMedia(kNarrow).matches) this.openPanel(panel);
    // First the picture alone.
    if (document.body.classList.contains('is-world')) this.worlds.room?.closePanel();
    history.replaceState(undefined, '', `#${formatHash({ src, ...(action !== undefined && { action }) })}`);
  }

  /** The start page over what is open, which stays; the browser's Back returns to it. */
  private leaveForStart(event: MouseEvent): void {
    if (!this.viewer.shown || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!this.gallery.element.hidden) return;
    history.pushState({ start: true } satisfies StartState, '', location.pathname + location.search);
    this.showStart(true);
  }

  private showStart(wanted: boolean): void {
    if (!this.viewer.shown || wanted !== this.gallery.element.hidden) return;
    document.body.classList.toggle('is-empty', wanted);
    if (wanted) this.gallery.show(this.name.textContent ?? '', () => history.back());
    else {
      this.gallery.dispose();
      this.stage.focus();
    }
    this.arrange();
    this.viewer.frameAgain(false);
  }

  /** The library over what is open, which stays. */
  private showLibrary(wanted: boolean): void {
    document.body.classList.toggle('is-empty', wanted);
    if (wanted) {
      this.gallery.dispose();
      const name = this.viewer.shown && this.name.textContent;
      if (name) this.catalog.show(name, () => this.showLibrary(false));
      else this.catalog.show();
    } else {
      this.catalog.hide();
      this.stage.focus();
    }
    this.arrange();
    this.viewer.frameAgain(false);
  }

  private soon(report: Report, work: () => void): void {
    setTimeout(() => {
      if (this.report === report) work();
    });
  }

  private showReport(report: Report): void {
    const model =
      report.files.find(({ role }) => role !== 'texture' && role !== 'materials' && role !== 'buffer')?.name ?? '';
    this.endNote();
    const lost = this.leaveStart();
    this.embedButton.hidden = false;
    document.title = `${isolated(baseName(model))} · Vitrine`;
    this.name.textContent = isolated(baseName(model));
    this.name.title = isolated(model);
    this.badge.textContent = report.format;
    this.badge.hidden = report.format === '';
    this.curves.show(report);
    this.timeline.showActions(report.info.actions, report.info.together !== undefined, model);
    this.showStarred();
    this.hierarchy.show(report.info.hierarchy);
    this.exporter.show(report);
    this.link.show(report);
    this.compare.show(report);
    this.toolState.show(report);
    this.toolbox.views.front.show(model);
    this.fill(report);
    this.toolbox.notes.opened(model, this.files.workspace.current?.files ?? []);
    this.overlayBar.showChoices(report);
    // A skeleton without a mesh shows its bones, until the mesh comes.
    const { hierarchy, statistics } = report.info,
      bare = statistics.triangles === 0 && hierarchy.length > 0,
      { skeleton } = this.viewer.settings.overlays;
    if (bare !== this.bonesForLack && bare !== skeleton)
      this.viewer.set({ overlays: { ...this.viewer.settings.overlays, skeleton: !skeleton } });
    this.bonesForLack = bare && (this.bonesForLack || !skeleton);
    this.status.say(joined([baseName(model), countOf(report.info.actions.length, 'action')], ', '));
    this.arrange();
    if (lost) this.stage.focus({ preventScroll: true });
    this.viewer.frameAgain(true);
  }

  /** True when the focus was on what goes: a card that was opened by a key. */
  private leaveStart(): boolean {
    const { activeElement, body } = document,
      had = [this.gallery.element, this.catalog.element].some((element) => element.contains(activeElement));
    this.gallery.dispose();
    this.catalog.hide();
    body.classList.remove('is-empty');
    return had;
  }

  /** The images of what shows are here. Most often the panels know all of it. */
  private complete(report: Report): void {
    const before = this.report;
    if (!before || (report.files.length === before.files.length && total(report) === total(before))) return;
    this.fill(report);
    this.details.select(this.viewer.settings.selectedNode);
  }

  /** The panels whose contents change when the rest of a document comes. */
  private fill(report: Report): void {
    this.report = report;
    this.details.show(report);
    this.problems.show(report);
    this.countProblems(this.panels.find(({ name }) => name === 'problems')!.button, report.issues);
    // In tasks of their own, as the page is to answer in between: nothing of what follows needs them.
    this.soon(report, () => this.structure.show(report));
    this.soon(report, () => {
      this.inspectors.show(report);
      this.inspectors.select(this.viewer.settings.selectedNode);
    });
    this.toolbox.light.show(report);
    this.status.show(report);
  }

  private countProblems(tab: HTMLElement, issues: Report['issues']): void {
    const { numErrors, numWarnings } = issues;
    countOn(tab, numErrors + numWarnings, numErrors > 0 ? 'has-errors' : 'has-warnings', problemsText(issues));
  }

  /** The action that the user has starred, when its model comes for the first time. */
  private showStarred(): void {
    const { current } = this.files.workspace,
      { starred } = this.timeline.list;
    if (!current || this.seen.has(current)) return;
    this.seen.add(current);
    if (starred >= 0 && current.action === undefined && starred !== this.viewer.playback?.action)
      this.viewer.change({ set: 'action', action: starred });
  }

  /** The world or song that shows. */
  private get roomShown(): { readonly time: number; readonly link?: Record<string, string> } | undefined {
    const { classList } = document.body;
    if (classList.contains('is-world')) return this.worlds.room;
    return classList.contains('is-song') ? this.songs.room : undefined;
  }

  private showWorld(shown: OpenDocument, issues: readonly WorldIssue[]): void {
    this.showBeside(shown, t('World'));
    this.status.world(issues);
  }

  /** Shows a world or a song in place of a model. */
  private showBeside({ name }: OpenDocument, kind: string): void {
    this.endNote();
    const lost = this.leaveStart();
    this.embedButton.hidden = true;
    document.title = `${isolated(baseName(name))} · Vitrine`;
    this.name.textContent = isolated(baseName(name));
    this.name.title = isolated(name);
    this.badge.textContent = kind;
    this.badge.hidden = false;
    this.status.world([]);
    this.status.say(baseName(name));
    this.arrange();
    if (lost) document.querySelector<HTMLElement>('.is-world .world-canvas, .is-song .song-room button')?.focus();
  }

  /** Rings in the view, and degrees to type. */
  private rotateNode(): void {
    if (this.viewer.settings.selectedNode < 0) {
      this.status.say(t('Select a node first; then R rotates it.'));
      return;
    }
    this.openPanel('details');
    this.viewer.set({ rotationGizmo: true });
    this.rotatePanel.focus();
  }

  private select(node: number): void {
    if (node >= 0 && node !== this.viewer.settings.selectedNode)
      this.status.say(t('{name} is selected', { name: isolated(this.toolState.nodes[node]?.name ?? '') }));
    this.viewer.set({ selectedNode: node, ...(node < 0 && { rotationGizmo: false }) });
    this.hierarchy.select(node);
    this.details.select(node);
    this.inspectors.select(node);
    this.link.selected(node);
    this.curves.select(node);
  }

  /** A note over the view; none for an empty text. */
  private showNote(text: string): void {
    this.note.textContent = text;
    this.note.hidden = text === '';
  }

  /** What the engine failed with is over with the next document; a lost context is not. */
  private endNote(): void {
    if (!this.contextLost) this.showNote('');
  }

  private async share(): Promise<void> {
    const panels = [...this.panels, this.curves]
      .filter(({ open }) => open)
      .map((panel) => ('name' in panel ? panel.name : 'curves'));
    const room = this.roomShown;
    const hash = formatHash({
      src: this.files.sources,
      ...(room ? { time: room.time, ...(room.link && { more: room.link }) } : gatherView(this.viewer, this.toolState)),
      ...(panels.length > 0 && { panel: panels.join(',') }),
      ...(this.theme.forced && { theme: this.theme.forced }),
    });
    history.replaceState(undefined, '', `#${hash}`);
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
    const said =
      this.files.sources.length > 0 ? t('Link copied.') : t('Link copied. It contains the view, not your files.');
    this.status.say(said);
    // Also where the hand is.
    this.shareButton.dataset.said = said;
    setTimeout(() => delete this.shareButton.dataset.said, kSaidMs);
  }
}

await startLanguage();
new App();
