// Any level of a world in the picture: `S` shows what is chosen alone, in a second view of the engine.

import type { WorldEvent } from '../../../engine/world/messages';
import type { Framing } from '../../../protocol/view';
import type { Bench, EngineView } from '../bench';
import { levelOf, type Level, type LevelLook, plainLook } from './derive';
import { kSphere, sphere } from './sphere';
import { LevelTools } from './tools';

/** The text has come to rest. */
const kRestMs = 200;
const kHalfFov = (45 / 2) * (Math.PI / 180);

export interface Levels {
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
  readonly #watch = new ResizeObserver(() => this.#resize());
  readonly #end: () => void;
  #view: EngineView | undefined;
  #shown: string | undefined;
  #look: LevelLook = plainLook;
  #level: Level | undefined;
  #framing: Framing | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = { yaw: 0.6, pitch: 0.35, zoom: 1 };

  constructor(private readonly bench: Bench) {
    const { h, t } = bench.kit;
    this.#canvas = h('canvas', {
      class: 'bench-level-canvas',
      attributes: { tabindex: 0, role: 'img', 'aria-label': t('Preview') },
      on: {
        pointerdown: (event) => this.#canvas.setPointerCapture(event.pointerId),
        pointermove: (event) => event.buttons === 1 && this.#drag(event.movementX, event.movementY),
        wheel: (event) => this.#zoom(event),
        keydown: (event) => this.#key(event),
      },
    });
    this.#tools = new LevelTools(bench.kit, {
      look: (look) => {
        this.#look = { ...this.#look, ...look };
        void this.#open();
      },
      close: () => this.show(undefined),
    });
    this.element = h('div', { class: 'bench-level', attributes: { hidden: true } }, this.#canvas, this.#tools.element);
    this.#end = bench.on((event, loose) => event === 'text' && !loose && this.#later());
  }

  get shown(): string | undefined {
    return this.#shown;
  }

  show(pointer: string | undefined): void {
    if (pointer !== this.#shown) {
      this.#look = plainLook;
      this.#framing = undefined;
      this.#turn = { yaw: 0.6, pitch: 0.35, zoom: 1 };
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
    view.send({ type: 'set', state: { playing: false, eye: this.#eye } });
    const outcome = await view.open(level.text, picture.frame?.time ?? 0, [{ name: kSphere, data: sphere() }]);
    if (this.#shown !== pointer) return;
    this.#tools.say(outcome.opened ? '' : (outcome.issues[0]?.message ?? ''));
    this.element.dataset.shown = outcome.opened ? pointer : '';
  }

  #receive(event: WorldEvent): void {
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
    const isFlat = this.#level.kind === 'texture',
      { yaw, pitch, zoom } = isFlat ? { ...this.#turn, yaw: 0, pitch: 0 } : this.#turn;
    const center = isFlat ? [0, 0, 0] : (this.#framing?.center ?? [0, 0.5, 0]),
      radius = isFlat ? 1.1 : Math.max(0.1, this.#framing?.radius ?? 1),
      far = (radius / (isFlat ? Math.tan(kHalfFov) : Math.sin(kHalfFov))) * zoom;
    const away = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
    return { at: away.map((part, i) => center[i]! + part * far), dir: away.map((part) => -part) };
  }

  #drag(x: number, y: number): void {
    this.#turn.yaw -= x * 0.01;
    this.#turn.pitch = Math.max(-1.5, Math.min(1.5, this.#turn.pitch + y * 0.01));
    this.#aim();
  }

  #zoom(event: WheelEvent): void {
    event.preventDefault();
    this.#turn.zoom = Math.max(0.1, Math.min(10, this.#turn.zoom * Math.exp(event.deltaY * 0.001)));
    this.#aim();
  }

  #key(event: KeyboardEvent): void {
    const step = { ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, -10], ArrowDown: [0, 10] }[event.key];
    if (step) this.#drag(step[0]!, step[1]!);
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
