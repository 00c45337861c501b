// Selection of scene elements down to a vertex, a triangle or a key: marked in the view and in the source.
// Keeps the selection of all panels in sync.

import type { FilePlace, PlacedThing, Thing } from '../../core/sourceMap';
import type { HierarchyNode, Report } from '../../core/report';
import { flatten } from '../../core/hierarchy';
import type { Viewer } from '../../viewer/viewer';

interface ThingHands {
  /** A node of the scene is selected; -1 = none. */
  select(node: number): void;
  /** Opens the curves with a key in sight and marked. */
  key(action: number, curve: number, key: number): void;
  /** Places of what is chosen, for the source to mark. */
  mark(places: readonly FilePlace[], show: boolean): void;
}

export class Things {
  /** Called with the selection, in words and numbers. */
  onChange: (thing: Thing | undefined) => void = () => undefined;
  thing: Thing | undefined;
  private nodes: HierarchyNode[] = [];
  private report: Report | undefined;
  private asked = 0;
  /** The selection comes from here. */
  private own = false;

  constructor(
    private readonly viewer: Viewer,
    private readonly hands: ThingHands,
  ) {
    viewer.on('click', ({ hit, detail }) => {
      if (!detail || !hit || hit.vertex < 0) return;
      if (detail === 'vertex') this.vertex(hit.node, hit.vertex);
      else this.part('triangle', hit.node, hit.triangle);
    });
  }

  /** Selects vertex `index` of the mesh of `node`. */
  vertex(node: number, index: number): void {
    this.part('vertex', node, index);
  }

  private part(kind: 'vertex' | 'triangle', node: number, index: number): void {
    const mesh = this.nodes[node]?.mesh;
    if (mesh !== undefined) void this.choose({ kind, mesh, index });
  }

  show(report: Report): void {
    this.nodes = flatten(report.info.hierarchy);
    this.report = report;
    this.clear();
  }

  clear(): void {
    ++this.asked;
    this.thing = undefined;
    if (this.viewer.settings.marked) this.viewer.set({ marked: undefined });
    this.onChange(undefined);
  }

  nodeOfMesh(mesh: number): number {
    return this.nodes.find((node) => node?.mesh === mesh)?.index ?? -1;
  }

  /** A node was selected elsewhere: its places are marked, unless it is the mesh of what is chosen. */
  selected(node: number): void {
    if (this.own) return;
    if (node < 0) {
      this.clear();
      this.hands.mark([], true);
      return;
    }
    this.viewer.set({ marked: undefined });
    void this.choose({ kind: 'node', index: node }, false);
  }

  /** Marks a thing in the view and in the source. `show` false: the view is already up to date. */
  async choose(thing: Thing, show = true, reveal = true): Promise<void> {
    const asked = ++this.asked;
    this.thing = thing;
    if (show) this.showInView(thing);
    this.onChange(thing);
    const places = (await this.viewer.ask('places', { thing })) ?? [];
    if (asked === this.asked) this.hands.mark(places, reveal);
  }

  /** Selects the innermost element at a byte of a file that the view can show. */
  async chooseAt(file: string, offset: number): Promise<PlacedThing | undefined> {
    const asked = ++this.asked;
    const at = await this.viewer.ask('placeAt', { file, offset });
    if (asked !== this.asked) return undefined;
    const [thing] = at?.things ?? [];
    if (!thing) return undefined;
    await this.choose(thing, true, false);
    return thing;
  }

  private showInView(thing: Thing): void {
    switch (thing.kind) {
      case 'vertex':
      case 'triangle':
        this.marked(thing.kind, thing.mesh, thing.index);
        break;
      case 'weight':
        if (thing.vertex !== undefined) this.marked('vertex', thing.mesh, thing.vertex);
        break;
      case 'node':
        this.select(thing.index);
        break;
      case 'mesh':
        this.select(thing.node ?? this.nodeOfMesh(thing.index));
        break;
      case 'action':
        this.play(thing.index);
        break;
      case 'frame': {
        this.play(thing.action);
        const rate = this.report?.info.actions[thing.action]?.frameRate ?? 0;
        if (rate > 0) this.viewer.change({ set: 'time', time: thing.index / rate });
        break;
      }
      case 'curve':
        this.play(thing.action);
        break;
      case 'key':
        this.play(thing.action);
        this.hands.key(thing.action, thing.curve, thing.index);
        break;
      case 'material':
        break;
    }
  }

  private marked(kind: 'vertex' | 'triangle', mesh: number, index: number): void {
    this.select(this.nodeOfMesh(mesh), true);
    this.viewer.set({ marked: { kind, mesh, index } });
  }

  private select(node: number, keepsMark = false): void {
    if (node < 0) return;
    this.own = true;
    if (!keepsMark && this.viewer.settings.marked) this.viewer.set({ marked: undefined });
    if (this.viewer.settings.selectedNode !== node) this.hands.select(node);
    this.own = false;
  }

  /** An action that can play, standing still. */
  private play(action: number): void {
    const { viewer } = this;
    if (viewer.playback?.playing) viewer.change({ set: 'playing', playing: false });
    const playable = this.report?.info.actions[action]?.playable ?? false;
    if (playable && viewer.playback?.action !== action) viewer.change({ set: 'action', action });
  }
}
