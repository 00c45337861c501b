// The camera as attributes place it, and as the user moves it.

import type { CameraPose, Framing } from '../protocol/view';
import type { OrbitCamera } from '../viewer/camera';
import type { Viewer } from '../viewer/viewer';
import { angleOf, orbitOf, targetOf, viewAttributes, type CameraChange } from './attributes';
import type { AttributeElement } from './reflect';

const kFieldOfView = 0.56;

/** Without easing. Missing attributes use the default view: three-quarter, with the whole model in view. */
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

/** True if two views differ by less than is visible. */
function sameView(a: CameraPose, b: CameraPose): boolean {
  const close = (x: number, y: number): boolean => Math.abs(x - y) <= 1e-5 * Math.max(1, Math.abs(x));
  return (
    close(a.yaw, b.yaw) &&
    close(a.pitch, b.pitch) &&
    close(a.distance, b.distance) &&
    close(a.fovY, b.fovY) &&
    a.target.every((value, i) => close(value, b.target[i]!))
  );
}

/** Where one element looks from. */
export class ElementCamera {
  /** As attributes placed it; elsewhere the user has moved it. */
  #placed: CameraPose | undefined;
  #announced: CameraPose | undefined;
  /** The view of an element that was taken out of the page, for when it comes back. */
  #kept: CameraPose | undefined;

  constructor(private readonly element: AttributeElement) {}

  place(viewer: Viewer): void {
    const { cameraOrbit, cameraTarget, fieldOfView } = this.element;
    if (!viewer.shown) return;
    placeCamera(viewer.camera, viewer.shown.framing, cameraOrbit, cameraTarget, fieldOfView);
    this.#placed = this.#announced = viewer.camera.pose;
  }

  /** Frames again after a change of bounds or size; a view that the user has chosen stays. */
  placeAgain(viewer: Viewer): void {
    if (!viewer.shown || !this.#rests(viewer)) return;
    this.place(viewer);
    viewer.sendCamera();
  }

  /** A document has come; `again`: the same as before. */
  begin(viewer: Viewer, again: boolean): void {
    const { camera } = viewer;
    if (again && !this.#rests(viewer)) this.#kept = camera.pose;
    this.place(viewer);
    if (this.#kept) camera.set({ ...this.#kept, offset: camera.pose.offset });
    this.#kept = undefined;
  }

  moved(pose: CameraPose): void {
    if (this.#announced && sameView(this.#announced, pose)) return;
    this.#announced = pose;
    this.element.dispatchEvent(new CustomEvent<CameraChange>('camerachange', { detail: viewAttributes(pose) }));
  }

  leave(viewer: Viewer, emptied: boolean): void {
    if (viewer.shown && !emptied) this.#kept = viewer.camera.pose;
    this.#placed = this.#announced = undefined;
  }

  #rests({ camera }: Viewer): boolean {
    return this.#placed !== undefined && sameView(this.#placed, camera.pose);
  }
}
