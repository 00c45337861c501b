// One key of a channel: found by its number, by its time, or under the pointer; and the ring around it.

import type { Viewer } from '../../viewer/viewer';
import { kGutter, kRuler, scaleOf, xOf, yOf, type PlotScene, type KeyMark } from './scene';

const kReach = 8;
const kRing = 7;
/** Longer than any action. */
const kEver = 1e9;

/** All keys of a channel: time and value of each. */
async function keysOf(viewer: Viewer, action: number, channel: number): Promise<[number, number][]> {
  const picture = await viewer.ask('curvePicture', {
    action,
    query: {
      channels: [channel],
      from: -kEver,
      to: kEver,
      columns: 1,
      mostKeys: 0xfffffff0,
      other: false,
    },
  });
  const keys: [number, number][] = [];
  for (let i = 0; i + 1 < (picture?.keys.length ?? 0); i += 6) keys.push([picture!.keys[i]!, picture!.keys[i + 1]!]);
  return keys;
}

export async function keyByNumber(
  viewer: Viewer,
  action: number,
  channel: number,
  key: number,
): Promise<KeyMark | undefined> {
  const at = (await keysOf(viewer, action, channel))[key];
  return at && { channel, key, time: at[0], value: at[1] };
}

export async function keyByTime(
  viewer: Viewer,
  action: number,
  channel: number,
  time: number,
): Promise<KeyMark | undefined> {
  const keys = await keysOf(viewer, action, channel),
    key = keys.findIndex((one) => one[0] === time);
  return key < 0 ? undefined : { channel, key, time, value: keys[key]![1] };
}

/** The drawn key within reach of a place of the plot: its channel and time. */
export function keyAt(scene: PlotScene, x: number, y: number): { channel: number; time: number } | undefined {
  let found: { channel: number; time: number } | undefined,
    reach = kReach;
  if (x < kGutter || y < kRuler) return undefined;
  for (const channel of scene.visible) {
    const { up } = scaleOf(scene.heads[channel]!, scene.normalise);
    for (const { time, value } of scene.drawn?.keys(channel) ?? []) {
      const distance = Math.hypot(xOf(scene, time) - x, yOf(scene, up(value)) - y);
      if (distance < reach) [found, reach] = [{ channel, time }, distance];
    }
  }
  return found;
}

/** A ring around a marked key, above everything else. */
export function ringKey(ctx: CanvasRenderingContext2D, scene: PlotScene, mark: KeyMark | undefined): void {
  const head = mark && scene.heads[mark.channel];
  if (!head || !scene.visible.includes(mark.channel)) return;
  const x = xOf(scene, mark.time),
    y = yOf(scene, scaleOf(head, scene.normalise).up(mark.value));
  if (x < kGutter || y < kRuler) return;
  ctx.lineWidth = 2;
  ctx.strokeStyle = scene.colors.text;
  ctx.beginPath();
  ctx.arc(x, y, kRing, 0, 2 * Math.PI);
  ctx.stroke();
}
