// The camera as attributes place it.

import type { CameraPose, Framing } from '../engine/messages';
import type { OrbitCamera } from '../viewer/camera';
import { angleOf, orbitOf, targetOf } from './attributes';

const kFieldOfView = 0.56;

/** At once; what the attributes leave open is the house's: three quarters from the front, all of the model in sight. */
export function placeCamera(
  camera: OrbitCamera,
  framing: Framing,
  orbit: string,
  targetText: string,
  fieldOfView: string,
): void {
  const { yaw, pitch, distance } = orbitOf(orbit),
    target = targetOf(targetText),
    fovY = Math.max(0.02, Math.min(2.8, angleOf(fieldOfView.trim()) ?? kFieldOfView));
  camera.set({ ...camera.pose, yaw, pitch, fovY, orthographic: false });
  camera.fit(framing, false, true);
  const { pose } = camera;
  camera.set({
    ...pose,
    distance: 'units' in distance ? distance.units : pose.distance * distance.times,
    ...(target && { target }),
  });
}

/** The same but for what nobody could see. */
export function sameView(a: CameraPose, b: CameraPose): boolean {
  const close = (x: number, y: number): boolean => Math.abs(x - y) <= 1e-5 * Math.max(1, Math.abs(x));
  return (
    close(a.yaw, b.yaw) &&
    close(a.pitch, b.pitch) &&
    close(a.distance, b.distance) &&
    close(a.fovY, b.fovY) &&
    a.target.every((value, i) => close(value, b.target[i]!))
  );
}
