// Selection, contents of the document with how it was read, and missing images.

import { fill, mostOf, pushAll } from '../base/lists';
import { readingOptions } from '../core/formats';
import { flatten } from '../core/hierarchy';
import { readingOf, withReading } from '../core/reading';
import type { HierarchyNode, Report } from '../core/report';
import type { ReadingOption } from '../core/rows';
import { formatViews } from '../formats';
import type { FrameInfo } from '../protocol/view';
import type { PageViewer } from '../viewer/page';
import { h } from './dom';
import { visible } from './inert';
import { joined, rowText, t } from './language';
import { type RotatePanel, Transforms } from './transforms';
import type { VertexDetails } from './vertexDetails';
import { bytesText, count, digitsText, kindName, numberText, pageWords, reasonText } from './words';

/** How a file was read, and switches for what its format leaves to the reader: each reads the file again and keeps the view. */
export class ReadingSwitches {
  readonly element = h('section', { class: 'section reading' });
  /** Called when the file has been read again. */
  reloaded: (report: Report) => void = () => undefined;

  private readonly facts = h('dl', { class: 'facts', attributes: { 'aria-label': t('Read options') } });
  private boxes: [ReadingOption, HTMLInputElement][] = [];
  private format = '';

  constructor(private readonly viewer: PageViewer) {}

  /** Undefined where the format leaves nothing to the reader. */
  for({ format, info }: Report): HTMLElement | undefined {
    if (format !== this.format) this.build(format);
    if (this.boxes.length === 0) return undefined;
    for (const [option, box] of this.boxes) box.checked = readingOf(this.viewer.read, option) === true;
    fill(
      this.facts,
      (formatViews[format]?.reading?.(info.format ?? {}, pageWords) ?? []).flatMap(([name, text]) => [
        h('dt', { text: name }),
        h('dd', { text }),
      ]),
    );
    return this.element;
  }

  private build(format: string): void {
    this.format = format;
    const options = readingOptions.filter(({ label, formats }) => label !== undefined && formats.includes(format));
    this.boxes = options.map((option) => [option, this.box(option)]);
    fill(this.element, [
      h('h3', { text: formatViews[format]?.title?.(pageWords) }),
      this.facts,
      h(
        'fieldset',
        { class: 'switches' },
        h('legend', { text: t('Read the file with') }),
        ...this.boxes.map(([{ label = '', effect = '' }, box]) =>
          h('label', { class: 'check', title: rowText(effect) }, box, h('span', { text: rowText(label) })),
        ),
      ),
    ]);
  }

  private box(option: ReadingOption): HTMLInputElement {
    const box: HTMLInputElement = h('input', {
      attributes: { type: 'checkbox', name: option.path.join('-') },
      on: { change: () => void this.read(option, box.checked) },
    });
    return box;
  }

  private async read(option: ReadingOption, on: boolean): Promise<void> {
    const result = await this.viewer.loads.again(withReading(this.viewer.read, option, on));
    if (result.result === 'loaded') this.reloaded(result.report);
  }
}

function axesText({ up, handedness }: Report['info']['axes']): string {
  return handedness === 'right'
    ? t('{axis} up, right-handed', { axis: up })
    : t('{axis} up, left-handed', { axis: up });
}

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

/** Lengths are in units of the file, whose size is seldom stated. */
const inUnits = (value: string): string => t('{value} units', { value });

/** Selection, contents of the document, and missing images. */
export class Details {
  readonly element = h('div', { class: 'panel-body' });
  private readonly transforms = new Transforms();
  private nodes: HierarchyNode[] = [];
  private report: Report | undefined;
  private selected = -1;
  private view: HTMLElement | undefined;

  constructor(
    private readonly browse: () => void,
    private readonly rotatePanel: RotatePanel,
    private readonly vertex: VertexDetails,
    private readonly reading: ReadingSwitches,
    private readonly goes: { curves(): void; source(): void },
  ) {
    this.fill();
  }

  show(report: Report | undefined): void {
    this.report = report;
    this.nodes = report ? flatten(report.info.hierarchy) : [];
    this.selected = -1;
    this.transforms.forget();
    this.rotatePanel.show(undefined);
    this.fill();
  }

  select(node: number): void {
    if (node !== this.selected) this.transforms.forget();
    this.selected = node;
    this.rotatePanel.show(this.nodes[node]);
    this.fill();
  }

  /** Switches of the view that have no room elsewhere; undefined takes them away. */
  hold(view: HTMLElement | undefined): void {
    if (view === this.view) return;
    this.view = view;
    this.fill();
  }

  /** The selected node and the chosen vertex as they stand in the picture. */
  pose(frame: Pick<FrameInfo, 'selected' | 'selectedLocal'>): void {
    this.transforms.read(frame);
    void this.vertex.follow();
  }

  private fill(): void {
    const { report } = this;
    if (!report) {
      this.element.replaceChildren(h('p', { class: 'quiet', text: t('Nothing is open.') }));
      return;
    }
    const node = this.nodes[this.selected];
    fill(this.element, [
      this.vertex.element,
      ...(node ? [this.selection(node, report), this.rotatePanel.element] : []),
      ...(this.view ? [section(t('View'), this.view)] : []),
      ...[this.reading.for(report)].filter((part) => part !== undefined),
      this.statistics(report),
      ...this.stored(report),
      ...this.images(report),
      this.files(report),
    ]);
  }

  private selection(node: HierarchyNode, report: Report): HTMLElement {
    const parent = this.nodes.find((other) => other?.children.includes(node));
    const mesh = node.mesh === undefined ? undefined : report.info.meshes[node.mesh];
    const rows: Row[] = [[t('kind'), kindName(node.kind)]];
    if (parent) rows.push([t('parent'), parent.name]);
    if (mesh) {
      const most = mostOf([0, ...Object.keys(mesh.influences).map(Number)]);
      rows.push([t('vertices'), count(mesh.vertices)], [t('triangles'), count(mesh.triangles)]);
      if (mesh.material !== null) rows.push([t('material'), mesh.material || t('(no name)')]);
      const parts = mesh.primitives.flatMap(({ name }) => (name ? [name] : []));
      if (parts.length > 1) rows.push([t('parts'), parts.join(', ')]);
      if (most > 0) rows.push([t('influences'), t('up to {number} per vertex', { number: most })]);
      rows.push([t('normals'), mesh.tangentFrames ? t('from stored quaternions') : kindName(mesh.normals)]);
      const named = (names: string[]): string => names.map((name) => name || t('(no name)')).join(', ');
      if (mesh.uvLayers.length > 0) rows.push([t('UV layers'), named(mesh.uvLayers)]);
      if (mesh.uvW)
        rows.push([t('W of UVW'), t('{from} to {to}', { from: numberText(mesh.uvW[0]), to: numberText(mesh.uvW[1]) })]);
      if (mesh.colorLayers.length > 0) rows.push([t('colour layers'), named(mesh.colorLayers)]);
      if (mesh.vertexFrames) rows.push([t('frames'), count(mesh.vertexFrames)]);
      if (mesh.shapes) rows.push([t('shape keys'), named(mesh.shapes.map(({ name }) => name))]);
    }
    for (const [name, value] of Object.entries(node.properties ?? {}))
      rows.push([
        visible(name),
        typeof value === 'number' ? numberText(value) : Array.isArray(value) ? vector(value) : visible(value),
      ]);
    pushAll(rows, [...this.camera(node, report), ...this.light(node, report), ...this.emitter(node, report)]);
    const button = (text: string, click: () => void): HTMLElement =>
      h('button', { class: 'button small', text, attributes: { type: 'button' }, on: { click } });
    const ways = h(
      'p',
      { class: 'node-ways' },
      report.info.actions.some(({ kind }) => kind !== 'vertices') && button(t('Show curves'), () => this.goes.curves()),
      button(t('Show in source'), () => this.goes.source()),
    );
    return section(node.name || t('(no name)'), table(rows, t('Selected node')), ways, this.transforms.element);
  }

  private camera({ camera }: HierarchyNode, { info }: Report): Row[] {
    const it = camera === undefined ? undefined : info.cameras[camera];
    if (!it) return [];
    const rows: Row[] = [[t('projection'), kindName(it.projection)]];
    if (it.projection === 'orthographic') rows.push([t('width'), inUnits(numberText(it.orthoScale))]);
    else rows.push([t('angle'), degreesText(it.fov)]);
    if (it.far > 0)
      rows.push([
        t('clipping range'),
        inUnits(t('{from} to {to}', { from: numberText(it.near), to: numberText(it.far) })),
      ]);
    return rows;
  }

  private light({ light }: HierarchyNode, { info }: Report): Row[] {
    const it = light === undefined ? undefined : info.lights[light];
    if (!it) return [];
    const rows: Row[] = [
      [t('light'), kindName(it.kind)],
      [t('colour'), vector(it.color)],
      [t('energy'), numberText(it.energy)],
      [t('attenuation'), vector(it.attenuation.slice(1))],
    ];
    if (it.kind === 'spot')
      rows.push([
        t('cone'),
        t('{angle}, blend {blend}', { angle: degreesText(it.spotAngle), blend: numberText(it.spotBlend) }),
      ]);
    return rows;
  }

  private emitter({ emitter }: HierarchyNode, { info }: Report): Row[] {
    const it = emitter === undefined ? undefined : info.emitters[emitter];
    if (!it) return [];
    const rows: Row[] = [[t('particles'), count(it.count)]];
    if (it.lifetime > 0)
      rows.push(
        [t('emitted'), t('{from} to {to} s', { from: numberText(it.start), to: numberText(it.end) })],
        [t('lifetime'), `${numberText(it.lifetime)} s`],
        [
          t('velocity'),
          t('{velocity} and {normal} along the normal, in units per second', {
            velocity: vector(it.velocity),
            normal: numberText(it.velocityNormal),
          }),
        ],
      );
    rows.push([t('size'), inUnits(numberText(it.size))]);
    return rows;
  }

  private statistics({ info, format }: Report): HTMLElement {
    const s = info.statistics,
      size = info.bounds && info.bounds.max.map((max, i) => max - info.bounds!.min[i]!);
    const rows: Row[] = [[t('format'), format]];
    const add = (label: string, value: number): void => {
      if (value > 0) rows.push([label, count(value)]);
    };
    add(t('meshes'), s.meshes);
    add(t('vertices'), s.vertices);
    add(t('triangles'), s.triangles);
    add(t('joints'), s.joints);
    add(t('influences'), s.influences);
    add(t('max influences'), s.maxInfluences);
    add(t('materials'), s.materials);
    add(t('actions'), s.actions);
    add(t('curves'), s.curves);
    add(t('cameras'), s.cameras);
    add(t('lights'), s.lights);
    add(t('emitters'), info.emitters.length);
    if (size)
      rows.push([
        t('size'),
        h('span', { class: 'numbers', text: inUnits(size.map((value) => digitsText(value, 3)).join(' × ')) }),
      ]);
    rows.push([t('axes'), axesText(info.axes)]);
    return section(t('Statistics'), table(rows, t('Statistics')));
  }

  /** Facts that only this format stores. */
  private stored({ format, info }: Report): HTMLElement[] {
    const view = formatViews[format],
      found = view?.facts?.(info.format ?? {}, pageWords);
    if (!found) return [];
    const title = view?.title?.(pageWords) ?? '';
    return [
      section(title, table(found.facts, title)),
      ...found.objects.map(({ name, facts: rows }) =>
        section(t('Object {name}', { name: name || t('(no name)') }), table(rows, name)),
      ),
    ];
  }

  /** Images that materials ask for. Companions that are only tried (normal maps and the like) are named when found. */
  private images({ info }: Report): HTMLElement[] {
    const asked = new Set(
      info.materials.flatMap(({ slots }) =>
        slots.flatMap(({ role, texture }) => (role === 'diffuse' && texture !== null ? [texture] : [])),
      ),
    );
    const shown = info.textures.filter(
      // What has no name is no file that could be missing.
      ({ name, status }, index) => status === 'found' || (asked.has(index) && name !== ''),
    );
    if (shown.length === 0) return [];
    const items = shown.map((texture) => {
      const { name, status, file, searched } = texture,
        found = status === 'found';
      return h(
        'li',
        {
          class: found ? 'found' : 'missing',
          title: found ? joined([file, reasonText(texture)], '\n') : t('tried {names}', { names: searched.join(', ') }),
        },
        h('span', { text: name || t('(no name)') }),
        h('span', { class: 'quiet', text: found ? t('found') : t('missing') }),
      );
    });
    const add =
      shown.some(({ status }) => status !== 'found') &&
      h('button', {
        class: 'button',
        text: t('Add files'),
        attributes: { type: 'button' },
        on: { click: this.browse },
      });
    return [section(t('Textures'), h('ul', { class: 'files' }, ...items), add)];
  }

  private files({ files }: Report): HTMLElement {
    return section(
      t('Files'),
      h(
        'ul',
        { class: 'files' },
        ...files
          .filter(({ role }) => role !== 'texture')
          .map(({ name, bytes }) =>
            h(
              'li',
              { title: name },
              h('span', { class: 'elided-start' }, h('bdi', { text: name })),
              h('span', { class: 'quiet', text: bytesText(bytes) }),
            ),
          ),
      ),
    );
  }
}
