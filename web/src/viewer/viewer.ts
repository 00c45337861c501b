// One viewer: a canvas in a host element, its camera, its settings and what it shows. Any number of them share one
// EngineClient; nothing here is global. What only the application needs are parts of it (page.ts).

import { kAllActions } from '../core/document';
import { Emitter } from '../base/emitter';
import type { ReadOptions } from '../core/formats';
import { pushAll } from '../base/lists';
import type { Report, Vec4 } from '../core/report';
import {
  type CameraPose,
  type FrameInfo,
  type Framing,
  type PickHit,
  type ViewSettings,
  type ViewerId,
  defaultSettings,
} from '../protocol/view';
import { mergeFiles, type SourceFile } from '../protocol/files';
import type { EngineEvent, LoadPhase, FirstFrame } from '../protocol/messages';
import type { PlaybackChange, PlaybackState } from '../protocol/playback';
import type { Answer, Given, Question, QuestionName } from '../protocol/questions';
import { OrbitCamera, type Insets } from './camera';
import { makeCanvas, pixelsOf, watchHost } from './canvas';
import type { EngineClient } from './client';
import { type InputTarget, listen } from './input';
import type { OwnEvent, ViewerPart } from './parts';

export interface LoadOptions {
  /** Keep what is there and add to it. */
  add?: boolean;
  action?: string;
  play?: boolean;
  /** Show it before its images where these take longer than a few frames. */
  early?: boolean;
  /** Leave the camera where it is. */
  keepCamera?: boolean;
  /** How files are read; a document that is added to keeps its own way. */
  read?: ReadOptions;
  /** Address of a folder where images are looked for that the model names and that were not passed. */
  imageFolder?: string | undefined;
  /** Files still on their way: images, then animations. A first document shows before them. */
  later?: readonly Promise<readonly SourceFile[]>[];
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
  progress: { phase: LoadPhase; file: string; loaded: number; total: number };
  loaded: ShownDocument;
  /** More files of what shows have come; its report names them. */
  completed: Report;
  /** `ended`: by itself, and before what was asked for since. */
  playback: { playback: PlaybackState; ended: boolean };
  frame: FrameInfo;
  settings: ViewSettings;
  camera: CameraPose;
  /** `detail`: set if the click selects a vertex or triangle. */
  click: { hit: PickHit | undefined; detail?: 'vertex' | 'triangle' };
  /** Rotation overrides, by number of the node: local rotations x, y, z, w. */
  rotations: ReadonlyMap<number, Vec4>;
  context: 'lost' | 'restored';
  resized: void;
  /** The shown document stands in a new engine, which has no other documents. */
  engineRestarted: void;
}

type Pending = { resolve: (result: LoadResult) => void; files: SourceFile[]; options: LoadOptions };

export interface ViewerOptions {
  settings?: ViewSettings;
  wheelNeedsFocus?: boolean;
  passive?: boolean;
  firstFrame?: FirstFrame;
}

export class Viewer extends Emitter<ViewerEvents> {
  readonly id: ViewerId;
  readonly parts: ViewerPart[] = [];
  readonly camera = new OrbitCamera();
  settings: ViewSettings;
  /** Settings that apply to every document. */
  readonly #lastChanges = new Map<PlaybackChange['set'], PlaybackChange>();
  playback: PlaybackState | undefined;
  shown: ShownDocument | undefined;
  lastFrame: FrameInfo | undefined;
  /** How the shown document was read. */
  read: ReadOptions = {};
  /** Where its images were looked for. */
  #imageFolder: string | undefined;
  /** Changes of the playback that were asked for. */
  #asked = 0;
  /** True until the engine has applied the last change. */
  isStale = false;
  #canvas: HTMLCanvasElement;
  /** Files of the shown document, to open it again in a new engine. */
  sources: SourceFile[] = [];
  readonly pending = new Map<number, Pending>();
  /** Questions without an answer. */
  readonly #questions = new Map<number, { question: Question; answer: (value: unknown) => void }>();
  readonly #endings: (() => void)[] = [];
  insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  #moving = false;
  /** The camera has been moved by the user since the document opened. */
  touched = false;
  #dragging = false;
  #lastStep = 0;
  #visible = true;
  /** Pointer gestures; parts may add to them. */
  readonly input: InputTarget = this.#input();

  constructor(
    readonly client: EngineClient,
    readonly host: HTMLElement,
    private readonly options: ViewerOptions = {},
  ) {
    super();
    this.id = client.newId();
    this.settings = options.settings ?? defaultSettings;
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    this.camera.still = motion.matches;
    const stillness = ({ matches }: MediaQueryListEvent): void => void (this.camera.still = matches);
    motion.addEventListener('change', stillness);
    this.#canvas = this.#attach();
    this.#endings.push(
      () => motion.removeEventListener('change', stillness),
      client.on('event', (event) => this.#receive(event)),
      client.on('restarted', () => this.#reattach()),
      watchHost(
        host,
        () => this.#resize(),
        (visible) => {
          this.#visible = visible;
          client.send({ type: 'visible', viewer: this.id, visible });
        },
      ),
    );
    if (!options.passive) this.#endings.push(listen(host, this.input, options.wheelNeedsFocus ?? false));
    this.#resize();
  }

  // -- questions ------------------------------------------------------------------------------------------------------

  /** Undefined where the engine cannot answer any more. */
  ask<Name extends QuestionName>(name: Name, given: Given<Name>): Promise<Answer<Name> | undefined> {
    const request = this.client.newId(),
      question = { type: 'ask', viewer: this.id, request, name, given } as Question;
    return new Promise((resolve) => {
      this.#questions.set(request, { question, answer: resolve as (value: unknown) => void });
      this.client.send(question);
    });
  }

  /** x, y in CSS pixels of the host; `surface`: joints and gizmos do not stand in the way. */
  pick(x: number, y: number, surface?: string): Promise<PickHit | undefined> {
    const { width, height } = this.host.getBoundingClientRect();
    const at = { x: (x / width) * 2 - 1, y: 1 - (y / height) * 2 };
    return this.ask('pick', { ...at, ...(surface && { surface: true }) });
  }

  // -- documents ------------------------------------------------------------------------------------------------------

  load(files: SourceFile[], options: LoadOptions = {}): Promise<LoadResult> {
    const request = this.client.newId(),
      { add = false, action, play = true } = options,
      read = options.read ?? (add ? this.read : {}),
      imageFolder = options.imageFolder ?? (add ? this.#imageFolder : undefined);
    return new Promise((resolve) => {
      const pending: Pending = { resolve, files, options: { ...options, read, imageFolder } };
      this.pending.set(request, pending);
      this.client.send({
        type: 'load',
        viewer: this.id,
        request,
        files,
        add,
        play,
        early: options.early,
        read,
        ...(action !== undefined && { action }),
        imageFolder,
        later: options.later?.length,
      });
      if (options.later) void this.#sendLater(request, pending, options.later);
    });
  }

  async #sendLater(
    request: number,
    { files, options }: Pending,
    later: readonly Promise<readonly SourceFile[]>[],
  ): Promise<void> {
    for (const coming of later) {
      const more = await coming.catch(() => []);
      this.client.send({ type: 'more', viewer: this.id, request, files: [...more] });
      // A new engine gets them with the other files.
      pushAll(files, more);
    }
    delete options.later;
  }

  // -- playing --------------------------------------------------------------------------------------------------------

  change(change: PlaybackChange): void {
    if (change.set === 'options' || change.set === 'speed') this.#lastChanges.set(change.set, change);
    this.isStale = true;
    this.client.send({ type: 'playback', viewer: this.id, change, count: ++this.#asked });
    for (const part of this.parts) part.changed?.(change);
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

  /** Sends the camera to the engine until it rests. */
  move(): void {
    this.touched = true;
    this.#animate();
  }

  /** After the insets have changed with a new document: framed again unless the camera has been moved by the user. */
  frameAgain(jump: boolean): void {
    if (!this.shown || this.touched) return;
    this.camera.fit(this.shown.framing, true, jump);
    this.#animate();
  }

  #animate(): void {
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
    this.#giveUp({ result: 'cancelled' });
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  #attach(): HTMLCanvasElement {
    const { client, id: viewer, settings } = this,
      canvas = makeCanvas(this.host),
      { width, height } = pixelsOf(this.host),
      camera = this.camera.pose,
      { firstFrame } = this.options;
    const surface = client.drawsOnPage ? canvas : canvas.transferControlToOffscreen();
    const transfer = client.drawsOnPage ? [] : [surface as OffscreenCanvas];
    client.send({ type: 'attach', viewer, canvas: surface, width, height, camera, settings, firstFrame }, transfer);
    return canvas;
  }

  /** A new engine: a new canvas (the old one belonged to the ended worker), and the shown document once more. */
  #reattach(): void {
    const old = this.#canvas,
      unfinished = [...this.pending];
    this.#asked = 0;
    this.isStale = false;
    this.#canvas = this.#attach();
    this.client.send({ type: 'visible', viewer: this.id, visible: this.#visible });
    this.#resize();
    const { shown, playback, sources, lastFrame, read } = this,
      imageFolder = this.#imageFolder,
      again = this.parts.map((part) => part.remember?.()),
      open = [...this.#questions.values()];
    const revive = (): void => {
      for (const act of again) act?.();
      // The engine that was asked is gone.
      for (const { question } of open) this.client.send(question);
      this.emit('engineRestarted', undefined);
    };
    if (shown && playback) {
      const action = playback.action !== kAllActions && {
        action: shown.report.info.actions[playback.action]?.name ?? '',
      };
      const time = lastFrame?.time ?? 0,
        { loop, closeLoop, rootMotion, speed } = playback;
      this.pending.clear();
      void this.load(sources, { ...action, play: playback.playing, keepCamera: true, read, imageFolder }).then(() => {
        revive();
        this.change({ set: 'options', loop, closeLoop, rootMotion });
        this.change({ set: 'speed', speed });
        this.change({ set: 'time', time });
        old.remove();
      });
    } else {
      for (const change of this.#lastChanges.values()) this.change(change);
      for (const { question } of open) this.client.send(question);
      old.remove();
    }
    for (const [request, pending] of unfinished) {
      this.pending.delete(request);
      void this.load(pending.files, pending.options).then(pending.resolve);
    }
  }

  #receive(event: EngineEvent): void {
    if (event.type === 'frames') {
      const frame = event.frames.find(({ viewer }) => viewer === this.id);
      if (frame) {
        for (const part of this.parts) part.frame?.(frame);
        this.lastFrame = frame;
        this.emit('frame', frame);
      }
    } else if (event.type === 'context') {
      this.emit('context', event.state);
    } else if (event.type === 'failed' && (event.ended || this.client.failure)) {
      // What may have ended it is not asked for again.
      this.#giveUp({ ...event, result: 'refused' });
    } else if ('viewer' in event && event.viewer === this.id && !this.parts.some((part) => part.receive?.(event))) {
      this.#receiveOwn(event);
    }
  }

  #receiveOwn(event: OwnEvent): void {
    switch (event.type) {
      case 'progress':
        this.emit('progress', event);
        break;
      case 'loaded': {
        const { report, framing, parseMs, playback, request } = event,
          pending = this.pending.get(request);
        const joins =
          this.shown !== undefined && this.shown.report.info.statistics.triangles > 0 && pending?.options.add;
        const first = !joins && !pending?.options.keepCamera;
        this.sources = pending?.options.add
          ? mergeFiles(this.sources, pending.files)
          : (pending?.files ?? this.sources);
        this.shown = { report, framing, parseMs };
        this.read = pending?.options.read ?? this.read;
        this.#imageFolder = pending?.options.imageFolder;
        this.playback = playback;
        for (const part of this.parts) part.forget?.();
        if (first) {
          this.camera.fit(framing, true, true);
          this.touched = false;
          this.set({ selectedNode: -1, cameraNode: -1, rotationGizmo: false });
        }
        this.emit('loaded', this.shown);
        this.emit('playback', { playback: this.playback, ended: false });
        this.sendCamera();
        this.settle(request, { result: 'loaded', report });
        break;
      }
      case 'completed':
        if (this.shown) this.shown = { ...this.shown, report: event.report };
        this.emit('completed', event.report);
        break;
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
        this.isStale = count !== this.#asked;
        if (framing && this.shown) this.shown = { ...this.shown, framing };
        // A state older than the last change is skipped: a newer one follows.
        if (this.isStale && !ended) break;
        this.playback = playback;
        this.emit('playback', { playback, ended });
        break;
      }
      case 'answer':
        this.#questions.get(event.request)?.answer(event.answer);
        this.#questions.delete(event.request);
        break;
    }
  }

  #giveUp(result: LoadResult): void {
    for (const request of this.pending.keys()) this.settle(request, result);
    for (const { answer } of this.#questions.values()) answer(undefined);
    this.#questions.clear();
  }

  /** Ends a load. */
  settle(request: number, result: LoadResult): void {
    const pending = this.pending.get(request);
    this.pending.delete(request);
    pending?.resolve(result);
  }

  /** CSS pixels of the view, and what covers its edges. */
  get room(): { width: number; height: number; pixelRatio: number; insets: Insets } {
    const { width, height } = this.host.getBoundingClientRect();
    return { width, height, pixelRatio: pixelsOf(this.host).pixelRatio, insets: this.insets };
  }

  #resize(): void {
    const { width, height } = this.host.getBoundingClientRect();
    this.camera.resize(width, height, this.insets);
    this.client.send({ type: 'resize', viewer: this.id, ...pixelsOf(this.host) });
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

  #input(): InputTarget {
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
        this.#animate();
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
