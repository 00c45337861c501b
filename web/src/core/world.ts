// A world document of the core, typed. C++ owns it; `dispose` gives it back.

import type { CoreModule, CoreWorld } from './core';
import { VitrineError } from './errors';
import type { WorldReport } from './world_report';

export type * from './world_report';

export type Vector = readonly [number, number, number];
export interface WorldCamera {
  at: Vector;
  /** Default: along -z. */
  dir?: Vector;
}

export class World {
  private handle: CoreWorld | undefined;

  /** Reads `text` (UTF-8, also as bytes); `files` is asked for every file the document names. */
  constructor(core: CoreModule, text: string | Uint8Array, files: (name: string) => Uint8Array | undefined) {
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
  evaluate(seconds: number, camera?: WorldCamera): boolean {
    const { live } = this;
    if (!Number.isFinite(seconds) || seconds < 0) throw new RangeError('a world is evaluated at seconds from 0');
    if (![...(camera?.at ?? []), ...(camera?.dir ?? [])].every(Number.isFinite))
      throw new RangeError('the place and direction of a camera are finite numbers');
    if (camera) live.setCamera(...camera.at, ...(camera.dir ?? ([0, 0, -1] as const)));
    else live.clearCamera();
    this.ok &&= live.evaluate(seconds);
    return this.ok;
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
