// All that hands can do in the workbench, in one table: keys, menus of blocks, the palette, tooltips and the sheet of keys
// are made of it.

import type { WorldKit } from '../world/kit';
import type { WorldBench } from './worldBench';
import { chooseTemplate } from './palette';
import * as edit from './blockCommands';

export type DockTab = 'stack' | 'timeline' | 'curves' | 'text' | 'problems';

/** What commands ask of the page around the panes. */
export interface CommandShell {
  openTab(name: DockTab): void;
  fullDock(): void;
  toggleOutline(): void;
  focusSearch(): void;
  /** To the next pane, or to the one before with -1. */
  cycle(by: number): void;
  palette(): void;
  help(): void;
  /** The menu of what is chosen. */
  menu(): void;
  save(): void;
  leave(): void;
  /** Shows an operator alone in the picture; undefined: all of the world. */
  show(pointer: string | undefined): void;
  /** A key at the playhead on what is chosen. */
  key(): void;
}

export type CommandGroup = 'add' | 'wire' | 'change' | 'go' | 'view' | 'document';

export interface Command {
  id: string;
  /** As `chordOf` names them; the first one is shown. */
  keys: readonly string[];
  label: string;
  group: CommandGroup;
  /** For what is chosen: its keys belong to Stack and Outline, and it stands in the menus of blocks. */
  block?: true;
  run: (bench: WorldBench, shell: CommandShell) => unknown;
}

/** What the sheet of keys has besides: moves of a pane. */
export interface Gesture {
  keys: string;
  label: string;
}

type Words = WorldKit['t'];

const adding = (t: Words): Command[] => [
  { id: 'add', keys: ['A'], label: t('Add below'), group: 'add', block: true, run: (b) => edit.add(b, 'below') },
  {
    id: 'addInput',
    keys: ['Shift+A'],
    label: t('Add as input'),
    group: 'add',
    block: true,
    run: (b) => edit.add(b, 'input'),
  },
  {
    id: 'addBeside',
    keys: ['I'],
    label: t('Add beside'),
    group: 'add',
    block: true,
    run: (b) => edit.add(b, 'beside'),
  },
  { id: 'newPage', keys: ['Shift+N'], label: t('New page…'), group: 'add', run: (b) => edit.newPage(b) },
];

const wiring = (t: Words): Command[] => [
  { id: 'link', keys: ['L'], label: t('Link by name…'), group: 'wire', block: true, run: (b) => edit.link(b) },
  { id: 'inline', keys: ['U'], label: t('Copy inline'), group: 'wire', block: true, run: (b) => edit.inline(b) },
  { id: 'name', keys: ['N'], label: t('Name: make it a page'), group: 'wire', block: true, run: (b) => edit.name(b) },
  {
    id: 'subroutine',
    keys: ['Ctrl+G'],
    label: t('Make a subroutine…'),
    group: 'wire',
    block: true,
    run: (b) => edit.subroutine(b),
  },
  { id: 'expose', keys: ['P'], label: t('Make the field a parameter'), group: 'wire', run: (b) => edit.exposeField(b) },
  { id: 'key', keys: ['K'], label: t('Key at the playhead'), group: 'wire', run: (_, shell) => shell.key() },
];

const changing = (t: Words): Command[] => [
  {
    id: 'exchange',
    keys: ['E'],
    label: t('Exchange the operator…'),
    group: 'change',
    block: true,
    run: (b) => edit.exchange(b),
  },
  {
    id: 'left',
    keys: ['Alt+ArrowLeft'],
    label: t('Move to the left'),
    group: 'change',
    block: true,
    run: (b) => edit.move(b, -1),
  },
  {
    id: 'right',
    keys: ['Alt+ArrowRight'],
    label: t('Move to the right'),
    group: 'change',
    block: true,
    run: (b) => edit.move(b, 1),
  },
  {
    id: 'up',
    keys: ['Alt+ArrowUp'],
    label: t('Move into the neighbour'),
    group: 'change',
    block: true,
    run: (b) => edit.own(b, 'up'),
  },
  {
    id: 'down',
    keys: ['Alt+ArrowDown'],
    label: t('Move out to the owner'),
    group: 'change',
    block: true,
    run: (b) => edit.own(b, 'down'),
  },
  {
    id: 'rename',
    keys: ['F2'],
    label: t('Rename everywhere…'),
    group: 'change',
    block: true,
    run: (b) => edit.renameChosen(b),
  },
  { id: 'note', keys: ['M'], label: t('Note…'), group: 'change', block: true, run: (b) => edit.note(b) },
  { id: 'park', keys: ['H'], label: t('Park'), group: 'change', block: true, run: (b) => edit.parkChosen(b) },
  {
    id: 'unpark',
    keys: ['Shift+H'],
    label: t('Bring back what is parked'),
    group: 'change',
    block: true,
    run: (b) => edit.unparkChosen(b),
  },
  {
    id: 'duplicate',
    keys: ['Ctrl+D'],
    label: t('Duplicate'),
    group: 'change',
    block: true,
    run: (b) => edit.duplicateChosen(b),
  },
  { id: 'cut', keys: ['Ctrl+X'], label: t('Cut'), group: 'change', block: true, run: (b) => edit.cut(b) },
  { id: 'copy', keys: ['Ctrl+C'], label: t('Copy'), group: 'change', block: true, run: (b) => edit.copy(b) },
  { id: 'paste', keys: ['Ctrl+V'], label: t('Paste'), group: 'change', block: true, run: (b) => edit.pasteHere(b) },
  {
    id: 'delete',
    keys: ['Delete'],
    label: t('Delete, inputs stay'),
    group: 'change',
    block: true,
    run: (b) => edit.remove(b, false),
  },
  {
    id: 'deleteWhole',
    keys: ['Shift+Delete'],
    label: t('Delete with inputs'),
    group: 'change',
    block: true,
    run: (b) => edit.remove(b, true),
  },
];

const going = (t: Words): Command[] => [
  { id: 'follow', keys: ['Enter'], label: t('Follow the link'), group: 'go', block: true, run: (b) => edit.follow(b) },
  { id: 'back', keys: ['Backspace'], label: t('Return'), group: 'go', block: true, run: (b) => b.back() },
  { id: 'users', keys: ['R'], label: t('Who uses it…'), group: 'go', block: true, run: (b) => edit.users(b) },
  { id: 'page', keys: ['O'], label: t('Open a page…'), group: 'go', run: (b) => edit.openPage(b) },
  { id: 'search', keys: ['/'], label: t('Find in the outline'), group: 'go', run: (_, shell) => shell.focusSearch() },
  { id: 'nextPane', keys: ['F6'], label: t('Next pane'), group: 'go', run: (_, shell) => shell.cycle(1) },
  {
    id: 'previousPane',
    keys: ['Shift+F6'],
    label: t('Previous pane'),
    group: 'go',
    run: (_, shell) => shell.cycle(-1),
  },
];

const viewing = (t: Words): Command[] => [
  {
    id: 'show',
    keys: ['S'],
    label: t('Show in the picture'),
    group: 'view',
    block: true,
    run: (b, shell) => shell.show(b.block),
  },
  {
    id: 'showRoot',
    keys: ['Shift+S'],
    label: t('Show the whole world'),
    group: 'view',
    block: true,
    run: (_, shell) => shell.show(undefined),
  },
  {
    id: 'play',
    keys: ['Space'],
    label: t('Play or pause'),
    group: 'view',
    run: (b) => b.picture.play(!b.room.playing),
  },
  { id: 'outline', keys: [], label: t('Outline'), group: 'view', run: (_, shell) => shell.toggleOutline() },
  { id: 'fullDock', keys: [], label: t('Dock at full height'), group: 'view', run: (_, shell) => shell.fullDock() },
  { id: 'tabStack', keys: [], label: t('Show the stack'), group: 'view', run: (_, shell) => shell.openTab('stack') },
  {
    id: 'tabTimeline',
    keys: [],
    label: t('Show the timeline'),
    group: 'view',
    run: (_, shell) => shell.openTab('timeline'),
  },
  { id: 'tabCurves', keys: [], label: t('Show the curves'), group: 'view', run: (_, shell) => shell.openTab('curves') },
  { id: 'tabText', keys: [], label: t('Show the text'), group: 'view', run: (_, shell) => shell.openTab('text') },
  {
    id: 'tabProblems',
    keys: [],
    label: t('Show the problems'),
    group: 'view',
    run: (_, shell) => shell.openTab('problems'),
  },
  {
    id: 'menu',
    keys: ['ContextMenu', 'Shift+F10'],
    label: t('Menu of the block'),
    group: 'view',
    run: (_, shell) => shell.menu(),
  },
];

const documents = (t: Words): Command[] => [
  { id: 'undo', keys: ['Ctrl+Z'], label: t('Undo'), group: 'document', run: (b) => edit.undo(b) },
  { id: 'redo', keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], label: t('Redo'), group: 'document', run: (b) => edit.redo(b) },
  { id: 'save', keys: ['Ctrl+S'], label: t('Save'), group: 'document', run: (_, shell) => shell.save() },
  { id: 'palette', keys: ['Ctrl+K'], label: t('Commands…'), group: 'document', run: (_, shell) => shell.palette() },
  { id: 'help', keys: ['?'], label: t('Keyboard shortcuts'), group: 'document', run: (_, shell) => shell.help() },
  { id: 'newWorld', keys: [], label: t('New world'), group: 'document', run: (b) => void chooseTemplate(b.kit) },
  { id: 'watch', keys: ['Ctrl+E'], label: t('Watch'), group: 'document', run: (_, shell) => shell.leave() },
];

/** The whole table, in the language of the page. */
export const commandsOf = (t: Words): Command[] => [
  ...adding(t),
  ...wiring(t),
  ...changing(t),
  ...going(t),
  ...viewing(t),
  ...documents(t),
];

export const groupNames = (t: Words): Record<CommandGroup, string> => ({
  add: t('Adding'),
  wire: t('Wiring'),
  change: t('Changing'),
  go: t('Going'),
  view: t('Looking'),
  document: t('Document'),
});

export const gesturesOf = (t: Words): Gesture[] => [
  { keys: t('Arrow keys'), label: t('Choose; up leads to the inputs') },
  { keys: t('Shift + arrow keys'), label: t('Choose more') },
  { keys: t('Drag'), label: t('Move to a lit place; with Alt a copy') },
  { keys: t('Double click'), label: t('Follow the link, or rename') },
  { keys: t('Drag a field’s name'), label: t('Change its number; Shift is finer, Ctrl coarser') },
];

/** A chord in words. */
export function chordText(t: Words, chord: string): string {
  const names: Record<string, string> = {
    Ctrl: t('Ctrl'),
    Shift: t('Shift'),
    Alt: 'Alt',
    Space: t('Space'),
    Delete: t('Del'),
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
    Backspace: '⌫',
    ContextMenu: t('Menu'),
  };
  return chord
    .split('+')
    .map((name) => names[name] ?? name)
    .join('+');
}
