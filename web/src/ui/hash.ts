// What stands after `#` in the address: src, action, time, camera, overlays, panel.

import { overlayNames, type CameraPose, type OverlayName } from '../engine/messages';

export interface HashState {
  src: string[];
  action?: string;
  time?: number;
  /** yaw and pitch in degrees, distance in world units, then the target. */
  camera?: Pick<CameraPose, 'yaw' | 'pitch' | 'distance' | 'target'>;
  overlays?: OverlayName[];
  panel?: string;
}

export function parseHash(hash: string): HashState {
  const given = new URLSearchParams(hash.replace(/^#/, '')),
    state: HashState = { src: list(given.get('src')) };
  const action = given.get('action'),
    time = Number(given.get('time') ?? NaN),
    panel = given.get('panel');
  if (action !== null) state.action = action;
  if (Number.isFinite(time)) state.time = time;
  if (panel !== null) state.panel = panel;
  const camera = list(given.get('camera')).map(Number);
  if (camera.length === 6 && camera.every(Number.isFinite)) {
    const [yaw, pitch, distance, x, y, z] = camera as [number, number, number, number, number, number];
    state.camera = { yaw: (yaw * Math.PI) / 180, pitch: (pitch * Math.PI) / 180, distance, target: [x, y, z] };
  }
  const overlays = given.get('overlays');
  if (overlays !== null)
    state.overlays = list(overlays).filter((name): name is OverlayName =>
      (overlayNames as readonly string[]).includes(name),
    );
  return state;
}

export function formatHash({ src, action, time, camera, overlays, panel }: HashState): string {
  const parts: [string, string][] = [];
  if (src.length > 0) parts.push(['src', src.join(',')]);
  if (action !== undefined) parts.push(['action', action]);
  if (time !== undefined) parts.push(['time', String(Number(time.toFixed(4)))]);
  if (camera) {
    const degrees = (angle: number): number => (angle * 180) / Math.PI;
    const values = [degrees(camera.yaw), degrees(camera.pitch), camera.distance, ...camera.target];
    parts.push(['camera', values.map((value) => String(Number(value.toPrecision(6)))).join(',')]);
  }
  if (overlays) parts.push(['overlays', overlays.join(',')]);
  if (panel !== undefined) parts.push(['panel', panel]);
  return parts
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%3A', ':')}`,
    )
    .join('&');
}

const list = (text: string | null): string[] => (text ?? '').split(',').filter(Boolean);
