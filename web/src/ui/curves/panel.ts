// The timeline opens upwards into curves: a list of channels and a plot of them. Every value comes from the core, which
// is asked for what is in sight; until it answers, the picture before is drawn at its new place.

import type { CurveList, CurveQuery } from '../../core/curves';
import type { Report } from '../../core/report';
import type { Viewer } from '../../viewer/viewer';
import { h, iconButton } from '../dom';
import { recall, remember } from '../memory';
import { numberText } from '../words';
import { ChannelList } from './channels';
import { listenToPlot } from './input';
import { readingText, type LegacyReading } from './legacy';
import { Drawn } from './picture';
import { kGutter, kRuler, Plot, scaleOf, timeAt, valueAt, xOf, yOf, type PlotColors, type PlotScene } from './plot';
import { pan, withMargin, zoomTimes, zoomValues, type PlotRange } from './range';

const kLeastHeight = 150;
/** Asked for on both sides of what is in sight, as a part of it, so that panning meets curves. */
const kMargin = 0.25;
const kPointPixels = 9;
/** More than this are drawn a column a pixel, however fine the screen is. */
const kManyChannels = 48;

export class CurvesPanel {
  readonly element: HTMLElement;
  /** For the timeline. */
  readonly button: HTMLButtonElement;
  /** Told when the panel opens, closes or takes another height. */
  onChange: () => void = () => undefined;

  private readonly list: ChannelList;
  private readonly plot: Plot;
  private readonly stage: HTMLElement;
  private readonly head = h('span', { class: 'curves-head-line' });
  private readonly note = h('p', { class: 'curves-empty quiet' });
  private readonly readout = h('output', { class: 'curves-readout numbers' });
  private readonly reading = h('span', { class: 'curves-reading quiet' });
  private readonly selectedBox = this.box('selected', () => this.restrict());
  private readonly normaliseBox = this.box('normalise', () => this.fit());
  private readonly handlesBox = this.box('handles', () => this.redraw());
  private readonly legacyBox = h('input', { attributes: { type: 'checkbox' }, on: { change: () => this.readAgain() } });
  private readonly legacyLabel: HTMLElement;
  private readonly unit: HTMLSelectElement;

  private height = Math.max(kLeastHeight, Number(recall('curves.height', '260')) || 260);
  private report: Report | undefined;
  private action = -1;
  private curves: CurveList = { duration: 0, frameRate: 0, curves: [] };
  private range: PlotRange = { from: 0, to: 1, low: -1, high: 1 };
  private drawn: Drawn | undefined;
  private other: Drawn | undefined;
  private selected = -1;
  private pointed = -1;
  private hover: number | undefined;
  /** Grows with every action and document: answers to older questions count for nothing. */
  private turn = 0;
  private asking = false;
  private askAgain = false;
  private stale = true;
  private frame = 0;
  private colors: PlotColors | undefined;

  constructor(
    private readonly viewer: Viewer,
    choose: (node: number) => void,
  ) {
    this.list = new ChannelList({
      choose,
      changed: () => this.ask(),
      point: (channel) => this.point(channel),
    });
    const canvas = h('canvas', { class: 'curves-canvas', attributes: { 'aria-hidden': 'true' } });
    this.plot = new Plot(canvas);
    this.stage = h(
      'div',
      {
        class: 'curves-plot',
        attributes: {
          tabindex: 0,
          role: 'img',
          'aria-label': 'Curves. Arrows move, plus and minus zoom the time, Page up and down the values, F fits.',
        },
      },
      canvas,
      this.head,
      this.note,
    );
    this.unit = h(
      'select',
      {
        class: 'select',
        attributes: { 'aria-label': 'Unit of time' },
        on: {
          change: () => {
            remember('curves.unit', this.unit.value);
            this.redraw();
          },
        },
      },
      h('option', { text: 'Seconds', attributes: { value: 'seconds' } }),
      h('option', { text: 'Frames', attributes: { value: 'frames' } }),
    );
    this.unit.value = recall('curves.unit', 'seconds');
    this.legacyLabel = h(
      'label',
      {
        class: 'check',
        title: 'As the program that made the game’s files read it: straight lines through the points, their ends held',
        attributes: { hidden: true },
      },
      this.legacyBox,
      'Original converter',
    );
    const channelsButton = iconButton(
      'tree',
      'Channels',
      () => {
        const shown = this.element.classList.toggle('shows-channels');
        channelsButton.setAttribute('aria-pressed', String(shown));
      },
      { pressed: false, class: 'narrow-only' },
    );
    const check = (input: HTMLInputElement, text: string, title: string): HTMLElement =>
      h('label', { class: 'check', title }, input, text);
    this.element = h(
      'section',
      { class: 'curves', id: 'panel-curves', attributes: { 'aria-label': 'Curves' } },
      this.grip(),
      h(
        'header',
        { class: 'curves-bar' },
        h('h2', { text: 'Curves' }),
        channelsButton,
        h(
          'div',
          { class: 'curves-switches' },
          check(this.selectedBox, 'Only selected', 'Only what the hierarchy has selected'),
          check(this.normaliseBox, 'Normalise', 'Every curve over its own range'),
          check(this.handlesBox, 'Handles', 'Bezier handles, where keys stand far enough apart'),
          this.legacyLabel,
          this.unit,
        ),
        iconButton('fit', 'Fit the curves', () => this.fit(), { keys: 'F' }),
        iconButton('close', 'Close curves', () => {
          this.set(false);
          this.button.focus();
        }),
      ),
      h('div', { class: 'curves-body' }, this.list.element, this.stage),
      h('footer', { class: 'curves-foot' }, this.reading, this.readout),
    );
    this.button = iconButton('curves', 'Curves', () => this.set(!this.open), { pressed: false, keys: 'V' });
    this.button.setAttribute('aria-controls', this.element.id);
    this.listen();
    this.set(recall('curves.open', 'closed') === 'open', false);
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  /** Pixels that the open panel takes from the view. */
  get pixels(): number {
    return this.open ? Math.min(this.height, Math.round(innerHeight * 0.7)) : 0;
  }

  set(open: boolean, keep = true): void {
    this.element.hidden = !open;
    this.button.setAttribute('aria-pressed', String(open));
    if (keep) remember('curves.open', open ? 'open' : 'closed');
    this.resize();
    if (open && this.stale) void this.reload();
    this.onChange();
  }

  /** A document, new or read anew. */
  show(report: Report): void {
    const sameFiles = this.report?.files.map(({ name }) => name).join() === report.files.map(({ name }) => name).join();
    if (!sameFiles) this.list.forget();
    this.report = report;
    const legacy = legacyOf(report);
    this.legacyLabel.hidden = legacy === undefined;
    this.legacyBox.checked = legacy?.shown ?? false;
    this.reading.textContent = legacy ? readingText(legacy) : '';
    this.reading.title = this.reading.textContent;
    this.stale = true;
    void this.reload();
  }

  select(node: number): void {
    this.selected = node;
    if (this.selectedBox.checked) this.restrict();
  }

  // -- what it listens to ---------------------------------------------------------------------------------------------

  private listen(): void {
    const { viewer } = this;
    viewer.on('playback', ({ playback }) => {
      if (playback.action === this.action) return;
      this.stale = true;
      void this.reload();
    });
    viewer.on('frame', ({ time }) => this.showTime(time));
    viewer.on('settings', () => {
      this.colors = undefined;
      this.redraw();
    });
    new ResizeObserver(() => this.ask()).observe(this.stage);
    addEventListener('resize', () => this.resize());
    listenToPlot(this.stage, {
      pan: (dx, dy) => {
        const { width, height } = this.size;
        const times = ((this.range.to - this.range.from) / (width - kGutter)) * -dx,
          values = ((this.range.high - this.range.low) / (height - kRuler)) * dy;
        this.look(pan(this.range, times, values));
      },
      zoom: (times, values, x, y) => {
        const place = { ...this.size, range: this.range };
        const [low, high] = this.valueSpan;
        let range = zoomTimes(this.range, times, timeAt(place, Math.max(x, kGutter)), this.duration);
        range = zoomValues(range, values, valueAt(place, Math.max(y, kRuler)), Math.max(high - low, 1e-9));
        this.look(range);
      },
      seek: (x) => {
        const time = timeAt({ ...this.size, range: this.range }, x);
        if (viewer.playback?.playing) viewer.change({ set: 'playing', playing: false });
        viewer.change({ set: 'time', time: Math.max(0, Math.min(this.curves.duration, time)) });
      },
      hover: (x, y) => this.pointAt(x, y),
      fit: () => this.fit(),
    });
  }

  private box(name: string, changed: () => void): HTMLInputElement {
    const input: HTMLInputElement = h('input', {
      attributes: { type: 'checkbox' },
      on: {
        change: () => {
          remember(`curves.${name}`, input.checked ? 'on' : 'off');
          changed();
        },
      },
    });
    input.checked = recall(`curves.${name}`, name === 'handles' ? 'on' : 'off') === 'on';
    return input;
  }

  /** The edge that is dragged for more height. */
  private grip(): HTMLElement {
    const set = (height: number): void => {
      this.height = Math.round(Math.max(kLeastHeight, Math.min(innerHeight * 0.7, height)));
      remember('curves.height', String(this.height));
      this.resize();
      this.onChange();
    };
    const grip: HTMLElement = h('div', {
      class: 'curves-grip',
      attributes: {
        role: 'separator',
        tabindex: 0,
        'aria-orientation': 'horizontal',
        'aria-label': 'Height of the curves',
        'aria-controls': 'panel-curves',
      },
      on: {
        pointerdown: (event) => {
          event.preventDefault();
          grip.setPointerCapture(event.pointerId);
          const bottom = this.element.getBoundingClientRect().bottom;
          grip.onpointermove = (move) => set(bottom - move.clientY);
        },
        pointerup: () => (grip.onpointermove = null),
        pointercancel: () => (grip.onpointermove = null),
        keydown: (event) => {
          const by = { ArrowUp: 24, ArrowDown: -24, PageUp: 96, PageDown: -96 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          set(this.height + by);
        },
      },
    });
    return grip;
  }

  private resize(): void {
    document.body.style.setProperty('--curves-height', `${this.pixels}px`);
    const grip = this.element.firstElementChild;
    grip?.setAttribute('aria-valuenow', String(this.height));
    grip?.setAttribute('aria-valuemin', String(kLeastHeight));
    grip?.setAttribute('aria-valuemax', String(Math.round(innerHeight * 0.7)));
  }

  // -- what is shown --------------------------------------------------------------------------------------------------

  private async reload(): Promise<void> {
    if (!this.open) return;
    const action = this.viewer.playback?.action ?? -1,
      turn = ++this.turn;
    this.stale = false;
    this.action = action;
    this.asking = false;
    this.drawn = this.other = undefined;
    this.pointed = -1;
    const curves = action === -1 ? undefined : await this.viewer.curveList(action);
    if (turn !== this.turn) return;
    this.curves = curves ?? { duration: 0, frameRate: 0, curves: [] };
    this.unit.hidden = !(this.curves.frameRate > 0);
    this.list.show(this.curves.curves);
    this.restrict(false);
    this.fit();
    this.showTime(this.viewer.lastFrame?.time ?? 0);
  }

  private restrict(fit = true): void {
    this.list.restrict(this.selectedBox.checked ? this.selected : undefined);
    if (fit) this.fit();
  }

  private get duration(): number {
    return this.curves.duration || 1;
  }

  private get size(): { width: number; height: number } {
    const { clientWidth, clientHeight } = this.stage;
    return { width: Math.max(clientWidth, kGutter + 1), height: Math.max(clientHeight, kRuler + 1) };
  }

  private get valueSpan(): [number, number] {
    if (this.normaliseBox.checked) return [0, 1];
    const heads = this.list.visible.map((channel) => this.curves.curves[channel]!);
    return [
      heads.reduce((low, { least }) => Math.min(low, least ?? low), Infinity),
      heads.reduce((high, { most }) => Math.max(high, most ?? high), -Infinity),
    ];
  }

  private fit(): void {
    const heads = this.list.visible.map((channel) => this.curves.curves[channel]!);
    const first = heads.reduce((time, { first: own }) => Math.min(time, own ?? time), 0),
      last = heads.reduce((time, { last: own }) => Math.max(time, own ?? time), this.duration);
    const [from, to] = withMargin(first, last, 0.04),
      [low, high] = withMargin(...this.valueSpan, 0.1);
    this.look({ from, to, low, high });
  }

  private look(range: PlotRange): void {
    this.range = range;
    this.redraw();
    this.ask();
  }

  private ask(): void {
    this.redraw();
    if (!this.open || this.action === -1) return;
    if (this.asking) {
      this.askAgain = true;
      return;
    }
    const { range, turn } = this,
      { width } = this.size,
      margin = (range.to - range.from) * kMargin,
      channels = this.list.visible,
      ratio = channels.length > kManyChannels ? 1 : Math.min(devicePixelRatio || 1, 2);
    const query: CurveQuery = {
      channels,
      from: range.from - margin,
      to: range.to + margin,
      columns: Math.max(2, Math.round((width - kGutter) * ratio * (1 + 2 * kMargin))),
      mostKeys: Math.round(width / 4),
      other: false,
    };
    const others = query.channels.filter((channel) => this.curves.curves[channel]?.other);
    if (query.channels.length === 0) return;
    this.asking = true;
    const otherQuery = { ...query, channels: others, other: true };
    void Promise.all([
      this.viewer.curvePicture(this.action, query),
      others.length > 0 ? this.viewer.curvePicture(this.action, otherQuery) : undefined,
    ]).then(([picture, other]) => {
      if (turn !== this.turn) return;
      this.asking = false;
      this.drawn = picture && new Drawn(query, picture);
      this.other = other && new Drawn(otherQuery, other);
      this.redraw();
      if (this.askAgain) {
        this.askAgain = false;
        this.ask();
      }
    });
  }

  private redraw(): void {
    if (!this.open || this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.plot.draw(this.scene);
      this.stage.dataset.drawn = String(Number(this.stage.dataset.drawn ?? 0) + 1);
      this.say();
      this.showValues();
      this.placeHead(this.viewer.lastFrame?.time ?? 0);
    });
  }

  private get scene(): PlotScene {
    const { range, drawn, other, pointed, curves } = this;
    return {
      ...this.size,
      range,
      drawn,
      other,
      pointed,
      colors: (this.colors ??= colorsOf(this.element)),
      duration: this.action === -1 ? 0 : curves.duration,
      frameRate: this.frameRate,
      heads: curves.curves,
      visible: this.list.visible,
      normalise: this.normaliseBox.checked,
      handles: this.handlesBox.checked,
    };
  }

  private get frameRate(): number | undefined {
    return this.unit.value === 'frames' && this.curves.frameRate > 0 ? this.curves.frameRate : undefined;
  }

  /** Why there is nothing to see. */
  private say(): void {
    const text =
      this.action === -1
        ? 'The bind pose has no curves: choose an action.'
        : this.curves.curves.length === 0
          ? 'This action has no curves.'
          : this.list.visible.length > 0
            ? ''
            : this.selectedBox.checked
              ? 'The selected node has no curves here.'
              : 'All channels are switched off.';
    this.note.textContent = text;
    this.note.hidden = text === '';
  }

  // -- time and values ------------------------------------------------------------------------------------------------

  private showTime(time: number): void {
    if (!this.open) return;
    this.placeHead(time);
    if (this.hover === undefined) this.showValues();
  }

  private placeHead(time: number): void {
    const x = xOf({ ...this.size, range: this.range } as PlotScene, time),
      shown = this.action !== -1 && x >= kGutter && x <= this.size.width;
    this.head.hidden = !shown;
    if (shown) this.head.style.transform = `translateX(${x.toFixed(2)}px)`;
  }

  private get readTime(): number {
    return this.hover ?? this.viewer.lastFrame?.time ?? 0;
  }

  private showValues(): void {
    const time = this.readTime;
    this.list.showValues((channel) => this.valueOf(channel, time));
    this.readout.textContent = this.readoutText(time);
  }

  private valueOf(channel: number, time: number): number {
    const head = this.curves.curves[channel],
      value = this.drawn?.valueAt(channel, time, head?.interpolation === 'step') ?? NaN;
    // Columns hold seven digits: what is next to nothing beside the curve's range is nothing.
    const size = Math.max(Math.abs(head?.least ?? 0), Math.abs(head?.most ?? 0));
    return Math.abs(value) < size * 1e-6 ? 0 : value;
  }

  private readoutText(time: number): string {
    if (this.action === -1) return '';
    const { frameRate } = this.curves;
    const frames = frameRate > 0 ? ` · frame ${numberText(Number((time * frameRate + 1).toFixed(2)))}` : '';
    const place = `${time.toFixed(3)} s${frames}`;
    const head = this.curves.curves[this.pointed];
    if (!head || this.hover === undefined) return this.hover === undefined ? '' : place;
    const value = this.valueOf(this.pointed, time);
    const name = [head.target ?? head.track, head.path].filter(Boolean).join(' ');
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
        const value = this.valueOf(channel, this.hover);
        if (!Number.isFinite(value)) continue;
        const distance = Math.abs(yOf(scene, scaleOf(scene.heads[channel]!, scene.normalise).up(value)) - y);
        if (distance < reach) [nearest, reach] = [channel, distance];
      }
    }
    this.stage.classList.toggle('on-ruler', x !== undefined && y < kRuler);
    this.point(nearest);
    this.list.mark(nearest);
    this.showValues();
  }

  private point(channel: number): void {
    if (channel === this.pointed) return;
    this.pointed = channel;
    this.redraw();
  }

  // -- the original converter -----------------------------------------------------------------------------------------

  private readAgain(): void {
    const legacyCurves = this.legacyBox.checked;
    void this.viewer.reload({ ...this.viewer.read, legacyCurves }).then((result) => {
      if (result.result === 'loaded') this.reloaded(result.report);
      else this.legacyBox.checked = !legacyCurves;
    });
  }

  /** Told with the report of a document that was read again. */
  reloaded: (report: Report) => void = (report) => this.show(report);
}

function legacyOf({ info }: Report): LegacyReading | undefined {
  return info.format?.legacyReading as LegacyReading | undefined;
}

function colorsOf(element: HTMLElement): PlotColors {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  return {
    text: color('--text'),
    quiet: color('--text-quiet'),
    line: color('--curve-grid'),
    strong: color('--line-strong'),
    shade: color('--curve-shade'),
    surface: color('--surface'),
    x: color('--curve-x'),
    y: color('--curve-y'),
    z: color('--curve-z'),
    w: color('--curve-w'),
    none: color('--curve-none'),
    font: `11px ${style.fontFamily}`,
  };
}
