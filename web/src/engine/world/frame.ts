// One frame on the GPU: job rows as textures, triangles, the jobs of each draw call; and the camera.

import { Count, JobNumber, Light, LightNumber, Scalar, type WorldTables } from '../../core/worldTables';
import type { Plan } from './plan';

type Vector = [number, number, number];
const kJobsPerRow = 50;
export const kJobsUnit = 5;
export const kNumbersUnit = 6;
const kMostLamps = 16;
const kVertexFloats = 10;

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
function unit(v: Vector): Vector {
  const size = Math.hypot(...v);
  return size > 0 ? [v[0] / size, v[1] / size, v[2] / size] : v;
}

export interface CameraFrame {
  eye: Vector;
  right: Vector;
  up: Vector;
  dir: Vector;
  /** 1 / (aspect * tan(fov / 2)) and 1 / tan(fov / 2). */
  slope: [number, number];
  near: number;
}

export function cameraOf(tables: WorldTables): CameraFrame {
  const scalars = tables.get('scalars');
  const vector = (at: number): Vector => [scalars[at]!, scalars[at + 1]!, scalars[at + 2]!];
  const dir = unit(vector(Scalar.dir));
  let up = unit(vector(Scalar.up));
  for (const other of [
    [0, 0, 1],
    [1, 0, 0],
  ] satisfies Vector[])
    if (Math.hypot(...cross(dir, up)) < 1e-9) up = other;
  const right = unit(cross(dir, up)),
    slope = 1 / Math.tan((scalars[Scalar.fov]! * Math.PI) / 360);
  return {
    eye: vector(Scalar.eye),
    right,
    up: cross(right, dir),
    dir,
    slope: [slope / scalars[Scalar.aspect]!, slope],
    near: scalars[Scalar.near]!,
  };
}

/** Around what a light can reach on the screen (-1 to 1; left, bottom, right, top), given its place and range. */
export function lampRectangle(camera: CameraFrame, [x, y, z, range]: ArrayLike<number> & Iterable<number>): number[] {
  const { eye, right, up, dir, slope, near } = camera;
  const v: Vector = [x! - eye[0], y! - eye[1], z! - eye[2]];
  const along = (axis: Vector): number => v[0] * axis[0] + v[1] * axis[1] + v[2] * axis[2];
  // A little more than the range, for the rounding of depths and of the range itself.
  const reach = range! * 1.001 + near,
    depth = along(dir);
  if (depth - reach <= near) return depth + reach <= near ? [-1, -1, -1, -1] : [-1, -1, 1, 1];
  const bounds = (center: number, scale: number): [number, number] => {
    const [low, high] = [(center - reach) * scale, (center + reach) * scale];
    return [low / (depth + (low < 0 ? -reach : reach)), high / (depth + (high > 0 ? -reach : reach))];
  };
  const [left, most] = bounds(along(right), slope[0]),
    [bottom, top] = bounds(along(up), slope[1]);
  return [left, bottom, most, top];
}

/** A texture of rows that grows with what it is given. */
class RowTexture {
  texture: WebGLTexture | undefined;
  #rows = 0;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly texels: number,
    private readonly whole: boolean,
  ) {}

  upload(data: Float32Array | Uint32Array, jobs: number): void {
    const { gl } = this,
      width = this.texels * kJobsPerRow,
      rows = Math.max(1, Math.ceil(jobs / kJobsPerRow));
    const [internal, format, type] = this.whole
      ? [gl.RGBA32UI, gl.RGBA_INTEGER, gl.UNSIGNED_INT]
      : [gl.RGBA32F, gl.RGBA, gl.FLOAT];
    if (rows > this.#rows) {
      if (this.texture) gl.deleteTexture(this.texture);
      this.#rows = Math.max(rows, this.#rows * 2);
      this.texture = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, this.texture);
      gl.texStorage2D(gl.TEXTURE_2D, 1, internal, width, this.#rows);
      for (const which of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
        gl.texParameteri(gl.TEXTURE_2D, which, gl.NEAREST);
    }
    gl.bindTexture(gl.TEXTURE_2D, this.texture!);
    const full = Math.floor(jobs / kJobsPerRow),
      rest = jobs - full * kJobsPerRow;
    if (full > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, full, format, type, data, 0);
    if (rest > 0)
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, full, rest * this.texels, 1, format, type, data, full * width * 4);
  }

  dispose(): void {
    this.gl.deleteTexture(this.texture ?? null);
  }
}

/** Triangles in a buffer, with the array object that reads them. */
class Triangles {
  readonly array: WebGLVertexArrayObject;
  readonly #buffer: WebGLBuffer;
  version = -1;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly usage: number,
  ) {
    this.array = gl.createVertexArray();
    this.#buffer = gl.createBuffer();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    let offset = 0;
    for (const [index, size] of [3, 3, 2, 2].entries()) {
      gl.enableVertexAttribArray(index);
      gl.vertexAttribPointer(index, size, gl.FLOAT, false, kVertexFloats * 4, offset * 4);
      offset += size;
    }
    gl.enableVertexAttribArray(4);
    gl.vertexAttribDivisor(4, 1);
    gl.bindVertexArray(null);
  }

  upload(data: Float32Array, version: number): void {
    const { gl } = this;
    if (version === this.version) return;
    this.version = version;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, this.usage);
  }

  dispose(): void {
    this.gl.deleteVertexArray(this.array);
    this.gl.deleteBuffer(this.#buffer);
  }
}

export class FrameData {
  readonly jobs: RowTexture;
  readonly jobNumbers: RowTexture;
  readonly still: Triangles;
  readonly posed: Triangles;
  readonly #instances: WebGLBuffer;
  readonly particles: WebGLVertexArrayObject;
  readonly #particleBuffer: WebGLBuffer;
  /** Lights by rank: place and range, colour. */
  readonly lampAt = new Float32Array(kMostLamps * 4);
  readonly lampColor = new Float32Array(kMostLamps * 4);
  lamps = 0;
  #generation = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.jobs = new RowTexture(gl, 19, false);
    this.jobNumbers = new RowTexture(gl, 5, true);
    this.still = new Triangles(gl, gl.STATIC_DRAW);
    this.posed = new Triangles(gl, gl.STREAM_DRAW);
    this.#instances = gl.createBuffer();
    this.particles = gl.createVertexArray();
    this.#particleBuffer = gl.createBuffer();
    gl.bindVertexArray(this.particles);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribDivisor(0, 1);
    gl.bindVertexArray(null);
  }

  upload(tables: WorldTables): void {
    const { gl } = this,
      numbers = tables.get('numbers'),
      jobs = tables.rows('jobs');
    const generation = numbers[Count.generation]!;
    // Another document: its triangles are others, whatever their versions are.
    if (generation !== this.#generation) this.still.version = this.posed.version = -1;
    this.#generation = generation;
    // Each at the unit where it is read: whole numbers must not be bound where colours are sampled.
    gl.activeTexture(gl.TEXTURE0 + kJobsUnit);
    this.jobs.upload(tables.get('jobs'), jobs);
    gl.activeTexture(gl.TEXTURE0 + kNumbersUnit);
    this.jobNumbers.upload(tables.get('jobNumbers'), jobs);
    this.still.upload(tables.get('still'), numbers[Count.stillVersion]!);
    this.posed.upload(tables.get('posed'), numbers[Count.posedVersion]!);
    if (tables.rows('particles') > 0) {
      gl.bindBuffer(gl.ARRAY_BUFFER, this.#particleBuffer);
      gl.bufferData(gl.ARRAY_BUFFER, tables.get('particles'), gl.STREAM_DRAW);
    }
    this.#takeLamps(tables);
  }

  uploadInstances({ instances, instanceCount }: Pick<Plan, 'instances' | 'instanceCount'>): void {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#instances);
    gl.bufferData(gl.ARRAY_BUFFER, instances, gl.STREAM_DRAW, 0, instanceCount);
  }

  /** Draws a group: `first` and `count` in what was uploaded as instances, `job` any of them. */
  draw(tables: WorldTables, job: number, first: number, count: number): void {
    const { gl } = this,
      numbers = tables.get('jobNumbers'),
      at = job * 20,
      vertices = numbers[at + JobNumber.count]!;
    if (vertices === 0) return;
    const triangles = numbers[at + JobNumber.pose] === 0xffffffff ? this.still : this.posed;
    gl.bindVertexArray(triangles.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#instances);
    gl.vertexAttribIPointer(4, 1, gl.UNSIGNED_INT, 0, first * 4);
    gl.drawArraysInstanced(gl.TRIANGLES, numbers[at + JobNumber.first]!, vertices, count);
  }

  drawParticles(first: number, count: number): void {
    const { gl } = this;
    gl.bindVertexArray(this.particles);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#particleBuffer);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, first * 12);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
  }

  dispose(): void {
    const { gl } = this;
    for (const part of [this.jobs, this.jobNumbers, this.still, this.posed]) part.dispose();
    for (const buffer of [this.#instances, this.#particleBuffer]) gl.deleteBuffer(buffer);
    gl.deleteVertexArray(this.particles);
  }

  #takeLamps(tables: WorldTables): void {
    const rows = tables.get('lights'),
      numbers = tables.get('lightNumbers');
    this.lamps = 0;
    for (let light = 0; light < tables.rows('lights'); ++light) {
      const rank = numbers[light * 8 + LightNumber.rank]!;
      if (rank >= kMostLamps) continue;
      this.lamps = Math.max(this.lamps, rank + 1);
      const row = light * 12;
      for (let i = 0; i < 4; ++i) {
        this.lampAt[rank * 4 + i] = rows[row + Light.at + i]!;
        this.lampColor[rank * 4 + i] = rows[row + Light.color + i]!;
      }
    }
  }
}
