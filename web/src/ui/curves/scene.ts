// What a plot of curves shows: samples of the core, positions of times and values, colours, and the mark of one key.

import { type CurveHead, type CurvePicture, type CurveQuery, kTooManyKeys } from '../../core/curves';
import type { Viewer } from '../../viewer/viewer';
import type { PlotRange } from './range';

export interface DrawnKey {
  time: number;
  value: number;
  /** NaN where there is none. */
  left: [time: number, value: number];
  right: [time: number, value: number];
}

/** Curve samples of the core by channel: values at a time, and the columns for the plot. */
export class Drawn {
  private readonly places = new Map<number, number>();
  /** First key of each place, in keys. */
  private readonly firstKeys: number[] = [];

  constructor(
    readonly query: CurveQuery,
    private readonly picture: CurvePicture,
  ) {
    let first = 0;
    query.channels.forEach((channel, place) => {
      this.places.set(channel, place);
      this.firstKeys.push(first);
      const count = picture.keyCounts[place]!;
      if (count !== kTooManyKeys) first += count;
    });
  }

  has(channel: number): boolean {
    return this.places.has(channel);
  }

  /** Three numbers a column (see CurvePicture); undefined for a channel that was not asked for. */
  columns(channel: number): Float32Array | undefined {
    const place = this.places.get(channel),
      size = this.query.columns * 3;
    return place === undefined ? undefined : this.picture.columns.subarray(place * size, (place + 1) * size);
  }

  /** Between the columns' edges straight, or held where the channel steps; NaN outside the picture. */
  valueAt(channel: number, time: number, steps: boolean): number {
    const columns = this.columns(channel),
      { from, to, columns: count } = this.query;
    const at = ((time - from) / (to - from)) * count;
    if (!columns || !(at >= 0) || at >= count) return NaN;
    const column = Math.floor(at),
      value = columns[column * 3]!;
    return steps || column + 1 >= count ? value : value + (columns[column * 3 + 3]! - value) * (at - column);
  }

  /** Keys in sight; undefined when there are too many to distinguish. */
  keys(channel: number): DrawnKey[] | undefined {
    const place = this.places.get(channel);
    if (place === undefined) return [];
    const count = this.picture.keyCounts[place]!;
    if (count === kTooManyKeys) return undefined;
    const { keys } = this.picture,
      first = this.firstKeys[place]!;
    return Array.from({ length: count }, (_, i) => {
      const [time = NaN, value = NaN, lt = NaN, lv = NaN, rt = NaN, rv = NaN] = keys.subarray(
        (first + i) * 6,
        (first + i + 1) * 6,
      );
      return { time, value, left: [lt, lv], right: [rt, rv] };
    });
  }
}

/** Room for the marks: values on the left, times on top. */
export const kGutter = 52;
export const kRuler = 20;

export interface PlotColors {
  text: string;
  quiet: string;
  line: string;
  strong: string;
  shade: string;
  surface: string;
  x: string;
  y: string;
  z: string;
  w: string;
  none: string;
  font: string;
}

export interface KeyMark {
  channel: number;
  key: number;
  time: number;
  value: number;
}

export interface PlotScene {
  width: number;
  height: number;
  range: PlotRange;
  colors: PlotColors;
  /** Seconds of the action. */
  duration: number;
  /** Frames a second where the axis counts frames. */
  frameRate: number | undefined;
  /** Number of the frame at time 0. */
  firstFrame: number;
  heads: readonly CurveHead[];
  visible: readonly number[];
  drawn: Drawn | undefined;
  /** The reading that is not shown. */
  other: Drawn | undefined;
  /** Each channel over its own range, 0 to 1. */
  normalise: boolean;
  handles: boolean;
  /** Channel that is pointed at, -1 = none. */
  pointed: number;
  /** A key with a ring around it. */
  marked?: KeyMark | undefined;
}

/** A channel's value as a height of the plot, and back. */
export function scaleOf(
  { least, most }: CurveHead,
  normalise: boolean,
): { up(v: number): number; down(v: number): number } {
  if (!normalise) return { up: (v) => v, down: (v) => v };
  const low = least ?? 0,
    size = (most ?? 0) - low;
  return size > 0
    ? { up: (v) => (v - low) / size, down: (v) => low + v * size }
    : { up: (v) => 0.5 + (v - low), down: (v) => low + (v - 0.5) };
}

export function xOf({ width, range }: Pick<PlotScene, 'width' | 'range'>, time: number): number {
  return kGutter + ((time - range.from) / (range.to - range.from)) * (width - kGutter);
}

/** Kept where a canvas still counts. */
export function yOf({ height, range }: PlotScene, value: number): number {
  const y = height - ((value - range.low) / (range.high - range.low)) * (height - kRuler);
  return Math.max(-1e5, Math.min(1e5, y));
}

export function timeAt({ width, range }: Pick<PlotScene, 'width' | 'range'>, x: number): number {
  return range.from + ((x - kGutter) / (width - kGutter)) * (range.to - range.from);
}

export function valueAt({ height, range }: Pick<PlotScene, 'height' | 'range'>, y: number): number {
  return range.low + ((height - y) / (height - kRuler)) * (range.high - range.low);
}

/** The plot's colours, from the style sheet. */
export function colorsOf(element: HTMLElement): PlotColors {
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

const kReach = 8;
const kRing = 7;
/** Longer than any action. */
const kEver = 1e9;

/** All keys of a channel: time and value of each. */
async function keysOf(viewer: Viewer, action: number, channel: number): Promise<[number, number][]> {
  const picture = await viewer.ask('curvePicture', {
    action,
    query: {
      channels: [channel],
      from: -kEver,
      to: kEver,
      columns: 1,
      mostKeys: 0xfffffff0,
      other: false,
    },
  });
  const keys: [number, number][] = [];
  for (let i = 0; i + 1 < (picture?.keys.length ?? 0); i += 6) keys.push([picture!.keys[i]!, picture!.keys[i + 1]!]);
  return keys;
}

export async function keyByNumber(
  viewer: Viewer,
  action: number,
  channel: number,
  key: number,
): Promise<KeyMark | undefined> {
  const at = (await keysOf(viewer, action, channel))[key];
  return at && { channel, key, time: at[0], value: at[1] };
}

export async function keyByTime(
  viewer: Viewer,
  action: number,
  channel: number,
  time: number,
): Promise<KeyMark | undefined> {
  const keys = await keysOf(viewer, action, channel),
    key = keys.findIndex((one) => one[0] === time);
  return key < 0 ? undefined : { channel, key, time, value: keys[key]![1] };
}

/** The drawn key within reach of a place of the plot: its channel and time. */
export function keyAt(scene: PlotScene, x: number, y: number): { channel: number; time: number } | undefined {
  let found: { channel: number; time: number } | undefined,
    reach = kReach;
  if (x < kGutter || y < kRuler) return undefined;
  for (const channel of scene.visible) {
    const { up } = scaleOf(scene.heads[channel]!, scene.normalise);
    for (const { time, value } of scene.drawn?.keys(channel) ?? []) {
      const distance = Math.hypot(xOf(scene, time) - x, yOf(scene, up(value)) - y);
      if (distance < reach) [found, reach] = [{ channel, time }, distance];
    }
  }
  return found;
}

/** A ring around a marked key, above everything else. */
export function ringKey(ctx: CanvasRenderingContext2D, scene: PlotScene, mark: KeyMark | undefined): void {
  const head = mark && scene.heads[mark.channel];
  if (!head || !scene.visible.includes(mark.channel)) return;
  const x = xOf(scene, mark.time),
    y = yOf(scene, scaleOf(head, scene.normalise).up(mark.value));
  if (x < kGutter || y < kRuler) return;
  ctx.lineWidth = 2;
  ctx.strokeStyle = scene.colors.text;
  ctx.beginPath();
  ctx.arc(x, y, kRing, 0, 2 * Math.PI);
  ctx.stroke();
}
