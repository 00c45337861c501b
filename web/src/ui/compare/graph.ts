// The largest distance between two documents over the time of an action: a line that grows while it is measured.

import type { LargestDistance } from '../../core/health';
import { h } from '../dom';
import { t } from '../language';
import { numberText } from '../words';
import { perFrame } from '../perFrame';

const kTop = 14;

export interface Sample {
  time: number;
  found: LargestDistance | undefined;
}

export class DistanceGraph {
  readonly canvas: HTMLCanvasElement;
  private samples: readonly Sample[] = [];
  private duration = 1;
  private time = 0;
  private readonly redraw = perFrame(() => this.draw());

  constructor(private readonly seek: (time: number) => void) {
    this.canvas = h('canvas', {
      class: 'compare-graph',
      attributes: { role: 'img', tabindex: 0, 'aria-label': t('Largest distance over time') },
      on: {
        pointerdown: (event) => {
          this.canvas.setPointerCapture(event.pointerId);
          this.seekTo(event.offsetX);
        },
        pointermove: (event) => {
          if (this.canvas.hasPointerCapture(event.pointerId)) this.seekTo(event.offsetX);
        },
        keydown: (event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          event.stopPropagation();
          const at = this.samples.findIndex(({ time }) => time >= this.time - 1e-6),
            next = this.samples[Math.max(0, Math.min(this.samples.length - 1, at + step))];
          if (next) this.seek(next.time);
        },
      },
    });
    new ResizeObserver(() => this.redraw()).observe(this.canvas);
    new MutationObserver(() => this.redraw()).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  show(samples: readonly Sample[], duration: number): void {
    this.samples = samples;
    this.duration = duration || 1;
    this.canvas.dataset.samples = String(samples.length);
    this.redraw();
  }

  showTime(time: number): void {
    this.time = time;
    this.redraw();
  }

  private seekTo(x: number): void {
    this.seek(Math.max(0, Math.min(1, x / Math.max(1, this.canvas.clientWidth))) * this.duration);
  }

  private draw(): void {
    const { canvas, samples, duration } = this,
      { clientWidth: width, clientHeight: height } = canvas,
      scale = Math.min(devicePixelRatio || 1, 2);
    if (width === 0) return;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const ctx = canvas.getContext('2d')!,
      style = getComputedStyle(canvas),
      color = (name: string): string => style.getPropertyValue(name);
    ctx.scale(scale, scale);
    const most = samples.reduce((top, { found }) => Math.max(top, found?.distance ?? 0), 0);
    const x = (time: number): number => (time / duration) * width,
      y = (distance: number): number => height - 1.5 - (most > 0 ? (distance / most) * (height - kTop - 2) : 0);
    ctx.strokeStyle = color('--line');
    ctx.beginPath();
    ctx.moveTo(0, kTop + 0.5);
    ctx.lineTo(width, kTop + 0.5);
    ctx.stroke();
    ctx.strokeStyle = color('--accent');
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    samples.forEach(({ time, found }, i) => {
      const at = [x(time), y(found?.distance ?? 0)] as const;
      if (i === 0) ctx.moveTo(...at);
      else ctx.lineTo(...at);
    });
    // One pose is a line as well.
    if (samples.length === 1) ctx.lineTo(width, y(samples[0]!.found?.distance ?? 0));
    ctx.stroke();
    ctx.fillStyle = color('--text-quiet');
    ctx.font = `11px ${color('--font')}`;
    ctx.fillText(numberText(most), 2, kTop - 4);
    ctx.strokeStyle = color('--text');
    ctx.lineWidth = 1;
    const head = Math.round(x(this.time)) + 0.5;
    ctx.beginPath();
    ctx.moveTo(head, kTop);
    ctx.lineTo(head, height);
    ctx.stroke();
  }
}
