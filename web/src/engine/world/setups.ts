// The ways to light one document: its own or another. A way that is not its own is played by a twin, which is the
// same document with other settings and keeps to its ticks.

import type { World } from '../../core/world';
import type { Setup } from './messages';
import type { WorldPlayer } from './player';

/** One picture of a document; `ghosts`: seen from nowhere, so that all of its segments are visible. */
export type Way = Exclude<Setup, 'document' | 'compare'> | 'ghosts';

/** As `Count.mode` numbers them. */
const kModes: readonly Way[] = ['phases', 'fake', 'mesh', 'scene'];
/** Outside of every segment. */
const kNowhere = 1e7;

/** Settings of a world that has just been opened, so that it is drawn this way. */
export function dress(world: World, way: Way): void {
  const { lighting } = JSON.parse(world.text) as { lighting?: object };
  if (way === 'ghosts') return;
  if (way === 'mesh' || way === 'scene') world.set('/wireframe', way);
  else {
    world.set('/wireframe', 'off');
    world.set(lighting ? '/lighting/mode' : '/lighting', lighting ? way : { mode: way });
  }
}

/** Players of the ways that are shown, from left to right. */
export class Twins {
  readonly #twins = new Map<Way, WorldPlayer | undefined>();

  constructor(
    private readonly main: WorldPlayer,
    private readonly dropped: (player: WorldPlayer) => void,
  ) {}

  /** `mode`: of the main player's frame. */
  shown(setup: Setup, mode: number): WorldPlayer[] {
    const ways: Way[] = setup === 'compare' ? ['phases', 'fake'] : setup === 'document' ? [] : [setup];
    const players = ways.flatMap((way) => (way === kModes[mode] ? this.main : (this.of(way) ?? [])));
    return players.length > 0 ? players : [this.main];
  }

  /** Undefined where it cannot be opened. */
  of(way: Way): WorldPlayer | undefined {
    if (this.#twins.has(way)) return this.#twins.get(way);
    const twin = this.main.twin((world) => dress(world, way));
    this.#twins.set(way, twin);
    return twin;
  }

  /** Brings a twin to where the main player is, for a moment; true when it is there. False too when it has ended. */
  follow(twin: WorldPlayer): boolean {
    const { main } = this;
    const isGhost = twin === this.#twins.get('ghosts');
    const eye = isGhost ? { at: [kNowhere, kNowhere, kNowhere] as const, dir: [0, 0, -1] as const } : main.eye;
    if (twin.aspect !== main.aspect || JSON.stringify(twin.eye) !== JSON.stringify(eye)) {
      twin.aspect = main.aspect;
      twin.eye = eye;
      twin.refresh();
    }
    twin.goal = main.tick;
    return !twin.needsFrame || (twin.run() && twin.arrived);
  }

  /** The document has another text, or its settings of light are others. */
  forget(): void {
    for (const twin of this.#twins.values()) if (twin) this.#end(twin);
    this.#twins.clear();
  }

  /** Twins of ways that are not shown. */
  keep(used: readonly (WorldPlayer | undefined)[]): void {
    for (const [way, twin] of this.#twins) {
      if (used.includes(twin)) continue;
      if (twin) this.#end(twin);
      this.#twins.delete(way);
    }
  }

  #end(twin: WorldPlayer): void {
    this.dropped(twin);
    twin.dispose();
  }
}
