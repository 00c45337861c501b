// A part of a picture as a picture of its own: the same view through a window.

import type { FrameInputs } from '../renderModel';
import * as m from '../../core/math';
import type { Part } from './toolHost';

export function partOf(picture: FrameInputs, { x, y, width, height, ofWidth, ofHeight }: Part): FrameInputs {
  const share = [width / ofWidth, height / ofHeight] as const;
  const middle = [(2 * x + width) / ofWidth - 1, 1 - (2 * y + height) / ofHeight] as const;
  const zoom = m.identity();
  zoom[0] = 1 / share[0];
  zoom[5] = 1 / share[1];
  zoom[12] = -middle[0] / share[0];
  zoom[13] = -middle[1] / share[1];
  const clipFromWorld = m.multiply(zoom, picture.view.clipFromWorld);
  return {
    ...picture,
    width,
    height,
    view: { ...picture.view, clipFromWorld },
    window: [...middle, ...share],
  };
}
