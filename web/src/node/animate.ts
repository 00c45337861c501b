// Actions, turntables and contact sheets as animated images, drawn by the core: the same bytes on every host.

import { apngWriter } from '../core/animated/apng';
import { type AnimatedFormat, kMostFrameBytes, kMostFrames } from '../core/animated/frames';
import { gifWriter } from '../core/animated/gif';
import { drawLabel, labelHeight } from '../core/animated/label';
import { type Checks, checkOptions, isNumber, isOneOf } from '../core/given';
import { mostOf } from '../core/lists';
import type { ReportAction } from '../core/report';
import { startAction } from '../core/startaction';
import { pictureChecks, type RenderOptions, renderRefused as refused } from './render';

export const animationKinds = ['action', 'turntable', 'sheet'] as const;
export type AnimationKind = (typeof animationKinds)[number];

export interface AnimationOptions extends Omit<RenderOptions, 'time'> {
  /** One action, a turn around the model, or a cell for every action (default: action). */
  kind?: AnimationKind;
  format?: AnimatedFormat;
  /** 1 to 50, a whole number (default: 15). */
  framesPerSecond?: number;
  /** Length of one turn (default: 4), and the most of an action that a sheet shows (default: 2). */
  seconds?: number;
}

export interface Animation {
  bytes: Uint8Array;
  width: number;
  height: number;
  frames: number;
  /** Name of the action that plays; null for a sheet and for a model that stands. */
  action: string | null;
}

/** Options of an animation of one document. */
interface Drawable {
  readonly actions: ReportAction[];
  action(nameOrIndex: string | number): ReportAction;
  render(options: RenderOptions): { rgba: Uint8ClampedArray };
}

interface Plan {
  width: number;
  height: number;
  frames: number;
  action: string | null;
  draw(frame: number): Uint8Array | Uint8ClampedArray;
}

const kCell = { width: 200, height: 150 };
const kPicture = { width: 480, height: 360 };

const animationChecks: Checks<AnimationOptions> = {
  ...pictureChecks,
  kind: isOneOf(...animationKinds),
  format: isOneOf('apng', 'gif'),
  framesPerSecond: isNumber,
  seconds: isNumber,
};

/** Throws VitrineError: RENDER_OPTION, and what `render` throws. */
export function animate(document: Drawable, options: AnimationOptions = {}): Animation {
  checkOptions(options, animationChecks, { refuse: refused });
  const { kind = 'action', format = 'apng', framesPerSecond = 15, seconds, ...given } = options;
  if (!Number.isInteger(framesPerSecond) || framesPerSecond < 1 || framesPerSecond > 50)
    throw refused('framesPerSecond is a whole number from 1 to 50');
  if (seconds !== undefined && !(seconds > 0 && seconds <= 60)) throw refused('seconds is more than 0 and at most 60');
  const plan = plans[kind](document, given, framesPerSecond, seconds);
  const { width, height, frames, action } = plan;
  if (frames > kMostFrames || frames * width * height * 4 > kMostFrameBytes)
    throw refused(`${frames} frames of ${width} x ${height} pixels are too many; fewer per second or smaller ones fit`);
  const alpha = options.background === 'transparent';
  const writer =
    format === 'gif' ? gifWriter(width, height, framesPerSecond) : apngWriter(width, height, framesPerSecond, alpha);
  for (let frame = 0; frame < frames; ++frame) writer.add(plan.draw(frame));
  return { bytes: writer.finish(), width, height, frames, action };
}

type MakePlan = (
  document: Drawable,
  options: RenderOptions,
  framesPerSecond: number,
  seconds: number | undefined,
) => Plan;

const plans: Record<AnimationKind, MakePlan> = { action: actionPlan, turntable: turntablePlan, sheet: sheetPlan };

/** The named action, or the one that a viewer starts with; and its number. */
function chosen(document: Drawable, { action }: RenderOptions): [ReportAction, number] | undefined {
  const { actions } = document,
    found = action === undefined ? actions[startAction(actions)] : document.action(action);
  return found && [found, actions.indexOf(found)];
}

/** Frames of a loop: the last one is a step before the first. */
const framesOf = (duration: number, framesPerSecond: number): number =>
  Math.max(1, Math.round(duration * framesPerSecond));

function actionPlan(document: Drawable, options: RenderOptions, framesPerSecond: number): Plan {
  const [action, index] = chosen(document, options) ?? [],
    size = { ...kPicture, ...sizeOf(options) };
  if (!action || index === undefined) throw refused('there is no action to animate; a turntable works without one');
  const frames = framesOf(action.duration, framesPerSecond);
  return {
    ...size,
    frames,
    action: action.name,
    draw: (frame) =>
      document.render({ ...options, ...size, action: index, time: (frame / frames) * action.duration }).rgba,
  };
}

function turntablePlan(document: Drawable, options: RenderOptions, framesPerSecond: number, seconds = 4): Plan {
  const [action, index] = chosen(document, options) ?? [],
    size = { ...kPicture, ...sizeOf(options) },
    frames = framesOf(seconds, framesPerSecond),
    { yaw = 0, pitch = 12 } = options;
  return {
    ...size,
    frames,
    action: action?.name ?? null,
    draw: (frame) =>
      document.render({
        ...options,
        ...size,
        ...(action && { action: index, time: (frame / framesPerSecond) % (action.duration || 1) }),
        yaw: yaw + (frame / frames) * 360,
        pitch,
      }).rgba,
  };
}

function sheetPlan(document: Drawable, options: RenderOptions, framesPerSecond: number, seconds = 2): Plan {
  const actions = document.actions.flatMap((action, index) => (action.playable ? [{ ...action, index }] : []));
  if (actions.length === 0) throw refused('there are no actions for a contact sheet');
  const cell = { ...kCell, ...sizeOf(options) },
    columns = Math.ceil(Math.sqrt(actions.length)),
    rows = Math.ceil(actions.length / columns),
    scale = cell.width < 160 ? 1 : 2,
    high = cell.height + labelHeight(scale),
    width = columns * cell.width,
    height = rows * high;
  const longest = mostOf(actions.map(({ duration }) => duration)),
    frames = framesOf(Math.min(seconds, longest), framesPerSecond);
  return {
    width,
    height,
    frames,
    action: null,
    draw(frame) {
      const sheet = new Uint8Array(width * height * 4);
      actions.forEach((action, i) => {
        const left = (i % columns) * cell.width,
          top = Math.floor(i / columns) * high,
          time = action.duration > 0 ? (frame / framesPerSecond) % action.duration : 0;
        const { rgba } = document.render({ ...options, ...cell, action: action.index, time });
        for (let y = 0; y < cell.height; ++y)
          sheet.set(rgba.subarray(y * cell.width * 4, (y + 1) * cell.width * 4), ((top + y) * width + left) * 4);
        // The strip below has the colour of the picture's last row.
        const under = rgba.slice((cell.height - 1) * cell.width * 4, (cell.height - 1) * cell.width * 4 + 4),
          light = under[3]! < 128 || under[0]! + under[1]! + under[2]! > 382;
        for (let y = cell.height; y < high; ++y)
          for (let x = 0; x < cell.width; ++x) sheet.set(under, ((top + y) * width + left + x) * 4);
        drawLabel(
          sheet,
          width,
          { x: left, y: top + cell.height, width: cell.width },
          action.name,
          light ? [40, 44, 50] : [225, 229, 235],
          scale,
        );
      });
      return sheet;
    },
  };
}

function sizeOf({ width, height }: RenderOptions): { width?: number; height?: number } {
  return { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
}
