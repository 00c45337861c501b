// Annotations as data: where each is bound, its text, and the moment that it speaks of; in the link and in exported files.

import type { MeasurePoint } from '../../protocol/tools';
import { measurePointFrom, measurePointText } from '../hash';

export interface Note {
  at: MeasurePoint;
  text: string;
  /** Name of the action that it belongs to; shown in every action without it. */
  action?: string;
  /** Seconds. */
  time?: number;
}

const kMostNotes = 100;
const kMostText = 1000;

/** `v0.340|text|action|1.5;...`, the texts percent-encoded. */
export const notesText = (notes: readonly Note[]): string =>
  notes
    .map(({ at, text, action, time }) =>
      [
        measurePointText(at),
        encodeURIComponent(text),
        ...(action !== undefined ? [encodeURIComponent(action)] : []),
        ...(action !== undefined && time !== undefined ? [String(Number(time.toFixed(4)))] : []),
      ].join('|'),
    )
    .join(';');

/** What makes no sense is left out. */
export function notesFrom(text: string): Note[] {
  return text
    .split(';')
    .slice(0, kMostNotes)
    .flatMap((entry): Note[] => {
      const [place = '', words = '', action, time] = entry.split('|'),
        at = measurePointFrom(place),
        seconds = Number(time);
      try {
        const said = decodeURIComponent(words).slice(0, kMostText);
        if (!at || said === '') return [];
        return [
          {
            at,
            text: said,
            ...(action && { action: decodeURIComponent(action) }),
            ...(action && time && Number.isFinite(seconds) && { time: seconds }),
          },
        ];
      } catch {
        return [];
      }
    });
}

/** First four bytes of a binary glTF file, and the kind of its first chunk. */
const kMagic = 0x46546c67;
const kJson = 0x4e4f534a;

/** An exported file with the annotations in the `extras` of its asset; other files as they are. */
export function withNotes(file: Uint8Array, notes: readonly Note[]): Uint8Array {
  if (notes.length === 0 || file.length < 20) return file;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength),
    length = view.getUint32(12, true);
  if (view.getUint32(0, true) !== kMagic || view.getUint32(16, true) !== kJson) return file;
  const json = JSON.parse(new TextDecoder().decode(file.subarray(20, 20 + length))) as {
    asset: { extras?: Record<string, unknown> };
  };
  json.asset.extras = {
    ...json.asset.extras,
    annotations: notes.map(({ at, ...rest }) => ({ at: measurePointText(at), ...rest })),
  };
  const text = new TextEncoder().encode(JSON.stringify(json)),
    padded = (text.length + 3) & ~3,
    out = new Uint8Array(file.length - length + padded);
  out.set(file.subarray(0, 20));
  // JSON is padded with spaces.
  out.fill(0x20, 20, 20 + padded);
  out.set(text, 20);
  out.set(file.subarray(20 + length), 20 + padded);
  const header = new DataView(out.buffer);
  header.setUint32(8, out.length, true);
  header.setUint32(12, padded, true);
  return out;
}
