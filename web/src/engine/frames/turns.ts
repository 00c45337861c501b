// Textures that take turns, as the pictures of a group of skins do.

import type { ReportMaterial } from '../../core/report';
import type { RenderModel } from '../renderModel';

/** Which of those that take turns shows; the rule is that of native/scene/textures.h. */
export function turnAt(ends: readonly number[], time: number): number {
  const whole = ends.at(-1)!,
    within = time - Math.floor(time / whole) * whole,
    shown = ends.findIndex((end) => end > within);
  return shown < 0 ? ends.length - 1 : shown;
}

/** `time`: seconds of the clock with which textures take turns. */
export function takeTurns({ model, report }: RenderModel, time: number): void {
  const { textures } = report.info;
  if (!textures.some(({ turns }) => turns)) return;
  const shown = (material: ReportMaterial | undefined, wanted: string): WebGLTexture | undefined => {
    const first = material?.slots.find(({ role, texture }) => role === wanted && texture !== null)?.texture ?? -1,
      { turns } = textures[first] ?? {};
    return turns && model.pictures.get(first + turnAt(turns, time));
  };
  for (const part of model.instances.flatMap(({ parts }) => parts)) {
    const picture = shown(part.material, 'diffuse'),
      glow = shown(part.material, 'emissive');
    if (picture) part.texture = picture;
    if (glow) part.glowMap = glow;
  }
}

declare module '../lazyScripts' {
  interface StoredFrames {
    takeTurns: typeof takeTurns;
  }
}
