// Numbers of the document, of one mesh, of one action, and of what drawing costs.

import { fill, mostOf, pushAll } from '../../base/lists';
import type { Bounds, Report, ReportAction, ReportMesh } from '../../core/report';
import type { DocumentStatistics } from '../../protocol/questions';
import type { MeshStatistics } from '../../core/survey';
import type { FrameInfo } from '../../protocol/view';
import { flatten } from '../../core/hierarchy';
import type { Viewer } from '../../viewer/viewer';
import { type Fact, facts, h, listed, section } from '../dom';
import { recall, remember } from '../memory';
import { bytesText, count, countOf, digitsText, kindName, numberText } from '../words';
import { tablesOf, toCsv, toJson, toMarkdown } from './tables';
import { t, fixed } from '../language';

/** Numbers that change faster than this cannot be read. */
const kPaceMs = 250;

export class Statistics {
  readonly element = h('div', { class: 'panel-body statistics' });
  private readonly format = h(
    'select',
    {
      class: 'select',
      attributes: { 'aria-label': t('Copy as') },
      on: { change: () => remember('statistics.format', this.format.value) },
    },
    ...['Markdown', 'CSV', 'JSON'].map((name) => h('option', { text: name, attributes: { value: name } })),
  );
  private readonly copied = h('span', { class: 'quiet', attributes: { role: 'status' } });
  private readonly mesh = h('select', {
    class: 'select wide',
    attributes: { 'aria-label': t('Mesh') },
    on: { change: () => this.fill() },
  });
  private readonly action = h('select', {
    class: 'select wide',
    attributes: { 'aria-label': t('Action for the statistics') },
    on: { change: () => this.fill() },
  });
  private readonly held = h('div', { class: 'statistics-choice' });
  private readonly live = h('div');
  private readonly body = h('div');
  private report: Report | undefined;
  private more: DocumentStatistics | undefined;
  private open = false;
  private asked: Report | undefined;
  private counting: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly viewer: Viewer) {
    this.format.value = recall('statistics.format', 'Markdown');
    if (this.format.selectedIndex < 0) this.format.selectedIndex = 0;
    const copy = h('button', {
      class: 'button small',
      text: t('Copy'),
      attributes: { type: 'button' },
      on: { click: () => void this.copy() },
    });
    this.element.append(
      h(
        'div',
        { class: 'copy-row' },
        h('label', { class: 'quiet', text: `${t('Copy as')} ` }, this.format),
        copy,
        this.copied,
      ),
      this.body,
    );
    viewer.on('frame', () => {
      if (this.open) this.timer ??= setTimeout(() => this.showFrame(), kPaceMs);
    });
  }

  /** A choice that belongs to what the picture costs. */
  hold(choice: HTMLElement): void {
    this.held.append(choice);
  }

  show(report: Report): void {
    this.report = report;
    this.more = this.asked = undefined;
    this.copied.textContent = '';
    const options = (names: readonly string[]): HTMLElement[] =>
      listed(names, (name, index) => h('option', { text: name || t('(no name)'), attributes: { value: index } }));
    fill(this.mesh, options(report.info.meshes.map(({ name }) => name)));
    fill(this.action, options(report.info.actions.map(({ name }) => name)));
    const playing = this.viewer.playback?.action ?? -1;
    if (playing >= 0) this.action.value = String(playing);
    this.fill();
    void this.measure();
  }

  /** Counts only for a panel that is seen. */
  setOpen(open: boolean): void {
    this.open = open;
    if (!open) return;
    this.showFrame();
    void this.measure();
  }

  select(node: number): void {
    const mesh = this.report && flatten(this.report.info.hierarchy)[node]?.mesh;
    if (mesh === undefined) return;
    this.mesh.value = String(mesh);
    this.fill();
  }

  /** Pending until all statistics are counted. */
  private measure(): Promise<void> {
    const { report } = this;
    if (this.open && report && this.asked !== report) {
      this.asked = report;
      this.counting = this.countAll(report);
    }
    return this.counting;
  }

  private async countAll(report: Report): Promise<void> {
    const more = await this.viewer.ask('statistics', null);
    if (report !== this.report) return;
    // Undefined: another document came in between and will ask for itself.
    this.more = more;
    this.fill();
  }

  private async copy(): Promise<void> {
    const { report } = this;
    if (!report) return;
    await this.measure();
    if (report !== this.report) return;
    const tables = tablesOf(report, this.more);
    const text = { CSV: toCsv, JSON: toJson, Markdown: toMarkdown }[this.format.value]!(tables);
    this.copied.textContent = await navigator.clipboard.writeText(text).then(
      () => t('Copied.'),
      () => t('Clipboard access blocked.'),
    );
  }

  private fill(): void {
    const { report, more } = this;
    if (!report) return;
    const { info } = report,
      index = Number(this.mesh.value),
      mesh = info.meshes[index],
      action = info.actions[Number(this.action.value)];
    fill(this.body, [
      this.document(report),
      section(t('Picture'), this.live, this.held),
      ...(mesh
        ? [
            section(
              countOf(info.meshes.length, 'mesh', 'meshes'),
              this.mesh,
              ...this.meshParts(
                mesh,
                more?.meshes.find((candidate) => candidate.mesh === index),
              ),
            ),
          ]
        : []),
      ...(action ? [section(countOf(info.actions.length, 'action'), this.action, this.actionFacts(action))] : []),
    ]);
    this.showFrame();
  }

  private document({ info, format, files }: Report): HTMLElement {
    const s = info.statistics,
      { more } = this;
    const rows: Fact[] = [
      [t('format'), format],
      [t('files'), `${count(files.length)}, ${bytesText(files.reduce((sum, { bytes }) => sum + bytes, 0))}`],
    ];
    for (const [name, value] of [
      [t('nodes'), s.nodes],
      [t('joints'), s.joints],
      [t('meshes'), s.meshes],
      [t('primitives'), s.primitives],
      [t('vertices'), s.vertices],
      [t('triangles'), s.triangles],
      [t('influences'), s.influences],
      [t('max influences'), s.maxInfluences],
      [t('materials'), s.materials],
      [t('textures'), s.textures],
      [t('actions'), s.actions],
      [t('curves'), s.curves],
      [t('keys'), s.keys],
      [t('cameras'), s.cameras],
      [t('lights'), s.lights],
      [t('emitters'), info.emitters.length],
    ] as const)
      if (value > 0) rows.push([name, count(value)]);
    if (more && info.meshes.length > 1) {
      const sum = (of: (mesh: MeshStatistics) => number): string =>
        count(more.meshes.reduce((total, mesh) => total + of(mesh), 0));
      rows.push(
        [t('open edges'), sum(({ survey }) => survey?.openEdges ?? 0)],
        [t('non-manifold'), sum(({ survey }) => survey?.nonManifoldEdges ?? 0)],
        [t('degenerate faces'), sum(({ survey }) => (survey ? survey.collapsedFaces + survey.flatFaces : 0))],
      );
    }
    pushAll(rows, boundsFacts(info.bounds));
    return section(t('Document'), facts(rows, t('Document')));
  }

  private meshParts(mesh: ReportMesh, more: MeshStatistics | undefined): HTMLElement[] {
    const { survey, weights } = more ?? {};
    const rows: Fact[] = [
      [t('vertices'), count(mesh.vertices)],
      [t('triangles'), count(mesh.triangles)],
    ];
    if (survey) {
      rows.push(
        [t('unique positions'), count(survey.places), t('Vertices at exactly the same position count once')],
        [t('edges'), count(survey.edges)],
        [t('open edges'), count(survey.openEdges), t('Edges of only one triangle')],
        [t('non-manifold'), count(survey.nonManifoldEdges), t('Edges that three or more triangles share')],
        [t('inconsistent winding'), count(survey.turnedEdges), t('Edges whose two triangles have opposite winding')],
        [t('collapsed faces'), count(survey.collapsedFaces), t('Triangles with two corners at the same position')],
        [t('flat faces'), count(survey.flatFaces), t('Triangles with three distinct corners but no area')],
        [t('unused vertices'), count(survey.unusedVertices), t('Vertices that no triangle uses')],
      );
    } else if (this.asked && this.more) rows.push([t('edges'), t('not counted: no node uses this mesh')]);
    else rows.push([t('edges'), t('counting…')]);
    if (weights && weights.weighted > 0)
      rows.push(
        [
          t('weight sums'),
          numberText(weights.least) === numberText(weights.most)
            ? numberText(weights.least)
            : t('{from} to {to}', { from: numberText(weights.least), to: numberText(weights.most) }),
        ],
        [t('weight sums ≠ 1'), count(weights.off), t('Vertices whose weight sum differs from 1 by more than 0.001')],
      );
    if (weights && weights.unweighted > 0) rows.push([t('without weights'), count(weights.unweighted)]);
    pushAll(rows, boundsFacts(mesh.bounds));
    return [facts(rows, t('Mesh')), ...histogram(mesh)];
  }

  private actionFacts(action: ReportAction): HTMLElement {
    const found = this.more?.actions.find(({ action: index }) => index === Number(this.action.value));
    const rows: Fact[] = [
      [t('duration'), `${numberText(action.duration)} s`],
      [t('frames'), count(action.frames)],
      [t('rate'), action.frameRate > 0 ? `${numberText(action.frameRate)} /s` : t('none')],
      [t('curves'), count(action.curves)],
      [t('kind'), kindName(action.kind)],
      [t('file'), action.source],
    ];
    if (!action.playable) rows.push([t('plays'), action.whyNot ?? t('no')]);
    pushAll(rows, boundsFacts(found?.bounds));
    return facts(rows, t('Action'));
  }

  private showFrame(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.open) return;
    const frame: FrameInfo | undefined = this.viewer.lastFrame,
      gpu = this.more?.gpu;
    const rows: Fact[] = frame
      ? [
          [
            t('frame time'),
            `${fixed(frame.evaluateMs + frame.drawMs, 1)} ms`,
            t('Of the last rendered frame, on the engine thread'),
          ],
          [t('posing'), `${fixed(frame.evaluateMs, 1)} ms`],
          [t('drawing'), `${fixed(frame.drawMs, 1)} ms`],
          [t('draw calls'), count(frame.drawCalls ?? 0)],
          [t('skinning'), frame.path.toUpperCase()],
          ...((this.report?.info.statistics.influences ?? 0) > 0
            ? ([
                [
                  t('CPU and GPU differ by'),
                  numberText(frame.difference ?? 0),
                  t('Largest distance between both ways of skinning, in file units'),
                ],
              ] as Fact[])
            : []),
        ]
      : [];
    if (gpu)
      rows.push(
        [t('GPU memory'), bytesText(gpu.bytes), t('Requested size; drivers may round up')],
        [t('buffers'), bytesText(gpu.buffers)],
        [t('textures'), bytesText(gpu.textures)],
        [t('targets'), bytesText(gpu.targets), t('Render targets, shared by all viewers of the page')],
      );
    this.live.replaceChildren(facts(rows, t('Picture')));
  }
}

function boundsFacts(bounds: Bounds | null | undefined): Fact[] {
  if (!bounds) return [];
  const text = (values: readonly number[]): string => values.map((value) => digitsText(value, 4)).join(', ');
  return [
    [t('from'), text(bounds.min)],
    [t('to'), text(bounds.max)],
    [t('size'), text(bounds.max.map((value, axis) => value - bounds.min[axis]!))],
  ];
}

/** How many vertices have how many influences. */
function histogram({ influences, name }: ReportMesh): HTMLElement[] {
  const entries = Object.entries(influences).map(([of, vertices]) => [Number(of), vertices] as const);
  if (!entries.some(([of]) => of > 0)) return [];
  const most = mostOf(entries.map(([, vertices]) => vertices)),
    all = entries.reduce((sum, [, vertices]) => sum + vertices, 0);
  return [
    h('h4', { class: 'histogram-title', text: t('Influences per vertex') }),
    h(
      'ul',
      {
        class: 'histogram',
        attributes: {
          'aria-label': name
            ? t('Vertices of {mesh} by number of influences', { mesh: name })
            : t('Vertices by number of influences'),
        },
      },
      ...entries
        .sort(([a], [b]) => a - b)
        .map(([of, vertices]) => {
          const bar = h('span', { class: 'histogram-bar', attributes: { 'aria-hidden': 'true' } });
          bar.style.setProperty('--part', String(vertices / most));
          const percent = Math.round((vertices / all) * 1000) / 10;
          return h(
            'li',
            {
              title: t('{vertices} with {influences}', {
                vertices: countOf(vertices, 'vertex', 'vertices'),
                influences: countOf(of, 'influence'),
              }),
            },
            h('span', { class: 'numbers', text: String(of) }),
            bar,
            h('span', { class: 'numbers quiet', text: `${count(vertices)} · ${count(percent)} %` }),
          );
        }),
    ),
  ];
}
