// Texts that describe a viewer to screen readers.

import type { Issue, ReportAction } from '../core/report';

/** `1.234 s · frame 37/52`; frames only where the action has them. */
export function timeText(time: number, action: Pick<ReportAction, 'frames' | 'frameRate'> | undefined): string {
  const seconds = `${time.toFixed(3)} s`;
  if (!action || action.frameRate <= 0 || action.frames === 0) return seconds;
  const frame = Math.min(action.frames, Math.floor(time * action.frameRate + 1e-6) + 1);
  return `${seconds} · frame ${frame}/${action.frames}`;
}

/** `hero.md5mesh:212:18`, `room.scene @0x1f40`, or the file alone. */
export function placeText({ source, line, column, offset }: Issue): string {
  if (line !== undefined) return `${source}:${line}:${column ?? 1}`;
  return offset === undefined ? source : `${source} @0x${offset.toString(16)}`;
}

/** Without %-escapes, or as it stands where they mean nothing. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const fileName = (address: string): string => {
  const path = address.replace(/[?#].*/, '');
  return path.slice(path.lastIndexOf('/') + 1) || address;
};

/** `walk, playing`, `walk, paused at 0.500 s · frame 16/46`, or the name of what rests. */
export function stateText(
  { playing, time, duration }: { playing: boolean; time: number; duration: number },
  action: ReportAction | undefined,
): string {
  const name = action?.name ?? (duration > 0 ? 'everything' : 'bind pose');
  if (duration === 0) return name;
  return `${name}, ${playing ? 'playing' : `paused at ${timeText(time, action)}`}`;
}
