// A world document in the shape of a report of models, for the element and for standalone pages: its timeline is its one
// action.

import type { Bounds, Issue, Report, ReportAction } from './report';
import type { WorldIssue, WorldOutline } from './world';
import { Job, JobNumber, type WorldEventRow, WorldTables } from './worldTables';

export const kTicksPerSecond = 60;
/** Seconds of a timeline whose events never end. */
export const kEndless = 60;

/** Seconds until the last event of the timeline ends; 0 where one does not, and where there is none. */
export function durationOf({ events, bpm }: WorldOutline): number {
  const ends = events.map((event: WorldEventRow) => event.end ?? Infinity),
    last = ends.reduce((most, end) => Math.max(most, end), 0);
  return Number.isFinite(last) ? (last * 60) / bpm : 0;
}

/** Around all jobs of a frame; a room of two units where there are none. */
export function boundsOf(tables: WorldTables): Bounds {
  const rows = tables.get('jobs'),
    width = WorldTables.width('jobs');
  const min: Bounds['min'] = [Infinity, Infinity, Infinity],
    max: Bounds['max'] = [-Infinity, -Infinity, -Infinity];
  for (let at = Job.bounds; at < rows.length; at += width)
    for (let axis = 0; axis < 3; ++axis) {
      min[axis] = Math.min(min[axis]!, rows[at + axis]!);
      max[axis] = Math.max(max[axis]!, rows[at + 3 + axis]!);
    }
  return [...min, ...max].every(Number.isFinite) ? { min, max } : { min: [-1, -1, -1], max: [1, 1, 1] };
}

/** Triangles of all jobs of a frame, once per job. */
export function trianglesOf(tables: WorldTables): number {
  const rows = tables.get('jobNumbers'),
    width = WorldTables.width('jobNumbers');
  let corners = 0;
  for (let at = JobNumber.count; at < rows.length; at += width) corners += rows[at]!;
  return corners / 3;
}

export interface WorldSummary {
  name: string;
  files: readonly { name: string; bytes: number }[];
  issues: readonly WorldIssue[];
  /** Contents of a document that opened. */
  outline?: WorldOutline;
  duration?: number;
  bounds?: Bounds;
  triangles?: number;
  version?: string;
}

export function reportOf({
  name,
  files,
  issues,
  outline,
  duration = 0,
  bounds,
  triangles = 0,
  version = '',
}: WorldSummary): Report {
  const { operators = [], images = [] } = outline ?? {};
  const count = (op: string): number => operators.filter(({ kind }) => kind === op).length;
  const action: ReportAction = {
    name: 'timeline',
    source: name,
    duration,
    frames: Math.round(duration * kTicksPerSecond),
    frameRate: kTicksPerSecond,
    firstFrame: 1,
    curves: 0,
    kind: 'frames',
    playable: true,
  };
  const messages = issues.map((issue): Issue => ({ ...issue, source: name }));
  const counted = (severity: number): number => messages.filter((issue) => issue.severity === severity).length;
  return {
    vitrine: version,
    format: 'world',
    files: files.map((file) => ({ ...file, role: file.name === name ? 'world' : 'part' })),
    issues: {
      numErrors: counted(0),
      numWarnings: counted(1),
      numInfos: 0,
      numHints: 0,
      truncated: false,
      messages,
    },
    info: {
      statistics: {
        nodes: operators.length,
        meshes: count('mesh'),
        primitives: 0,
        vertices: 0,
        triangles,
        influences: 0,
        maxInfluences: 0,
        skins: 0,
        joints: 0,
        materials: count('material'),
        textures: images.length,
        actions: outline ? 1 : 0,
        curves: 0,
        keys: 0,
        cameras: count('camera'),
        lights: count('light'),
      },
      bounds: bounds ?? null,
      axes: { up: 'y', handedness: 'right', unit: 1, forward: [0, 0, 1], frontFace: 'ccw', uvOrigin: 'top' },
      hierarchy: [],
      meshes: [],
      materials: [],
      textures: [],
      actions: outline ? [action] : [],
      skins: [],
      cameras: [],
      lights: [],
      emitters: [],
    },
  };
}
