// The timeline opens upwards into curves: a list of channels and a plot of them. Every value comes from the core, which
// is asked for what is in sight; until it answers, the picture before is drawn at its new place.

import type { Report } from '../../core/report';
import type { PageViewer } from '../../viewer/page';
import { keysOf } from '../commands';
import { h, iconButton } from '../dom';
import { recall, remember } from '../memory';
import { numberText } from '../words';
import { CurvesBar } from './bar';
import { channelName } from './groups';
import { ChannelList } from './channels';
import {
  colorsOf,
  keyAt,
  keyByNumber,
  keyByTime,
  type KeyMark,
  kGutter,
  kRuler,
  type PlotColors,
  type PlotScene,
  scaleOf,
  timeAt,
  valueAt,
  xOf,
  yOf,
} from './scene';
import { heightHandle, type ResizeHandle } from './resizeHandle';
import { listenToPlot } from './input';
import { Plot } from './plot';
import { pan, withMargin, zoomTimes, zoomValues, type PlotRange } from './range';
import { CurveSource } from './source';
import { t, fixed } from '../language';
import { perFrame } from '../perFrame';

const kLeastHeight = 150;
/** Maximum height as a fraction of the window. */
const kMostHeight = 0.7;
/** Height below which a window is low, in pixels. */
const kLow = 600;
const kPointPixels = 9;

export class CurvesPanel {
  readonly element: HTMLElement;
  /** For the timeline. */
  readonly button: HTMLButtonElement;
  /** Called when the panel opens, closes or takes another height. */
  onChange: () => void = () => undefined;
  /** Called with the report of a document that was read again. */
  reloaded: (report: Report) => void = (report) => this.show(report);

  /** Called when the user clicks a key. */
  onKey: (action: number, channel: number, key: number) => void = () => undefined;

  private readonly bar: CurvesBar;
  private readonly resizeHandle: ResizeHandle;
  private readonly list: ChannelList;
  private readonly source: CurveSource;
  private readonly plot: Plot;
  private readonly plotArea: HTMLElement;
  private readonly head = h('span', { class: 'curves-head-line' });
  private readonly note = h('p', { class: 'curves-empty quiet' });
  private readonly readout = h('output', { class: 'curves-readout numbers' });

  private height = Math.max(kLeastHeight, Number(recall('curves.height', '260')) || 260);
  private report: Report | undefined;
  private range: PlotRange = { from: 0, to: 1, low: -1, high: 1 };
  private selected = -1;
  private pointed = -1;
  private marked: KeyMark | undefined;
  private presses = 0;
  /** The user has said whether only the selection's curves show: until then they do where it has any. */
  private decided = false;
  private hover: number | undefined;
  private stale = true;
  /** Opened, and its curves have not come yet. */
  private beginning = false;
  /** How the action plays. */
  private loop = true;
  private closeLoop = false;
  private readonly queue = perFrame(() => this.draw());
  private colors: PlotColors | undefined;

  constructor(
    private readonly viewer: PageViewer,
    choose: (node: number) => void,
  ) {
    this.source = new CurveSource(
      viewer,
      () => this.redraw(),
      () => this.tellValues(),
    );
    this.list = new ChannelList({
      choose,
      changed: () => this.ask(),
      point: (channel) => this.point(channel),
      filled: () => this.readValues(),
    });
    this.bar = new CurvesBar({
      restricted: () => {
        this.decided = true;
        this.beginning = false;
        this.restrict();
      },
      rescaled: () => this.fit(),
      redraw: () => this.redraw(),
      readAgain: (legacy) => this.readAgain(legacy),
      fit: () => this.fit(),
      close: () => {
        this.set(false);
        this.button.focus();
      },
      showChannels: (shown) => this.element.classList.toggle('shows-channels', shown),
    });
    const canvas = h('canvas', { class: 'curves-canvas', attributes: { 'aria-hidden': 'true' } });
    this.plot = new Plot(canvas);
    this.plotArea = h(
      'div',
      {
        class: 'curves-plot',
        attributes: {
          tabindex: 0,
          role: 'img',
          'aria-label': t(
            'Curves. Arrow keys move, plus and minus zoom the time, Page Up and Page Down zoom the values, F fits.',
          ),
        },
      },
      canvas,
      this.head,
      this.note,
    );
    this.element = h('section', { class: 'curves', id: 'panel-curves', attributes: { 'aria-label': t('Curves') } });
    this.resizeHandle = heightHandle(
      this.element,
      t('Height of the curves'),
      () => this.height,
      (to) => this.grow(to),
    );
    this.element.append(
      this.resizeHandle.element,
      this.bar.element,
      h('div', { class: 'curves-body' }, this.list.element, this.plotArea),
      h('footer', { class: 'curves-foot' }, this.bar.reading, this.readout),
    );
    this.button = iconButton('curves', t('Curves'), () => this.set(!this.open), {
      pressed: false,
      keys: keysOf('curves'),
    });
    this.button.setAttribute('aria-controls', this.element.id);
    this.listen();
    this.set(recall('curves.open', 'closed') === 'open', false);
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  /** Pixels that the open panel takes from the view. */
  get pixels(): number {
    // A low window, or one that is zoomed in, keeps a view of the model.
    const most = innerHeight < kLow ? Math.max(kLeastHeight, innerHeight * 0.4) : innerHeight * kMostHeight;
    return this.open ? Math.min(this.height, Math.round(most)) : 0;
  }

  set(open: boolean, keep = true): void {
    this.element.hidden = !open;
    this.button.setAttribute('aria-pressed', String(open));
    if (keep) remember('curves.open', open ? 'open' : 'closed');
    this.resize();
    if (open && keep) this.begin();
    else if (open && this.stale) void this.reload();
    this.onChange();
  }

  /** Opens with the curves of what is selected; where it has none, with all that change. Both are known when they come. */
  private begin(): void {
    this.beginning = true;
    if (this.stale) void this.reload();
    else if (this.source.ready) this.came(true);
  }

  /** The curves are here. */
  private came(fit: boolean): void {
    if (this.beginning) this.bar.onlySelected = this.hasOwn;
    this.beginning = false;
    this.restrict(fit);
  }

  /** Curves of the selected node exist. */
  private get hasOwn(): boolean {
    return this.source.curves.curves.some(
      ({ targetKind, targetIndex }) => targetKind === 'node' && targetIndex === this.selected,
    );
  }

  /** The curves of the selected node, whether they are open or not. */
  showSelected(): void {
    if (this.open) this.begin();
    else this.set(true);
  }

  /** A document, new or read again. */
  show(report: Report): void {
    const sameFiles = this.report?.files.map(({ name }) => name).join() === report.files.map(({ name }) => name).join();
    if (!sameFiles) this.list.forget();
    this.report = report;
    this.bar.show(report);
    this.stale = true;
    void this.reload();
  }

  select(node: number): void {
    this.selected = node;
    const follows = this.open && !this.decided && node >= 0 && !this.bar.onlySelected && this.hasOwn;
    if (follows) this.bar.onlySelected = true;
    if (this.bar.onlySelected) this.restrict();
  }

  // -- what it listens to ---------------------------------------------------------------------------------------------

  private listen(): void {
    const { viewer } = this;
    viewer.on('playback', ({ playback }) => {
      const { action, loop, closeLoop } = playback,
        other = action !== this.source.action;
      if (!other && loop === this.loop && closeLoop === this.closeLoop) return;
      [this.loop, this.closeLoop] = [loop, closeLoop];
      this.stale = true;
      void this.reload(other);
    });
    viewer.on('frame', ({ time }) => this.showTime(time));
    viewer.on('settings', () => {
      this.colors = undefined;
      this.redraw();
    });
    new ResizeObserver(() => this.ask()).observe(this.plotArea);
    addEventListener('resize', () => this.resize());
    listenToPlot(this.plotArea, {
      pan: (dx, dy) => {
        const { width, height } = this.size;
        const times = ((this.range.to - this.range.from) / (width - kGutter)) * -dx,
          values = ((this.range.high - this.range.low) / (height - kRuler)) * dy;
        this.look(pan(this.range, times, values));
      },
      zoom: (times, values, x, y) => {
        const place = { ...this.size, range: this.range };
        const [low, high] = this.valueSpan;
        let range = zoomTimes(this.range, times, timeAt(place, Math.max(x, kGutter)), this.source.duration);
        range = zoomValues(range, values, valueAt(place, Math.max(y, kRuler)), Math.max(high - low, 1e-9));
        this.look(range);
      },
      seek: (x) => {
        const time = timeAt({ ...this.size, range: this.range }, x);
        if (viewer.playback?.playing) viewer.change({ set: 'playing', playing: false });
        viewer.change({ set: 'time', time: Math.max(0, Math.min(this.source.curves.duration, time)) });
      },
      hover: (x, y) => this.pointAt(x, y),
      fit: () => this.fit(),
      press: (x, y) => void this.press(x, y),
    });
  }

  /** Opens with a key in sight and a ring around it. */
  async reveal(action: number, channel: number, key: number): Promise<void> {
    if (!this.open) this.set(true);
    const press = ++this.presses;
    if (!(await this.source.arrival(action)) || !this.source.curves.curves[channel]) return;
    const marked = await keyByNumber(this.viewer, action, channel, key);
    if (!marked || press !== this.presses || action !== this.source.action) return;
    this.marked = marked;
    this.list.restrict(undefined);
    this.list.reveal(channel);
    const { time } = this.marked,
      { from, to } = this.range;
    if (time < from || time > to)
      this.look({ ...this.range, from: time - (to - from) / 2, to: time + (to - from) / 2 });
    this.viewer.change({ set: 'time', time: Math.max(0, time) });
    this.showMarked();
  }

  private async press(x: number, y: number): Promise<void> {
    const at = keyAt(this.scene, x, y),
      { action } = this.source,
      press = ++this.presses;
    const marked = at && (await keyByTime(this.viewer, action, at.channel, at.time));
    // A key that answers after a later press, or in another action, is not meant any more.
    if (press !== this.presses || action !== this.source.action) return;
    this.marked = marked;
    this.showMarked();
    if (!this.marked) return;
    const clip = this.source.curves.curves[this.marked.channel]?.clip ?? action;
    this.onKey(clip, this.marked.channel, this.marked.key);
  }

  private showMarked(): void {
    const { marked } = this;
    if (marked) this.plotArea.dataset.marked = `${marked.channel} ${marked.key}`;
    else delete this.plotArea.dataset.marked;
    this.redraw();
  }

  private grow(height: number): void {
    this.height = Math.round(Math.max(kLeastHeight, Math.min(innerHeight * kMostHeight, height)));
    remember('curves.height', String(this.height));
    this.resize();
    this.onChange();
  }

  private resize(): void {
    document.body.style.setProperty('--curves-height', `${this.pixels}px`);
    this.resizeHandle.update(this.height, kLeastHeight, Math.round(innerHeight * kMostHeight));
  }

  private readAgain(legacyCurves: boolean): void {
    void this.viewer.loads.again({ ...this.viewer.read, legacyCurves }).then((result) => {
      if (result.result === 'loaded') this.reloaded(result.report);
      else this.bar.undoReading();
    });
  }

  // -- what is shown --------------------------------------------------------------------------------------------------

  private async reload(fit = true): Promise<void> {
    if (!this.open) return;
    this.stale = false;
    this.pointed = -1;
    // Another way to loop leaves the keys where they are.
    if (fit) {
      this.marked = undefined;
      delete this.plotArea.dataset.marked;
    }
    if (!(await this.source.open(this.viewer.playback?.action ?? -1))) return;
    this.list.show(this.source.curves.curves);
    this.came(false);
    if (fit) this.fit();
    else this.ask();
    this.showTime(this.playheadTime);
  }

  private restrict(fit = true): void {
    this.list.restrict(this.bar.onlySelected ? this.selected : undefined);
    if (fit) this.fit();
  }

  private get size(): { width: number; height: number } {
    const { clientWidth, clientHeight } = this.plotArea;
    return { width: Math.max(clientWidth, kGutter + 1), height: Math.max(clientHeight, kRuler + 1) };
  }

  private get valueSpan(): [number, number] {
    if (this.bar.normalise) return [0, 1];
    const heads = this.list.visible.map((channel) => this.source.curves.curves[channel]!);
    return [
      heads.reduce((low, { least }) => Math.min(low, least ?? low), Infinity),
      heads.reduce((high, { most }) => Math.max(high, most ?? high), -Infinity),
    ];
  }

  private fit(): void {
    const heads = this.list.visible.map((channel) => this.source.curves.curves[channel]!);
    const first = heads.reduce((time, { first: own }) => Math.min(time, own ?? time), 0),
      last = heads.reduce((time, { last: own }) => Math.max(time, own ?? time), this.source.duration);
    const [from, to] = withMargin(first, last, 0.04),
      [low, high] = withMargin(...this.valueSpan, 0.1);
    this.look({ from, to, low, high });
  }

  private look(range: PlotRange): void {
    this.range = range;
    this.ask();
  }

  private ask(): void {
    if (!this.open) return;
    this.redraw();
    this.source.look({ channels: this.list.visible, range: this.range, width: this.size.width });
    this.readValues();
  }

  private redraw(): void {
    if (this.open) this.queue();
  }

  private draw(): void {
    this.plot.draw(this.scene);
    this.plotArea.dataset.drawn = String(Number(this.plotArea.dataset.drawn ?? 0) + 1);
    this.say();
    this.placeHead(this.playheadTime);
  }

  private get scene(): PlotScene {
    const { range, pointed, marked, source } = this,
      { curves, drawn, other } = source;
    return {
      ...this.size,
      range,
      drawn,
      other,
      pointed,
      marked,
      colors: (this.colors ??= colorsOf(this.element)),
      duration: source.action === -1 ? 0 : curves.duration,
      frameRate: this.bar.inFrames(curves.frameRate) ? curves.frameRate : undefined,
      firstFrame: curves.firstFrame,
      heads: curves.curves,
      visible: this.list.visible,
      normalise: this.bar.normalise,
      handles: this.bar.handles,
    };
  }

  /** Why there is nothing to see. */
  private say(): void {
    const text = !this.source.ready
      ? ''
      : this.source.action === -1
        ? t('The bind pose has no curves: choose an action.')
        : this.source.curves.curves.length === 0
          ? t('This action has no curves.')
          : this.list.visible.length > 0
            ? ''
            : this.bar.onlySelected
              ? t('The selected node has no curves here.')
              : t('All channels are switched off.');
    this.note.textContent = text;
    this.note.hidden = text === '';
  }

  // -- time and values ------------------------------------------------------------------------------------------------

  private get playheadTime(): number {
    return this.viewer.lastFrame?.time ?? 0;
  }

  private showTime(time: number): void {
    if (!this.open) return;
    this.placeHead(time);
    if (this.hover === undefined) this.readValues();
  }

  private placeHead(time: number): void {
    const x = xOf({ ...this.size, range: this.range }, time),
      shown = this.source.action !== -1 && x >= kGutter && x <= this.size.width;
    this.head.hidden = !shown;
    if (shown) this.head.style.transform = `translateX(${x.toFixed(2)}px)`;
  }

  /** Under the pointer, else at the playhead. */
  private get readTime(): number {
    return this.hover ?? this.playheadTime;
  }

  /** Asks for the values of the rows in sight and of what is pointed at. */
  private readValues(): void {
    const { inSight } = this.list,
      { pointed } = this;
    this.source.read(pointed < 0 || inSight.includes(pointed) ? inSight : [...inSight, pointed], this.readTime);
  }

  private tellValues(): void {
    this.list.showValues((channel) => this.source.valueOf(channel));
    this.readout.textContent = this.readoutText(this.readTime);
  }

  private readoutText(time: number): string {
    const { action, curves } = this.source;
    if (action === -1 || this.hover === undefined) return '';
    const { frameRate, firstFrame } = curves;
    const seconds = fixed(time, 3),
      frame = numberText(Number((time * frameRate + firstFrame).toFixed(2)));
    const place = frameRate > 0 ? t('{seconds} s · frame {frame}', { seconds, frame }) : `${seconds} s`;
    const head = curves.curves[this.pointed];
    if (!head) return place;
    const value = this.source.valueOf(this.pointed);
    const name = [head.target ?? head.track, channelName(head)].filter(Boolean).join(' ');
    return `${name} = ${Number.isFinite(value) ? numberText(value) : '–'} · ${place}`;
  }

  /** The curve under the pointer, within reach. */
  private pointAt(x: number | undefined, y: number): void {
    const { scene } = this;
    this.hover = x === undefined || x < kGutter ? undefined : timeAt(scene, x);
    let nearest = -1,
      reach = kPointPixels;
    if (this.hover !== undefined && y > kRuler) {
      for (const channel of scene.visible) {
        const value = this.source.drawnValue(channel, this.hover);
        if (!Number.isFinite(value)) continue;
        const distance = Math.abs(yOf(scene, scaleOf(scene.heads[channel]!, scene.normalise).up(value)) - y);
        if (distance < reach) [nearest, reach] = [channel, distance];
      }
    }
    this.plotArea.classList.toggle('on-ruler', x !== undefined && y < kRuler);
    this.point(nearest);
    this.list.mark(nearest);
    this.readValues();
  }

  private point(channel: number): void {
    if (channel === this.pointed) return;
    this.pointed = channel;
    this.redraw();
  }
}
