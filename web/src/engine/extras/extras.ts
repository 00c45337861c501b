// Interface of the engine's extras: when a frame needs them. They are a lazy script.

import type { Report, ReportMaterial } from '../../core/report';
import type { RenderModel, FrameInputs } from '../renderModel';
import type { ViewSettings } from '../../protocol/view';
import type { lampsOf } from '../lamps';
import type { ToolHost } from '../tools/toolHost';
import type { orderTranslucent } from '../translucent';

export interface Extras {
  /** Particles and overlays, over everything that is drawn already. */
  draw(picture: FrameInputs, renderModel: RenderModel, toolHost?: ToolHost): void;
  lampsOf: typeof lampsOf;
  orderTranslucent: typeof orderTranslucent;
}

/** Its parts are drawn in order, or added to what is behind them. */
const shinesThrough = ({ alphaMode, diffuse }: ReportMaterial): boolean =>
  (alphaMode !== 'opaque' && alphaMode !== 'mask') || diffuse[3] < 1;

/** The ground's grid and the objects that a file hides are drawn without them. */
export function wantsExtras({ overlays, selectedNode, tools, lamps }: ViewSettings, { info }: Report): boolean {
  const { grid, hidden, ...over } = overlays;
  void [grid, hidden];
  return (
    tools !== undefined ||
    selectedNode >= 0 ||
    info.emitters.length > 0 ||
    (lamps && info.lights.length > 0) ||
    info.materials.some(shinesThrough) ||
    Object.values(over).some(Boolean)
  );
}
