// What the engine knows of its extras: when a picture wants them. They come with their own script.

import type { Report } from '../../core/report';
import type { Exhibit, Picture } from '../exhibit';
import type { ViewSettings } from '../../protocol/view';
import type { Bench } from '../tools/bench';

export interface Extras {
  /** Particles and overlays, over everything that is drawn already. */
  draw(picture: Picture, exhibit: Exhibit, bench?: Bench): void;
}

/** The ground's grid and the objects that a file hides are drawn without them. */
export function wantsExtras({ overlays, selectedNode, tools }: ViewSettings, { info }: Report): boolean {
  const { grid, hidden, ...over } = overlays;
  void [grid, hidden];
  return tools !== undefined || selectedNode >= 0 || info.emitters.length > 0 || Object.values(over).some(Boolean);
}
