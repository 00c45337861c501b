// The curves of one action from the core: its channels, pictures of a stretch of time, exact values at a time.
// The core answers later; until then its last answer is shown.

import { markVectors } from './groups';
import { type CurveList, type CurvePicture, type CurveQuery } from '../../core/curves';
import type { Viewer } from '../../viewer/viewer';
import { Drawn, kGutter } from './scene';
import type { PlotRange } from './range';

/** Asked for on both sides of what is in sight, as a part of it, so that panning meets curves. */
const kMargin = 0.25;
/** More than this are drawn a column a pixel, however fine the screen is. */
const kManyChannels = 48;
const kDust = 1e-14;

/** One question at a time: of those that come meanwhile the last one is next. */
class Asker<Question> {
  private busy = false;
  private next: Question | undefined;

  constructor(private readonly put: (question: Question) => Promise<void>) {}

  ask(question: Question): void {
    if (this.busy) {
      this.next = question;
      return;
    }
    this.busy = true;
    void this.put(question).then(() => {
      this.busy = false;
      const { next } = this;
      this.next = undefined;
      if (next !== undefined) this.ask(next);
    });
  }
}

interface Look {
  channels: number[];
  range: PlotRange;
  /** Width of the plot in pixels. */
  width: number;
}

interface Reading {
  channels: number[];
  time: number;
}

export class CurveSource {
  /** -1 in the bind pose. */
  action = -1;
  /** The channels of `action` are here. */
  ready = false;
  curves: CurveList = { duration: 0, frameRate: 0, firstFrame: 1, curves: [] };
  drawn: Drawn | undefined;
  /** The reading that is not shown. */
  other: Drawn | undefined;

  private looks = new Asker<Look>(() => Promise.resolve());
  private readings = new Asker<Reading>(() => Promise.resolve());
  /** Indexed by channel. */
  private values = new Map<number, number>();
  /** Grows with every action and document: answers to older questions count for nothing. */
  private request = 0;
  private waiting: { action: number; resolve: (here: boolean) => void } | undefined;

  /** `drawnAnew` and `valuesRead` are called when the core has answered. */
  constructor(
    private readonly viewer: Viewer,
    private readonly drawnAnew: () => void,
    private readonly valuesRead: () => void,
  ) {}

  /** True when the channels of `action` are here, false when something else was opened meanwhile. */
  async open(action: number): Promise<boolean> {
    const request = ++this.request;
    if (this.waiting?.action !== action) this.answer(false);
    this.action = action;
    this.ready = false;
    this.drawn = this.other = undefined;
    this.values.clear();
    this.looks = new Asker((look) => this.draw(look, request));
    this.readings = new Asker((reading) => this.evaluate(reading, request));
    const curves = action === -1 ? undefined : await this.viewer.ask('curveList', { action });
    if (request !== this.request) return false;
    this.curves = curves ?? { duration: 0, frameRate: 0, firstFrame: 1, curves: [] };
    markVectors(this.curves.curves);
    this.ready = true;
    this.answer(true);
    return true;
  }

  /** True when the channels of `action` are here; false when another action, or this for another caller, is wanted. */
  arrival(action: number): Promise<boolean> {
    this.answer(false);
    if (this.ready && this.action === action) return Promise.resolve(true);
    return new Promise((resolve) => (this.waiting = { action, resolve }));
  }

  private answer(here: boolean): void {
    this.waiting?.resolve(here);
    this.waiting = undefined;
  }

  get duration(): number {
    return this.curves.duration || 1;
  }

  /** Asks for a picture. */
  look(look: Look): void {
    if (this.action !== -1 && look.channels.length > 0) this.looks.ask(look);
  }

  /** Asks for exact values. */
  read(channels: number[], time: number): void {
    if (this.action !== -1 && channels.length > 0) this.readings.ask({ channels, time });
    else this.valuesRead();
  }

  /** Values that were read last; NaN if not read. */
  valueOf(channel: number): number {
    return this.values.get(channel) ?? NaN;
  }

  /** Good enough to be pointed at: between the columns of the picture. */
  drawnValue(channel: number, time: number): number {
    return this.drawn?.valueAt(channel, time, this.curves.curves[channel]?.interpolation === 'step') ?? NaN;
  }

  private async draw({ channels, range, width }: Look, request: number): Promise<void> {
    const margin = (range.to - range.from) * kMargin,
      ratio = channels.length > kManyChannels ? 1 : Math.min(devicePixelRatio || 1, 2);
    const query: CurveQuery = {
      channels,
      from: range.from - margin,
      to: range.to + margin,
      columns: Math.max(2, Math.round((width - kGutter) * ratio * (1 + 2 * kMargin))),
      mostKeys: Math.round(width / 4),
      other: false,
    };
    const otherQuery: CurveQuery = {
      ...query,
      channels: channels.filter((channel) => this.curves.curves[channel]?.other),
      other: true,
    };
    const ask = async (it: CurveQuery): Promise<Drawn | undefined> => {
      const picture: CurvePicture | undefined =
        it.channels.length > 0 ? await this.viewer.ask('curvePicture', { action: this.action, query: it }) : undefined;
      return picture && new Drawn(it, picture);
    };
    const [drawn, other] = await Promise.all([ask(query), ask(otherQuery)]);
    if (request !== this.request) return;
    [this.drawn, this.other] = [drawn, other];
    this.drawnAnew();
  }

  private async evaluate({ channels, time }: Reading, request: number): Promise<void> {
    const query: CurveQuery = { channels, from: 0, to: 1, columns: 0, mostKeys: 0, other: false, at: time };
    const picture = await this.viewer.ask('curvePicture', { action: this.action, query });
    if (request !== this.request || !picture) return;
    this.values = new Map(channels.map((channel, i) => [channel, this.withoutDust(channel, picture.values[i] ?? NaN)]));
    this.valuesRead();
  }

  /** Rounding errors of zero, relative to the curve's range, become zero. */
  private withoutDust(channel: number, value: number): number {
    const { least = 0, most = 0 } = this.curves.curves[channel] ?? {};
    return Math.abs(value) < Math.max(Math.abs(least), Math.abs(most)) * kDust ? 0 : value;
  }
}
