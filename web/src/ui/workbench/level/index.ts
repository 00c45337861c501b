// Any level of a world in the picture: `S` shows what is chosen alone, in a second view of the engine.

import type { WorldEvent } from '../../../engine/world/messages';
import type { Framing } from '../../../protocol/view';
import type { Bench, EngineView } from '../bench';
import { kFlatSide, kSphere, type Level, type LevelLook, levelOf, plainLook, sphere } from './derive';
import { type Square, TexelReader } from './texel';
import { LevelTools } from './tools';

/** How a level is seen first; `x` and `y`: the middle of a texture in sight. */
const kFirstTurn = { yaw: 0.6, pitch: 0.35, zoom: 1, x: 0, y: 0 };
/** The text has come to rest. */
const kRestMs = 200;
const kHalfFov = (45 / 2) * (Math.PI / 180);
/** Half of what is in sight from top to bottom of a texture, which has a little air around it. */
const kFlatHalf = 1.1;
/** Texels of a step with Shift. */
const kLongStep = 10;

interface Levels {
  readonly element: HTMLElement;
  readonly shown: string | undefined;
  /** Shows an operator alone; undefined: the world. */
  show(pointer: string | undefined): void;
  dispose(): void;
}

export const levels = (bench: Bench): Levels => new LevelView(bench);

class LevelView implements Levels {
  readonly element: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #tools: LevelTools;
  readonly #texels: TexelReader;
  readonly #watch = new ResizeObserver(() => this.#resize());
  readonly #end: () => void;
  #view: EngineView | undefined;
  #shown: string | undefined;
  #look: LevelLook = plainLook;
  #level: Level | undefined;
  #framing: Framing | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = kFirstTurn;

  constructor(private readonly bench: Bench) {
    const { h, t } = bench.kit;
    this.#canvas = h('canvas', {
      class: 'bench-level-canvas',
      attributes: { tabindex: 0, role: 'img', 'aria-label': t('Preview') },
      on: {
        pointerdown: (event) => {
          this.#canvas.setPointerCapture(event.pointerId);
          this.#point(event);
        },
        pointermove: (event) => {
          if (event.buttons === 1) this.#drag(event.movementX, event.movementY);
          this.#point(event);
        },
        pointerleave: () => this.#texels.leave(),
        wheel: (event) => this.#zoom(event),
        keydown: (event) => this.#key(event),
      },
    });
    this.#texels = new TexelReader(bench.kit, this.#canvas, () => this.#square);
    this.#tools = new LevelTools(bench.kit, {
      look: (look) => {
        this.#look = { ...this.#look, ...look };
        void this.#open();
      },
      close: () => this.show(undefined),
    });
    this.element = h(
      'div',
      { class: 'bench-level', attributes: { hidden: true } },
      this.#canvas,
      this.#texels.mark,
      h('div', { class: 'bench-level-foot' }, this.#texels.element, this.#tools.element),
    );
    this.#end = bench.on((event, loose) => event === 'text' && !loose && this.#later());
  }

  get shown(): string | undefined {
    return this.#shown;
  }

  show(pointer: string | undefined): void {
    if (pointer !== this.#shown) {
      this.#look = plainLook;
      this.#framing = undefined;
      this.#turn = kFirstTurn;
      this.#texels.leave();
    }
    this.#shown = pointer;
    this.element.hidden = pointer === undefined;
    if (pointer === undefined) {
      this.#watch.disconnect();
      this.#view?.send({ type: 'visible', visible: false });
      return;
    }
    if (!this.#view) {
      this.#view = this.bench.engine.newView(this.#canvas);
      this.#view.on((event) => this.#receive(event));
    }
    this.#watch.observe(this.#canvas);
    this.#view.send({ type: 'visible', visible: true });
    this.#resize();
    void this.#open();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#end();
    this.#watch.disconnect();
    this.#view?.close();
    this.element.remove();
  }

  #later(): void {
    if (this.#shown === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#open(), kRestMs);
  }

  async #open(): Promise<void> {
    const { draft, picture, kit } = this.bench,
      pointer = this.#shown,
      view = this.#view;
    if (pointer === undefined || !view || draft.broken) return;
    const level = levelOf(draft.rootText, draft.root, pointer, this.#look);
    this.#tools.show(level?.kind, this.#look, pointer);
    if (!level) return this.#tools.say(kit.t('This cannot be shown alone.'));
    this.#level = level;
    this.#texels.read(level.kind === 'texture' ? view : undefined);
    view.send({ type: 'set', state: { playing: false, eye: this.#eye } });
    const outcome = await view.open(level.text, picture.frame?.time ?? 0, [{ name: kSphere, data: sphere() }]);
    if (this.#shown !== pointer) return;
    this.#tools.say(outcome.opened ? '' : (outcome.issues[0]?.message ?? ''));
    this.element.dataset.shown = outcome.opened ? pointer : '';
  }

  #receive(event: WorldEvent): void {
    if (event.type === 'frame') this.#texels.again();
    if (event.type !== 'opened') return;
    this.#framing ??= event.framing;
    this.#aim();
  }

  #aim(): void {
    this.#view?.send({ type: 'set', state: { eye: this.#eye } });
  }

  /** Around all that shows; textures are seen from the front. */
  get #eye(): { at: number[]; dir: number[] } | undefined {
    if (!this.#level || this.#level.hasCamera) return undefined;
    const isFlat = this.#isFlat,
      { yaw, pitch, zoom, x, y } = isFlat ? { ...this.#turn, yaw: 0, pitch: 0 } : this.#turn;
    const center = isFlat ? [x, y, 0] : (this.#framing?.center ?? [0, 0.5, 0]),
      radius = isFlat ? kFlatHalf : Math.max(0.1, this.#framing?.radius ?? 1),
      far = (radius / (isFlat ? Math.tan(kHalfFov) : Math.sin(kHalfFov))) * zoom;
    const away = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
    return { at: away.map((part, i) => center[i]! + part * far), dir: away.map((part) => -part) };
  }

  get #isFlat(): boolean {
    return this.#level?.kind === 'texture';
  }

  /** Where a texture is on the canvas. */
  get #square(): Square {
    const { clientWidth, clientHeight } = this.#canvas,
      { zoom, x, y } = this.#turn,
      perUnit = clientHeight / (2 * kFlatHalf * zoom),
      half = kFlatSide / 2;
    return {
      left: clientWidth / 2 - (x + half) * perUnit,
      top: clientHeight / 2 + (y - half) * perUnit,
      side: kFlatSide * perUnit,
    };
  }

  /** Pixels: turns what is shown, and moves a texture. */
  #drag(x: number, y: number): void {
    const { yaw, pitch } = this.#turn;
    if (this.#isFlat) return this.#move(x, y);
    this.#turn = { ...this.#turn, yaw: yaw - x * 0.01, pitch: Math.max(-1.5, Math.min(1.5, pitch + y * 0.01)) };
    this.#aim();
  }

  #move(x: number, y: number): void {
    const perUnit = this.#square.side / kFlatSide;
    this.#turn = { ...this.#turn, x: this.#turn.x - x / perUnit, y: this.#turn.y + y / perUnit };
    this.#aim();
  }

  #point({ offsetX, offsetY }: PointerEvent): void {
    if (this.#isFlat) this.#texels.point({ x: offsetX, y: offsetY });
  }

  /** To the next texel, which comes into sight. */
  #step(x: number, y: number): void {
    this.#texels.step(x, y, this.#look.tiles);
    const { cursor } = this.#texels,
      { clientWidth, clientHeight } = this.#canvas;
    if (!cursor) return;
    const beyond = (at: number, most: number): number => Math.max(0, at - most) + Math.min(0, at);
    const [right, down] = [beyond(cursor.x, clientWidth), beyond(cursor.y, clientHeight)];
    if (right !== 0 || down !== 0) this.#move(-right, -down);
  }

  #zoom(event: WheelEvent): void {
    event.preventDefault();
    const zoom = Math.max(0.1, Math.min(10, this.#turn.zoom * Math.exp(event.deltaY * 0.001)));
    this.#turn = { ...this.#turn, zoom };
    this.#aim();
  }

  #key(event: KeyboardEvent): void {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key],
      [x = 0, y = 0] = step ?? [],
      long = event.shiftKey ? kLongStep : 1;
    if (step && this.#isFlat) this.#step(x * long, y * long);
    else if (step) this.#drag(x * 10, y * 10);
    else if (event.key === 'Escape') this.show(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas,
      ratio = Math.min(2, devicePixelRatio);
    if (clientWidth === 0 || clientHeight === 0) return;
    const [width, height] = [clientWidth, clientHeight].map((side) => Math.round(side * ratio));
    this.#view?.send({ type: 'resize', width, height });
  }
}
