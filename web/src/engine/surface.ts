// Where a viewer's pictures go: out of the one WebGL canvas into the viewer's own.

import type { SurfaceCanvas } from '../protocol/messages';

export type GlCanvas = OffscreenCanvas | HTMLCanvasElement;

export interface Surface {
  /** Shows what the WebGL canvas holds; must run in the task that drew it. */
  present(source: GlCanvas): void;
}

export function surfaceOf(canvas: SurfaceCanvas): Surface {
  const bitmaps = canvas.getContext('bitmaprenderer') as ImageBitmapRenderingContext | null;
  if (bitmaps && typeof OffscreenCanvas !== 'undefined') {
    return {
      present: (source) => bitmaps.transferFromImageBitmap((source as OffscreenCanvas).transferToImageBitmap()),
    };
  }
  const flat = canvas.getContext('2d') as CanvasRenderingContext2D;
  return {
    present: (source) => {
      if (canvas.width !== source.width) canvas.width = source.width;
      if (canvas.height !== source.height) canvas.height = source.height;
      flat.globalCompositeOperation = 'copy';
      flat.drawImage(source, 0, 0);
    },
  };
}

export function createGlCanvas(width: number, height: number): GlCanvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}
