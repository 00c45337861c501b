// Interface of the tools for the engine: where they take part in a frame. The tools themselves are a lazy script.

import type { ToolEffects, RenderModel, FrameInputs } from '../renderModel';
import type { Programs } from '../gl/program';
import type { Shapes } from '../gl/overlayGeometry';
import type { ViewSettings } from '../../protocol/view';
import type { Shot, ToolResults } from '../../protocol/tools';

export interface ToolHost {
  /** True when points on the model or the like need positions on the CPU. */
  needsPositions(settings: ViewSettings): boolean;
  arrange(picture: FrameInputs, renderModel: RenderModel): ToolEffects;
  /** After everything opaque. */
  cap(picture: FrameInputs, renderModel: RenderModel): void;
  /** After the overlays; the document holds the pose. */
  overlay(picture: FrameInputs, renderModel: RenderModel, shapes: Shapes): void;
  /** Results for the frame that was drawn last. */
  readings(): ToolResults | undefined;
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

export type MakeToolHost = (gl: WebGL2RenderingContext, programs: Programs) => ToolHost;

/** The script of the tools, fetched once. */
let making: Promise<MakeToolHost | undefined> | undefined;
export function fetchToolHost(): Promise<MakeToolHost | undefined> {
  const url = new URL('./engine-tools.js', import.meta.url).href;
  making ??= import(/* @vite-ignore */ /* webpackIgnore: true */ url).then(
    ({ makeToolHost }: { makeToolHost: MakeToolHost }) => makeToolHost,
    () => undefined,
  );
  return making;
}
