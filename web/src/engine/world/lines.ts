// Lines one pixel wide: wireframes of worlds, and the lines of their physics.

import { Count, Job, JobNumber, kNoIndex, Light, type WorldOutline, type WorldTables } from '../../core/worldTables';

export type Vector = readonly [number, number, number];
export type Color = readonly [number, number, number];

const kArm = 0.25;
const kParticleArm = 0.05;
const kCellColors: Record<string, Color> = {
  add: [64 / 255, 128 / 255, 64 / 255],
  sub: [64 / 255, 64 / 255, 128 / 255],
  zone: [128 / 255, 128 / 255, 64 / 255],
};
const kWhite: Color = [1, 1, 1];
const kYellow: Color = [1, 1, 0];

/** Ends of lines: place and colour, six numbers each. */
export class Lines {
  data = new Float32Array(6 * 1024);
  ends = 0;

  clear(): void {
    this.ends = 0;
  }

  add(from: Vector, to: Vector, color: Color): void {
    this.#end(from[0], from[1], from[2], color);
    this.#end(to[0], to[1], to[2], color);
  }

  /** Three lines along the axes of the world. */
  cross(at: Vector, arm: number, color: Color): void {
    for (let axis = 0; axis < 3; ++axis) {
      const from = [...at] as [number, number, number],
        to = [...at] as [number, number, number];
      from[axis]! -= arm;
      to[axis]! += arm;
      this.add(from, to, color);
    }
  }

  #end(x: number, y: number, z: number, [r, g, b]: Color): void {
    if ((this.ends + 1) * 6 > this.data.length) {
      const larger = new Float32Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    const at = this.ends++ * 6;
    this.data[at] = x;
    this.data[at + 1] = y;
    this.data[at + 2] = z;
    this.data[at + 3] = r;
    this.data[at + 4] = g;
    this.data[at + 5] = b;
  }
}

const clamped = (v: number): number => Math.min(1, Math.max(0, v));

/** The edges of a job's triangles; the diagonals of boxes are not drawn. */
export function wires(tables: WorldTables, lines: Lines, job: number, colorOf: (job: number) => Color): void {
  const jobs = tables.get('jobs'),
    numbers = tables.get('jobNumbers').subarray(job * 20, job * 20 + 20),
    first = numbers[JobNumber.first]!,
    count = numbers[JobNumber.count]!,
    triangles = tables.get(numbers[JobNumber.pose] === kNoIndex ? 'still' : 'posed'),
    isBox = (numbers[JobNumber.state]! >> 11) & 1,
    color = colorOf(job),
    m = job * 76 + Job.matrix;
  const place = (vertex: number): Vector => {
    const at = vertex * 10,
      x = triangles[at]!,
      y = triangles[at + 1]!,
      z = triangles[at + 2]!;
    const row = (i: number): number =>
      jobs[m + i]! * x + jobs[m + 4 + i]! * y + jobs[m + 8 + i]! * z + jobs[m + 12 + i]!;
    return [row(0), row(1), row(2)];
  };
  for (let corner = 0; corner < count; corner += 3) {
    const ends = [place(first + corner), place(first + corner + 1), place(first + corner + 2)];
    for (let side = 0; side < 3; ++side) {
      if (isBox && side === ((corner / 3) % 2 === 0 ? 2 : 0)) continue;
      lines.add(ends[side]!, ends[(side + 1) % 3]!, color);
    }
  }
}

/** Edges of the jobs, and in the scene mode lights and cameras. */
export function wireframe(tables: WorldTables, lines: Lines): void {
  const jobs = tables.get('jobs');
  const colorOf = (job: number): Color =>
    [0, 1, 2].map((i) => clamped(jobs[job * 76 + Job.color + i]!)) as unknown as Color;
  for (let job = 0; job < tables.rows('jobs'); ++job) wires(tables, lines, job, colorOf);
  if (tables.get('numbers')[Count.mode] !== 3) return;
  const lights = tables.get('lights');
  for (let light = 0; light < tables.rows('lights'); ++light) {
    const at = light * 12,
      color = [0, 1, 2].map((i) => clamped(lights[at + Light.color + i]!)) as unknown as Color;
    lines.cross([lights[at]!, lights[at + 1]!, lights[at + 2]!], kArm, color);
  }
  const cameras = tables.get('cameras');
  for (let camera = 0; camera < tables.rows('cameras'); ++camera) pyramid(lines, cameras, camera * 12);
}

/** The eight lines of a camera: to the corners of its view at depth 0.5, and between them. */
function pyramid(lines: Lines, rows: Float32Array, row: number): void {
  const vector = (at: number): Vector => [rows[row + at]!, rows[row + at + 1]!, rows[row + at + 2]!];
  const unit = (v: Vector): Vector => {
    const size = Math.hypot(...v) || 1;
    return [v[0] / size, v[1] / size, v[2] / size];
  };
  const product = (a: Vector, b: Vector): Vector => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const at = vector(0),
    dir = unit(vector(3)),
    right = unit(product(dir, vector(6))),
    up = product(right, dir),
    half = 0.5 * Math.tan((rows[row + 9]! * Math.PI) / 360);
  const corner = (x: number, y: number): Vector =>
    [0, 1, 2].map((i) => at[i]! + dir[i]! * 0.5 + (right[i]! * x + up[i]! * y) * half) as unknown as Vector;
  const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  corners.forEach((one, i) => {
    lines.add(at, one, kWhite);
    lines.add(one, corners[(i + 1) % 4]!, kWhite);
  });
}

/** Cells that are present, particles and constraints; `colorOf`: of cells that stand out. */
export function physicsLines(
  tables: WorldTables,
  outline: WorldOutline,
  lines: Lines,
  colorOf: (cell: number) => Color | undefined = () => undefined,
): void {
  const cells = tables.get('cells'),
    states = tables.get('cellNumbers'),
    points = tables.get('points');
  // Cells of meshes that came with an event are not in the outline.
  const known = Math.min(tables.rows('cells'), outline.cells.length);
  for (let cell = 0; cell < known; ++cell) {
    const { corners, edges, mode } = outline.cells[cell]!;
    if (states[cell * 3 + 1] === 0) continue;
    const corner = (i: number): Vector =>
      [0, 1, 2].map((k) => corners[i * 3 + k]! + cells[cell * 3 + k]!) as unknown as Vector;
    for (let edge = 0; edge < edges.length; edge += 2)
      lines.add(corner(edges[edge]!), corner(edges[edge + 1]!), colorOf(cell) ?? kCellColors[mode]!);
  }
  const point = (i: number): Vector => [points[i * 6]!, points[i * 6 + 1]!, points[i * 6 + 2]!];
  for (let i = 0; i < tables.rows('points'); ++i) lines.cross(point(i), kParticleArm, kWhite);
  const { constraints } = outline;
  if (tables.rows('points') === 0) return;
  for (let i = 0; i < constraints.length; i += 2)
    lines.add(point(constraints[i]!), point(constraints[i + 1]!), kYellow);
}
