// The engine: documents, clocks and one renderer behind messages. It runs in a worker, or on the page's own thread where
// there is no other way; `handle` takes commands, `post` hands events out. Nothing moves, nothing draws. What it does
// beyond showing a model comes from features.

import { mostOf, pushAll } from '../base/lists';
import type { ReportAction } from '../core/report';
import type { Command, EngineCores, Post } from '../protocol/messages';
import type { Question } from '../protocol/questions';
import type { FrameInfo } from '../protocol/view';
import { viewAnswers } from './answers';
import { Cores } from './cores';
import { describe, loadDocument } from './documents';
import type { Feature, Handlers, MakeFeature, Obeyed } from './feature';
import { Graphics } from './graphics';
import type { GpuMemory } from './analysis/gpuMemory';
import type { LoadedDocument } from './loaded';
import { load, type Loader } from './loading';
import { fetchPart, partHere, pictureScripts, placeParts, type PictureScript } from './lazyScripts';
import { Renderer } from './renderer';
import { Session } from './session';
import { surfaceOf } from './surface';

/** Longest time step per frame, in milliseconds. */
const kLongestStepMs = 500;
/**
 * After a first picture drawn by the processor: what comes after it would be drawn before the browser shows it (SwiftShader
 * on two cores: some 50 ms).
 */
const kHoldMs = 60;

type Handler = (session: Session, given: unknown, handOver: (...buffers: Transferable[]) => void) => unknown;

export class Engine implements Loader {
  readonly cores: Cores;
  readonly sessions = new Map<number, Session>();
  /** There is none before the first context, and while a lost one has not come back. */
  renderer: Renderer | undefined;
  readonly #features: readonly Feature[];
  readonly #handlers: Handlers;
  readonly #commands: Obeyed;
  #graphics: Graphics | undefined;
  readonly #started: Promise<void>;
  /** The event `failed` was posted; commands are ignored. */
  #failed = false;
  #frameRequested = false;
  /** When the last frame was, in milliseconds; undefined while there are none. */
  #lastFrame: number | undefined;
  /** Scripts that were asked for; true once they are there, or cannot be had. */
  readonly #parts = new Map<PictureScript, boolean>();

  /** Handles a command at once; failures are reported by the event `failed`. */
  constructor(
    readonly post: Post,
    thread: 'worker' | 'page',
    addresses: EngineCores = {},
    features: readonly MakeFeature[] = [],
  ) {
    if (addresses.parts) placeParts(addresses.parts);
    this.cores = new Cores(addresses);
    this.#features = features.map((make) => make(this));
    this.#handlers = Object.assign(
      viewAnswers(this, (session) => this.settle(session)),
      ...this.#features.map(({ handlers }) => handlers),
    );
    this.#commands = Object.assign({}, ...this.#features.map(({ commands }) => commands));
    // The full core reopens the documents of a broken view core.
    this.cores.left = (core) => {
      for (const session of this.sessions.values())
        if (session.loaded?.document.core === core) void this.reopen(session, session.loaded);
    };
    this.#started = this.cores.start();
    // Those who await it get the error.
    this.#started.catch(() => undefined);
    void this.#begin(thread).catch((error: unknown) => this.#fail(error));
  }

  async #begin(thread: 'worker' | 'page'): Promise<void> {
    await this.#started;
    const facts = await Promise.all(this.#features.map((feature) => feature.facts?.()));
    this.post(Object.assign({ type: 'ready' as const, thread }, ...facts));
  }

  #fail(error: unknown): void {
    if (!this.#failed) this.post({ type: 'failed', ...describe(error) });
    this.#failed = true;
  }

  started(): Promise<boolean> {
    return this.#started.then(
      () => true,
      () => false,
    );
  }

  canDraw(): boolean {
    try {
      this.draws();
    } catch (error) {
      this.#fail(error);
    }
    return !this.#failed;
  }

  draws(): Graphics {
    if (this.#graphics) return this.#graphics;
    const sessions = [...this.sessions.values()];
    const graphics = new Graphics(
      mostOf([1, ...sessions.map(({ width }) => width)]),
      mostOf([1, ...sessions.map(({ height }) => height)]),
      sessions[0]?.firstFrame,
      (gl) => this.#features.find(({ count }) => count)?.count?.(gl),
    );
    this.renderer = graphics.renderer;
    graphics.canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.gpuMemory?.clear();
      this.renderer = undefined;
      this.post({ type: 'context', state: 'lost' });
    });
    graphics.canvas.addEventListener('webglcontextrestored', () => this.#restore(graphics));
    this.#graphics = graphics;
    this.#equip();
    return graphics;
  }

  get gpuMemory(): GpuMemory | undefined {
    return this.#graphics?.gpuMemory;
  }

  owned<Result>({ id }: Session, work: () => Result): Result {
    const { gpuMemory } = this;
    if (gpuMemory) gpuMemory.owner = id;
    try {
      return work();
    } finally {
      if (gpuMemory) gpuMemory.owner = -1;
    }
  }

  handle(command: Command): void {
    if (this.#failed) return;
    const session = this.sessions.get(command.viewer);
    try {
      if (command.type === 'attach') this.#attach(command);
      else if (session) this.#obey(session, command);
      else return;
      this.requestFrame();
    } catch (error) {
      if (!session || !this.#mend(session, error)) throw error;
    }
  }

  /** False where the error does not say that the view core has broken. */
  #mend({ loaded }: Session, error: unknown): boolean {
    return loaded !== undefined && this.cores.leaveView(loaded.document.core, error);
  }

  async reopen(session: Session, { sources, read }: LoadedDocument): Promise<void> {
    session.documentState = 'broken';
    const hooks = {
      cancelled: () => session.documentState !== 'broken' || session.disposed,
      progress: () => undefined,
    };
    try {
      const loaded = await loadDocument(this.cores, sources, new Set(), hooks, read);
      await loaded.complete.catch(() => undefined);
      if (hooks.cancelled()) loaded.document.dispose();
      else this.owned(session, () => session.replace(loaded, this.draws().gl));
      this.requestFrame();
    } catch (error) {
      if (!hooks.cancelled()) this.post({ type: 'failed', ...describe(error) });
    }
  }

  #attach({ viewer, canvas, width, height, camera, settings, firstFrame }: Command & { type: 'attach' }): void {
    const session = new Session(viewer, surfaceOf(canvas), { width, height, camera, settings, firstFrame });
    session.hooks = this.#features.flatMap((feature) => feature.session?.(session) ?? []);
    this.sessions.set(viewer, session);
    // The driver makes the context, and its programs, while files are read.
    this.canDraw();
    this.#equip();
  }

  #obey(session: Session, command: Exclude<Command, { type: 'attach' }>): void {
    switch (command.type) {
      case 'ask':
        this.#ask(session, command);
        break;
      case 'detach':
        session.dispose();
        this.sessions.delete(command.viewer);
        break;
      case 'resize':
        session.resize(command.width, command.height, command.pixelRatio);
        break;
      case 'visible':
        session.visible = command.visible;
        break;
      case 'load':
        void load(this, session, command);
        break;
      case 'more':
        session.receive(command.request, command.files);
        break;
      case 'cancel':
        session.cancelled = Math.max(session.cancelled, command.request);
        break;
      case 'playback':
        session.changes = command.count;
        session.change(command.change);
        this.announce(session, command.change.set === 'action' || command.change.set === 'options', false);
        break;
      case 'camera':
        // The first picture of a document does not wait for a frame to begin.
        if (session.place(command.camera)) this.drawNow();
        break;
      case 'settings':
        session.settings = command.settings;
        session.dirty = true;
        this.#equip();
        break;
      case 'context': {
        const losing = this.#graphics?.losing;
        if (command.action === 'lose') losing?.loseContext();
        else losing?.restoreContext();
        break;
      }
      // Sent to worlds.
      case 'follow':
        break;
      // Handled by a feature.
      case 'rotateNode':
        (this.#commands[command.type] as ((session: Session, command: Command) => void) | undefined)?.(
          session,
          command,
        );
    }
  }

  #ask(session: Session, { request, name, given }: Question): void {
    const transfer: Transferable[] = [];
    const answer = (value: unknown): void => {
      this.post({ type: 'answer', viewer: session.id, request, answer: value }, transfer);
      this.requestFrame();
    };
    const value = (this.#handlers[name] as Handler | undefined)?.(session, given, (...buffers) =>
      pushAll(transfer, buffers),
    );
    if (value instanceof Promise) void value.then(answer, () => answer(undefined));
    else answer(value);
  }

  startAction(actions: readonly ReportAction[]): number {
    const chosen = this.#features.find(({ startAction }) => startAction)?.startAction?.(actions);
    return chosen ?? actions.findIndex(({ playable, cameraNode }) => playable && cameraNode === undefined);
  }

  /** After a lost context: everything on the GPU is made again from the documents. */
  #restore({ gl, canvas }: Graphics): void {
    this.renderer = new Renderer(gl, canvas);
    for (const session of this.sessions.values()) this.owned(session, () => session.rebuild(gl));
    this.#equip();
    this.post({ type: 'context', state: 'restored' });
    this.requestFrame();
  }

  #equip(): void {
    for (const feature of this.#features) feature.equip?.();
  }

  /** Something that a viewer's pictures need is still on its way. */
  #coming(session: Session): boolean {
    return (
      session.documentState.startsWith('lacks') ||
      pictureScripts.some((name) => this.#parts.get(name) === false && session.wants(name)) ||
      this.#features.some((feature) => feature.coming?.(session))
    );
  }

  /** Fetches the scripts that a picture is the first to need; without them it lacks what they draw. */
  #fetchParts(session: Session): void {
    for (const name of pictureScripts) {
      if (this.#parts.has(name) || partHere(name) || !session.wants(name)) continue;
      this.#parts.set(name, false);
      void fetchPart(name)
        .catch(() => undefined)
        .then(() => {
          this.#parts.set(name, true);
          for (const each of this.sessions.values()) each.dirty = true;
          this.requestFrame();
        });
    }
  }

  settle(session: Session): void {
    if ((session.needsFrame && session.dirty) || this.#coming(session)) return;
    const { settling } = session,
      waits = session.needsFrame && session.rough;
    for (const { done } of settling.filter(({ rough }) => rough || !waits)) done();
    settling.splice(0, settling.length, ...(waits ? settling.filter(({ rough }) => !rough) : []));
  }

  announce(session: Session, framing: boolean, ended: boolean): void {
    this.post({
      type: 'playback',
      viewer: session.id,
      playback: session.playback.state,
      ended,
      count: session.changes,
      ...(framing && { framing: session.framing }),
    });
  }

  drawNow(): void {
    if (!this.#frameRequested) this.#frame(performance.now());
  }

  requestFrame(): void {
    if (this.#frameRequested || !this.renderer) return;
    if (![...this.sessions.values()].some((session) => session.needsFrame)) return;
    this.#frameRequested = true;
    const next =
      globalThis.requestAnimationFrame ??
      ((callback: FrameRequestCallback) => setTimeout(() => callback(performance.now()), 16));
    next((now) => this.#frame(now));
  }

  #frame(now: number): void {
    this.#frameRequested = false;
    if (!this.renderer || !this.#graphics) return;
    if (this.renderer.isBehind) {
      this.#goOn();
      return;
    }
    // The first frame after a rest does not jump, one after a stall not far; where frames are slow, time goes on.
    const seconds = Math.max(0, Math.min(now - (this.#lastFrame ?? now), kLongestStepMs)) / 1000;
    this.#lastFrame = now;
    const frames: FrameInfo[] = [];
    for (const session of this.sessions.values()) {
      if (!session.needsFrame) continue;
      this.#fetchParts(session);
      if (session.advance(seconds)) this.announce(session, false, true);
      const { renderer, gpuMemory } = this,
        { canvas } = this.#graphics,
        { bare } = renderer,
        before = gpuMemory?.drawCalls;
      try {
        const frame = this.owned(session, () => session.draw(renderer, canvas));
        frames.push({ ...frame, ...(gpuMemory && { drawCalls: gpuMemory.drawCalls - before! }) });
      } catch (error) {
        if (!this.#mend(session, error)) throw error;
      }
      // The others' first pictures come after the page has shown this one.
      if (bare && renderer.isCold) {
        this.#hold();
        break;
      }
    }
    if (frames.length > 0) this.post({ type: 'frames', frames });
    for (const session of this.sessions.values()) this.settle(session);
    this.#goOn();
  }

  /** Nothing is drawn for a while. */
  #hold(): void {
    this.#frameRequested = true;
    setTimeout(() => {
      this.#frameRequested = false;
      this.requestFrame();
    }, kHoldMs);
  }

  /** Asks for another frame, or rests. */
  #goOn(): void {
    this.requestFrame();
    if (!this.#frameRequested) this.#lastFrame = undefined;
  }
}
