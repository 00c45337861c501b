// A frame of an animation: pictures side by side, with names below them in a contact sheet.

import type { FilmCell } from './filmProtocol';

type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;

export async function drawCells(context: Context, cells: readonly FilmCell[]): Promise<void> {
  const { canvas } = context;
  context.clearRect(0, 0, canvas.width, canvas.height);
  for (const { blob, x, y, width, height, label } of cells) {
    const image = await createImageBitmap(blob);
    context.drawImage(image, x, y);
    image.close();
    if (label === undefined) continue;
    // The strip below has the colour of the picture's last row.
    context.drawImage(canvas, x, y + height - 1, width, 1, x, y + height, width, 20);
    const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(x, y + height - 1, 1, 1).data;
    context.fillStyle = a < 128 || r + g + b > 382 ? '#282c32' : '#e1e5eb';
    context.font = '12px sans-serif';
    context.textAlign = 'center';
    context.fillText(label, x + width / 2, y + height + 14, width - 8);
  }
}

export const pixelsOf = (context: Context): Uint8ClampedArray<ArrayBuffer> =>
  context.getImageData(0, 0, context.canvas.width, context.canvas.height).data as Uint8ClampedArray<ArrayBuffer>;
