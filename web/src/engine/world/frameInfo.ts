// Facts about a rendered frame for the page, and its bounds for cameras that frame all of it.

import type { Vector } from '../../core/world';
import { boundsOf } from '../../core/worldSummary';
import { Count, kNoIndex, LightNumber, Scalar, type WorldTables } from '../../core/worldTables';
import type { Framing } from '../../protocol/view';
import type { WorldFrameInfo } from './messages';
import type { WorldPlayer } from './player';
import type { DrawCounts } from './renderer';

export function frameInfo(player: WorldPlayer, counts: DrawCounts, evaluateMs: number, drawMs: number): WorldFrameInfo {
  const tables = player.tables!,
    scalars = tables.get('scalars'),
    numbers = tables.get('numbers'),
    { operators, segments } = player.outline;
  const vector = (list: ArrayLike<number>, at: number): Vector => [list[at]!, list[at + 1]!, list[at + 2]!];
  const segment = numbers[Count.segment]!,
    lightRows = tables.get('lights'),
    lightNumbers = tables.get('lightNumbers'),
    eventNumbers = tables.get('eventNumbers'),
    eventTimes = tables.get('events'),
    segmentRows = tables.get('segments');
  let visible = 0;
  for (let i = 5; i < segmentRows.length; i += 6) visible += segmentRows[i]!;
  return {
    time: player.time,
    tick: player.tick,
    playing: player.playing,
    eye: {
      at: vector(scalars, Scalar.eye),
      dir: vector(scalars, Scalar.dir),
      up: vector(scalars, Scalar.up),
      fov: scalars[Scalar.fov]!,
    },
    segment: segment === kNoIndex ? '' : operators[segments[segment]!]!.name,
    counts,
    numbers: Array.from(numbers),
    lights: Array.from({ length: tables.rows('lights') }, (_, i) => ({
      name: operators[lightNumbers[i * 8 + LightNumber.operator]!]!.name,
      rank: lightNumbers[i * 8 + LightNumber.rank]! === kNoIndex ? -1 : lightNumbers[i * 8 + LightNumber.rank]!,
      range: lightRows[i * 12 + 3]!,
      at: vector(lightRows, i * 12),
    })),
    visible,
    events: Array.from({ length: tables.rows('events') }, (_, i) => ({
      operator: eventNumbers[i * 3]!,
      time: eventTimes[i * 2 + 1]!,
      start: eventTimes[i * 2]!,
      id: `${eventNumbers[i * 3 + 1]! === 0 ? 'e' : 'd'}${eventNumbers[i * 3 + 2]!}`,
    })),
    evaluateMs,
    drawMs,
    physics: { contacts: tables.rows('contacts'), blocked: tables.rows('blocked'), points: tables.rows('points') },
  };
}

export function framingOf(tables: WorldTables): Framing {
  const bounds = boundsOf(tables),
    { min, max } = bounds;
  const center = min.map((low, axis) => (low + max[axis]!) / 2) as typeof min;
  return { bounds, center, radius: Math.max(1e-3, Math.hypot(...max.map((high, axis) => high - min[axis]!)) / 2) };
}
