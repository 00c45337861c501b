// View settings of the user: camera, action, time, what is selected and drawn. It outlives the document, so that
// files can be read again, completed or put aside and come back as they were.

import { kAllActions, kBindPose } from '../core/document';
import type { ReadOptions } from '../core/formats';
import type { HierarchyNode, Report, ReportAction, Vec4 } from '../core/report';
import { flatten } from '../core/hierarchy';
import type { CameraPose, ViewSettings } from '../protocol/view';
import type { PlaybackState } from '../protocol/playback';
import { OrbitCamera } from './camera';
import type { Clock } from './clock';
import type { RotationOverrides } from './rotationOverrides';
import type { LoadOptions, Viewer } from './viewer';

/** A viewer with a clock and rotation overrides. */
export interface SteeredViewer extends Viewer {
  readonly rotationOverrides: RotationOverrides;
  readonly clock: Clock;
}

export interface ViewMemory {
  /** A view that the user has chosen; without one the model is framed again. */
  camera?: CameraPose;
  /** There were actions to choose from. */
  watched: boolean;
  /** The one that was chosen; undefined while all play together. */
  action?: string;
  /** The file of that one, by which it is found when a declaration gives it another name. */
  source?: string;
  time: number;
  playback?: PlaybackState;
  settings: ViewSettings;
  selected?: NodePlace;
  cameraNode?: NodePlace;
  rotations: readonly (readonly [NodePlace, Vec4])[];
  read: ReadOptions;
}

/** A node by its number and by its name and those above it: files that are read again may have others before it. */
interface NodePlace {
  index: number;
  names: readonly string[];
}

/** Nodes of a report with the way up; a chain may be thousands of nodes long, so nothing here calls itself. */
class Nodes {
  readonly all: readonly HierarchyNode[];
  private readonly parents = new Map<HierarchyNode, HierarchyNode>();

  constructor(hierarchy: readonly HierarchyNode[]) {
    this.all = flatten(hierarchy);
    for (const node of this.all) for (const child of node.children) this.parents.set(child, node);
  }

  placeOf(index: number): NodePlace {
    const names: string[] = [];
    let node: HierarchyNode | undefined = this.all[index];
    for (; node; node = this.parents.get(node)) names.push(node.name);
    return { index, names };
  }

  /** The node of that number where it has those names, else the first that has them; -1 without any. */
  find(place: NodePlace | undefined): number {
    if (!place || place.names.length === 0) return -1;
    if (this.isAt(this.all[place.index], place.names)) return place.index;
    return this.all.find((node) => this.isAt(node, place.names))?.index ?? -1;
  }

  private isAt(from: HierarchyNode | undefined, names: readonly string[]): boolean {
    let node = from;
    for (const name of names) {
      if (node?.name !== name) return false;
      node = this.parents.get(node);
    }
    return node === undefined;
  }
}

/** Nothing while nothing shows. */
export function rememberView(viewer: SteeredViewer): ViewMemory | undefined {
  const { shown, playback, settings, clock, rotationOverrides, read } = viewer,
    { time } = clock,
    { rotations } = rotationOverrides;
  if (!shown) return undefined;
  const { actions, hierarchy } = shown.report.info,
    nodes = new Nodes(hierarchy),
    place = (index: number): NodePlace => nodes.placeOf(index);
  const camera = chosenView(viewer)?.pose;
  const watched = actions.length > 0,
    choice = watched && playback && playback.action !== kAllActions;
  return {
    watched,
    time,
    settings,
    rotations: [...rotations].map(([node, rotation]) => [place(node), rotation] as const),
    read,
    ...(camera && { camera }),
    ...(playback && { playback }),
    ...(choice && { action: actions[playback.action]?.name ?? '', source: actions[playback.action]?.source ?? '' }),
    ...(settings.selectedNode >= 0 && { selected: place(settings.selectedNode) }),
    ...(settings.cameraNode >= 0 && { cameraNode: place(settings.cameraNode) }),
  };
}

/** The view the user has chosen, and its distance in parts of that from which all is seen; undefined before. */
export function chosenView({ touched, shown, camera, room }: Viewer): { pose: CameraPose; part: number } | undefined {
  if (!touched || !shown) return undefined;
  const { pose } = camera,
    trial = new OrbitCamera();
  trial.resize(room.width, room.height, room.insets);
  trial.set(pose);
  trial.fit(shown.framing, false, true);
  return { pose, part: pose.distance / trial.pose.distance };
}

/** How to load what is to look like that again. */
export function loadAs({ watched, action, playback, camera, read }: ViewMemory): LoadOptions {
  return {
    read,
    keepCamera: camera !== undefined,
    ...(action !== undefined && { action }),
    ...(watched && playback && { play: playback.playing }),
  };
}

/** Finds an action by name, or as the only one of its file. */
function indexOf(actions: readonly ReportAction[], { action, source }: ViewMemory): number {
  const named = actions.findIndex(({ name, playable }) => playable && name === action);
  if (named >= 0 || !action || !source) return named;
  const [only, another] = actions.filter((one) => one.playable && one.source === source);
  return only && !another ? actions.indexOf(only) : -1;
}

/** Restores camera, clock and rotation overrides: to be called in the viewer's `loaded` event, before anything is drawn. */
export function restoreMotion(viewer: SteeredViewer, memory: ViewMemory): void {
  const { shown } = viewer,
    { playback: then, camera, time } = memory;
  if (!shown) return;
  if (then) {
    const { loop, closeLoop, rootMotion, speed, pingPong, crossfade, range } = then;
    viewer.change({ set: 'options', loop, closeLoop, rootMotion });
    viewer.change({ set: 'speed', speed });
    viewer.change({ set: 'run', pingPong, crossfade });
    const { actions } = shown.report.info,
      nameNow = (): string => actions[viewer.playback?.action ?? kBindPose]?.name ?? '',
      wanted = indexOf(actions, memory),
      isRenamed = wanted >= 0 && actions[wanted]?.name !== memory.action;
    // Another one was chosen while the files were read.
    if (memory.action !== undefined && nameNow() !== memory.action && (wanted >= 0 || memory.action === ''))
      viewer.change({ set: 'action', action: wanted });
    const same = memory.action === undefined || nameNow() === memory.action || isRenamed;
    if (memory.watched && same) {
      if (range) viewer.change({ set: 'run', range });
      viewer.change({ set: 'time', time });
      viewer.change({ set: 'playing', playing: then.playing });
    }
  }
  const find = finder(shown.report);
  for (const [place, rotation] of memory.rotations) {
    const node = find(place);
    if (node >= 0) viewer.rotationOverrides.rotate(node, rotation);
  }
  if (camera) {
    viewer.camera.set(camera);
    viewer.move();
  }
}

/** Display settings and selection; the theme belongs to the page. */
export function restoreSettings(viewer: SteeredViewer, memory: ViewMemory): void {
  const { shown } = viewer;
  if (!shown) return;
  const find = finder(shown.report);
  viewer.set({
    ...memory.settings,
    theme: viewer.settings.theme,
    selectedNode: find(memory.selected),
    cameraNode: find(memory.cameraNode),
    rotationGizmo: false,
    gizmoAxis: -1,
  });
}

/** Restores selection and camera after a document was loaded with other files. */
export function restoreSelection(viewer: SteeredViewer, { selected, cameraNode }: ViewMemory): void {
  if (!viewer.shown) return;
  const find = finder(viewer.shown.report);
  viewer.set({ selectedNode: find(selected), cameraNode: find(cameraNode) });
}

function finder({ info }: Report): (place: NodePlace | undefined) => number {
  const nodes = new Nodes(info.hierarchy);
  return (place) => nodes.find(place);
}
