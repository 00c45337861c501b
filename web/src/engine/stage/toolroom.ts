// Fetches the tools of the page when a viewer first asks for them, and takes pictures of any size with them.

import type { Command } from '../../protocol/messages';
import type { Renderer } from '../renderer';
import type { ViewerSession } from '../session';
import type { StageSession } from './session';
import type { GlCanvas } from '../surface';
import { fetchBench, type MakeBench } from '../tools/bench';

/** Edge of the parts that a large picture is drawn in. */
const kPartPixels = 1024;

export class Toolroom {
  private make: MakeBench | undefined;
  private fetched = false;

  /** Gives every viewer its tools, now or once they are there; `then` draws again. */
  equip(
    renderer: Renderer | undefined,
    gl: WebGL2RenderingContext,
    sessions: ReadonlyMap<number, ViewerSession>,
    then: () => void,
  ): void {
    const all = [...sessions.values()];
    if (!renderer || !all.some(({ settings }) => settings.tools)) return;
    if (!this.fetched) {
      void fetchBench().then((make) => {
        this.fetched = true;
        this.make = make;
        this.equip(renderer, gl, sessions, then);
        for (const session of sessions.values()) session.dirty = true;
        then();
      });
      return;
    }
    renderer.bench ??= this.make?.(gl, renderer.programs);
    for (const session of all) session.bench = renderer.bench;
  }

  /** The tools that a viewer asked for are still on their way. */
  coming({ settings }: ViewerSession): boolean {
    return settings.tools !== undefined && !this.fetched;
  }

  async shoot(
    session: StageSession,
    { shot, camera, pixelRatio }: Command & { type: 'shoot' },
    renderer: Renderer | undefined,
    canvas: GlCanvas,
  ): Promise<{ blob: Blob } | { error: string }> {
    const { bench } = session;
    if (!bench || !renderer) return { error: 'GL_MISSING' };
    const frame = session.freeze();
    try {
      const blob = await bench.shoot(shot, kPartPixels, (part) => {
        const picture = frame({ ...shot, camera, pixelRatio, part });
        canvas.width = part.width;
        canvas.height = part.height;
        renderer.draw(picture);
      });
      return { blob };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }
}
