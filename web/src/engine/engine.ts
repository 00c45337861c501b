// The engine: documents, clocks and one renderer behind messages. It runs in a worker, or on the page's own thread where
// there is no other way; `handle` takes commands, `post` hands events out. Nothing moves, nothing draws.

import { mostOf } from '../core/lists';
import { kAllActions, kBindPose } from '../core/document';
import { VitrineError } from '../core/errors';
import type { ReportAction } from '../core/report';
import { describe, LoadCancelled, type LoadedDocument, loadDocument, LoadRefused } from './documents';
import type { Command, EngineCores, EngineFacts, Post } from '../protocol/messages';
import type { ExportOutcome } from '../protocol/questions';
import type { FrameInfo } from '../protocol/view';
import type { SourceFile } from '../protocol/files';
import { Cores } from './cores';
import { Graphics } from './graphics';
import type { GpuLedger } from './insight/ledger';
import { fetchPart, partHere, type Parts, placeParts } from './parts';
import { Renderer } from './renderer';
import { surfaceOf, type GlCanvas } from './surface';
import { ViewerSession } from './session';

/** Of time in one frame, in milliseconds. */
const kLongestStepMs = 500;

export class Engine {
  protected canvas!: GlCanvas;
  protected gl!: WebGL2RenderingContext;
  /** There is none before the first context, and while a lost one has not come back. */
  protected renderer: Renderer | undefined;
  protected readonly sessions = new Map<number, ViewerSession>();
  #graphics: Graphics | undefined;
  readonly #started: Promise<void>;
  /** It has said that it cannot draw or read; it does nothing more. */
  #failed = false;
  #frameRequested = false;
  /** When the last frame was, in milliseconds; undefined while there are none. */
  #lastFrame: number | undefined;
  /** Where what the GPU holds is counted. */
  protected ledger: GpuLedger | undefined;
  #extrasAsked = false;
  #extrasCame = false;

  /** At once; what it cannot do it says with the event `failed`. */
  static start(post: Post, thread: 'worker' | 'page', addresses: EngineCores = {}): Engine {
    if (addresses.parts) placeParts(addresses.parts);
    return new this(new Cores(addresses), post, thread);
  }

  protected constructor(
    protected readonly cores: Cores,
    protected readonly post: Post,
    thread: 'worker' | 'page',
  ) {
    // What a broken core showed is opened again by the whole one.
    cores.left = (core) => {
      for (const session of this.sessions.values())
        if (session.loaded?.document.core === core) void this.#reopen(session, session.loaded);
    };
    this.#started = cores.start();
    // Whoever waits for it hears of it.
    this.#started.catch(() => undefined);
    void this.#begin(thread).catch((error: unknown) => this.#fail(error));
  }

  /**
   * Where the core is here already, reading comes first, and the context while images come. While the core still comes,
   * the context is what there is to do.
   */
  async #begin(thread: 'worker' | 'page'): Promise<void> {
    if (!(await this.cores.here())) this.draws();
    await this.#started;
    this.post({ type: 'ready', thread, ...(await this.about()) });
  }

  #fail(error: unknown): void {
    if (!this.#failed) this.post({ type: 'failed', ...describe(error) });
    this.#failed = true;
  }

  /** False where there is no context; then the page has been told. */
  #canDraw(): boolean {
    try {
      this.draws();
    } catch (error) {
      this.#fail(error);
    }
    return !this.#failed;
  }

  /** Makes the context and has its first programs made, once. Throws VitrineError `GL_MISSING`. */
  protected draws(): Graphics {
    if (this.#graphics) return this.#graphics;
    const sizes = [...this.sessions.values()].map(({ size }) => size),
      largest = (side: 0 | 1): number => mostOf([1, ...sizes.map((size) => size[side])]);
    const graphics = new Graphics(largest(0), largest(1), (gl) => this.count(gl));
    ({ canvas: this.canvas, gl: this.gl, ledger: this.ledger, renderer: this.renderer } = graphics);
    this.canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.ledger?.clear();
      this.renderer = undefined;
      this.post({ type: 'context', state: 'lost' });
    });
    this.canvas.addEventListener('webglcontextrestored', () => void this.#restore());
    this.#graphics = graphics;
    this.equip();
    return graphics;
  }

  #awaitPrograms(): void {
    try {
      this.renderer?.programs.await();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** What an engine tells the page of itself. */
  protected about(): Promise<EngineFacts> {
    return Promise.resolve({});
  }

  /** An engine that tells what lies on the GPU counts it from the start. */
  protected count(_gl: WebGL2RenderingContext): GpuLedger | undefined {
    return undefined;
  }

  /** What `work` puts on the GPU is the session's. */
  protected owned<Result>({ id }: ViewerSession, work: () => Result): Result {
    if (this.ledger) this.ledger.owner = id;
    try {
      return work();
    } finally {
      if (this.ledger) this.ledger.owner = -1;
    }
  }

  protected newSession(...[id, surface, state]: ConstructorParameters<typeof ViewerSession>): ViewerSession {
    return new ViewerSession(id, surface, state);
  }

  handle(command: Command): void {
    if (this.#failed) return;
    const session = this.sessions.get(command.viewer);
    try {
      this.#obey(command);
    } catch (error) {
      if (!session || !this.#mend(session, error)) throw error;
    }
  }

  /** False where the error does not say that the core for viewing has broken. */
  #mend({ loaded }: ViewerSession, error: unknown): boolean {
    return loaded !== undefined && this.cores.leaveView(loaded.document.core, error);
  }

  async #reopen(session: ViewerSession, { sources, read }: LoadedDocument): Promise<void> {
    session.broken = true;
    const hooks = { cancelled: () => !session.broken || session.disposed, progress: () => undefined };
    try {
      const loaded = await loadDocument(this.cores, sources, new Set(), hooks, read);
      if (hooks.cancelled()) loaded.document.dispose();
      else this.owned(session, () => session.replace(loaded, this.gl));
      this.requestFrame();
    } catch (error) {
      if (!hooks.cancelled()) this.post({ type: 'failed', ...describe(error) });
    }
  }

  #obey(command: Command): void {
    if (command.type === 'attach') {
      const { viewer, canvas, width, height, camera, settings, waits = false } = command;
      this.sessions.set(viewer, this.newSession(viewer, surfaceOf(canvas), { width, height, camera, settings, waits }));
      if (!waits) this.#canDraw();
      this.equip();
      this.requestFrame();
      return;
    }
    const session = this.sessions.get(command.viewer);
    if (!session) return;
    switch (command.type) {
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
        void this.#load(session, command);
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
        if (session.place(command.camera) && !this.#frameRequested) this.#frame(performance.now());
        break;
      case 'settings':
        session.settings = command.settings;
        session.dirty = true;
        this.equip();
        break;
      case 'pick': {
        const { x, y, surface, request } = command,
          here = partHere('engine-extras');
        const pick = (extras?: Parts['engine-extras']): void => {
          const hit = extras && !session.disposed ? session.pick(extras, x, y, surface) : undefined;
          this.post({ type: 'picked', viewer: session.id, request, ...(hit && { hit }) });
          this.requestFrame();
        };
        if (here) pick(here);
        else void fetchPart('engine-extras').then(pick, () => pick());
        break;
      }
      case 'export':
        void this.#export(session, command);
        break;
      case 'inspect':
        void this.cores
          .ask(session, (document) => document.report())
          .catch(() => undefined)
          .then((report) =>
            this.post({ type: 'inspected', viewer: session.id, request: command.request, ...(report && { report }) }),
          );
        break;
      case 'settle':
        session.settling.push({ request: command.request, rough: command.rough ?? false });
        this.#settle(session);
        break;
      case 'capture':
        void this.#capture(session, command.request, command.mime);
        break;
      case 'context': {
        const losing = this.#graphics?.losing;
        if (command.action === 'lose') losing?.loseContext();
        else losing?.restoreContext();
        break;
      }
      // What only the engine of the page answers (stage/engine.ts).
      case 'rotateNode':
      case 'curveList':
      case 'curvePicture':
      case 'bytes':
      case 'record':
      case 'shoot':
      case 'statistics':
      case 'texture':
      case 'uv':
      case 'faults':
      case 'stage':
        break;
    }
    this.requestFrame();
  }

  async #load(session: ViewerSession, command: Command & { type: 'load' }): Promise<void> {
    const { request, files, add, action, play, read, imageFolder } = command,
      viewer = session.id;
    let opened: LoadedDocument | undefined;
    // A newer load of the same viewer replaces an older one that still runs.
    session.newest = Math.max(session.newest, request);
    const hooks = {
      cancelled: () => session.cancelled >= request || session.newest > request || session.disposed,
      progress: throttle((stage, file, loaded, total) =>
        this.post({ type: 'progress', viewer, request, stage, file, loaded, total }),
      ),
      waiting: () => {
        // What has come meanwhile is decoded first, on other threads.
        if (this.#canDraw()) setTimeout(() => this.#awaitPrograms());
      },
    };
    // Of that the page hears elsewhere.
    if (!(await this.#started.then(() => true).catch(() => false))) return;
    try {
      const sources = add && session.loaded ? merge(session.loaded.sources, files) : files;
      const fresh = new Set(files.map(({ name }) => name));
      const loaded = (opened = await loadDocument(this.cores, sources, fresh, hooks, read, imageFolder));
      if (hooks.cancelled()) {
        loaded.document.dispose();
        throw new LoadCancelled();
      }
      if (!this.#canDraw()) return;
      const before = add ? session.actionName : undefined;
      this.owned(session, () => session.show(loaded, this.gl));
      const { report, document, parseMs } = loaded;
      const wanted = document.findAction(action ?? before ?? '');
      const first = report.info.together ? kAllActions : this.startAction(report.info.actions);
      session.selectAction(wanted !== kBindPose ? wanted : action === undefined ? first : kBindPose);
      if (play) session.playback.play();
      this.post({
        type: 'loaded',
        viewer,
        request,
        report,
        framing: session.framing,
        playback: session.playback.state,
        parseMs,
      });
      this.requestFrame();
    } catch (error) {
      if (opened && this.cores.leaveView(opened.document.core, error)) return this.#load(session, command);
      if (error instanceof LoadCancelled) this.post({ type: 'cancelled', viewer, request });
      else
        this.post({
          type: 'refused',
          viewer,
          request,
          ...describe(error),
          ...(error instanceof LoadRefused && error.report && { report: error.report }),
        });
    }
  }

  /** Index of the action to show when none is named; -1 if none plays. */
  protected startAction(actions: readonly ReportAction[]): number {
    return actions.findIndex(({ playable, cameraNode }) => playable && cameraNode === undefined);
  }

  async #export(
    session: ViewerSession,
    { viewer, request, kind, options }: Command & { type: 'export' },
  ): Promise<void> {
    let outcome: ExportOutcome;
    try {
      const { exported } = await fetchPart('export-images');
      outcome = { file: await exported(this.cores, session, kind, options) };
    } catch (error) {
      const issue = error instanceof VitrineError ? error.issues[0] : undefined;
      outcome = { error: issue ?? { ...describe(error), severity: 0, source: '' } };
    }
    const transfer = 'file' in outcome ? [outcome.file.bytes.buffer as ArrayBuffer] : [];
    this.post({ type: 'exported', viewer, request, outcome }, transfer);
  }

  /** After a lost context: everything on the GPU is made again from the documents. */
  async #restore(): Promise<void> {
    this.renderer = new Renderer(this.gl, this.canvas);
    for (const session of this.sessions.values()) this.owned(session, () => session.rebuild(this.gl));
    this.equip();
    this.post({ type: 'context', state: 'restored' });
    this.requestFrame();
  }

  async #capture(session: ViewerSession, request: number, mime: string): Promise<void> {
    let blob: Blob | undefined;
    try {
      if (this.renderer && !this.gl.isContextLost()) {
        this.renderer.draw(session.picture());
        const { canvas } = this;
        blob =
          'convertToBlob' in canvas
            ? await canvas.convertToBlob({ type: mime })
            : await new Promise((resolve) => canvas.toBlob((b) => resolve(b ?? undefined), mime));
      }
    } catch {
      // A canvas without a size has no picture.
    }
    this.post({ type: 'captured', viewer: session.id, request, ...(blob && { blob }) });
  }

  /** Of an engine with tools: gives them to the viewers that ask for them. */
  protected equip(): void {
    return;
  }

  /** Something that a viewer's pictures want is still on its way. */
  protected coming(session: ViewerSession): boolean {
    return this.#extrasAsked && !this.#extrasCame && session.wantsExtras;
  }

  /** Fetches the script of the extras when a picture first wants them; without it there are none. */
  #fetchExtras(session: ViewerSession): void {
    if (this.#extrasAsked || !session.wantsExtras || partHere('engine-extras')) return;
    this.#extrasAsked = true;
    void fetchPart('engine-extras')
      .catch(() => undefined)
      .then(() => {
        this.#extrasCame = true;
        for (const each of this.sessions.values()) each.dirty = true;
        this.requestFrame();
      });
  }

  #settle(session: ViewerSession): void {
    if ((session.needsFrame && session.dirty) || this.coming(session)) return;
    const { settling } = session,
      waits = session.needsFrame && session.rough;
    for (const { request } of settling.filter(({ rough }) => rough || !waits))
      this.post({ type: 'settled', viewer: session.id, request });
    settling.splice(0, settling.length, ...(waits ? settling.filter(({ rough }) => !rough) : []));
  }

  protected announce(session: ViewerSession, framing: boolean, ended: boolean): void {
    this.post({
      type: 'playback',
      viewer: session.id,
      playback: session.playback.state,
      ended,
      count: session.changes,
      ...(framing && { framing: session.framing }),
    });
  }

  protected requestFrame(): void {
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
    if (!this.renderer) return;
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
      this.#fetchExtras(session);
      if (session.advance(seconds)) this.announce(session, false, true);
      const { renderer, ledger } = this,
        before = ledger?.drawCalls;
      try {
        const frame = this.owned(session, () => session.draw(renderer, this.canvas));
        frames.push({ ...frame, ...(ledger && { drawCalls: ledger.drawCalls - before! }) });
      } catch (error) {
        if (!this.#mend(session, error)) throw error;
      }
    }
    if (frames.length > 0) this.post({ type: 'frames', frames });
    for (const session of this.sessions.values()) this.#settle(session);
    this.#goOn();
  }

  /** Asks for another frame, or rests. */
  #goOn(): void {
    this.requestFrame();
    if (!this.#frameRequested) this.#lastFrame = undefined;
  }
}

/** New files take the place of older ones with the same name. */
function merge(old: readonly SourceFile[], fresh: readonly SourceFile[]): SourceFile[] {
  const names = new Set(fresh.map(({ name }) => name));
  return [...old.filter(({ name }) => !names.has(name)), ...fresh];
}

type Progress = (stage: 'reading' | 'parsing' | 'textures', file: string, loaded: number, total: number) => void;

/** At most about twenty a second, but every change of stage. */
function throttle(post: Progress): Progress {
  let last = -Infinity,
    lastStage = '';
  return (stage, file, loaded, total) => {
    const now = performance.now();
    if (stage === lastStage && now - last < 50) return;
    [last, lastStage] = [now, stage];
    post(stage, file, loaded, total);
  };
}
