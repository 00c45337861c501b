// Messages from the animation dialog to its worker: rendered frames for one file.

export const filmFormats = ['apng', 'gif', 'webm'] as const;
export type FilmFormat = (typeof filmFormats)[number];

/** A picture in a frame, from its upper left corner; a name below it in a contact sheet. */
export interface FilmCell {
  blob: Blob;
  x: number;
  y: number;
  width: number;
  height: number;
  label?: string;
}

export type FilmAsk =
  | { type: 'start'; format: FilmFormat; width: number; height: number; framesPerSecond: number; alpha: boolean }
  | { type: 'frame'; cells: FilmCell[] }
  /** The same, drawn by the page: where workers have no canvas. */
  | { type: 'pixels'; pixels: Uint8ClampedArray<ArrayBuffer> }
  | { type: 'finish'; seconds: number };

export type FilmAnswer =
  { type: 'added' } | { type: 'done'; blob: Blob; frames: number } | { type: 'failed'; message: string };
