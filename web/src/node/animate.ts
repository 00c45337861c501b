// Actions, turntables and contact sheets as animated images, drawn by the core: the same bytes on every host.

import { apngWriter } from '../images/animated/apng';
import { type AnimatedFormat, framesIn, kMostFrameBytes, kMostFrames } from '../images/animated/frames';
import { gifWriter } from '../images/animated/gif';
import { drawLabel, labelHeight } from '../images/animated/label';
import { type Checks, checkOptions, isNumber, isOneOf } from '../base/given';
import { mostOf } from '../base/lists';
import type { ReportAction } from '../core/report';
import { startAction } from '../core/startAction';
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
  seconds: number;
  action: string | null;
  /** `time` in seconds from the start. */
  draw(time: number): Uint8Array | Uint8ClampedArray;
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
  const plan = plans[kind](document, given, seconds);
  const { width, height, action } = plan,
    frames = framesIn(plan.seconds, framesPerSecond);
  if (frames > kMostFrames || frames * width * height * 4 > kMostFrameBytes)
    throw refused(`${frames} frames of ${width} x ${height} pixels are too many; fewer per second or smaller ones fit`);
  const alpha = options.background === 'transparent';
  const writer =
    format === 'gif' ? gifWriter(width, height, framesPerSecond) : apngWriter(width, height, framesPerSecond, alpha);
  for (let frame = 0; frame < frames; ++frame) writer.add(plan.draw(frame / framesPerSecond));
  return { ...writer.finish(plan.seconds), width, height, action };
}

type MakePlan = (document: Drawable, options: RenderOptions, seconds: number | undefined) => Plan;

const plans: Record<AnimationKind, MakePlan> = { action: actionPlan, turntable: turntablePlan, sheet: sheetPlan };

/** The named action, or the one that a viewer starts with; and its number. */
function chosen(document: Drawable, { action }: RenderOptions): [ReportAction, number] | undefined {
  const { actions } = document,
    found = action === undefined ? actions[startAction(actions)] : document.action(action);
  return found && [found, actions.indexOf(found)];
}

function actionPlan(document: Drawable, options: RenderOptions): Plan {
  const [action, index] = chosen(document, options) ?? [],
    size = { ...kPicture, ...sizeOf(options) };
  if (!action || index === undefined) throw refused('there is no action to animate; a turntable works without one');
  return {
    ...size,
    seconds: action.duration,
    action: action.name,
    draw: (time) => document.render({ ...options, ...size, action: index, time }).rgba,
  };
}

function turntablePlan(document: Drawable, options: RenderOptions, seconds = 4): Plan {
  const [action, index] = chosen(document, options) ?? [],
    size = { ...kPicture, ...sizeOf(options) },
    { yaw = 0, pitch = 12 } = options;
  return {
    ...size,
    seconds,
    action: action?.name ?? null,
    draw: (time) =>
      document.render({
        ...options,
        ...size,
        ...(action && { action: index, time: time % (action.duration || 1) }),
        yaw: yaw + (time / seconds) * 360,
        pitch,
      }).rgba,
  };
}

/** Out of sight of any model. */
const kNowhere = [9e11, 9e11, 9e11] as const;

function sheetPlan(document: Drawable, options: RenderOptions, seconds = 2): Plan {
  const actions = document.actions.flatMap((action, index) => (action.playable ? [{ ...action, index }] : []));
  if (actions.length === 0) throw refused('there are no actions for a contact sheet');
  const cell = { ...kCell, ...sizeOf(options) },
    columns = Math.ceil(Math.sqrt(actions.length)),
    rows = Math.ceil(actions.length / columns),
    scale = cell.width < 160 ? 1 : 2,
    high = cell.height + labelHeight(scale),
    width = columns * cell.width,
    height = rows * high;
  const put = (sheet: Uint8Array, i: number, rgba: Uint8Array | Uint8ClampedArray, name?: string): void => {
    const left = (i % columns) * cell.width,
      top = Math.floor(i / columns) * high;
    for (let y = 0; y < cell.height; ++y)
      sheet.set(rgba.subarray(y * cell.width * 4, (y + 1) * cell.width * 4), ((top + y) * width + left) * 4);
    // The strip below has the colour of the picture's last row.
    const under = rgba.slice((cell.height - 1) * cell.width * 4, (cell.height - 1) * cell.width * 4 + 4),
      light = under[3]! < 128 || under[0]! + under[1]! + under[2]! > 382;
    for (let y = cell.height; y < high; ++y)
      for (let x = 0; x < cell.width; ++x) sheet.set(under, ((top + y) * width + left + x) * 4);
    if (name === undefined) return;
    const strip = { x: left, y: top + cell.height, width: cell.width };
    drawLabel(sheet, width, strip, name, light ? [40, 44, 50] : [225, 229, 235], scale);
  };
  const empty = new Uint8Array(width * height * 4);
  if (actions.length < columns * rows) {
    // The backdrop without the model. What a camera of the file is aimed at stays in its view.
    const away: RenderOptions = { ...options, target: kNowhere, shadow: false, grid: false, overlays: [] };
    delete away.camera;
    if (away.view === 'camera') delete away.view;
    const { rgba } = document.render({ ...away, ...cell });
    for (let i = actions.length; i < columns * rows; ++i) put(empty, i, rgba);
  }
  return {
    width,
    height,
    seconds: Math.min(seconds, mostOf(actions.map(({ duration }) => duration))),
    action: null,
    draw(time) {
      const sheet = empty.slice();
      actions.forEach(({ name, duration, index }, i) => {
        const at = duration > 0 ? time % duration : 0;
        put(sheet, i, document.render({ ...options, ...cell, action: index, time: at }).rgba, name);
      });
      return sheet;
    },
  };
}

function sizeOf({ width, height }: RenderOptions): { width?: number; height?: number } {
  return { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
}
