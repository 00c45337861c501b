// Annotations as data: where each is bound, its text, and the moment that it speaks of; in the link and in exported files.

import { fileOfJson, jsonChunk, kHeaderBytes } from '../base/container';
import * as m from './math';
import { type MeasurePoint, pointFrom, pointText } from './points';
import type { Axes } from './report';

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
        pointText(at),
        encodeURIComponent(text),
        ...(action !== undefined ? [encodeURIComponent(action)] : []),
        ...(action !== undefined && time !== undefined ? [String(Number(time.toFixed(4)))] : []),
      ].join('|'),
    )
    .join(';');

/** Parses annotations; invalid entries are left out. */
export function notesFrom(text: string): Note[] {
  return text
    .split(';')
    .slice(0, kMostNotes)
    .flatMap((entry): Note[] => {
      const [place = '', words = '', action, time] = entry.split('|'),
        at = pointFrom(place),
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

/** Children of <vitrine-viewer>; `escaped` makes text markup. */
export const noteElements = (notes: readonly Note[], escaped: (text: string) => string): string[] =>
  notes.map(({ at, text, action, time }, i) => {
    const moment =
      action === undefined
        ? ''
        : ` data-action="${escaped(action)}"${time === undefined ? '' : ` data-time="${Number(time.toFixed(4))}"`}`;
    return `<button type="button" slot="note-${i + 1}" data-at="${pointText(at)}"${moment}>${escaped(text)}</button>`;
  });

interface Json {
  asset?: { extras?: Record<string, unknown> };
}

/** Annotations in the `extras` of a binary glTF file's asset; what makes no sense is left out. */
export function notesIn(file: Uint8Array): Note[] {
  return notesOf(jsonChunk<Json>(file)?.json.asset?.extras?.annotations);
}

/** Annotations as `[{ "at", "text", "action", "time" }]`. */
export function notesOf(list: unknown): Note[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, kMostNotes).flatMap((entry: unknown): Note[] => {
    const { at, text, action, time } = (entry ?? {}) as Record<string, unknown>,
      point = typeof at === 'string' ? pointFrom(at) : undefined;
    if (!point || typeof text !== 'string' || text === '') return [];
    const named = typeof action === 'string' && action !== '';
    return [
      {
        at: point,
        text: text.slice(0, kMostText),
        ...(named && { action }),
        ...(named && typeof time === 'number' && Number.isFinite(time) && { time }),
      },
    ];
  });
}

/** A point as it is in the exported file: vertices and triangles keep their numbers, corners go round the other way. */
function inExport(point: MeasurePoint, axes: Axes): MeasurePoint {
  if (point.on === 'place')
    return { on: 'place', at: m.scale(m.transformPoint(m.worldFromFile(axes), point.at), axes.unit) };
  const flips = (axes.handedness === 'left') !== (axes.frontFace === 'cw');
  if (point.on !== 'triangle' || !flips) return point;
  const [a, b, c] = point.weights;
  return { ...point, weights: [a, c, b] };
}

/** An exported file with the annotations of a model with `axes` in the `extras` of its asset; other files as they are. */
export function withNotes(file: Uint8Array, notes: readonly Note[], axes: Axes): Uint8Array {
  const found = notes.length > 0 ? jsonChunk<Json>(file) : undefined;
  if (!found?.json.asset) return file;
  const { json, length } = found,
    asset = found.json.asset;
  asset.extras = {
    ...asset.extras,
    annotations: notes.map(({ at, ...rest }) => ({ at: pointText(inExport(at, axes)), ...rest })),
  };
  return fileOfJson(JSON.stringify(json), file.subarray(kHeaderBytes + length));
}
