// A world document of the core, typed. C++ owns it; `dispose` gives it back.

import { decodeAnyImage } from './anyimage';
import type { CoreModule, CoreWorld } from './core';
import { VitrineError } from './errors';
import { PixelBudget } from './imagelimits';
import type { WorldIssue, WorldReport } from './world_report';

export type * from './world_report';

export type Vector = readonly [number, number, number];
export interface WorldCamera {
  at: Vector;
  /** Default: along -z. */
  dir?: Vector;
  /** Default: +y. */
  up?: Vector;
}

export interface WorldRenderOptions {
  /** Seconds, in order: frames of one session, of which the last is drawn. Default: 0. */
  times?: readonly number[];
  /** Pixels, 1 to 4096; default 320 x 200. Their ratio replaces the aspect of the document's camera. */
  width?: number;
  height?: number;
  /** `final` (default), `after-PHASE`, `solo-PHASE`, `off-PHASE[-PHASE...]` or `steps-N`. */
  draw?: string;
  camera?: WorldCamera;
  /** 8 (default): `pixels` are RGBA. 16: RGB, two bytes per sample, high byte first. */
  bits?: 8 | 16;
}

export interface WorldFramePixels {
  width: number;
  height: number;
  bits: 8 | 16;
  /** Rows from the top. */
  pixels: Uint8Array;
  /** Warnings of drawing: missing images, unknown actions and effects. */
  issues: WorldIssue[];
}

const kMaxSide = 4096;
const kPhase = '(?:lightmap|prebump|light|mul|specular|add|extra)';
const kDraw = new RegExp(`^(?:final|(?:after|solo)-${kPhase}|off(?:-${kPhase})+|steps-\\d{1,9})$`);

export class World {
  private handle: CoreWorld | undefined;
  /** Images that have been asked for. */
  private readonly asked = new Set<string>();
  private readonly budget = new PixelBudget();

  /** Reads `text` (UTF-8, also as bytes); `files` is asked for every file the document names. */
  constructor(
    private readonly core: CoreModule,
    text: string | Uint8Array,
    private readonly files: (name: string) => Uint8Array | undefined,
  ) {
    const world = new core.World(text);
    this.handle = world;
    for (const name of JSON.parse(world.files()) as string[]) {
      const bytes = files(name);
      if (!bytes) continue;
      const pointer = world.stage(name, bytes.byteLength);
      if (pointer !== 0) core.HEAPU8.set(bytes, pointer);
    }
    this.ok = world.open();
  }

  /** False when the document is refused, or a frame asked for too much: `report` then has the issues only. */
  ok: boolean;

  /** The next frame. Times are seconds from 0; a smaller time than the last one starts events and collision anew. */
  evaluate(seconds: number, camera?: WorldCamera, aspect = 0): boolean {
    const { live } = this;
    if (!Number.isFinite(seconds) || seconds < 0) throw new RangeError('a world is evaluated at seconds from 0');
    if (![...(camera?.at ?? []), ...(camera?.dir ?? []), ...(camera?.up ?? [])].every(Number.isFinite))
      throw new RangeError('the place and direction of a camera are finite numbers');
    if (camera) live.setCamera(...camera.at, ...(camera.dir ?? ([0, 0, -1] as const)));
    else live.clearCamera();
    if (camera?.up) live.setUp(...camera.up);
    live.setAspect(aspect);
    this.ok &&= live.evaluate(seconds);
    return this.ok;
  }

  /**
   * Evaluates the times and draws the last frame, without a browser or a GPU. Throws RangeError for options out of range,
   * VitrineError for a refused document (its issues are those of `report`).
   */
  render(options: WorldRenderOptions = {}): WorldFramePixels {
    const { times = [0], width = 320, height = 200, draw = 'final', camera, bits = 8 } = options;
    if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= kMaxSide))
      throw new RangeError(`a frame has 1 to ${kMaxSide} pixels per side`);
    if (!kDraw.test(draw))
      throw new RangeError(`draw is final, after-PHASE, solo-PHASE, off-PHASE or steps-N, not '${draw}'`);
    if (times.length === 0) throw new RangeError('there is no time to draw');
    for (const time of times) this.evaluate(time, camera, width / height);
    const { live } = this;
    if (!this.ok) {
      const { issues } = this.report;
      const first = issues.find(({ severity }) => severity === 0);
      throw new VitrineError(
        first?.code ?? 'WORLD_REFUSED',
        first?.message ?? 'The world cannot be evaluated.',
        issues.map((issue) => ({ ...issue, source: '' })),
      );
    }
    for (const name of JSON.parse(live.images()) as string[]) this.stageImage(name);
    if (!live.draw(width, height, draw, bits === 16))
      throw new VitrineError('OUT_OF_MEMORY', 'There is not enough memory for this frame.');
    const pixels = new Uint8Array(this.core.HEAPU8.buffer, live.pixels(), live.pixelBytes()).slice();
    return { width, height, bits, pixels, issues: JSON.parse(live.drawIssues()) as WorldIssue[] };
  }

  /** What is missing or cannot be decoded is left out: the core warns of it. */
  private stageImage(name: string): void {
    if (this.asked.has(name)) return;
    this.asked.add(name);
    const bytes = this.files(name);
    if (!bytes) return;
    try {
      const { width, height, rgba } = decodeAnyImage(this.core, bytes, this.budget);
      const pointer = this.live.stageImage(name, width, height);
      if (pointer !== 0) this.core.HEAPU8.set(rgba, pointer);
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
    }
  }

  /** Of the last frame. */
  get report(): WorldReport {
    return JSON.parse(this.live.report()) as WorldReport;
  }

  /** Hash of that report: the same on every host. */
  get digest(): string {
    return this.live.digest();
  }

  dispose(): void {
    this.handle?.delete();
    this.handle = undefined;
  }

  /** Throws VitrineError DOCUMENT_DISPOSED. */
  private get live(): CoreWorld {
    if (!this.handle) throw new VitrineError('DOCUMENT_DISPOSED', 'The world has been disposed of.');
    return this.handle;
  }
}
