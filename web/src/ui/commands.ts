// What a person can do by keys, in one table: the keyboard, the sheet of shortcuts, tooltips, menus and the list in the
// documentation are made of it. Only types are imported but for the words: the documentation is built without a page.

import type { OverlayName } from '../protocol/view';
import type { PageViewer } from '../viewer/page';
import { joined, t } from './language';

type Preset = 'front' | 'back' | 'right' | 'left' | 'top' | 'bottom' | 'quarter';

/** What commands ask of the page. */
export interface CommandHost {
  readonly viewer: PageViewer;
  readonly timeline: {
    toggle(): void;
    /** To the next key of the selection, or to the one before with -1. */
    stepKey(by: number): void;
    /** To the next action, or to the one before with -1. */
    cycle(by: number): void;
    readonly options: {
      faster(by: number): void;
      toggleLoop(): void;
      togglePingPong(): void;
      rangeFrom(): void;
      rangeTo(): void;
      setRange(range: null): void;
      toggleMenu(): void;
    };
  };
  readonly toolbox: {
    readonly views: {
      look(preset: Preset): void;
      opposite(): void;
      setOrthographic(on: boolean): void;
      toggleTurntable(): void;
    };
    readonly overlays: { open(): void };
    readonly cut: { toggle(): void };
    readonly shot: { open(): void };
    readonly whole: { toggle(): void };
    openMeasure(): void;
    toggleAlone(): void;
  };
  readonly toolState: {
    readonly tools: { readonly section?: unknown };
    toggle(name: OverlayName): void;
    toggleHidden(node: number, alone: boolean): void;
    isolate(node: number): void;
    showAll(): void;
  };
  readonly overlayBar: { nextCamera(): void };
  readonly curves: { readonly open: boolean; set(open: boolean): void };
  readonly compare: { readonly instances: { add(): void } };
  readonly files: {
    browse(folder: boolean): void;
    /** False while there is no other document. */
    step(by: number): boolean;
    readonly addresses: { open(): void };
  };
  readonly hierarchy: { focusSearch(): void };
  readonly history: { undo(): void; redo(): void };
  openPanel(name: string): void;
  togglePanel(name: string): void;
  /** Gizmo and degrees for the selected node. */
  rotateNode(): void;
  help(): void;
  /** Ends the innermost mode, or deselects. */
  escape(): void;
  say(text: string): void;
}

/** Where a command works: on every page, with any document, or with a model. */
export type When = 'always' | 'document' | 'model';

interface Row {
  id: string;
  /** As `chordOf` names them; the first is shown unless `shown` says it in words, an empty `shown` shows none. */
  keys: readonly string[];
  shown?: string;
  label: string;
  /** 'model' if it is missing. */
  when?: When;
  /** False if there was nothing to do. */
  run: (host: CommandHost, chord: string) => unknown;
}

/** A gesture, which has its place in the sheet of shortcuts alone. */
interface Gesture {
  shown: string;
  label: string;
}

export interface Group {
  title: string;
  rows: readonly (Row | Gesture)[];
}

const kTurn = 0.12;
const kPanPixels = 40;
const kZoom = 0.85;

/** Right and up of an arrow key. */
const arrow = (chord: string): [number, number] => [
  Number(chord.endsWith('Right')) - Number(chord.endsWith('Left')),
  Number(chord.endsWith('Up')) - Number(chord.endsWith('Down')),
];
const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

const overlay = (name: OverlayName, key: string, label: string): Row => ({
  id: name,
  keys: [key],
  label,
  run: ({ toolState }) => toolState.toggle(name),
});

function selectedNode({ viewer, say }: CommandHost): number {
  const { selectedNode: node } = viewer.settings;
  if (node < 0) say(t('Select a node first; then H hides it and Q isolates it.'));
  return node;
}

const navigation = (): (Row | Gesture)[] => [
  { shown: t('Drag'), label: t('Rotate the view') },
  { shown: t('Right drag, Shift + drag'), label: t('Move the view') },
  { shown: t('Wheel, pinch'), label: t('Zoom to the pointer') },
  { shown: t('Double click'), label: t('Focus on the clicked point') },
  { shown: t('Alt+click'), label: t('Select a vertex; with Shift a triangle') },
  {
    id: 'turn',
    keys: arrows,
    shown: t('Arrow keys'),
    label: t('Rotate the view'),
    run: ({ viewer }, chord) => {
      const [x, y] = arrow(chord);
      viewer.camera.turn(-x * kTurn, y * kTurn);
      viewer.move();
    },
  },
  {
    id: 'pan',
    keys: arrows.map((key) => `Shift+${key}`),
    shown: t('Shift + arrow keys'),
    label: t('Move the view'),
    run: ({ viewer }, chord) => {
      const [x, y] = arrow(chord);
      viewer.camera.pan(-x * kPanPixels, y * kPanPixels);
      viewer.move();
    },
  },
  {
    id: 'zoom',
    keys: ['+', '=', '-'],
    shown: '+  −',
    label: t('Zoom'),
    run: ({ viewer }, chord) => {
      viewer.camera.zoom(chord === '-' ? 1 / kZoom : kZoom);
      viewer.move();
    },
  },
  { id: 'fit', keys: ['F'], label: t('Fit'), run: ({ viewer }) => viewer.fit() },
  { id: 'home', keys: ['Home'], label: t('First view'), run: ({ viewer }) => viewer.fit(true) },
  { id: 'front', keys: ['1'], label: t('Front'), run: ({ toolbox }) => toolbox.views.look('front') },
  { id: 'back', keys: ['Ctrl+1'], label: t('Back'), run: ({ toolbox }) => toolbox.views.look('back') },
  { id: 'right', keys: ['3'], label: t('Right'), run: ({ toolbox }) => toolbox.views.look('right') },
  { id: 'left', keys: ['Ctrl+3'], label: t('Left'), run: ({ toolbox }) => toolbox.views.look('left') },
  { id: 'top', keys: ['7'], label: t('Top'), run: ({ toolbox }) => toolbox.views.look('top') },
  { id: 'bottom', keys: ['Ctrl+7'], label: t('Bottom'), run: ({ toolbox }) => toolbox.views.look('bottom') },
  { id: 'opposite', keys: ['9'], label: t('Opposite side'), run: ({ toolbox }) => toolbox.views.opposite() },
  { id: 'quarter', keys: ['0'], label: t('Three-quarter view'), run: ({ toolbox }) => toolbox.views.look('quarter') },
  { id: 'turntable', keys: ['Y'], label: t('Turntable'), run: ({ toolbox }) => toolbox.views.toggleTurntable() },
  {
    id: 'orthographic',
    keys: ['5'],
    label: t('Orthographic'),
    run: ({ toolbox, viewer }) => toolbox.views.setOrthographic(!viewer.camera.pose.orthographic),
  },
  { id: 'camera', keys: ['C'], label: t('Next camera'), run: ({ overlayBar }) => overlayBar.nextCamera() },
];

const playing = (): Row[] => [
  { id: 'play', keys: ['Space'], label: t('Play or pause'), run: ({ timeline }) => timeline.toggle() },
  { id: 'previousFrame', keys: [','], label: t('Previous frame'), run: ({ viewer }) => viewer.clock.step(-1) },
  { id: 'nextFrame', keys: ['.'], label: t('Next frame'), run: ({ viewer }) => viewer.clock.step(1) },
  { id: 'previousKey', keys: ['J'], label: t('Previous keyframe'), run: ({ timeline }) => timeline.stepKey(-1) },
  { id: 'nextKey', keys: ['K'], label: t('Next keyframe'), run: ({ timeline }) => timeline.stepKey(1) },
  { id: 'previousAction', keys: ['['], label: t('Previous action'), run: ({ timeline }) => timeline.cycle(-1) },
  { id: 'nextAction', keys: [']'], label: t('Next action'), run: ({ timeline }) => timeline.cycle(1) },
  {
    id: 'speed',
    keys: ['<', '>'],
    shown: '<  >',
    label: t('Slower, faster; below zero plays backwards'),
    run: ({ timeline }, chord) => timeline.options.faster(chord === '<' ? -1 : 1),
  },
  { id: 'loop', keys: ['Shift+L'], label: t('Loop'), run: ({ timeline }) => timeline.options.toggleLoop() },
  {
    id: 'pingPong',
    keys: ['Shift+P'],
    label: t('Back and forth'),
    run: ({ timeline }) => timeline.options.togglePingPong(),
  },
  { id: 'rangeStart', keys: ['Shift+I'], label: t('Set start'), run: ({ timeline }) => timeline.options.rangeFrom() },
  { id: 'rangeEnd', keys: ['Shift+O'], label: t('Set end'), run: ({ timeline }) => timeline.options.rangeTo() },
  {
    id: 'rangeAll',
    keys: ['Shift+X'],
    label: t('Whole action'),
    run: ({ timeline }) => timeline.options.setRange(null),
  },
  {
    id: 'timelineOptions',
    keys: ['Shift+H'],
    label: t('Timeline options'),
    run: ({ timeline }) => timeline.options.toggleMenu(),
  },
  {
    id: 'addInstance',
    keys: ['Shift+A'],
    label: t('Add an instance'),
    run: ({ compare, openPanel }) => {
      openPanel('compare');
      compare.instances.add();
    },
  },
  { id: 'compare', keys: ['Shift+C'], label: t('Compare'), run: ({ togglePanel }) => togglePanel('compare') },
];

const curves = (): (Row | Gesture)[] => [
  { id: 'curves', keys: ['V'], label: t('Open or close'), run: ({ curves: panel }) => panel.set(!panel.open) },
  { shown: t('Drag'), label: t('Move') },
  { shown: t('Wheel'), label: t('Zoom the time; with Shift the values, with Ctrl both') },
  { shown: t('Click, drag on the ruler'), label: t('Go to a time') },
  { shown: t('F, double click'), label: t('Fit') },
  { shown: t('Double click a channel'), label: t('Show only this channel') },
];

const display = (): Row[] => [
  overlay('skeleton', 'S', t('Bones')),
  overlay('wireframe', 'W', t('Wireframe')),
  overlay('normals', 'N', t('Normals')),
  overlay('bounds', 'B', t('Bounds')),
  overlay('axes', 'A', t('Joint and file axes')),
  overlay('grid', 'G', t('Grid')),
  overlay('gizmos', 'L', t('Lights, cameras and emitters')),
  overlay('hidden', 'O', t('Objects used as bones')),
  {
    id: 'textures',
    keys: ['T'],
    label: t('Textures'),
    run: ({ viewer }) => viewer.set({ textures: !viewer.settings.textures }),
  },
  {
    id: 'fileLights',
    keys: ['I'],
    label: t('Use the file’s lights'),
    run: ({ viewer }) => viewer.set({ lamps: !viewer.settings.lamps }),
  },
  { id: 'overlays', keys: ['D'], label: t('Overlays'), run: ({ toolbox }) => toolbox.overlays.open() },
  {
    id: 'hide',
    keys: ['H'],
    label: t('Hide or show the selected node'),
    run: (host) => host.toolState.toggleHidden(selectedNode(host), false),
  },
  {
    id: 'isolate',
    keys: ['Q'],
    label: t('Isolate the selected node'),
    run: (host) => {
      const node = selectedNode(host);
      if (node >= 0) host.toolState.isolate(node);
    },
  },
  {
    id: 'showAll',
    keys: ['Alt+H'],
    label: t('Show all nodes'),
    run: ({ toolState, say }) => {
      toolState.showAll();
      say(t('All nodes are visible.'));
    },
  },
  { id: 'rotate', keys: ['R'], label: t('Rotate the selected node'), run: (host) => host.rotateNode() },
  { id: 'measure', keys: ['M'], label: t('Measure'), run: ({ toolbox }) => toolbox.openMeasure() },
  {
    id: 'section',
    keys: ['X'],
    label: t('Section plane'),
    run: ({ toolbox, toolState, say }) => {
      toolbox.cut.toggle();
      say(toolState.tools.section ? t('Section on.') : t('Section off.'));
    },
  },
  { id: 'screenshot', keys: ['P'], label: t('Screenshot'), run: ({ toolbox }) => toolbox.shot.open() },
  {
    id: 'alone',
    keys: ['Z'],
    when: 'document',
    label: t('Picture alone'),
    run: ({ toolbox }) => toolbox.toggleAlone(),
  },
  {
    id: 'fullScreen',
    keys: ['Shift+Z'],
    when: 'document',
    label: t('Full screen'),
    run: ({ toolbox }) => toolbox.whole.toggle(),
  },
];

const application = (): (Row | Gesture)[] => [
  { id: 'open', keys: ['Ctrl+O'], when: 'always', label: t('Open'), run: ({ files }) => files.browse(false) },
  {
    id: 'openAddress',
    keys: ['U'],
    when: 'always',
    label: t('Open from URL'),
    run: ({ files }) => files.addresses.open(),
  },
  { id: 'undo', keys: ['Ctrl+Z'], label: t('Undo'), run: ({ history }) => history.undo() },
  { id: 'redo', keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], label: t('Redo'), run: ({ history }) => history.redo() },
  { shown: joined([t('Ctrl'), 'V'], '+'), label: t('Open the clipboard: a file, its text, a URL') },
  {
    id: 'previousDocument',
    keys: ['PageUp'],
    when: 'document',
    label: t('Previous document'),
    run: ({ files }) => files.step(-1),
  },
  {
    id: 'nextDocument',
    keys: ['PageDown'],
    when: 'document',
    label: t('Next document'),
    run: ({ files }) => files.step(1),
  },
  {
    id: 'search',
    keys: ['/'],
    label: t('Find a node'),
    run: ({ openPanel, hierarchy }) => {
      openPanel('hierarchy');
      hierarchy.focusSearch();
    },
  },
  { shown: t('Arrow keys, Page, Home, End'), label: t('Move through lines and bytes in Source') },
  { shown: t('Enter, Shift + Enter'), label: t('Find next, previous') },
  {
    id: 'escape',
    keys: ['Escape'],
    when: 'always',
    label: t('Close, deselect, free camera'),
    run: ({ escape }) => escape(),
  },
  { id: 'help', keys: ['?'], when: 'always', label: t('Keyboard shortcuts'), run: ({ help }) => help() },
];

/** The whole table, in the language of the page. */
export const commandGroups = (): Group[] => [
  { title: t('Navigation'), rows: navigation() },
  { title: t('Playing'), rows: playing() },
  { title: t('Curves'), rows: curves() },
  { title: t('Display'), rows: display() },
  { title: t('Application'), rows: application() },
];

const isCommand = (row: Row | Gesture): row is Row => 'keys' in row;

/** The command of each chord. */
export function commandsByChord(): Map<string, Row> {
  const rows = commandGroups().flatMap(({ rows: all }) => all.filter(isCommand));
  return new Map(rows.flatMap((row) => row.keys.map((chord) => [chord, row] as const)));
}

/** A chord in words. */
function chordText(chord: string): string {
  const names: Record<string, string> = {
    Ctrl: t('Ctrl'),
    Shift: t('Shift'),
    Space: t('Space'),
    Escape: t('Esc'),
    PageUp: t('Page Up'),
    PageDown: t('Page Down'),
    Home: t('Home'),
  };
  return joined(
    chord.split('+').map((name) => names[name] ?? name),
    '+',
  );
}

/** What of the keyboard leads to a row. */
export const shownKeys = (row: Row | Gesture): string => row.shown ?? (isCommand(row) ? chordText(row.keys[0]!) : '');

/** Keys of a command for its button or its line in a menu; empty for what has none. */
export function keysOf(id: string): string {
  for (const { rows } of commandGroups())
    for (const row of rows) if (isCommand(row) && row.id === id) return shownKeys(row);
  return '';
}
