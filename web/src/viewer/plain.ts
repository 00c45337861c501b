// One viewer: a canvas in a host element, its camera, its settings and what it shows. Any number of them share one
// EngineClient; nothing here is global. It is what an embedded viewer needs; the page's does more (viewer.ts).

import { kAllActions } from '../core/document';
import type { ReadOptions } from '../core/formats';
import type { Report, Vec4 } from '../core/report';
import { defaultSettings, type FrameInfo, type Framing, type PickHit, type ViewSettings, type ViewerId } from '../protocol/view';
import type { CameraPose } from '../protocol/camera';
import type { EngineEvent } from '../protocol/messages';
import type { PlaybackChange, PlaybackState } from '../protocol/playback';
import type { SourceFile } from '../protocol/files';
import { OrbitCamera, type Insets } from './camera';
import type { EngineClient } from './client';
import { type InputTarget, listen } from './input';
import { Asking } from './asking';

export interface LoadOptions {
  /** Keep what is there and add to it. */
  add?: boolean;
  action?: string;
  play?: boolean;
  /** Leave the camera where it is. */
  keepCamera?: boolean;
  /** How files are read; a document that is added to keeps its own way. */
  read?: ReadOptions;
  /** Address of a folder where images are looked for that the model names and that were not passed. */
  imageFolder?: string;
}

export interface ShownDocument {
  report: Report;
  framing: Framing;
  parseMs: number;
}

export type LoadResult =
  | { result: 'loaded'; report: Report }
  | { result: 'refused'; code: string; message: string; report?: Report }
  | { result: 'cancelled' };

export interface ViewerEvents {
  progress: { stage: 'reading' | 'parsing' | 'textures'; file: string; loaded: number; total: number };
  loaded: ShownDocument;
  /** `ended`: by itself, and before what was asked for since. */
  playback: { playback: PlaybackState; ended: boolean };
  frame: FrameInfo;
  settings: ViewSettings;
  camera: CameraPose;
  /** `detail`: a vertex or triangle is meant, not the thing as a whole. */
  click: { hit: PickHit | undefined; detail?: 'vertex' | 'triangle' };
  /** Nodes turned by hand, by their number: local rotations x, y, z, w. */
  rotations: ReadonlyMap<number, Vec4>;
  context: 'lost' | 'restored';
  resized: void;
  /** The shown document stands in a new engine, which knows of nothing beside it. */
  revived: void;
}

type Pending = { resolve: (result: LoadResult) => void; files: SourceFile[]; options: LoadOptions };

export class PlainViewer extends Asking<ViewerEvents> {
  readonly camera = new OrbitCamera();
  settings: ViewSettings;
  /** Settings that apply to every document. */
  readonly #wishes = new Map<PlaybackChange['set'], PlaybackChange>();
  playback: PlaybackState | undefined;
  shown: ShownDocument | undefined;
  lastFrame: FrameInfo | undefined;
  /** How the shown document was read. */
  read: ReadOptions = {};
  /** Changes of the playback that were asked for. */
  #asked = 0;
  /** True until the engine has applied the last change. */
  lags = false;
  #canvas: HTMLCanvasElement;
  /** Files of the shown document, to open it again in a new engine. */
  protected sources: SourceFile[] = [];
  protected readonly loads = new Map<number, Pending>();
  readonly #endings: (() => void)[] = [];
  protected insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  #moving = false;
  /** The person has moved the camera since the document opened. */
  protected touched = false;
  #dragging = false;
  #lastStep = 0;

  constructor(
    client: EngineClient,
    protected readonly host: HTMLElement,
    private readonly options: {
      settings?: ViewSettings;
      wheelNeedsFocus?: boolean;
      passive?: boolean;
      /** Draws nothing before there is a document. */
      waits?: boolean;
    } = {},
  ) {
    super(client);
    this.settings = options.settings ?? defaultSettings;
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    this.camera.still = motion.matches;
    const stillness = ({ matches }: MediaQueryListEvent): void => void (this.camera.still = matches);
    motion.addEventListener('change', stillness);
    this.#endings.push(() => motion.removeEventListener('change', stillness));
    this.#canvas = this.#attach();
    this.#endings.push(
      client.on('event', (event) => this.#receive(event)),
      client.on('restarted', () => this.#reattach()),
    );
    if (!options.passive) this.#endings.push(listen(host, this.input(), options.wheelNeedsFocus ?? false));
    const resizing = new ResizeObserver(() => this.#resize());
    resizing.observe(host);
    // A page that is zoomed or goes to a denser screen may leave the size in CSS pixels as it is.
    const ending = new AbortController();
    const watchDensity = (): void =>
      matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
        'change',
        () => {
          this.#resize();
          watchDensity();
        },
        { once: true, signal: ending.signal },
      );
    watchDensity();
    let inSight = true;
    const tell = (): void =>
      this.client.send({ type: 'visible', viewer: this.id, visible: inSight && !document.hidden });
    const seeing = new IntersectionObserver((entries) => {
      inSight = entries.at(-1)?.isIntersecting ?? true;
      tell();
    });
    seeing.observe(host);
    document.addEventListener('visibilitychange', tell);
    this.#endings.push(
      () => resizing.disconnect(),
      () => ending.abort(),
      () => seeing.disconnect(),
      () => document.removeEventListener('visibilitychange', tell),
    );
  }

  // -- documents ------------------------------------------------------------------------------------------------------

  load(files: SourceFile[], options: LoadOptions = {}): Promise<LoadResult> {
    const request = this.client.newId(),
      { add = false, action, play = true } = options,
      read = options.read ?? (add ? this.read : {});
    return new Promise((resolve) => {
      this.loads.set(request, { resolve, files, options: { ...options, read } });
      this.client.send({
        type: 'load',
        viewer: this.id,
        request,
        files,
        add,
        play,
        read,
        ...(action !== undefined && { action }),
        ...(options.imageFolder !== undefined && { imageFolder: options.imageFolder }),
      });
    });
  }

  /** x, y in CSS pixels of the host; `surface`: joints and gizmos do not stand in the way. */
  pick(x: number, y: number, surface?: string): Promise<PickHit | undefined> {
    const { width, height } = this.host.getBoundingClientRect();
    const at = { x: (x / width) * 2 - 1, y: 1 - (y / height) * 2 };
    return this.ask(
      (request) => ({ type: 'pick', viewer: this.id, request, ...at, ...(surface && { surface: true }) }),
      (event) => (event.type === 'picked' ? event.hit : undefined),
    );
  }

  // -- playing --------------------------------------------------------------------------------------------------------

  change(change: PlaybackChange): void {
    if (change.set === 'options' || change.set === 'speed') this.#wishes.set(change.set, change);
    this.lags = true;
    this.client.send({ type: 'playback', viewer: this.id, change, count: ++this.#asked });
  }

  // -- looking --------------------------------------------------------------------------------------------------------

  set(settings: Partial<ViewSettings>): void {
    this.settings = { ...this.settings, ...settings };
    this.client.send({ type: 'settings', viewer: this.id, settings: this.settings });
    this.emit('settings', this.settings);
  }

  /** Parts of the view that something covers. */
  setInsets(insets: Insets): void {
    this.insets = insets;
    this.#resize();
  }

  fit(home = false): void {
    if (this.shown) this.camera.fit(this.shown.framing, home, false);
    this.move();
  }

  /** Tells the engine where the camera is, until it rests. */
  move(): void {
    this.touched = true;
    this.animate();
  }

  protected animate(): void {
    this.sendCamera();
    if (this.#moving) return;
    this.#moving = true;
    this.#lastStep = performance.now();
    requestAnimationFrame((now) => this.#step(now));
  }

  dispose(): void {
    for (const end of this.#endings) end();
    this.client.send({ type: 'detach', viewer: this.id });
    this.#canvas.remove();
    for (const request of [...this.loads.keys()]) this.settle(request, { result: 'cancelled' });
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  #attach(): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    canvas.className = 'viewer-canvas';
    canvas.setAttribute('aria-hidden', 'true');
    this.host.prepend(canvas);
    const { width, height } = this.pixels();
    const surface = this.client.drawsOnPage ? canvas : canvas.transferControlToOffscreen();
    const transfer = this.client.drawsOnPage ? [] : [surface as OffscreenCanvas];
    const {
      id: viewer,
      camera: { pose: camera },
      settings,
    } = this;
    const waits = this.options.waits ?? false;
    this.client.send({ type: 'attach', viewer, canvas: surface, width, height, camera, settings, waits }, transfer);
    return canvas;
  }

  /** A new engine: a new canvas (the old one belonged to the ended worker), and the shown document once more. */
  #reattach(): void {
    const old = this.#canvas,
      unfinished = [...this.loads];
    this.#asked = 0;
    this.lags = false;
    this.#canvas = this.#attach();
    this.#resize();
    const { shown, playback, sources, lastFrame, read } = this,
      again = this.remember();
    if (shown && playback) {
      const action = playback.action !== kAllActions && {
        action: shown.report.info.actions[playback.action]?.name ?? '',
      };
      const time = lastFrame?.time ?? 0,
        { loop, closeLoop, rootMotion, speed } = playback;
      this.loads.clear();
      void this.load(sources, { ...action, play: playback.playing, keepCamera: true, read }).then(() => {
        again();
        this.change({ set: 'options', loop, closeLoop, rootMotion });
        this.change({ set: 'speed', speed });
        this.change({ set: 'time', time });
        old.remove();
      });
    } else {
      for (const wish of this.#wishes.values()) this.change(wish);
      old.remove();
    }
    for (const [request, pending] of unfinished) {
      this.loads.delete(request);
      void this.load(pending.files, pending.options).then(pending.resolve);
    }
  }

  /** A document is new: what was done to the one before is gone. */
  protected forget(): void {
    return;
  }

  /** What is to be done to the shown document again, when it comes into a new engine. */
  protected remember(): () => void {
    return () => undefined;
  }

  #receive(event: EngineEvent): void {
    if (event.type === 'frames') {
      const frame = event.frames.find(({ viewer }) => viewer === this.id);
      if (frame) this.receiveFrame(frame);
    } else if (event.type === 'context') {
      this.emit('context', event.state);
    } else if ('viewer' in event && event.viewer === this.id) {
      this.receiveOwn(event);
    }
  }

  protected receiveFrame(frame: FrameInfo): void {
    this.lastFrame = frame;
    this.emit('frame', frame);
  }

  protected receiveOwn(event: Extract<EngineEvent, { viewer: ViewerId }>): void {
    switch (event.type) {
      case 'progress':
        this.emit('progress', event);
        break;
      case 'loaded': {
        const { report, framing, parseMs, playback, request } = event,
          pending = this.loads.get(request);
        const joins =
          this.shown !== undefined && this.shown.report.info.statistics.triangles > 0 && pending?.options.add;
        const first = !joins && !pending?.options.keepCamera;
        this.sources = pending?.options.add
          ? mergeSources(this.sources, pending.files)
          : (pending?.files ?? this.sources);
        this.shown = { report, framing, parseMs };
        this.read = pending?.options.read ?? this.read;
        this.playback = playback;
        this.forget();
        if (first) {
          this.camera.fit(framing, true, true);
          this.touched = false;
          this.set({ selectedNode: -1, cameraNode: -1, turning: false });
        }
        this.emit('loaded', this.shown);
        this.emit('playback', { playback: this.playback, ended: false });
        this.sendCamera();
        this.settle(request, { result: 'loaded', report });
        break;
      }
      case 'refused': {
        const { code, message, report, request } = event;
        this.settle(request, { result: 'refused', code, message, ...(report && { report }) });
        // The core itself broke: nothing in that engine can be trusted any more.
        if (code === 'ENGINE') this.client.restart();
        break;
      }
      case 'cancelled':
        this.settle(event.request, { result: 'cancelled' });
        break;
      case 'playback': {
        const { playback, ended, framing, count } = event;
        this.lags = count !== this.#asked;
        if (framing && this.shown) this.shown = { ...this.shown, framing };
        // An answer that knows nothing of the last change is followed by one that does.
        if (this.lags && !ended) break;
        this.playback = playback;
        this.emit('playback', { playback, ended });
        break;
      }
      case 'picked':
      case 'settled':
      case 'staged':
      case 'curveList':
      case 'curvePicture':
      case 'bytes':
      case 'record':
      case 'faults':
      case 'exported':
      case 'inspected':
      case 'statistics':
      case 'texture':
      case 'uv':
      case 'shot':
      case 'captured':
        this.answer(event.request, event);
        break;
    }
  }

  protected settle(request: number, result: LoadResult): void {
    const pending = this.loads.get(request);
    this.loads.delete(request);
    pending?.resolve(result);
  }

  protected size(): [number, number] {
    const { width, height } = this.host.getBoundingClientRect();
    return [width, height];
  }

  protected pixels(): { width: number; height: number; pixelRatio: number } {
    const { width, height } = this.host.getBoundingClientRect(),
      pixelRatio = Math.min(devicePixelRatio || 1, 2);
    return { width: Math.round(width * pixelRatio), height: Math.round(height * pixelRatio), pixelRatio };
  }

  #resize(): void {
    const { width, height } = this.host.getBoundingClientRect();
    this.camera.resize(width, height, this.insets);
    this.client.send({ type: 'resize', viewer: this.id, ...this.pixels() });
    this.sendCamera();
    this.emit('resized', undefined);
  }

  sendCamera(): void {
    this.client.send({ type: 'camera', viewer: this.id, camera: this.camera.pose });
  }

  #drag(): void {
    this.touched = true;
    this.sendCamera();
    this.emit('camera', this.camera.pose);
  }

  #step(now: number): void {
    const more = this.camera.step(Math.min(0.1, (now - this.#lastStep) / 1000), this.#dragging);
    this.#lastStep = now;
    this.sendCamera();
    this.#moving = more;
    if (more) requestAnimationFrame((next) => this.#step(next));
    this.emit('camera', this.camera.pose);
  }

  /** Nothing in a plain viewer can be held or chosen. */
  protected input(): InputTarget {
    const { camera } = this;
    const own = (): void => {
      if (this.settings.cameraNode >= 0) this.set({ cameraNode: -1 });
    };
    const fromMiddle = (x: number, y: number): [number, number] => {
      const { width, height } = this.host.getBoundingClientRect(),
        { left, right, top, bottom } = this.insets;
      return [x - (width + left - right) / 2, y - (height + top - bottom) / 2];
    };
    return {
      grab: () => {
        this.#dragging = true;
        camera.grab();
      },
      release: (held) => {
        this.#dragging = false;
        camera.release(held);
        this.move();
      },
      orbit: (dx, dy) => {
        own();
        camera.orbit(dx, dy);
        this.#drag();
      },
      pan: (dx, dy) => {
        own();
        camera.pan(dx, dy);
        this.#drag();
      },
      zoom: (factor, x, y) => {
        own();
        const zoomed = camera.zoom(factor, ...fromMiddle(x, y));
        this.move();
        return zoomed;
      },
      click: () => undefined,
      hold: () => false,
      drag: () => undefined,
      drop: () => undefined,
      hover: () => undefined,
      doubleClick: (x, y) =>
        void this.pick(x, y).then((hit) => {
          if (hit) camera.focus(hit.point);
          else if (this.shown) camera.fit(this.shown.framing, false, false);
          this.move();
        }),
    };
  }
}

function mergeSources(old: readonly SourceFile[], fresh: readonly SourceFile[]): SourceFile[] {
  const names = new Set(fresh.map(({ name }) => name));
  return [...old.filter(({ name }) => !names.has(name)), ...fresh];
}
