// Interface of the tools for the engine: where they take part in a frame. The tools themselves are a lazy script.

import type { Arrangement, Exhibit, Picture } from '../exhibit';
import type { Programs } from '../gl/program';
import type { Shapes } from '../gl/shapes';
import type { ViewSettings } from '../../protocol/view';
import type { Shot, ToolReadings } from '../../protocol/tools';

export interface Bench {
  /** True when points on the model or the like need positions on the CPU. */
  needsPositions(settings: ViewSettings): boolean;
  arrange(picture: Picture, exhibit: Exhibit): Arrangement;
  /** After everything opaque. */
  cap(picture: Picture, exhibit: Exhibit): void;
  /** After the overlays; the document holds the pose. */
  overlay(picture: Picture, exhibit: Exhibit, shapes: Shapes): void;
  /** Results for the frame that was drawn last. */
  readings(): ToolReadings | undefined;
  /** The picture as PNG, drawn part by part: `draw` puts a part of the whole picture into the canvas. */
  shoot(shot: Shot, most: number, draw: (part: Part) => void): Promise<Blob>;
}

/** Pixels of a part of a picture from its upper left corner, and the size of the whole. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
  ofWidth: number;
  ofHeight: number;
}

export type MakeBench = (gl: WebGL2RenderingContext, programs: Programs) => Bench;

/** The script of the tools, fetched once. */
let making: Promise<MakeBench | undefined> | undefined;
export function fetchBench(): Promise<MakeBench | undefined> {
  const url = new URL('./engine-tools.js', import.meta.url).href;
  making ??= import(/* @vite-ignore */ /* webpackIgnore: true */ url).then(
    ({ makeBench }: { makeBench: MakeBench }) => makeBench,
    () => undefined,
  );
  return making;
}
