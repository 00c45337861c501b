// Draws curves into a 2D canvas: axes, lines from columns, keys and handles. It has pixels and numbers, nothing of the
// page around it.

import type { CurveHead } from '../../core/curves';
import { axisOf } from './groups';
import { type Drawn, type DrawnKey, kGutter, kRuler, type PlotScene, ringKey, scaleOf, xOf, yOf } from './scene';
import { ticks, tickStep, tickText } from './range';

const kTimeGap = 76;
const kValueGap = 36;
const kKeyPixels = 2.75;
/** Keys nearer than this are not drawn one by one, handles a good deal earlier. */
const kKeyGap = 7;
const kHandleGap = 26;

export class Plot {
  private readonly ctx: CanvasRenderingContext2D;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.ctx = canvas.getContext('2d')!;
  }

  draw(scene: PlotScene): void {
    const { canvas, ctx } = this,
      { width, height, colors } = scene,
      ratio = Math.min(devicePixelRatio || 1, 2);
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    ctx.font = colors.font;
    this.axes(scene);
    ctx.save();
    ctx.beginPath();
    ctx.rect(kGutter, kRuler, width - kGutter, height - kRuler);
    ctx.clip();
    const order = scene.visible.filter((channel) => channel !== scene.pointed);
    if (scene.visible.includes(scene.pointed)) order.push(scene.pointed);
    const dim = scene.pointed >= 0 && order.length > 1;
    for (const channel of order) if (scene.heads[channel]?.other) this.otherLine(scene, channel);
    for (const channel of order) this.line(scene, channel, dim && channel !== scene.pointed);
    for (const channel of order) this.keys(scene, channel, dim && channel !== scene.pointed);
    ringKey(ctx, scene, scene.marked);
    ctx.restore();
  }

  private axes(scene: PlotScene): void {
    const { ctx } = this,
      { width, height, range, colors, duration, frameRate, firstFrame, normalise } = scene;
    const plotWidth = width - kGutter,
      plotHeight = height - kRuler;
    // The action itself is lighter than what lies outside of it.
    const [start, end] = [xOf(scene, 0), xOf(scene, duration)].map((x) => Math.min(Math.max(x, kGutter), width));
    ctx.fillStyle = colors.shade;
    ctx.fillRect(kGutter, kRuler, start! - kGutter, plotHeight);
    ctx.fillRect(end!, kRuler, width - end!, plotHeight);

    ctx.lineWidth = 1;
    ctx.textBaseline = 'middle';
    const rate = frameRate ?? 1,
      first = frameRate === undefined ? 0 : firstFrame;
    const step = tickStep(range.from * rate, range.to * rate, plotWidth, kTimeGap, frameRate === undefined ? 0 : 1);
    ctx.textAlign = 'left';
    for (const mark of ticks(range.from * rate + first, range.to * rate + first, step)) {
      const x = crisp(xOf(scene, (mark - first) / rate));
      if (x < kGutter) continue;
      stroke(ctx, colors.line, x, kRuler - 5, x, height);
      ctx.fillStyle = colors.quiet;
      ctx.fillText(tickText(mark, step), x + 4, kRuler / 2);
    }
    const up = tickStep(range.low, range.high, plotHeight, kValueGap);
    ctx.textAlign = 'right';
    for (const mark of ticks(range.low, range.high, up)) {
      const y = crisp(yOf(scene, mark));
      if (y < kRuler) continue;
      stroke(ctx, Math.abs(mark) < up / 2 ? colors.strong : colors.line, kGutter, y, width, y);
      if (y < kRuler + 6 || y > height - 6) continue;
      ctx.fillStyle = colors.quiet;
      ctx.fillText(normalise ? `${tickText(mark * 100, up * 100)}%` : tickText(mark, up), kGutter - 6, y);
    }
    for (const x of [xOf(scene, 0), xOf(scene, duration)]) {
      if (x >= kGutter && x <= width) stroke(ctx, colors.strong, crisp(x), kRuler, crisp(x), height);
    }
    stroke(ctx, colors.line, kGutter, kRuler - 0.5, width, kRuler - 0.5);
  }

  /** Within its keys a curve is solid; outside, where its extension rules, it is thin and dashed. */
  private line(scene: PlotScene, channel: number, dim: boolean): void {
    const { ctx } = this,
      head = scene.heads[channel]!,
      columns = scene.drawn?.columns(channel);
    if (!columns || !scene.drawn || head.first === undefined || head.last === undefined) return;
    const pointed = channel === scene.pointed;
    ctx.strokeStyle = colorOf(scene, head);
    const base = head.animated === false;
    const draw = (from: number, to: number, width: number, alpha: number, dash: number[]): void => {
      ctx.lineWidth = width;
      ctx.globalAlpha = dim ? alpha * 0.35 : alpha;
      ctx.setLineDash(dash);
      this.path(scene, scene.drawn!, head, columns, from, to);
    };
    if (head.first > scene.range.from) draw(-Infinity, head.first, 1, 0.6, [4, 4]);
    draw(head.first, head.last, pointed ? 2.25 : 1.5, base ? 0.55 : 1, base ? [1, 3] : []);
    if (head.last < scene.range.to) draw(head.last, Infinity, 1, 0.6, [4, 4]);
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }

  private otherLine(scene: PlotScene, channel: number): void {
    const { ctx } = this,
      head = scene.heads[channel]!,
      columns = scene.other?.columns(channel);
    if (!columns || !scene.other) return;
    ctx.strokeStyle = colorOf(scene, head);
    ctx.lineWidth = 1;
    ctx.globalAlpha = scene.pointed >= 0 && scene.pointed !== channel ? 0.25 : 0.75;
    ctx.setLineDash([1.5, 2.5]);
    this.path(scene, scene.other, head, columns, -Infinity, Infinity);
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }

  /**
   * Column after column between two times: its first value, and a stroke over its range where that is taller. Points
   * on the way of a straight line are left out.
   */
  private path(
    scene: PlotScene,
    { query }: Drawn,
    head: CurveHead,
    columns: Float32Array,
    from: number,
    to: number,
  ): void {
    const { ctx } = this,
      { up } = scaleOf(head, scene.normalise),
      step = (query.to - query.from) / query.columns;
    const visibleFrom = Math.max(from, scene.range.from, query.from),
      visibleTo = Math.min(to, scene.range.to, query.to);
    if (!(visibleFrom < visibleTo)) return;
    const first = Math.max(0, Math.floor((visibleFrom - query.from) / step + 1e-9)),
      last = Math.min(query.columns - 1, Math.floor((visibleTo - query.from) / step - 1e-9));
    const line = new SparseLine(ctx);
    ctx.beginPath();
    for (let c = first; c <= last; ++c) {
      const start = columns[3 * c]!;
      if (Number.isNaN(start)) continue;
      const x = xOf(scene, query.from + c * step),
        y = yOf(scene, up(start)),
        next = c + 1 < query.columns ? yOf(scene, up(columns[3 * c + 3]!)) : y,
        ends = c === last;
      // A stretch may begin and end within a column, beside a jump: it keeps to its own side.
      if (c === first && from > query.from) line.to(xOf(scene, visibleFrom), next);
      else line.to(x, y);
      if (!ends && !(c === first && from > query.from)) {
        const low = yOf(scene, up(columns[3 * c + 1]!)),
          high = yOf(scene, up(columns[3 * c + 2]!));
        if (high < Math.min(y, next) - 0.5 || low > Math.max(y, next) + 0.5) {
          const middle = x + (xOf(scene, query.from + (c + 1) * step) - x) / 2;
          line.to(middle, high);
          line.to(middle, low);
        }
      }
      if (ends) line.to(xOf(scene, visibleTo), to < Infinity ? y : next);
    }
    line.end();
    ctx.stroke();
  }

  private keys(scene: PlotScene, channel: number, dim: boolean): void {
    const { ctx } = this,
      head = scene.heads[channel]!,
      keys = scene.drawn?.keys(channel);
    if (!keys || keys.length === 0) return;
    const gap = gapOf(scene, keys);
    if (gap < kKeyGap) return;
    const { up } = scaleOf(head, scene.normalise),
      color = colorOf(scene, head);
    ctx.globalAlpha = dim ? 0.35 : 1;
    if (scene.handles && gap >= kHandleGap) this.handles(scene, head, keys);
    ctx.fillStyle = color;
    ctx.strokeStyle = scene.colors.surface;
    ctx.lineWidth = 1;
    for (const { time, value } of keys) {
      const x = xOf(scene, time),
        y = yOf(scene, up(value));
      if (x < kGutter - 4 || x > scene.width + 4) continue;
      const size = channel === scene.pointed ? kKeyPixels + 1 : kKeyPixels;
      ctx.beginPath();
      ctx.rect(x - size, y - size, 2 * size, 2 * size);
      ctx.fill();
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
  }

  /** A handle without a time (KRI) stands a third of the way to the neighbour. */
  private handles(scene: PlotScene, head: CurveHead, keys: readonly DrawnKey[]): void {
    const { ctx } = this,
      { up } = scaleOf(head, scene.normalise);
    ctx.strokeStyle = scene.colors.quiet;
    ctx.fillStyle = scene.colors.quiet;
    ctx.lineWidth = 1;
    keys.forEach(({ time, value, left, right }, i) => {
      const x = xOf(scene, time),
        y = yOf(scene, up(value));
      const sides: [handle: [number, number], neighbour: DrawnKey | undefined][] = [
        [left, keys[i - 1]],
        [right, keys[i + 1]],
      ];
      for (const [[at, to], neighbour] of sides) {
        const where = Number.isNaN(at) ? neighbour && time + (neighbour.time - time) / 3 : at;
        if (where === undefined || Number.isNaN(to)) continue;
        const hx = xOf(scene, where),
          hy = yOf(scene, up(to));
        stroke(ctx, scene.colors.quiet, x, y, hx, hy);
        ctx.beginPath();
        ctx.arc(hx, hy, 2.25, 0, 2 * Math.PI);
        ctx.fill();
      }
    });
  }
}

/** A polyline without the points that a straight line between others meets within a fraction of a pixel. */
class SparseLine {
  private static readonly tolerance = 0.2;
  private begun = false;
  private x0 = 0;
  private y0 = 0;
  private x = NaN;
  private y = 0;
  /** Slopes that stay near all points since (x0, y0). */
  private least = -Infinity;
  private most = Infinity;

  constructor(private readonly ctx: CanvasRenderingContext2D) {}

  to(x: number, y: number): void {
    if (!this.begun) {
      this.ctx.moveTo(x, y);
      this.begun = true;
      this.anchor(x, y);
      return;
    }
    const slope = (y - this.y0) / (x - this.x0);
    if (!(slope >= this.least && slope <= this.most)) {
      this.end();
      this.anchor(Number.isNaN(this.x) ? this.x0 : this.x, Number.isNaN(this.x) ? this.y0 : this.y);
    }
    const run = x - this.x0;
    if (run > 0) {
      this.least = Math.max(this.least, (y - SparseLine.tolerance - this.y0) / run);
      this.most = Math.min(this.most, (y + SparseLine.tolerance - this.y0) / run);
      [this.x, this.y] = [x, y];
    } else {
      // Straight up or down.
      this.ctx.lineTo(x, y);
      this.anchor(x, y);
    }
  }

  end(): void {
    if (!Number.isNaN(this.x)) this.ctx.lineTo(this.x, this.y);
  }

  private anchor(x: number, y: number): void {
    [this.x0, this.y0, this.x] = [x, y, NaN];
    this.least = -Infinity;
    this.most = Infinity;
  }
}

function colorOf({ colors }: PlotScene, head: CurveHead): string {
  return colors[axisOf(head) ?? 'none'];
}

/** Pixels between neighbouring keys, on average. */
function gapOf(scene: PlotScene, keys: readonly DrawnKey[]): number {
  if (keys.length < 2) return Infinity;
  return Math.abs(xOf(scene, keys.at(-1)!.time) - xOf(scene, keys[0]!.time)) / (keys.length - 1);
}

const crisp = (value: number): number => Math.round(value - 0.5) + 0.5;

function stroke(ctx: CanvasRenderingContext2D, color: string, x0: number, y0: number, x1: number, y1: number): void {
  ctx.strokeStyle = color;
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
}
