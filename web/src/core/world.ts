// A world document of the core, typed. C++ owns it; `dispose` gives it back.

import type { CoreModule, CoreWorld } from './core';

export interface WorldIssue {
  code: string;
  severity: 0 | 1;
  /** JSON pointer; of warnings of a frame the operator's name or pointer. */
  path: string;
  message: string;
  line?: number;
  column?: number;
  offset?: number;
}

/** The report of one frame; the documentation of world documents lists its keys. */
export type WorldReport = Record<string, unknown> & { issues: WorldIssue[] };

export type Vector = readonly [number, number, number];
export interface WorldCamera {
  at: Vector;
  dir?: Vector;
}

export class World {
  private readonly handle: CoreWorld;

  /** Reads `text`; `files` is asked for every file the document names. */
  constructor(core: CoreModule, text: string, files: (name: string) => Uint8Array | undefined) {
    this.handle = new core.World(text);
    for (const name of JSON.parse(this.handle.files()) as string[]) {
      const bytes = files(name);
      if (!bytes) continue;
      const pointer = this.handle.stage(name, bytes.byteLength);
      core.HEAPU8.set(bytes, pointer);
    }
    this.ok = this.handle.open();
  }

  /** False when the document is refused, or a frame asked for too much: `report` then has the issues only. */
  ok: boolean;

  evaluate(seconds: number, camera?: WorldCamera): boolean {
    if (camera) this.handle.setCamera(...camera.at, ...(camera.dir ?? ([0, 0, -1] as const)));
    else this.handle.clearCamera();
    this.ok &&= this.handle.evaluate(seconds);
    return this.ok;
  }

  get report(): WorldReport {
    return JSON.parse(this.handle.report()) as WorldReport;
  }

  dispose(): void {
    this.handle.delete();
  }
}
