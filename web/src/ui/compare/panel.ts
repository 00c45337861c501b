// Looking at more than one thing: instances of the model, and a second document over it or beside it.

import { fill, pushAll } from '../../base/lists';
import { kBindPose } from '../../core/document';
import { flatten } from '../../core/hierarchy';
import type { LargestDistance, QuarterTurn } from '../../core/health';
import type { Vec4, Report, Vec3 } from '../../core/report';
import type { SourceFile } from '../../protocol/files';
import type { CompareMode } from '../../protocol/compare';
import { filesOfList } from '../../viewer/files';
import type { Viewer } from '../../viewer/viewer';
import { h, listed } from '../dom';
import { t } from '../language';
import { fetchFiles } from '../files/addresses';
import { hashParts } from '../linkState';
import { baseName, numberText, timeText } from '../words';
import { Divider } from './divider';
import { DistanceGraph, type Sample } from './graph';
import { Instances } from './instances';
import { isolated } from '../inert';

/** Samples over an action, and how many are measured between two looks at the queue of messages. */
/** Where a joint holds the second model, in its space. */
interface Held {
  offset: Vec3;
  /** Quaternion x, y, z, w. */
  rotation: Vec4;
}
const kAtJoint: Held = { offset: [0, 0, 0], rotation: [0, 0, 0, 1] };

const kMostSamples = 121;
const kBatch = 4;

/** A second document and how it shows. */
export interface Second {
  files: SourceFile[];
  sources: readonly string[];
  mode: CompareMode;
  joint: string;
  held: Held;
  turn: QuarterTurn | undefined;
}

/** Candidates for a comparison with the shown model. */
interface SecondModel {
  readonly name: string;
  readonly files: readonly SourceFile[];
  readonly sources: readonly string[];
}

export class Compare {
  readonly element: HTMLElement;
  readonly divider = new Divider(() => this.look());
  readonly instances: Instances;
  /** Called when the second document comes, goes or shows in another way. */
  onChange: () => void = () => undefined;
  private readonly file: HTMLInputElement;
  private readonly choose: HTMLButtonElement;
  private readonly shown = h('div', { class: 'compare-shown', attributes: { hidden: true } });
  private readonly name = h('strong', { class: 'elided-start', attributes: { translate: 'no' } });
  private readonly modes: HTMLInputElement[];
  private readonly action: HTMLSelectElement;
  private readonly joints: HTMLSelectElement;
  private readonly now = h('output', { class: 'numbers compare-now' });
  private readonly how = h('p', { class: 'quiet' });
  private readonly turning: HTMLButtonElement;
  /** The second model is turned like this. */
  private turn: QuarterTurn | undefined;
  /** A turn that would make both agree. */
  private offeredTurn: QuarterTurn | undefined;
  private readonly place: HTMLButtonElement;
  private readonly said = h('p', { class: 'compare-said', attributes: { role: 'status' } });
  private readonly graph: DistanceGraph;
  private other: Report | undefined;
  private files = '';
  /** Files of the second document. */
  private given: SourceFile[] = [];
  private looks = 0;
  private samples: Sample[] = [];
  private worst: Sample | undefined;
  private request = 0;
  private reading = false;
  private measuredFor = '';
  /** Addresses of the second document, when it has any. */
  private sources: readonly string[] = [];
  /** Where a list hangs it, from the joint. */
  private held: Held = kAtJoint;
  /** Models whose second document the user has taken away: it does not come back by itself. */
  private readonly alone = new Set<string>();
  private readonly others = h('select', { class: 'select', attributes: { hidden: true } });
  private offered: readonly SecondModel[] = [];

  /** `mark` takes a vertex of the mesh of a node. */
  constructor(
    private readonly viewer: Viewer,
    private readonly mark: (node: number, vertex: number) => void,
  ) {
    this.instances = new Instances(viewer);
    this.file = h('input', {
      attributes: { type: 'file', multiple: true, hidden: true, tabindex: -1, 'data-testid': 'compare-files' },
      on: {
        change: () => {
          const files = filesOfList(this.file.files ?? []);
          this.file.value = '';
          if (files.length > 0) void this.open(files);
        },
      },
    });
    this.choose = h('button', {
      class: 'button small',
      text: t('Choose files…'),
      attributes: { type: 'button' },
      on: { click: () => this.file.click() },
    });
    const radio = (value: CompareMode, text: string): HTMLElement => {
      const input = h('input', {
        attributes: { type: 'radio', name: 'compare-mode', value, checked: value === 'over' },
        on: { change: () => this.look() },
      });
      return h('label', { class: 'check' }, input, text);
    };
    const modes = [radio('over', t('Overlay')), radio('split', t('Split')), radio('joint', t('Attach to a joint'))];
    this.modes = modes.map((label) => label.querySelector('input')!);
    this.action = h('select', {
      class: 'select',
      attributes: { 'aria-label': t('Action of the second model') },
      on: { change: () => this.look(Number(this.action.value)) },
    });
    this.joints = h('select', {
      class: 'select',
      attributes: { 'aria-label': t('Joint that holds the second model'), hidden: true, translate: 'no' },
      on: {
        change: () => {
          this.held = kAtJoint;
          this.look();
        },
      },
    });
    this.place = h('button', {
      class: 'button small compare-place',
      attributes: { type: 'button', hidden: true },
      on: { click: () => this.goToWorst() },
    });
    this.turning = h('button', {
      class: 'button small compare-turn',
      attributes: { type: 'button', hidden: true },
      on: { click: () => this.turnBy(this.turn ? undefined : this.offeredTurn) },
    });
    this.graph = new DistanceGraph((time) => this.seek(time));
    this.shown.append(
      h('p', { class: 'compare-name' }, h('span', { class: 'compare-swatch' }), this.name),
      h(
        'div',
        { class: 'compare-modes', attributes: { role: 'radiogroup', 'aria-label': t('Display of both models') } },
        ...modes,
      ),
      this.joints,
      this.action,
      h('h4', { text: t('Largest distance') }),
      this.now,
      this.graph.canvas,
      this.place,
      this.how,
      this.turning,
      h('button', {
        class: 'button small',
        text: t('Stop comparing'),
        attributes: { type: 'button' },
        on: { click: () => void this.stop() },
      }),
    );
    this.element = h(
      'div',
      { class: 'panel-body compare' },
      this.instances.element,
      h(
        'section',
        { class: 'section' },
        h('h3', { text: t('Compare with another model') }),
        h('p', {
          class: 'quiet',
          text: t('Shown with the same camera at the same time, and measured vertex by vertex.'),
        }),
        h('div', { class: 'compare-buttons' }, this.choose, this.others, this.file),
        this.said,
        this.shown,
      ),
    );
    this.others.setAttribute('aria-label', t('Compare with an open model'));
    this.others.addEventListener('change', () => {
      const { files, sources } = this.offered[Number(this.others.value)] ?? {};
      this.others.value = '';
      if (files && sources) void this.open([...files], undefined, sources);
    });
    hashParts.push({
      name: 'with',
      write: () =>
        this.other && this.sources.length > 0
          ? [this.mode === 'joint' ? `joint.${this.joints.value}` : this.mode, ...this.sources].join('|')
          : undefined,
      read: (value) => void this.restore(value ?? ''),
    });
    viewer.on('frame', ({ time }) => this.showTime(time));
    viewer.on('playback', () => this.measureAgain());
    viewer.on('rotations', () => {
      this.measuredFor = '';
      this.measureAgain();
    });
    viewer.on('engineRestarted', () => this.again());
  }

  /** A document has come, or more files for the one that is shown. */
  show(report: Report): void {
    this.instances.show(report);
    const held = this.joints.value;
    fill(
      this.joints,
      flatten(report.info.hierarchy)
        .filter(({ kind }) => kind === 'joint')
        .map(({ name, index }) => h('option', { text: name, attributes: { value: index } })),
    );
    if (held !== '') this.joints.value = held;
    const files = report.files.map(({ name }) => name),
      before = this.files.split('\n');
    this.files = files.join('\n');
    if (this.other && !files.some((name) => before.includes(name))) this.close();
    this.measuredFor = '';
    this.measureAgain();
  }

  /** The other models that are open. */
  offer(models: readonly SecondModel[]): void {
    this.offered = models;
    this.others.hidden = models.length === 0;
    fill(this.others, [
      h('option', { text: t('Open model…'), attributes: { value: '' } }),
      ...models.map(({ name }, value) =>
        h('option', { text: isolated(baseName(name)), attributes: { value, translate: 'no' } }),
      ),
    ]);
  }

  /** Restores a link. */
  private async restore(text: string): Promise<void> {
    const [how = '', ...sources] = text.split('|'),
      [mode, joint = ''] = how.split('.');
    if (sources.length === 0 || !this.modes.some(({ value }) => value === mode)) return;
    try {
      const files = await fetchFiles(sources, document.baseURI);
      this.setMode(mode as CompareMode, joint);
      await this.open(files, undefined, sources);
    } catch (error) {
      this.said.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  private setMode(wanted: CompareMode, joint: string): void {
    for (const mode of this.modes) mode.checked = mode.value === wanted;
    if (joint !== '') this.joints.value = joint;
  }

  /** In a new engine, which has the shown document alone. */
  private again(): void {
    this.instances.again();
    if (this.other) void this.open(this.given, Number(this.action.value), this.sources);
  }

  /** `wanted`: what the second document is to do; without it the action of the same name. */
  async open(files: SourceFile[], wanted?: number, sources: readonly string[] = []): Promise<void> {
    this.said.textContent = t('Opening {name}…', { name: baseName(files[0]?.name ?? '') });
    const compared = (await this.viewer.ask('compare', { files })) ?? {
      error: t('The engine has ended.'),
    };
    this.said.textContent = 'error' in compared ? compared.error : '';
    if ('error' in compared) return;
    const { report, action } = compared;
    this.other = report;
    this.turn = this.offeredTurn = undefined;
    this.showTurn();
    this.given = files;
    this.sources = sources;
    this.shown.hidden = false;
    this.name.title = baseName(report.files.find(({ role }) => role !== 'texture')?.name ?? '');
    this.name.textContent = isolated(this.name.title);
    fill(this.action, [
      h('option', { text: t('Bind pose'), attributes: { value: kBindPose } }),
      ...listed(report.info.actions, ({ name, playable }, value) =>
        h('option', { text: name, attributes: { value, disabled: !playable, translate: 'no' } }),
      ),
    ]);
    this.action.value = String(wanted ?? action);
    this.look(wanted);
    this.viewer.frameAgain(false);
    this.measuredFor = '';
    this.measureAgain();
  }

  /** A second model in the hand of the first one. By a `link` only once: the user may take it away. True if it came. */
  async attach(files: SourceFile[], joint: number, link?: Held): Promise<boolean> {
    if (link && (this.other || this.alone.has(this.first))) return false;
    this.setMode('joint', String(joint));
    this.held = link ?? kAtJoint;
    await this.open(files);
    return this.other !== undefined;
  }

  private async stop(): Promise<void> {
    this.alone.add(this.first);
    this.choose.focus();
    await this.restoreSecond(undefined);
  }

  get second(): Second | undefined {
    const { given: files, sources, mode, held, turn } = this;
    return this.other && { files, sources, mode, joint: this.joints.value, held, turn };
  }

  /** The second document as it was; none where there was none. */
  async restoreSecond(second: Second | undefined): Promise<void> {
    if (!second) {
      this.close();
      this.onChange();
      await this.viewer.ask('stopComparing', null);
      return;
    }
    this.setMode(second.mode, second.joint);
    this.held = second.held;
    if (!this.other || this.given !== second.files) await this.open(second.files, undefined, second.sources);
    if (this.turn !== second.turn) this.turnBy(second.turn);
    else this.look();
  }

  private close(): void {
    this.other = undefined;
    ++this.request;
    this.shown.hidden = true;
    this.divider.element.hidden = true;
  }

  /** The file that the shown document is known by. */
  private get first(): string {
    return this.files.split('\n')[0] ?? '';
  }

  private get mode(): CompareMode {
    return (this.modes.find(({ checked }) => checked)?.value ?? 'over') as CompareMode;
  }

  private look(action?: number): void {
    if (!this.other) return;
    const split = this.mode === 'split';
    if (split && this.divider.element.hidden) this.divider.center(this.free());
    this.divider.element.hidden = !split;
    this.joints.hidden = this.mode !== 'joint';
    const look = ++this.looks;
    const arranged = {
      mode: this.mode,
      divider: this.divider.part,
      ...(this.mode === 'joint' && {
        joint: Number(this.joints.value),
        offset: this.held.offset,
        rotation: this.held.rotation,
      }),
      ...(action !== undefined && { action }),
      ...(this.turn && { turn: this.turn }),
    };
    void this.viewer.ask('arrangeComparison', arranged).then((second) => {
      if (second !== undefined && look === this.looks) this.action.value = String(second);
    });
    this.onChange();
    if (action !== undefined) {
      this.measuredFor = '';
      this.measureAgain();
    }
  }

  /** Where the middle of the view is that panels leave free, as a part of the page's width. */
  private free(): number {
    const { left } = this.element.getBoundingClientRect();
    return innerWidth >= 720 && left > 0 ? left / innerWidth / 2 : 0.5;
  }

  // -- distances ------------------------------------------------------------------------------------------------------

  /** Once for each action and document. */
  private measureAgain(): void {
    const { viewer, other } = this,
      { playback, shown } = viewer;
    if (!other || !playback || !shown) return;
    const what = `${playback.action} ${playback.duration} ${this.files}`;
    if (what === this.measuredFor) return;
    this.measuredFor = what;
    // It follows the first one's action.
    this.look();
    void this.measure(playback.duration, shown.report.info.actions[playback.action]?.frames ?? 0);
  }

  private async measure(duration: number, frames: number): Promise<void> {
    const request = ++this.request,
      count = duration > 0 ? Math.max(2, Math.min(kMostSamples, frames || kMostSamples)) : 1,
      times = Array.from({ length: count }, (_, i) => (count > 1 ? (duration * i) / (count - 1) : 0));
    this.samples = [];
    this.worst = undefined;
    this.graph.show([], duration);
    for (let i = 0; i < times.length; i += kBatch) {
      const batch = times.slice(i, i + kBatch);
      const distances = await this.viewer.ask('distances', { times: batch });
      if (!distances || request !== this.request) return;
      pushAll(
        this.samples,
        batch.map((time, k) => ({ time, found: distances[k] })),
      );
      for (const sample of this.samples.slice(i))
        if (sample.found && sample.found.distance > (this.worst?.found?.distance ?? -1)) this.worst = sample;
      this.graph.show(this.samples, duration);
      this.notify();
    }
    await this.findTurn(request);
    this.graph.canvas.dataset.done = String(request);
  }

  /** Offers a turn of the second model that makes both agree where they lie farthest apart. */
  private async findTurn(request: number): Promise<void> {
    if (this.turn || !(this.worst?.found && this.worst.found.distance > 0)) return;
    const found = await this.viewer.ask('findTurn', { time: this.worst.time });
    if (request !== this.request) return;
    this.offeredTurn = found?.turn;
    this.showTurn();
  }

  private showTurn(): void {
    const { turn, offeredTurn } = this;
    this.turning.hidden = !turn && !offeredTurn;
    const [angles = '', ...more] = (offeredTurn ?? '').split(',').map((one) => `${one[0]} ${one.slice(1)}°`);
    this.turning.textContent = turn
      ? t('Undo the turn of the second model')
      : t('Both agree when the second model is turned: {turn}', { turn: [angles, ...more].join(', ') });
  }

  private turnBy(turn: QuarterTurn | undefined): void {
    this.turn = turn;
    this.showTurn();
    this.look();
    this.measuredFor = '';
    this.measureAgain();
  }

  private notify(): void {
    const found = this.worst?.found;
    this.place.hidden = !found;
    this.how.textContent = !found
      ? t('There are no vertices to compare.')
      : found.by === 'vertex'
        ? t('Vertex to vertex, {count} vertices, in world units.', { count: found.vertices })
        : t(
            'Vertex counts differ: each of {count} vertices to the closest point on the other surface, in one direction, in world units.',
            {
              count: found.vertices,
            },
          );
    if (found)
      this.place.textContent = t('{distance} at {time}: vertex {vertex} of {name}', {
        distance: numberText(found.distance),
        time: timeText(this.worst!.time, undefined),
        vertex: found.vertex,
        name: found.name,
      });
    this.showTime(this.viewer.lastFrame?.time ?? 0);
  }

  /** At the moment that is shown: measured where the view rests, else what was measured nearest to it. */
  private showTime(time: number): void {
    if (!this.other) return;
    this.graph.showTime(time);
    const nearest = this.samples.reduce<Sample | undefined>(
      (best, sample) => (!best || Math.abs(sample.time - time) < Math.abs(best.time - time) ? sample : best),
      undefined,
    );
    if (nearest?.found) this.sayNow(nearest.found);
    if (this.viewer.playback?.playing || this.reading || !nearest || Math.abs(nearest.time - time) < 1e-6) return;
    this.reading = true;
    const { request } = this;
    void this.viewer.ask('distances', { times: [time] }).then(([found] = []) => {
      this.reading = false;
      if (!found || !this.other || request !== this.request) return;
      this.samples = [...this.samples, { time, found }].sort((a, b) => a.time - b.time);
      this.sayNow(found);
    });
  }

  private sayNow({ distance, vertex, name }: LargestDistance): void {
    this.now.classList.toggle('is-same', distance === 0);
    if (distance === 0) this.now.textContent = t('Identical at this moment');
    else
      this.now.textContent = t('{distance} now (vertex {vertex} of {name})', {
        distance: numberText(distance),
        vertex,
        name,
      });
  }

  private seek(time: number): void {
    if (this.viewer.playback?.playing) this.viewer.change({ set: 'playing', playing: false });
    this.viewer.change({ set: 'time', time });
  }

  /** Goes to the time and the vertex of the largest distance. */
  private goToWorst(): void {
    const { worst, viewer } = this;
    if (!worst?.found) return;
    const { node, vertex, at } = worst.found;
    this.seek(worst.time);
    this.mark(node, vertex);
    viewer.camera.focus(at);
    viewer.move();
  }
}
