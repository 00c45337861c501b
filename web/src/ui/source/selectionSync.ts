// Source, structure, curves, hierarchy and view are one: what is chosen in any of them is marked in the others.

import { fill } from '../../base/lists';
import type { Issue, Report } from '../../core/report';
import type { Thing } from '../../core/sourceMap';
import type { Mark } from '../../protocol/view';
import type { Viewer } from '../../viewer/viewer';
import type { CurvesPanel } from '../curves/panel';
import { h, iconButton } from '../dom';
import type { InspectorPanels } from '../inspectorPanels';
import { t } from '../language';
import type { Structure } from '../structure';
import { Things } from './elementSelection';

interface Step {
  name: string;
  index: number;
}

/** The path of a message, `meshes[0].vertices[3]`, as a thing of the scene. */
function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
  for (const part of path.split('.')) {
    const match = /^(\w+)\[(\d+)\]$/.exec(part);
    if (match) steps.push({ name: match[1]!, index: Number(match[2]) });
  }
  return steps;
}

/**
 * Numbers of a path count within its file: the report has their first numbers in the scene. Undefined where the view has
 * nothing to show for it; then the bytes of the message may show it.
 */
function thingOf(report: Report, { path, source }: Issue): Thing | undefined {
  if (!path) return undefined;
  const [first, second, third] = stepsOf(path);
  if (!first) return undefined;
  const { info, files } = report;
  // Several models in one drop: only their own bytes show it.
  const models = files.filter(({ role }) => role === 'mesh');
  if (models.length > 1) return undefined;
  const actions = info.actions.flatMap((action, index) => (action.source === source ? [index] : []));
  switch (first.name) {
    case 'meshes':
      if (!info.meshes[first.index]) return undefined;
      if (second?.name === 'vertices') return { kind: 'vertex', mesh: first.index, index: second.index };
      if (second?.name === 'triangles') return { kind: 'triangle', mesh: first.index, index: second.index };
      // Its bytes show which vertex takes it.
      if (second?.name === 'weights') return undefined;
      return { kind: 'mesh', index: first.index };
    case 'vertices':
      return { kind: 'vertex', mesh: 0, index: first.index };
    case 'triangles':
      return { kind: 'triangle', mesh: 0, index: first.index };
    case 'indices':
      return { kind: 'triangle', mesh: 0, index: Math.floor(first.index / 3) };
    case 'actions':
    case 'animations': {
      const action = actions[first.index] ?? -1;
      if (action < 0) return undefined;
      if (second?.name === 'channels' && third?.name === 'keys')
        return { kind: 'key', action, curve: second.index, index: third.index };
      if (second?.name === 'channels') return { kind: 'curve', action, index: second.index };
      // A bone: the bytes show the curve.
      if (third?.name === 'bones') return undefined;
      if (second?.name === 'keys') return { kind: 'frame', action, index: second.index };
      return { kind: 'action', index: action };
    }
    case 'frames':
      return actions.length === 1 ? { kind: 'frame', action: actions[0]!, index: first.index } : undefined;
    default:
      return undefined;
  }
}

const kSvg = 'http://www.w3.org/2000/svg';
const kRing = 9;

function svg<Name extends keyof SVGElementTagNameMap>(name: Name, className: string): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(kSvg, name);
  element.setAttribute('class', className);
  return element;
}

/** The ring around a chosen vertex, with its number, and the outline of a chosen triangle: they follow what moves. */
class Marker {
  readonly element = svg('svg', 'thing-marker');
  private readonly ring = svg('circle', 'thing-ring');
  private readonly outline = svg('polygon', 'thing-outline');
  private readonly label = svg('text', 'thing-label');

  constructor(
    viewer: Viewer,
    private readonly stage: HTMLElement,
  ) {
    this.ring.setAttribute('r', String(kRing));
    this.element.setAttribute('aria-hidden', 'true');
    this.element.append(this.outline, this.ring, this.label);
    stage.append(this.element);
    this.hide();
    viewer.on('frame', ({ marks }) => this.place(viewer.settings.marked, marks));
    viewer.on('settings', ({ marked }) => {
      if (!marked) this.hide();
    });
  }

  private hide(): void {
    this.element.setAttribute('hidden', '');
    delete this.stage.dataset.marked;
  }

  private place(mark: Mark | undefined, points: readonly [number, number][] | undefined): void {
    if (!mark || !points) {
      this.hide();
      return;
    }
    const { width, height } = this.stage.getBoundingClientRect();
    const places = points.map(([x, y]) => [((x + 1) / 2) * width, ((1 - y) / 2) * height] as const);
    const [x, y] = [0, 1].map((k) => places.reduce((sum, place) => sum + place[k]!, 0) / places.length) as [
      number,
      number,
    ];
    const triangle = mark.kind === 'triangle';
    this.ring.toggleAttribute('hidden', triangle);
    this.outline.toggleAttribute('hidden', !triangle);
    this.ring.setAttribute('cx', x.toFixed(1));
    this.ring.setAttribute('cy', y.toFixed(1));
    this.outline.setAttribute('points', places.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' '));
    this.label.setAttribute('x', (x + (triangle ? 0 : kRing + 5)).toFixed(1));
    this.label.setAttribute('y', (y + 4).toFixed(1));
    this.label.setAttribute('text-anchor', triangle ? 'middle' : 'start');
    this.label.textContent = triangle
      ? t('triangle {number}', { number: mark.index })
      : t('vertex {number}', { number: mark.index });
    this.element.removeAttribute('hidden');
    this.stage.dataset.marked = `${mark.kind} ${mark.mesh} ${mark.index} ${x.toFixed(1)} ${y.toFixed(1)}`;
  }
}

type Kind = 'vertex' | 'triangle';

/** A thing by its number, for hands on the keyboard: kind, mesh and number; plus and minus one. */
class GoTo {
  readonly element: HTMLElement;
  private readonly kind = h(
    'select',
    { class: 'select', attributes: { 'aria-label': t('Element type') }, on: { change: () => this.limit() } },
    h('option', { text: t('Vertex'), attributes: { value: 'vertex' } }),
    h('option', { text: t('Triangle'), attributes: { value: 'triangle' } }),
  );
  private readonly mesh = h('select', {
    class: 'select goto-mesh',
    attributes: { 'aria-label': t('Mesh') },
    on: { change: () => this.limit() },
  });
  private readonly number = h('input', {
    class: 'select goto-number numbers',
    attributes: { type: 'number', min: 0, step: 1, 'aria-label': t('Number'), placeholder: t('Number') },
    on: {
      keydown: (event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        this.go(0);
      },
    },
  });
  private report: Report | undefined;

  constructor(private readonly choose: (thing: Thing) => void) {
    this.element = h(
      'div',
      { class: 'goto', attributes: { role: 'group', 'aria-label': t('Go to element') } },
      this.kind,
      this.mesh,
      h(
        'span',
        { class: 'goto-step' },
        this.number,
        iconButton('before', t('Previous element'), () => this.go(-1)),
        iconButton('after', t('Next element'), () => this.go(1)),
      ),
    );
    this.element.hidden = true;
  }

  show(report: Report): void {
    this.report = report;
    const { meshes } = report.info;
    fill(
      this.mesh,
      meshes.map(({ name }, index) =>
        h('option', { text: name || String(index), attributes: { value: index, translate: 'no' } }),
      ),
    );
    this.mesh.hidden = meshes.length < 2;
    this.element.hidden = meshes.length === 0;
    this.number.value = '';
    this.limit();
  }

  /** Shows the selection of another panel. */
  select(thing: Thing | undefined): void {
    if (thing?.kind !== 'vertex' && thing?.kind !== 'triangle') return;
    this.kind.value = thing.kind;
    this.mesh.value = String(thing.mesh);
    this.limit();
    this.number.value = String(thing.index);
  }

  private get last(): number {
    const mesh = this.report?.info.meshes[Number(this.mesh.value)];
    return Math.max(0, ((this.kind.value as Kind) === 'vertex' ? mesh?.vertices : mesh?.triangles) ?? 0) - 1;
  }

  private limit(): void {
    this.number.max = String(Math.max(0, this.last));
  }

  private go(by: number): void {
    const { last } = this,
      from = this.number.value === '' ? (by > 0 ? -1 : 0) : this.number.valueAsNumber;
    if (last < 0 || !Number.isFinite(from)) return;
    const index = Math.min(last, Math.max(0, Math.floor(from) + by));
    this.number.value = String(index);
    this.choose({ kind: this.kind.value as Kind, mesh: Number(this.mesh.value), index });
  }
}

interface LinkedParts {
  inspectors: InspectorPanels;
  structure: Structure;
  curves: CurvesPanel;
  select(node: number): void;
  open(panel: string): void;
}

export class SourceLink {
  private readonly things: Things;
  private readonly goTo: GoTo;
  private report: Report | undefined;

  constructor(
    viewer: Viewer,
    stage: HTMLElement,
    private readonly parts: LinkedParts,
  ) {
    const { inspectors, structure, curves } = parts,
      { source } = inspectors;
    this.things = new Things(viewer, {
      select: (node) => parts.select(node),
      key: (action, curve, key) => void curves.reveal(action, curve, key),
      mark: (places, show) => void source.mark(places, show),
    });
    this.goTo = new GoTo((thing) => void this.things.choose(thing));
    this.things.onChange = (thing) => this.goTo.select(thing);
    new Marker(viewer, stage);
    source.add(this.goTo.element);
    source.onCursor = (file, offset) => void this.things.chooseAt(file, offset);
    structure.onCursor = (file, offset) => void this.things.chooseAt(file, offset);
    inspectors.materials.onSource = (source, line, offset) =>
      void inspectors.go({ code: '', severity: 2, message: '', source, line, column: 1, offset }, parts.open);
    curves.onKey = (action, curve, index) => void this.choose(action, curve, index);
  }

  show(report: Report): void {
    this.report = report;
    this.things.show(report);
    this.goTo.show(report);
  }

  /** A node was selected, wherever. */
  selected(node: number): void {
    this.things.selected(node);
  }

  /** The place of a message in its file, and what it speaks of in the view. */
  async go(issue: Issue): Promise<void> {
    const { inspectors, open } = this.parts;
    await inspectors.go(issue, open);
    const thing = this.report && thingOf(this.report, issue);
    if (thing) {
      await this.things.choose(thing, true, false);
    } else if (issue.offset !== undefined) {
      await this.things.chooseAt(issue.source, issue.offset);
    }
  }

  /** The lines or bytes of a node. */
  async showNode(index: number): Promise<void> {
    if (index < 0) return;
    this.parts.open('source');
    await this.things.choose({ kind: 'node', index }, false);
  }

  /** A vertex of the mesh of a node. */
  vertex(node: number, index: number): void {
    this.things.vertex(node, index);
  }

  private choose(action: number, curve: number, index: number): Promise<void> {
    return this.things.choose({ kind: 'key', action, curve, index }, false);
  }
}
