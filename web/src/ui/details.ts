// What is selected, what the document holds, and which images it misses.

import { qmshFacts } from '../core/qmsh_facts';
import type { HierarchyNode, Report } from '../core/report';
import { flatten } from '../engine/gl/model';
import { h } from './dom';
import type { PivotReading } from './switches';
import type { Turner } from './turner';
import { bytesText, count, numberText } from './words';

type Row = [label: string, value: string | HTMLElement];

function table(rows: Row[], label: string): HTMLElement {
  return h(
    'dl',
    { class: 'facts', attributes: { 'aria-label': label } },
    ...rows.flatMap(([name, value]) => [
      h('dt', { text: name }),
      typeof value === 'string' ? h('dd', { text: value }) : h('dd', {}, value),
    ]),
  );
}

function section(title: string, ...children: (HTMLElement | undefined | false)[]): HTMLElement {
  return h('section', { class: 'section' }, h('h3', { text: title }), ...children);
}

const degreesText = (radians: number): string => `${numberText((radians * 180) / Math.PI)}°`;
const vector = (values: ArrayLike<number>): string => Array.from(values, numberText).join(', ');

export class Details {
  readonly element = h('div', { class: 'panel-body' });
  private readonly posed = h('span', { class: 'numbers' });
  private nodes: HierarchyNode[] = [];
  private report: Report | undefined;
  private selected = -1;
  private view: HTMLElement | undefined;

  constructor(
    private readonly browse: () => void,
    private readonly turner: Turner,
    private readonly pivotReading: PivotReading,
  ) {
    this.fill();
  }

  show(report: Report | undefined): void {
    this.report = report;
    this.nodes = report ? flatten(report.info.hierarchy) : [];
    this.selected = -1;
    this.turner.show(undefined);
    this.fill();
  }

  select(node: number): void {
    this.selected = node;
    this.turner.show(this.nodes[node]);
    this.fill();
  }

  /** Switches of the view that have no room elsewhere; undefined takes them away. */
  hold(view: HTMLElement | undefined): void {
    if (view === this.view) return;
    this.view = view;
    this.fill();
  }

  /** The posed matrix of the selected node, in file space. */
  pose(matrix: readonly number[] | undefined): void {
    if (matrix) this.posed.textContent = vector(matrix.slice(12, 15));
  }

  private fill(): void {
    const { report } = this;
    if (!report) {
      this.element.replaceChildren(h('p', { class: 'quiet', text: 'Nothing is open.' }));
      return;
    }
    const node = this.nodes[this.selected];
    this.element.replaceChildren(
      ...(node ? [this.selection(node, report), this.turner.element] : []),
      ...(this.view ? [section('View', this.view)] : []),
      ...[this.pivotReading.for(report)].filter((part) => part !== undefined),
      this.statistics(report),
      ...this.qmsh(report),
      ...this.images(report),
      this.files(report),
    );
  }

  private selection(node: HierarchyNode, report: Report): HTMLElement {
    const parent = this.nodes.find((other) => other?.children.includes(node));
    const mesh = node.mesh === undefined ? undefined : report.info.meshes[node.mesh];
    const rows: Row[] = [['kind', node.kind]];
    if (parent) rows.push(['parent', parent.name]);
    rows.push(
      ['translation', vector(node.translation)],
      ['rotation', vector(node.rotation)],
      ['scale', vector(node.scale)],
      ['posed at', this.posed],
    );
    if (mesh) {
      const most = Math.max(0, ...Object.keys(mesh.influences).map(Number));
      rows.push(['vertices', count(mesh.vertices)], ['triangles', count(mesh.triangles)]);
      if (mesh.material !== null) rows.push(['material', mesh.material || '(no name)']);
      if (most > 0) rows.push(['influences', `at most ${most} a vertex`]);
      rows.push(['normals', mesh.tangentFrames ? 'of stored quaternions' : mesh.normals]);
      const named = (names: string[]): string => names.map((name) => name || '(no name)').join(', ');
      if (mesh.uvLayers.length > 0) rows.push(['UV layers', named(mesh.uvLayers)]);
      if (mesh.colorLayers.length > 0) rows.push(['colour layers', named(mesh.colorLayers)]);
      if (mesh.shapes) rows.push(['shapes', named(mesh.shapes.map(({ name }) => name))]);
    }
    rows.push(...this.camera(node, report), ...this.light(node, report), ...this.emitter(node, report));
    return section(node.name || '(no name)', table(rows, 'Selected node'));
  }

  private camera({ camera }: HierarchyNode, { info }: Report): Row[] {
    const it = camera === undefined ? undefined : info.cameras[camera];
    if (!it) return [];
    const rows: Row[] = [['projection', it.projection]];
    if (it.projection === 'orthographic') rows.push(['width', numberText(it.orthoScale)]);
    else rows.push(['angle', degreesText(it.fov)]);
    if (it.far > 0) rows.push(['sees', `${numberText(it.near)} to ${numberText(it.far)}`]);
    return rows;
  }

  private light({ light }: HierarchyNode, { info }: Report): Row[] {
    const it = light === undefined ? undefined : info.lights[light];
    if (!it) return [];
    const rows: Row[] = [
      ['lamp', it.kind],
      ['colour', vector(it.color)],
      ['energy', numberText(it.energy)],
      ['attenuation', vector(it.attenuation.slice(1))],
    ];
    if (it.kind === 'spot') rows.push(['cone', `${degreesText(it.spotAngle)}, blend ${numberText(it.spotBlend)}`]);
    return rows;
  }

  private emitter({ emitter }: HierarchyNode, { info }: Report): Row[] {
    const it = emitter === undefined ? undefined : info.emitters[emitter];
    if (!it) return [];
    const rows: Row[] = [['particles', count(it.count)]];
    if (it.lifetime > 0)
      rows.push(
        ['born', `${numberText(it.start)} to ${numberText(it.end)} s`],
        ['live', `${numberText(it.lifetime)} s`],
        ['velocity', `${vector(it.velocity)} and ${numberText(it.velocityNormal)} along the normal`],
      );
    rows.push(['size', numberText(it.size)]);
    return rows;
  }

  private statistics({ info, format }: Report): HTMLElement {
    const s = info.statistics,
      size = info.bounds && info.bounds.max.map((max, i) => max - info.bounds!.min[i]!);
    const rows: Row[] = [['format', format]];
    const add = (label: string, value: number): void => {
      if (value > 0) rows.push([label, count(value)]);
    };
    add('meshes', s.meshes);
    add('vertices', s.vertices);
    add('triangles', s.triangles);
    add('joints', s.joints);
    add('influences', s.influences);
    add('most per vertex', s.maxInfluences);
    add('materials', s.materials);
    add('actions', s.actions);
    add('curves', s.curves);
    add('cameras', s.cameras);
    add('lights', s.lights);
    add('emitters', info.emitters.length);
    if (size)
      rows.push([
        'size',
        h('span', { class: 'numbers', text: size.map((value) => String(Number(value.toPrecision(3)))).join(' × ') }),
      ]);
    rows.push(['axes', `${info.axes.up} up, ${info.axes.handedness}-handed`]);
    return section('Statistics', table(rows, 'Statistics'));
  }

  /** What only QMSH holds. */
  private qmsh({ format, info }: Report): HTMLElement[] {
    const facts = format === 'qmsh' ? qmshFacts(info.format) : undefined;
    if (!facts) return [];
    return [
      section('QMSH', table(facts.facts, 'QMSH')),
      ...facts.objects.map(({ name, facts: rows }) => section(`Object ${name || '(no name)'}`, table(rows, name))),
    ];
  }

  /** Images that materials ask for. Companions that are only tried (normal maps and the like) are named when found. */
  private images({ info }: Report): HTMLElement[] {
    const asked = new Set(
      info.materials.flatMap(({ slots }) =>
        slots.flatMap(({ role, texture }) => (role === 'diffuse' && texture !== null ? [texture] : [])),
      ),
    );
    const shown = info.textures.filter(({ status }, index) => status === 'found' || asked.has(index));
    if (shown.length === 0) return [];
    const items = shown.map(({ name, status, file, searched }) => {
      const found = status === 'found';
      return h(
        'li',
        { class: found ? 'found' : 'missing', title: found ? (file ?? '') : `looked for ${searched.join(', ')}` },
        h('span', { text: name }),
        h('span', { class: 'quiet', text: found ? 'found' : 'not among the files' }),
      );
    });
    const add =
      shown.some(({ status }) => status !== 'found') &&
      h('button', { class: 'button', text: 'Add files', attributes: { type: 'button' }, on: { click: this.browse } });
    return [section('Textures', h('ul', { class: 'files' }, ...items), add)];
  }

  private files({ files }: Report): HTMLElement {
    return section(
      'Files',
      h(
        'ul',
        { class: 'files' },
        ...files
          .filter(({ role }) => role !== 'texture')
          .map(({ name, bytes }) =>
            h('li', { title: name }, h('span', { text: name }), h('span', { class: 'quiet', text: bytesText(bytes) })),
          ),
      ),
    );
  }
}
