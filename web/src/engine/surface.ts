// Where a viewer's pictures go: out of the one WebGL canvas into the viewer's own.

import type { SurfaceCanvas } from '../protocol/messages';

export type GlCanvas = OffscreenCanvas | HTMLCanvasElement;

export interface Surface {
  /** Shows what the WebGL canvas holds; must run in the task that drew it. */
  present(source: GlCanvas): void;
}

export function surfaceOf(canvas: SurfaceCanvas): Surface {
  let bitmaps: ImageBitmapRenderingContext | null | undefined, flat: CanvasRenderingContext2D | undefined;
  return {
    present(source) {
      // A canvas keeps its first context: which one serves is known with the first picture.
      if ('transferToImageBitmap' in source) {
        bitmaps ??= canvas.getContext('bitmaprenderer') as ImageBitmapRenderingContext | null;
        if (bitmaps) return bitmaps.transferFromImageBitmap(source.transferToImageBitmap());
      }
      flat ??= canvas.getContext('2d') as CanvasRenderingContext2D;
      if (canvas.width !== source.width) canvas.width = source.width;
      if (canvas.height !== source.height) canvas.height = source.height;
      flat.globalCompositeOperation = 'copy';
      flat.drawImage(source, 0, 0);
    },
  };
}

/**
 * A canvas for drawing that nobody sees. On a page an element: Safari has an OffscreenCanvas there, and no WebGL in it
 * (WebKitGTK 2.50; Safari before 17 is alike).
 */
export function createCanvas(width: number, height: number): GlCanvas {
  if (typeof document === 'undefined') return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}
