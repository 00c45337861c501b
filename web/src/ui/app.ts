// The page: connects its parts.

import { pageViewer } from '../viewer/page';
import { appendAll } from '../base/lists';
import type { Report } from '../core/report';
import type { WorldIssue } from '../core/worldReport';
import { defaultSettings, type Framing } from '../protocol/view';
import { EngineClient } from '../viewer/client';
import { Arrangement, Panel } from './panels';
import { Bar, BarTabs, countOn, historyButtons, languageSwitch } from './bar';
import { bytesOf } from './bytePages';
import { ProgramChunks } from './ownChunks';
import { keysOf } from './commands';
import { Compare } from './compare/panel';
import { CurvesPanel } from './curves/panel';
import { Details, ReadingSwitches } from './details';
import { h, iconButton } from './dom';
import { Exporter } from './exporter';
import { Files } from './files/index';
import { liveAddress } from './files/watch';
import { Songs } from './files/songs';
import { reportOf, Worlds } from './files/worlds';
import type { OpenDocument } from './files/documents';
import { FixDialog } from './fixes/dialog';
import { LoadError, Loading, offerFixes, StageNote } from './loading';
import { ProblemTools } from './fixes/tools';
import { Links, type ShownRoom } from './links';
import { parseHash } from './linkState';
import { helpSheet, listenToKeys } from './keys';
import { History } from './history';
import { Hierarchy } from './hierarchy';
import { NodeMenu } from './nodeMenu';
import { InspectorPanels } from './inspectorPanels';
import { startLanguage, t, joined } from './language';
import { Late } from './late';
import { startOffline } from './offline';
import { OverlayBar, posesVertices } from './overlayBar';
import { Problems, total } from './problems';
import { SourceLink } from './source/selectionSync';
import { StartPage } from './startPage';
import { StatusLine } from './statusLine';
import { Structure } from './structure';
import { ThemeSwitch } from './theme';
import { ToolState } from './tools/toolState';
import { Toolbox } from './tools/toolBox';
import { Timeline } from './timeline/timeline';
import { RotatePanel } from './transforms';
import { recordView } from './undoables';
import { VertexDetails } from './vertexDetails';
import { baseName, countOf, problemsText } from './words';
import { isolated } from './inert';

export * from './shared';

function aboutText({ version, renderer, thread }: { version: string; renderer: string; thread: string }): string {
  const values = { version, renderer };
  return thread === 'worker'
    ? t('Vitrine {version} · {renderer} · engine on the worker’s thread', values)
    : t('Vitrine {version} · {renderer} · engine on the page’s thread', values);
}

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

class App {
  private readonly stage = document.getElementById('stage')!;
  private readonly client = new EngineClient(new URL('./page-worker.js', import.meta.url).href);
  private readonly viewer = pageViewer(this.client, this.stage, { settings: defaultSettings });
  private readonly note = new StageNote(this.client, this.viewer, () => this.files.workspace.showing.engineEnded());
  private readonly timeline = new Timeline(this.viewer, (node) => this.select(node));
  private readonly toolState = new ToolState(this.viewer);
  private readonly overlayBar = new OverlayBar(this.viewer);
  private readonly toolbox = new Toolbox(this.viewer, this.stage, this.toolState, (text) => this.status.say(text));
  /** Places the controls for colours and camera: on the bar, or on narrow pages in the details. */
  private readonly barSelects = h('div', { class: 'bar-selects' }, ...this.overlayBar.selects);
  private readonly loading = new Loading(this.stage, () => this.files.cancel());
  private readonly loadError = new LoadError(() => this.files.browse(false));
  /** From a selected node to what shows it. */
  private readonly nodeLinks = {
    choose: (node: number) => this.select(node),
    curves: () => this.curves.showSelected(),
    source: () => void this.link.showNode(this.viewer.settings.selectedNode),
    say: (text: string) => this.status.say(text),
  };
  private readonly nodeMenu = new NodeMenu(this.toolState, this.nodeLinks);
  private readonly hierarchy = new Hierarchy((node) => this.select(node), this.toolState, this.nodeMenu);
  private readonly worlds = new Worlds({
    place: document.getElementById('content')!,
    tabs: (tabs) => this.tabs.hold(tabs),
    arranged: () => this.arrangement.arrange(),
    count: (tab, issues) => this.countProblems(tab, reportOf('', issues).issues),
    open: (files, base): Promise<void> => {
      const { workspace } = this.files;
      return base === undefined ? workspace.open(files) : workspace.openTogether(files, { sources: [base] });
    },
    say: (text) => this.status.say(text),
    issues: (issues) => this.status.world(issues),
    frame: (frame) => {
      this.startPage.opening.end();
      this.status.worldFrame(frame);
    },
    failed: () => this.files.workspace.showing.worldFailed(),
  });
  private readonly songs = new Songs({
    place: document.getElementById('content')!,
    tabs: (tabs) => this.tabs.hold(tabs),
    arranged: () => this.arrangement.arrange(),
    say: (text) => this.status.say(text),
  });
  private readonly files = new Files(this.client, this.viewer, this.loading, this.loadError, {
    show: (report) => this.showReport(report),
    library: (library, files, reading) => this.startPage.fill(library, files, reading),
    worlds: this.worlds,
    songs: this.songs,
    showSong: (shown) => this.showBeside(shown, t('Song')),
    showWorld: (shown, issues) => this.showWorld(shown, issues),
    select: (node) => this.select(node),
    say: (text) => this.status.say(text),
    openPanel: (name) => this.openPanel(name),
    light: (file) => this.toolbox.light.take(file),
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
  private readonly vertexDetails = new VertexDetails(this.viewer);
  private readonly details = new Details(
    () => this.files.browse(false),
    this.rotatePanel,
    this.vertexDetails,
    this.reading,
    this.nodeLinks,
  );
  private readonly structure = new Structure({
    bytes: (file, offset, length) => bytesOf(this.viewer, file, offset, length),
    record: (file, offset) => this.viewer.ask('record', { file, offset }),
  });
  private readonly ownChunks = new ProgramChunks(
    (file, offset, length) => bytesOf(this.viewer, file, offset, length),
    () => this.given && this.fill(this.given),
  );
  private readonly exporter = new Exporter(this.viewer);
  private readonly fixer = new FixDialog(this.viewer);
  private readonly problems = new Problems(
    (issue) => void this.link.go(issue),
    new ProblemTools(this.fixer),
    this.viewer,
  );
  private readonly inspectors = new InspectorPanels(this.viewer, this.structure);
  private readonly bar: Bar;
  private readonly startPage = new StartPage({
    client: this.client,
    viewer: this.viewer,
    stage: this.stage,
    note: this.note,
    files: this.files,
    worlds: this.worlds,
    name: () => this.bar.name,
    openPanel: (name) => this.openPanel(name),
    changed: () => this.arrangeAgain(),
  });
  private readonly compare = new Compare(this.viewer, (node, vertex) => this.link.vertex(node, vertex));
  private readonly structurePanel = new Panel(
    'structure',
    t('Structure'),
    'structure',
    'right',
    this.structure.element,
    false,
  );
  private readonly panels = [
    new Panel('hierarchy', t('Hierarchy'), 'tree', 'left', this.hierarchy.element, true),
    new Panel('details', t('Details'), 'details', 'right', this.details.element, true),
    new Panel('problems', t('Problems'), 'problems', 'right', this.problems.element, false),
    new Panel('export', t('Export'), 'export', 'right', this.exporter.element, false),
    ...this.inspectors.panels,
    new Panel('compare', t('Compare'), 'compare', 'right', this.compare.element, false),
    this.structurePanel,
    new Panel('files', t('Files'), 'files', 'right', this.files.panel.element, false),
    this.toolbox.panel,
    this.toolbox.notes.panel,
  ] as const;
  private readonly tabs = new BarTabs(
    kTabs.flatMap((name) => this.panels.find((panel) => panel.name === name)?.button ?? []),
    () => this.arrangeAgain(),
  );
  private readonly curves = new CurvesPanel(this.viewer, (node) => this.select(node));
  private readonly arrangement = new Arrangement({
    viewer: this.viewer,
    stage: this.stage,
    panels: this.panels,
    curves: this.curves,
    timeline: this.timeline.element,
    documents: this.files.tabs.element,
    isAlone: () => this.toolbox.whole.isAlone,
    hasRoom: () => this.roomShown !== undefined,
    arranged: (shown, isNarrow) => {
      this.bar.fold(shown);
      if (isNarrow) this.details.hold(this.barSelects);
      else if (this.barSelects.previousElementSibling !== this.toolbox.element) {
        this.details.hold(undefined);
        this.toolbox.element.after(this.barSelects);
      }
    },
  });
  private readonly link = new SourceLink(this.viewer, this.stage, {
    inspectors: this.inspectors,
    structure: this.structure,
    curves: this.curves,
    select: (node) => this.select(node),
    open: (panel) => this.openPanel(panel),
  });
  private readonly status = new StatusLine(() => this.openPanel('problems'));
  private readonly help = helpSheet(() => (this.client.info ? aboutText(this.client.info) : ''));
  private readonly embed = new Late(t('Embed'), this.note, async () => {
    const { EmbedDialog } = await import('./embed');
    const dialog = new EmbedDialog(this.viewer, () => this.toolbox.notes.notes);
    document.body.append(dialog.element);
    return dialog;
  });
  private readonly embedButton = iconButton(
    'embed',
    t('Embed'),
    () => void this.embed.use((dialog) => dialog.open(this.files.sources, this.files.workspace.current?.files ?? [])),
  );
  private readonly history = new History();
  private readonly theme = new ThemeSwitch((theme) => {
    this.viewer.set({ theme });
    this.startPage.gallery.setTheme(theme);
  });
  private readonly links = new Links({
    viewer: this.viewer,
    toolState: this.toolState,
    files: this.files,
    worlds: this.worlds,
    start: this.startPage,
    theme: this.theme,
    history: this.history,
    room: () => this.roomShown,
    openPanels: () => this.arrangement.openNames,
    openPanel: (name) => this.openPanel(name),
    select: (node) => this.select(node),
    say: (text) => this.status.say(text),
  });
  /** The skeleton shows because there was nothing else to show. */
  private bonesForLack = false;
  /** The report that the panels show. */
  private report: Report | undefined;
  /** As the engine gave it, before readers of chunks. */
  private given: Report | undefined;
  private framed: Framing | undefined;
  private readonly seen = new WeakSet<OpenDocument>();

  constructor() {
    this.bar = this.makeBar();
    this.build();
    this.listen();
    void this.start();
  }

  // -- what is on the page --------------------------------------------------------------------------------------------

  private makeBar(): Bar {
    const open = iconButton('open', t('Open'), () => this.files.browse(false), {
      keys: keysOf('open'),
      class: 'labelled',
    });
    return new Bar({
      tabs: this.tabs.element,
      buttons: [this.startPage.libraryButton, this.toolbox.whole.roomButton, open],
      seldom: [
        ...historyButtons(this.history),
        this.toolbox.whole.aloneButton,
        iconButton('address', t('Open from URL'), () => this.files.addresses.open(), {
          keys: keysOf('openAddress'),
          class: 'address-button',
        }),
        this.links.button,
        this.embedButton,
        iconButton('theme', t('Switch theme'), () => this.theme.toggle()),
        languageSwitch(),
        iconButton('help', t('Keyboard shortcuts'), () => this.help.showModal(), { keys: keysOf('help') }),
      ],
      menu: this.inspectors.menu,
      menuButton: this.inspectors.menuButton,
      home: this.startPage.visit,
    });
  }

  private build(): void {
    this.stage.setAttribute(
      'aria-label',
      t('Model view. Arrow keys rotate it; press question mark for keyboard shortcuts.'),
    );
    for (const menu of [this.files.skins.element, ...this.files.menus.elements]) this.barSelects.append(menu);
    this.exporter.notes = () => this.toolbox.notes.notes;
    this.problems.replaced = this.exporter.replaced = () => this.files.workspace.current?.replaced ?? [];
    const content = document.getElementById('content')!;
    appendAll(content, [
      this.files.tabs.element,
      this.startPage.gallery.element,
      this.compare.divider.element,
      this.toolbox.toggle,
      this.toolbox.element,
      this.barSelects,
      this.toolbox.views.axes,
      this.toolbox.notes.marks,
      ...this.panels.map(({ element }) => element),
      this.tabs.handle,
      this.curves.element,
      this.timeline.element,
      this.startPage.opening.element,
      this.loading.element,
      this.loadError.element,
      this.note.element,
      this.files.note.element,
    ]);
    offerFixes(this.loadError, this.fixer);
    this.embedButton.hidden = true;
    this.files.workspace.on('changed', () => {
      const { documents, current } = this.files.workspace;
      void this.startPage.recent.note(current);
      this.compare.offer(documents.filter((each) => each !== current && !each.world && !each.song));
    });
    this.status.element.append(this.files.panel.chip);
    appendAll(document.body, [
      this.status.element,
      this.inspectors.menu,
      this.nodeMenu.element,
      this.help,
      this.fixer.element,
      ...this.toolbox.overlaid,
      ...this.files.elements,
    ]);
    for (const panel of this.panels) {
      panel.onChange = () => {
        this.arrangeAgain(panel);
        this.inspectors.changed(panel);
        if (panel.name === 'export') this.exporter.setOpen(panel.open);
      };
    }
    this.files.tabs.onChange = this.toolbox.whole.onChange = () => this.arrangeAgain();
    this.inspectors.statistics.hold(this.overlayBar.paths);
    this.inspectors.notifyAll();
    this.exporter.setOpen(this.arrangement.panel('export')!.open);
    this.timeline.add(this.curves.button);
    this.curves.onChange = () => this.arrangeAgain(this.curves);
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
    this.arrangement.arrange();
  }

  /** The view keeps the model in what the panels leave free. */
  private arrangeAgain(changed?: Panel | CurvesPanel): void {
    this.arrangement.arrange(changed);
    this.viewer.frameAgain(false);
  }

  private openPanel(name: string): void {
    if (name === 'problems' && document.body.classList.contains('is-world')) this.worlds.room?.openPanel('problems');
    this.arrangement.open(name);
  }

  // -- what happens ---------------------------------------------------------------------------------------------------

  private listen(): void {
    const { viewer, history } = this;
    recordView(history, viewer, this.toolState, this.toolbox, this.compare, () => this.bonesForLack);
    this.files.workspace.on('loaded', () => history.begin());
    viewer.on('completed', (report) => this.complete(report));
    viewer.on('progress', (progress) => this.loading.progress(progress));
    viewer.on('playback', () => {
      // Another action may need more room, or less.
      const framing = viewer.shown?.framing;
      if (framing !== this.framed) viewer.frameAgain(false);
      this.framed = framing;
    });
    viewer.on('frame', (frame) => {
      if (!this.roomShown)
        this.status.frame(frame, viewer.shown !== undefined && posesVertices(viewer.shown.report.info));
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
    listenToKeys({
      viewer,
      timeline: this.timeline,
      toolbox: this.toolbox,
      toolState: this.toolState,
      overlayBar: this.overlayBar,
      curves: this.curves,
      compare: this.compare,
      files: this.files,
      hierarchy: this.hierarchy,
      history: this.history,
      openPanel: (name) => this.openPanel(name),
      togglePanel: (name) => this.arrangement.panel(name)?.button.click(),
      rotateNode: () => this.rotateNode(),
      help: () => this.help.showModal(),
      escape: () => this.escape(),
      say: (text) => this.status.say(text),
    });
  }

  /** Ends the innermost mode; without one, the selection and the view through a camera. */
  private escape(): void {
    const { viewer } = this;
    if (this.toolbox.escape()) return;
    if (viewer.settings.rotationGizmo) {
      viewer.set({ rotationGizmo: false });
      this.stage.focus();
      return;
    }
    this.loadError.close();
    viewer.set({ cameraNode: -1 });
    this.select(-1);
  }

  private async start(): Promise<void> {
    // `?src=` is what links on other sites write; from here on the address has it after `#`.
    if (location.hash === '' && new URLSearchParams(location.search).has('src'))
      history.replaceState(undefined, '', `${location.pathname}#${location.search.slice(1)}`);
    const state = parseHash(location.hash),
      live = liveAddress();
    if (live) return this.links.follow(live, state);
    startOffline({
      busy: () => this.viewer.shown !== undefined || document.querySelector('dialog[open]') !== null,
      open: (files) => void this.files.workspace.open(files),
      take: (files, texts) => this.files.takeShared(files, texts),
      say: (text) => this.status.say(text),
    });
    if (state.src.length === 0) void this.startPage.gallery.fill();
    await this.links.open(state);
  }

  // -- opening --------------------------------------------------------------------------------------------------------

  private soon(report: Report, work: () => void): void {
    setTimeout(() => {
      if (this.report === report) work();
    });
  }

  private showReport(report: Report): void {
    const model =
      report.files.find(({ role }) => role !== 'texture' && role !== 'materials' && role !== 'buffer')?.name ?? '';
    this.note.end();
    const lost = this.startPage.leave();
    this.embedButton.hidden = false;
    this.bar.show(model, report.format);
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
    this.arrangement.arrange();
    if (lost) this.stage.focus({ preventScroll: true });
    this.viewer.frameAgain(true);
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
    this.given = report;
    this.showParts(report);
    void this.ownChunks.apply(report).then((own) => own && this.given === report && this.showParts(own));
  }

  private showParts(report: Report): void {
    this.report = report;
    this.details.show(report);
    this.problems.show(report);
    this.countProblems(this.arrangement.panel('problems')!.button, report.issues);
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
  private get roomShown(): ShownRoom | undefined {
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
    this.note.end();
    const lost = this.startPage.leave();
    this.embedButton.hidden = true;
    this.bar.show(name, kind);
    this.status.world([]);
    this.status.say(baseName(name));
    this.arrangement.arrange();
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
}

await startLanguage();
new App();
