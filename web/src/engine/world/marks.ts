// Overlays of the page: edges, boxes, portals, cells, lights, and what is culled.

import type { WorldOutline, WorldTables } from '../../core/world';
import { Count, Job, JobNumber, Light } from '../../core/worldTables';
import type { CameraFrame } from './frame';
import type { Mark, MarkState } from './messages';
import { type Color, type Lines, physicsLines, type Vector, wires } from './lines';

const kWire: Color = [0.55, 0.62, 0.7];
const kBounds: Color = [0.45, 0.75, 0.85];
const kChosen: Color = [0, 1, 1];
const kGhost: Color = [0.5, 0.45, 0.6];
const kOpen: Color = [0.4, 0.85, 0.45];
const kShut: Color = [0.9, 0.3, 0.25];
const kRectangle: Color = [0.95, 0.8, 0.3];
const kContact: Color = [1, 0.35, 0.2];
const kBlocked: Color = [1, 0.15, 0.15];
const kNormal = 0.4;
const kRing = 48;

/** The edges of a box from its least and greatest corner. */
function box(lines: Lines, bounds: ArrayLike<number>, color: Color): void {
  const corner = (bits: number): Vector =>
    [0, 1, 2].map((axis) => bounds[axis + ((bits >> axis) & 1) * 3]!) as unknown as Vector;
  for (let axis = 0; axis < 3; ++axis)
    for (let bits = 0; bits < 8; ++bits)
      if (((bits >> axis) & 1) === 0) lines.add(corner(bits), corner(bits | (1 << axis)), color);
}

/** Three rings around a light where its range ends, and its place. */
function rings(lines: Lines, at: Vector, range: number, color: Color): void {
  const point = (axis: number, turn: number): Vector => {
    const angle = (turn * 2 * Math.PI) / kRing,
      place = [...at] as [number, number, number];
    place[(axis + 1) % 3]! += range * Math.cos(angle);
    place[(axis + 2) % 3]! += range * Math.sin(angle);
    return place;
  };
  for (let axis = 0; axis < 3; ++axis) {
    for (let turn = 0; turn < kRing; ++turn) lines.add(point(axis, turn), point(axis, turn + 1), color);
    lines.cross(at, Math.min(0.25, range / 4), color);
  }
}

function lightMarks(tables: WorldTables, lines: Lines, chosen: number, all: boolean): void {
  const rows = tables.get('lights'),
    numbers = tables.get('lightNumbers');
  for (let light = 0; light < tables.rows('lights'); ++light) {
    const at = light * 12,
      isChosen = numbers[light * 8] === chosen;
    if (!all && !isChosen) continue;
    const most = Math.max(rows[at + Light.color]!, rows[at + Light.color + 1]!, rows[at + Light.color + 2]!, 1e-6);
    const color = isChosen ? kChosen : ([0, 1, 2].map((i) => rows[at + Light.color + i]! / most) as unknown as Color);
    rings(lines, [rows[at]!, rows[at + 1]!, rows[at + 2]!], rows[at + Light.range]!, color);
  }
}

/** Boxes of portals, and the rectangles that visible segments have on the screen. */
function portalMarks(tables: WorldTables, outline: WorldOutline, lines: Lines, camera: CameraFrame): void {
  const doors = tables.get('doors');
  outline.portalBoxes.forEach((bounds, i) => {
    if (bounds) box(lines, bounds, (doors[i] ?? 1) < 0.02 ? kShut : kOpen);
  });
  if (tables.get('numbers')[Count.clip] === 0) return;
  const { eye, right, up, dir, slope, near } = camera,
    segments = tables.get('segments'),
    depth = near * 4;
  const place = (x: number, y: number): Vector =>
    [0, 1, 2].map(
      (i) => eye[i]! + depth * (dir[i]! + (right[i]! * x) / slope[0] + (up[i]! * y) / slope[1]),
    ) as unknown as Vector;
  for (let row = 0; row < segments.length; row += 6) {
    const [, x0, y0, x1, y1, visible] = segments.subarray(row, row + 6) as unknown as number[];
    if (!visible) continue;
    const corners = [place(x0!, y0!), place(x1!, y0!), place(x1!, y1!), place(x0!, y1!)];
    corners.forEach((corner, i) => lines.add(corner, corners[(i + 1) % 4]!, kRectangle));
  }
}

function cellMarks(tables: WorldTables, outline: WorldOutline, lines: Lines): void {
  const blocked = tables.get('blocked'),
    stopped = new Set<number>();
  for (let row = 0; row < blocked.length; row += 2) stopped.add(blocked[row]!);
  physicsLines(tables, outline, lines, (cell) => (stopped.has(cell) ? kBlocked : undefined));
  const contacts = tables.get('contacts');
  for (let row = 0; row < contacts.length; row += 8) {
    const at = [contacts[row]!, contacts[row + 1]!, contacts[row + 2]!] as const;
    const end = [0, 1, 2].map((i) => at[i]! + contacts[row + 3 + i]! * kNormal) as unknown as Vector;
    lines.add(at, end, kContact);
  }
}

/** Jobs of segments that cannot be seen: `all` holds those of a frame of the same time that shows every segment. */
function ghostMarks(tables: WorldTables, all: WorldTables, lines: Lines): void {
  const segments = tables.get('segments'),
    numbers = all.get('jobNumbers');
  for (let job = 0; job < all.rows('jobs'); ++job) {
    const segment = numbers[job * 20 + JobNumber.segment]!;
    if (segment * 6 + 5 < segments.length && segments[segment * 6 + 5] === 0) wires(all, lines, job, () => kGhost);
  }
}

export function drawMarks(
  { shown, chosen }: MarkState,
  tables: WorldTables,
  outline: WorldOutline,
  ghosts: WorldTables | undefined,
  lines: Lines,
  camera: CameraFrame,
): void {
  const has = (mark: Mark): boolean => shown.includes(mark);
  const jobs = tables.get('jobs'),
    numbers = tables.get('jobNumbers');
  if (has('ghosts') && ghosts) ghostMarks(tables, ghosts, lines);
  if (has('cells')) cellMarks(tables, outline, lines);
  if (has('portals')) portalMarks(tables, outline, lines, camera);
  for (let job = 0; job < tables.rows('jobs'); ++job) {
    const row = job * 20,
      isChosen = numbers[row + JobNumber.operator] === chosen || numbers[row + JobNumber.material] === chosen;
    if (has('wireframe')) wires(tables, lines, job, () => kWire);
    if (has('bounds') || isChosen)
      box(lines, jobs.subarray(job * 76 + Job.bounds, job * 76 + Job.bounds + 6), isChosen ? kChosen : kBounds);
  }
  lightMarks(tables, lines, chosen, has('lights'));
}
