// Where a view is seen from.

import type { Vec3 } from '../core/report';

/** The view of the user, in world space: y up, the model's face towards +z. */
export interface CameraPose {
  target: Vec3;
  /** Around +y, 0 looks from +z. */
  yaw: number;
  /** Up is positive. */
  pitch: number;
  distance: number;
  fovY: number;
  orthographic: boolean;
  /** Where the target appears, in -1..1 from the middle: panels may cover a side of the view. */
  offset: [number, number];
}

/** Three quarters from the front, a little from above. */
export const kHomeYaw = 0.6;
export const kHomePitch = 0.2;

/** Unit vector from the target to the eye. */
export function eyeDirection({ yaw, pitch }: CameraPose): Vec3 {
  return [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
}
