// The engine of worlds: one core and one WebGL2 context for all worlds of a page. Nothing moves, nothing is drawn.

import type { CoreModule } from '../../core/core';
import { VitrineError } from '../../core/errors';
import { loadCore } from '../../core/load';
import type { Vector } from '../../core/world';
import { trianglesOf } from '../../core/world_summary';
import { Count, kNoIndex, LightNumber, Scalar, type WorldTables } from '../../core/world_tables';
import type { CoreAddress } from '../../protocol/messages';
import { createGlCanvas, type GlCanvas, type Surface, surfaceOf } from '../surface';
import { WorldFiles } from './files';
import { framingOf } from './framing';
import type { WorldCommand, WorldFrameInfo, WorldPost, WorldState } from './messages';
import { everything, type WorldSwitch } from './plan';
import { WorldPlayer } from './player';
import { type DrawCounts, WorldRenderer } from './renderer';

/** Of time in one frame, in seconds. */
const kLongestStep = 0.5;

class View {
  surface: Surface | undefined;
  player: WorldPlayer | undefined;
  width = 0;
  height = 0;
  visible = true;
  dirty = false;
  /** Warnings of drawing that the page has heard of. */
  told = -1;
  opening = 0;
  /** Requests that wait until there is nothing left to draw. */
  settling: number[] = [];
  state: WorldState = { playing: false, speed: 1, which: everything, samples: 4, loop: true };
}

export class WorldStage {
  readonly #views = new Map<number, View>();
  readonly #canvas: GlCanvas;
  readonly #gl: WebGL2RenderingContext;
  #renderer: WorldRenderer | undefined;
  /** Whose images are on the GPU. */
  #imagesOf: WorldPlayer | undefined;
  #requested = false;
  #last: number | undefined;

  private constructor(
    readonly core: CoreModule,
    private readonly post: WorldPost,
  ) {
    this.#canvas = createGlCanvas(1, 1);
    const gl = this.#canvas.getContext('webgl2', {
      alpha: false,
      antialias: false,
      depth: false,
      preserveDrawingBuffer: false,
    }) as WebGL2RenderingContext | null;
    if (!gl) throw new VitrineError('GL_MISSING', 'This browser gives no WebGL2 context.');
    this.#gl = gl;
    this.#renderer = new WorldRenderer(gl);
    this.#canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.#renderer = undefined;
      this.post({ type: 'context', state: 'lost' });
    });
    this.#canvas.addEventListener('webglcontextrestored', () => {
      this.#renderer = new WorldRenderer(gl);
      this.#imagesOf = undefined;
      for (const view of this.#views.values()) view.dirty = true;
      this.post({ type: 'context', state: 'restored' });
      this.#request();
    });
  }

  /** Rejects with VitrineError CORE_START or GL_MISSING. */
  static async start(post: WorldPost, addresses: CoreAddress = {}): Promise<WorldStage> {
    const stage = new WorldStage(await loadCore(addresses), post);
    const { isFloat } = stage.#renderer!;
    post({ type: 'ready', renderer: String(stage.#gl.getParameter(stage.#gl.RENDERER)), isFloat });
    return stage;
  }

  handle(command: WorldCommand): void {
    if (command.type === 'start') return;
    if (command.type === 'attach') {
      const view = new View();
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
        this.post({
          type: 'answer',
          view: command.view,
          request: command.request,
          value: view.player && { report: view.player.report, digest: view.player.digest },
        });
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
        view.player?.dispose();
        if (this.#imagesOf === view.player) this.#imagesOf = undefined;
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
    if (!player.run()) {
      this.post({ type: 'refused', view: id, request, issues: player.issues });
      player.dispose();
      return;
    }
    view.player?.dispose();
    view.player = player;
    view.told = -1;
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
        isMoving = this.#step(id, view);
        // It has come to its end.
        if (view.state.playing && !player.playing) view.state = { ...view.state, playing: false };
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
    const start = performance.now();
    if (player.needsFrame && !player.run()) {
      this.post({ type: 'ended', view: id, issues: player.issues });
      player.dispose();
      view.player = undefined;
      return false;
    }
    if (!player.arrived) {
      this.post({ type: 'replay', view: id, ...player.progress });
      return true;
    }
    const evaluated = performance.now();
    if (!this.#renderer || !player.tables || !view.surface) return false;
    try {
      const counts = this.draw(player, view.width, view.height, view.state.which, view.state.samples);
      view.surface.present(this.#canvas);
      view.dirty = false;
      const frame = frameInfo(player, counts, evaluated - start, performance.now() - evaluated);
      this.post({ type: 'frame', view: id, frame });
      this.#tellIssues(id, view);
    } catch (error) {
      const { code, message } = error instanceof VitrineError ? error : { code: 'WORLD_DRAW', message: String(error) };
      this.post({ type: 'ended', view: id, issues: [{ code, severity: 0, path: '', message }] });
      player.dispose();
      view.player = undefined;
      return false;
    }
    return player.playing;
  }

  #tellIssues(id: number, view: View): void {
    const { tables } = view.player!,
      count = tables!.get('numbers')[Count.issues]!;
    if (count === view.told) return;
    view.told = count;
    this.post({ type: 'issues', view: id, issues: tables!.issues });
  }

  /** Onto the canvas of the context. */
  draw(player: WorldPlayer, width: number, height: number, which: WorldSwitch, samples: number): DrawCounts {
    const renderer = this.#renderer!,
      tables = player.tables!;
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    if (this.#imagesOf !== player) {
      renderer.begin(player.images);
      player.outline.images.forEach((name, i) => {
        if (!player.images[i]) tables.missImage(name);
      });
      this.#imagesOf = player;
    }
    return renderer.draw(tables, { width, height, samples, which, outline: player.outline, volumes: player.volumes() });
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
    this.draw(player, view.width, view.height, view.state.which, view.state.samples);
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

function frameInfo(player: WorldPlayer, counts: DrawCounts, evaluateMs: number, drawMs: number): WorldFrameInfo {
  const tables = player.tables!,
    scalars = tables.get('scalars'),
    numbers = tables.get('numbers'),
    { operators, segments } = player.outline;
  const vector = (list: ArrayLike<number>, at: number): Vector => [list[at]!, list[at + 1]!, list[at + 2]!];
  const segment = numbers[Count.segment]!,
    lightRows = tables.get('lights'),
    lightNumbers = tables.get('lightNumbers'),
    eventNumbers = tables.get('eventNumbers'),
    eventTimes = tables.get('events'),
    segmentRows = tables.get('segments');
  let visible = 0;
  for (let i = 5; i < segmentRows.length; i += 6) visible += segmentRows[i]!;
  return {
    time: player.time,
    tick: player.tick,
    playing: player.playing,
    eye: {
      at: vector(scalars, Scalar.eye),
      dir: vector(scalars, Scalar.dir),
      up: vector(scalars, Scalar.up),
      fov: scalars[Scalar.fov]!,
    },
    segment: segment === kNoIndex ? '' : operators[segments[segment]!]!.name,
    counts,
    numbers: Array.from(numbers),
    lights: Array.from({ length: tables.rows('lights') }, (_, i) => ({
      name: operators[lightNumbers[i * 8 + LightNumber.operator]!]!.name,
      rank: lightNumbers[i * 8 + LightNumber.rank]! === kNoIndex ? -1 : lightNumbers[i * 8 + LightNumber.rank]!,
      range: lightRows[i * 12 + 3]!,
      at: vector(lightRows, i * 12),
    })),
    visible,
    events: Array.from({ length: tables.rows('events') }, (_, i) => ({
      operator: eventNumbers[i * 3]!,
      time: eventTimes[i * 2 + 1]!,
    })),
    evaluateMs,
    drawMs,
  };
}
