// Texture coordinates of a mesh over its texture. A large mesh appears bit by bit; what is out of sight is not drawn.

import type { UvLayout } from '../../protocol/questions';
import { h } from '../dom';
import { t } from '../language';
import { perFrame } from '../perFrame';

interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const kCells = 48;

/** Triangles in the plane of texture coordinates, sorted into cells, so that a view touches only those near it. */
export class UvGrid {
  readonly bounds: Rect;
  readonly triangles: number;
  /** Triangles with a corner outside 0..1. */
  readonly outside: number;
  private readonly order: Uint32Array;
  private readonly starts: Uint32Array;
  /** Bounds of the triangles of a cell: left, top, right, bottom. */
  private readonly reach: Float32Array;

  constructor(readonly layout: UvLayout) {
    const { indices, uv } = layout;
    this.triangles = Math.floor(indices.length / 3);
    const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    let outside = 0;
    for (let i = 0; i < this.triangles * 3; i += 3) {
      let leaves = false;
      for (let corner = i; corner < i + 3; ++corner) {
        const u = uv[indices[corner]! * 2]!,
          v = uv[indices[corner]! * 2 + 1]!;
        // A coordinate that is no number lies nowhere.
        if (!Number.isFinite(u) || !Number.isFinite(v)) continue;
        if (u < bounds.left) bounds.left = u;
        if (u > bounds.right) bounds.right = u;
        if (v < bounds.top) bounds.top = v;
        if (v > bounds.bottom) bounds.bottom = v;
        leaves ||= u < -1e-4 || u > 1.0001 || v < -1e-4 || v > 1.0001;
      }
      if (leaves) ++outside;
    }
    this.outside = outside;
    this.bounds = bounds.left <= bounds.right ? bounds : { left: 0, top: 0, right: 1, bottom: 1 };
    const { left, top, right, bottom } = this.bounds;
    const cellOf = (triangle: number): number => {
      const at = indices[triangle * 3]! * 2;
      const column = Math.floor(((uv[at]! - left) / (right - left || 1)) * kCells),
        row = Math.floor(((uv[at + 1]! - top) / (bottom - top || 1)) * kCells);
      const inside = (value: number): number => Math.min(kCells - 1, Math.max(0, value || 0));
      return inside(row) * kCells + inside(column);
    };
    this.starts = new Uint32Array(kCells * kCells + 1);
    const cells = new Uint16Array(this.triangles);
    for (let triangle = 0; triangle < this.triangles; ++triangle) {
      cells[triangle] = cellOf(triangle);
      ++this.starts[cells[triangle]! + 1]!;
    }
    for (let cell = 0; cell < kCells * kCells; ++cell) this.starts[cell + 1]! += this.starts[cell]!;
    const next = this.starts.slice();
    this.order = new Uint32Array(this.triangles);
    this.reach = new Float32Array(kCells * kCells * 4);
    for (let cell = 0; cell < kCells * kCells; ++cell)
      this.reach.set([Infinity, Infinity, -Infinity, -Infinity], cell * 4);
    for (let triangle = 0; triangle < this.triangles; ++triangle) {
      const cell = cells[triangle]!,
        at = cell * 4;
      this.order[next[cell]!++] = triangle;
      for (let corner = triangle * 3; corner < triangle * 3 + 3; ++corner) {
        const u = uv[indices[corner]! * 2]!,
          v = uv[indices[corner]! * 2 + 1]!;
        if (u < this.reach[at]!) this.reach[at] = u;
        if (v < this.reach[at + 1]!) this.reach[at + 1] = v;
        if (u > this.reach[at + 2]!) this.reach[at + 2] = u;
        if (v > this.reach[at + 3]!) this.reach[at + 3] = v;
      }
    }
  }

  /** Triangles of all cells that reach into `view`. */
  *within(view: Rect): Generator<number> {
    for (let cell = 0; cell < kCells * kCells; ++cell) {
      const at = cell * 4;
      if (this.reach[at]! > view.right || this.reach[at + 2]! < view.left) continue;
      if (this.reach[at + 1]! > view.bottom || this.reach[at + 3]! < view.top) continue;
      for (let i = this.starts[cell]!; i < this.starts[cell + 1]!; ++i) yield this.order[i]!;
    }
  }
}

const kSliceMs = 6;
const kMargin = 14;
const kZoomStep = 1.25;

export class UvView {
  readonly canvas = h('canvas', {
    class: 'uv-canvas',
    attributes: {
      tabindex: 0,
      role: 'img',
      'aria-label': t('Texture coordinates'),
      'aria-description': t('Drag or use the arrow keys to move, Ctrl + wheel or plus and minus to zoom, F to fit'),
    },
  });
  private grid: UvGrid | undefined;
  private image: HTMLCanvasElement | undefined;
  /** v counts from the bottom: it is drawn upwards. */
  private upwards = false;
  private scale = 200;
  private x = kMargin;
  private y = kMargin;
  private touched = false;
  private generation = 0;
  private readonly queue = perFrame(() => this.draw());

  constructor() {
    const { canvas } = this;
    new ResizeObserver(() => {
      if (!this.touched) this.fit();
      this.redraw();
    }).observe(canvas);
    // Its colours are those of the page's theme.
    new MutationObserver(() => this.redraw()).observe(document.documentElement, { attributeFilter: ['data-theme'] });
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      canvas.focus();
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!canvas.hasPointerCapture(event.pointerId)) return;
      this.pan(event.movementX, event.movementY);
    });
    canvas.addEventListener('dblclick', () => this.showAll());
    canvas.addEventListener(
      'wheel',
      (event) => {
        // The panel scrolls, unless zooming is meant.
        if (!event.ctrlKey && !event.metaKey && document.activeElement !== canvas) return;
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY * 0.002), event.offsetX, event.offsetY);
      },
      { passive: false },
    );
    canvas.addEventListener('keydown', (event) => this.key(event));
  }

  show(layout: UvLayout | undefined, upwards: boolean): void {
    this.grid = layout && new UvGrid(layout);
    this.upwards = upwards;
    this.showAll();
  }

  get shown(): UvGrid | undefined {
    return this.grid;
  }

  /** Image behind the layout; it covers 0..1. */
  setImage(image: HTMLCanvasElement | undefined): void {
    this.image = image;
    this.redraw();
  }

  /** Coordinates in sight, v as the file counts it. */
  get view(): Rect {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const top = -this.y / this.scale,
      bottom = (height - this.y) / this.scale;
    return {
      left: -this.x / this.scale,
      right: (width - this.x) / this.scale,
      ...(this.upwards ? { top: 1 - bottom, bottom: 1 - top } : { top, bottom }),
    };
  }

  private showAll(): void {
    this.touched = false;
    this.fit();
    this.redraw();
  }

  private fit(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    // The texture, and all triangles unless they are very far from it.
    const { left, right, top, bottom } = this.grid?.bounds ?? { left: 0, top: 0, right: 1, bottom: 1 };
    const near = (value: number): number => Math.min(9, Math.max(-8, value));
    const l = Math.min(0, near(left)),
      r = Math.max(1, near(right)),
      t = Math.min(0, near(this.upwards ? 1 - bottom : top)),
      b = Math.max(1, near(this.upwards ? 1 - top : bottom));
    this.scale = Math.min((width - 2 * kMargin) / (r - l), (height - 2 * kMargin) / (b - t));
    this.x = (width - (l + r) * this.scale) / 2;
    this.y = (height - (t + b) * this.scale) / 2;
  }

  private pan(x: number, y: number): void {
    this.x += x;
    this.y += y;
    this.touched = true;
    this.redraw();
  }

  private zoom(by: number, x: number, y: number): void {
    const scale = Math.min(1e6, Math.max(4, this.scale * by)),
      real = scale / this.scale;
    this.x = x - (x - this.x) * real;
    this.y = y - (y - this.y) * real;
    this.scale = scale;
    this.touched = true;
    this.redraw();
  }

  private key(event: KeyboardEvent): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const step = 32;
    const act = {
      ArrowLeft: () => this.pan(step, 0),
      ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step),
      ArrowDown: () => this.pan(0, -step),
      '+': () => this.zoom(kZoomStep, width / 2, height / 2),
      '=': () => this.zoom(kZoomStep, width / 2, height / 2),
      '-': () => this.zoom(1 / kZoomStep, width / 2, height / 2),
      f: () => this.showAll(),
      Home: () => this.showAll(),
    }[event.key];
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** Before the next picture, however often it is asked for. */
  redraw(): void {
    ++this.generation;
    this.queue();
  }

  private draw(): void {
    const { canvas, generation, scale, x, y, image } = this,
      { clientWidth: width, clientHeight: height } = canvas,
      ratio = devicePixelRatio;
    const context = canvas.getContext('2d');
    if (!context || width === 0 || height === 0) return;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const style = getComputedStyle(canvas);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    if (image) {
      context.imageSmoothingEnabled = scale < image.width;
      context.drawImage(image, x, y, scale, scale);
      // Lines must be seen on any texture.
      context.fillStyle = style.getPropertyValue('--uv-veil');
      context.fillRect(x, y, scale, scale);
    }
    context.lineWidth = 1;
    context.strokeStyle = style.getPropertyValue('--line-strong');
    context.strokeRect(x + 0.5, y + 0.5, scale, scale);
    const triangles = this.grid?.within(this.view);
    if (triangles) this.drawOn(context, triangles, generation, style.getPropertyValue('--accent'));
  }

  /** As many as fit into a slice, the rest with the next picture. */
  private drawOn(
    context: CanvasRenderingContext2D,
    triangles: Generator<number>,
    generation: number,
    color: string,
  ): void {
    const { indices, uv } = this.grid!.layout,
      { scale, x, y, upwards } = this,
      start = performance.now();
    const across = (vertex: number): number => x + uv[vertex * 2]! * scale,
      down = (vertex: number): number => y + (upwards ? 1 - uv[vertex * 2 + 1]! : uv[vertex * 2 + 1]!) * scale;
    context.beginPath();
    let drawn = 0;
    for (;;) {
      const { done, value } = triangles.next();
      if (done) break;
      const a = indices[value * 3]!,
        b = indices[value * 3 + 1]!,
        c = indices[value * 3 + 2]!;
      const [ax, ay, bx, by, cx, cy] = [across(a), down(a), across(b), down(b), across(c), down(c)];
      if (Math.max(ax, bx, cx) - Math.min(ax, bx, cx) < 1 && Math.max(ay, by, cy) - Math.min(ay, by, cy) < 1) {
        context.rect(ax, ay, 0.5, 0.5);
      } else {
        context.moveTo(ax, ay);
        context.lineTo(bx, by);
        context.lineTo(cx, cy);
        context.closePath();
      }
      if (++drawn % 2048 === 0 && performance.now() - start > kSliceMs) {
        requestAnimationFrame(() => {
          if (generation === this.generation) this.drawOn(context, triangles, generation, color);
        });
        break;
      }
    }
    context.strokeStyle = color;
    context.lineWidth = 1;
    context.stroke();
  }
}
