// The engine of worlds: one core and one WebGL2 context for all worlds of a page. Nothing moves, nothing is drawn.

import type { CoreModule } from '../../core/core';
import { VitrineError } from '../../base/errors';
import { loadCore } from '../../core/load';
import type { WorldChange } from '../../core/world';
import { trianglesOf } from '../../core/worldSummary';
import { Count, type WorldTables } from '../../core/worldTables';
import type { CoreAddress } from '../../protocol/messages';
import { createCanvas, type Surface, surfaceOf } from '../surface';
import { curvesOf } from './curves';
import { WorldFiles } from './files';
import { frameInfo, framingOf } from './frameInfo';
import { drawMarks } from './marks';
import { noMarks, type WorldCommand, type WorldPost, type WorldState } from './messages';
import { pickJob, texelAt } from './pick';
import { everything, type WorldSwitch } from './plan';
import { WorldPlayer } from './player';
import { type DrawCounts, type DrawOptions, WorldRenderer } from './renderer';
import { WorldScenes } from './scene';
import { Twins } from './setups';

/** Longest time step per frame, in seconds. */
const kLongestStep = 0.5;

class View {
  surface: Surface | undefined;
  player: WorldPlayer | undefined;
  files: WorldFiles | undefined;
  twins: Twins | undefined;
  width = 0;
  height = 0;
  visible = true;
  dirty = false;
  /** Warnings of drawing that the page has received. */
  reported = -1;
  opening = 0;
  /** Edits that wait for their files. */
  editing: Promise<void> | undefined;
  /** Requests that wait until there is nothing left to draw. */
  settling: number[] = [];
  /** Requests for states, until a frame has them. */
  asking: number[] = [];
  state: WorldState = {
    playing: false,
    speed: 1,
    which: everything,
    samples: 4,
    loop: true,
    setup: 'document',
    divider: 0.5,
    marks: noMarks,
  };

  constructor(readonly id: number) {}
}

export class WorldEngine {
  readonly #views = new Map<number, View>();
  readonly #canvas = createCanvas(1, 1);
  readonly #gl: WebGL2RenderingContext;
  #core: CoreModule | undefined;
  #renderer: WorldRenderer | undefined;
  #scenes: WorldScenes<WorldPlayer>;
  #requested = false;
  #last: number | undefined;

  private constructor(private readonly post: WorldPost) {
    const gl = this.#canvas.getContext('webgl2', {
      alpha: false,
      antialias: false,
      depth: false,
      preserveDrawingBuffer: false,
    }) as WebGL2RenderingContext | null;
    if (!gl) throw new VitrineError('GL_MISSING', 'This browser gives no WebGL2 context.');
    this.#gl = gl;
    this.#renderer = new WorldRenderer(gl);
    this.#scenes = new WorldScenes(gl);
    this.#canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.#renderer = undefined;
      this.post({ type: 'context', state: 'lost' });
    });
    this.#canvas.addEventListener('webglcontextrestored', () => {
      this.#renderer = new WorldRenderer(gl);
      this.#scenes = new WorldScenes(gl);
      for (const view of this.#views.values()) view.dirty = true;
      this.post({ type: 'context', state: 'restored' });
      this.#request();
    });
  }

  /** Rejects with VitrineError CORE_START or GL_MISSING. */
  static async start(post: WorldPost, addresses: CoreAddress = {}): Promise<WorldEngine> {
    const loading = loadCore(addresses);
    // Those who await it get the error.
    loading.catch(() => undefined);
    const engine = new WorldEngine(post);
    engine.#core = await loading;
    const { isFloat } = engine.#renderer!;
    post({ type: 'ready', renderer: String(engine.#gl.getParameter(engine.#gl.RENDERER)), isFloat });
    return engine;
  }

  get core(): CoreModule {
    return this.#core!;
  }

  handle(command: WorldCommand): void {
    if (command.type === 'start') return;
    if (command.type === 'attach') {
      const view = new View(command.view);
      view.surface = surfaceOf(command.canvas);
      this.#views.set(command.view, view);
      return;
    }
    const view = this.#views.get(command.view);
    if (!view) return;
    switch (command.type) {
      case 'open':
        void this.#open(view, command);
        break;
      case 'resize':
        view.width = command.width;
        view.height = command.height;
        this.#reshape(view);
        break;
      case 'set':
        this.#set(view, command.state);
        break;
      case 'seek':
        view.player?.seek(command.time);
        break;
      case 'follow':
        view.player?.follow(command.time);
        break;
      case 'walk':
        this.#walk(view, command);
        break;
      case 'visible':
        view.visible = command.visible;
        break;
      case 'report':
        this.#answer(command, view.player && { report: view.player.report, digest: view.player.digest });
        break;
      case 'change':
        this.#change(view, command);
        break;
      case 'files':
        view.files?.add(command.files);
        break;
      case 'edit':
        this.#queueEdit(view, command);
        break;
      case 'document':
        this.#answer(command, view.player && { text: view.player.text, outline: view.player.freshOutline() });
        break;
      case 'states':
        this.#states(view, command);
        break;
      case 'pick':
        this.#answer(command, view.player?.tables && pickJob(view.player.tables, command.x, command.y));
        break;
      case 'texel':
        this.#answer(command, view.player?.tables && texelAt(view.player.tables, view.player.images, command));
        break;
      case 'curves':
        if (!view.player) this.#answer(command, undefined);
        else void curvesOf(view.player).then((curves) => this.#answer(command, curves));
        break;
      case 'picture':
        void this.#picture(view, command.view, command.request, command.mime);
        break;
      case 'settle':
        view.settling.push(command.request);
        break;
      case 'lose':
        this.loseContext();
        break;
      case 'close':
        this.#end(view);
        this.#views.delete(command.view);
    }
    this.#request();
  }

  async #open(
    view: View,
    { view: id, request, text, files, base, time }: WorldCommand & { type: 'open' },
  ): Promise<void> {
    const opening = ++view.opening,
      found = new WorldFiles(files, base);
    let opened: Awaited<ReturnType<typeof WorldPlayer.open>>;
    try {
      opened = await WorldPlayer.open(this.core, new Uint8Array(text), found);
    } catch (error) {
      const { code, message } = error instanceof VitrineError ? error : { code: 'WORLD_OPEN', message: String(error) };
      this.post({ type: 'refused', view: id, request, issues: [{ code, severity: 0, path: '', message }] });
      return;
    }
    const { issues, player } = opened;
    if (opening !== view.opening) {
      player?.dispose();
      return;
    }
    if (!player) {
      this.post({ type: 'refused', view: id, request, issues });
      return;
    }
    // The first frame may ask for too much; then what was shown stays.
    player.aspect = view.width > 0 && view.height > 0 ? view.width / view.height : 0;
    player.eye = view.state.eye;
    if (!player.begin()) {
      this.post({ type: 'refused', view: id, request, issues: player.issues });
      player.dispose();
      return;
    }
    this.#end(view);
    view.player = player;
    view.files = found;
    view.twins = new Twins(player, (twin) => this.#scenes.drop(twin));
    view.reported = -1;
    view.dirty = true;
    player.take(view.state);
    if (time !== undefined) player.seek(time);
    const { outline, duration } = player,
      tables = player.tables!;
    this.post({
      type: 'opened',
      view: id,
      request,
      outline,
      issues,
      missing: found.missing,
      duration,
      framing: framingOf(tables),
      triangles: trianglesOf(tables),
    });
    this.#request();
  }

  #answer({ view, request }: { view: number; request: number }, value: unknown): void {
    this.post({ type: 'answer', view, request, value });
  }

  /** Nothing is played here any more. */
  #end(view: View): void {
    for (const request of view.asking.splice(0)) this.#answer({ view: view.id, request }, undefined);
    view.twins?.forget();
    if (view.player) this.#scenes.drop(view.player);
    view.player?.dispose();
    view.player = view.twins = view.files = undefined;
  }

  #change(view: View, command: WorldCommand & { type: 'change' }): void {
    this.#take(view, command, (player) => player.change(command.pointer, command.value));
  }

  /** Edits come in order, and some have to wait for files. */
  #queueEdit(view: View, command: WorldCommand & { type: 'edit' }): void {
    const waiting = view.editing ? view.editing.then(() => this.#edit(view, command)) : this.#edit(view, command);
    if (!waiting) return;
    const done = waiting.finally(() => {
      if (view.editing === done) view.editing = undefined;
    });
    view.editing = done;
  }

  #edit(view: View, command: WorldCommand & { type: 'edit' }): Promise<void> | undefined {
    const { player } = view,
      { splices, loose } = command;
    const fetching = player?.fetchFor(splices);
    if (!fetching) {
      this.#take(view, command, () => player!.edit(splices, loose));
      return undefined;
    }
    return fetching.then(() => {
      // Meanwhile another document may have been opened.
      if (view.player === player) this.#take(view, command, () => player!.edit(splices, loose));
      else this.#answer(command, undefined);
      this.#request();
    });
  }

  /** Undefined where there is no document. */
  #take(view: View, command: { view: number; request: number }, change: (player: WorldPlayer) => WorldChange): void {
    const { player, twins } = view;
    if (!player) return this.#answer(command, undefined);
    const wasChanging = player.changing,
      answer = change(player);
    // They are made again from the text when they are shown next.
    if (answer.state !== 'refused') twins!.forget();
    view.dirty = true;
    this.#answer(command, answer);
    if (wasChanging && !player.changing) this.post({ type: 'changed', view: command.view, issues: [] });
  }

  /** The first time a frame has to be evaluated for it. */
  #states(view: View, command: WorldCommand & { type: 'states' }): void {
    const states = view.player?.states();
    if (states || !view.player) return this.#answer(command, states);
    view.asking.push(command.request);
    view.player.refresh();
  }

  #set(view: View, change: Partial<WorldState>): void {
    const isTurned = 'eye' in change && JSON.stringify(change.eye) !== JSON.stringify(view.state.eye);
    view.state = { ...view.state, ...change };
    view.dirty = true;
    const { player, state } = view;
    if (!player) return;
    player.take(state);
    if (isTurned) {
      player.eye = state.eye;
      player.refresh();
    }
  }

  #walk(view: View, { view: id, by, dir }: WorldCommand & { type: 'walk' }): void {
    if (!view.player) return;
    const eye = view.player.walk(by, dir);
    view.state = { ...view.state, eye };
    view.dirty = true;
    this.post({ type: 'walked', view: id, at: eye.at });
  }

  #reshape(view: View): void {
    view.dirty = true;
    const aspect = view.width / Math.max(1, view.height);
    if (!view.player || view.width === 0 || view.player.aspect === aspect) return;
    view.player.aspect = aspect;
    view.player.refresh();
  }

  #request(): void {
    if (this.#requested) return;
    this.#requested = true;
    requestAnimationFrame((now) => this.#frame(now));
  }

  #frame(now: number): void {
    this.#requested = false;
    const seconds = this.#last === undefined ? 0 : Math.min(kLongestStep, (now - this.#last) / 1000);
    this.#last = undefined;
    let more = false;
    for (const [id, view] of this.#views) {
      const { player } = view;
      let isMoving = false;
      if (player && view.visible && view.width > 0 && view.height > 0) {
        player.advance(seconds);
        const hasEnded = view.state.playing && !player.playing;
        // The last frame has it, which may be visible already if a song leads.
        view.dirty ||= hasEnded;
        isMoving = this.#step(id, view);
        if (hasEnded) view.state = { ...view.state, playing: false };
      }
      more ||= isMoving;
      if (isMoving && !player!.playing) continue;
      for (const request of view.settling.splice(0)) this.post({ type: 'answer', view: id, request, value: undefined });
    }
    if (!more) return;
    this.#last = now;
    this.#request();
  }

  /** True while there is more to do without a command. */
  #step(id: number, view: View): boolean {
    const player = view.player!;
    if (!player.needsFrame && !view.dirty) return player.playing;
    const start = performance.now(),
      wasChanging = player.changing;
    if (player.needsFrame && !player.run()) {
      this.post({ type: 'ended', view: id, issues: player.issues });
      this.#end(view);
      return false;
    }
    if (wasChanging && !player.changing) {
      this.post({ type: 'changed', view: id, issues: player.changeIssues });
      if (player.hasOtherImages) {
        this.#scenes.drop(player);
        player.takeImages();
      }
    }
    if (!player.arrived) {
      this.post({ type: 'replay', view: id, ...player.progress });
      return true;
    }
    for (const request of view.asking.splice(0)) this.#answer({ view: id, request }, player.states());
    const evaluated = performance.now();
    if (!this.#renderer || !player.tables || !view.surface) return false;
    try {
      const counts = this.#compose(view, player);
      if (!counts) {
        // A twin is on its way to where the player is.
        view.dirty = true;
        return true;
      }
      view.surface.present(this.#canvas);
      view.dirty = false;
      const frame = frameInfo(player, counts, evaluated - start, performance.now() - evaluated);
      this.post({ type: 'frame', view: id, frame });
      this.#tellIssues(id, view);
    } catch (error) {
      const { code, message } = error instanceof VitrineError ? error : { code: 'WORLD_DRAW', message: String(error) };
      this.post({ type: 'ended', view: id, issues: [{ code, severity: 0, path: '', message }] });
      this.#end(view);
      return false;
    }
    return player.playing;
  }

  /** The picture as it is set up, on the canvas of the context; undefined while what it needs is not yet played. */
  #compose(view: View, player: WorldPlayer): DrawCounts | undefined {
    const { state, width, height } = view,
      twins = view.twins!,
      shown = twins.shown(state.setup, player.tables!.get('numbers')[Count.mode]!),
      ghost = state.marks.shown.includes('ghosts') ? twins.of('ghosts') : undefined;
    twins.keep([...shown, ghost]);
    let counts: DrawCounts | undefined,
      isReady = true;
    for (const twin of [...shown, ghost]) if (twin && twin !== player && !twins.follow(twin)) isReady = false;
    if (!isReady) return undefined;
    const isMarked = state.marks.shown.length > 0 || state.marks.chosen >= 0;
    for (const [i, each] of shown.entries()) {
      const drawn = this.draw(each, width, height, state.which, state.samples, {
        ...(shown.length > 1 && { part: i === 0 ? [0, state.divider] : [state.divider, 1] }),
        ...(isMarked && {
          marks: (lines, camera) => drawMarks(state.marks, each.tables!, each.outline, ghost?.tables, lines, camera),
        }),
      });
      if (each === player || !counts) counts = drawn;
    }
    return counts;
  }

  #tellIssues(id: number, view: View): void {
    const { tables } = view.player!,
      count = tables!.get('numbers')[Count.issues]!;
    if (count === view.reported) return;
    view.reported = count;
    this.post({ type: 'issues', view: id, issues: tables!.issues });
  }

  /** Onto the canvas of the context. */
  draw(
    player: WorldPlayer,
    width: number,
    height: number,
    which: WorldSwitch,
    samples: number,
    more: Pick<DrawOptions, 'part' | 'marks'> = {},
  ): DrawCounts {
    const renderer = this.#renderer!,
      tables = player.tables!,
      { outline } = player;
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    player.missImages();
    const shadows = player.shadows();
    return renderer.draw(this.#scenes.of(player), tables, { width, height, samples, which, outline, shadows, ...more });
  }

  /**
   * The last of `times`, frames of one session, as RGBA rows from the top; undefined when the world ends. `samples` 1 is
   * for comparisons.
   */
  render(
    player: WorldPlayer,
    {
      times,
      width,
      height,
      which,
      samples,
    }: { times: readonly number[]; width: number; height: number; which: WorldSwitch; samples: number },
  ): { pixels: Uint8Array; counts: DrawCounts; tables: WorldTables } | undefined {
    const tables = player.evaluateAll(times, width / height);
    if (!tables) return undefined;
    const counts = this.draw(player, width, height, which, samples),
      gl = this.#gl,
      rows = new Uint8Array(width * height * 4),
      pixels = new Uint8Array(width * height * 4);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, rows);
    for (let y = 0; y < height; ++y)
      pixels.set(rows.subarray((height - 1 - y) * width * 4, (height - y) * width * 4), y * width * 4);
    return { pixels, counts, tables };
  }

  async #picture(view: View, id: number, request: number, type = 'image/png'): Promise<void> {
    const { player } = view;
    if (!player?.tables || !this.#renderer) {
      this.post({ type: 'answer', view: id, request, value: undefined });
      return;
    }
    if (!this.#compose(view, player)) this.draw(player, view.width, view.height, view.state.which, view.state.samples);
    const canvas = this.#canvas;
    const blob =
      'convertToBlob' in canvas
        ? await canvas.convertToBlob({ type })
        : await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type));
    this.post({ type: 'answer', view: id, request, value: blob });
  }

  /** Ends the context, as a driver might. */
  loseContext(): void {
    const extension = this.#gl.getExtension('WEBGL_lose_context');
    extension?.loseContext();
    setTimeout(() => extension?.restoreContext(), 200);
  }
}
