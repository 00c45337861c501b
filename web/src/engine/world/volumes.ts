// Shadow volumes on the GPU: points per caster, triangles per volume, kept while the core keeps them.

/** The part of the core's volumes that is drawn (WorldVolume of core/world.ts). */
export interface DrawnVolume {
  entry: number | null;
  job: number;
  light: number;
  caster: number;
  points: Float32Array;
  volume: number;
  indices: Uint32Array;
  nearIndices: number;
}

interface Kept<T> {
  value: T;
  used: boolean;
}

export class VolumeBuffers {
  readonly #points = new Map<number, Kept<WebGLBuffer>>();
  readonly #volumes = new Map<number, Kept<{ array: WebGLVertexArrayObject; indices: WebGLBuffer }>>();

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** Uploads what is new of a frame's volumes and lets go of what it has no use for. */
  update(volumes: readonly DrawnVolume[]): void {
    const { gl } = this;
    for (const volume of volumes) {
      const known = this.#volumes.get(volume.volume);
      let points = this.#points.get(volume.caster);
      if (!points) {
        points = { value: gl.createBuffer(), used: true };
        gl.bindVertexArray(null);
        gl.bindBuffer(gl.ARRAY_BUFFER, points.value);
        gl.bufferData(gl.ARRAY_BUFFER, volume.points, gl.STATIC_DRAW);
        this.#points.set(volume.caster, points);
      }
      points.used = true;
      if (known) {
        known.used = true;
        continue;
      }
      const array = gl.createVertexArray(),
        indices = gl.createBuffer();
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, points.value);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribPointer(0, 4, gl.FLOAT, false, 0, 0);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, volume.indices, gl.STATIC_DRAW);
      this.#volumes.set(volume.volume, { value: { array, indices }, used: true });
    }
    gl.bindVertexArray(null);
    for (const [number, kept] of this.#volumes) {
      if (!kept.used) {
        gl.deleteVertexArray(kept.value.array);
        gl.deleteBuffer(kept.value.indices);
        this.#volumes.delete(number);
      }
      kept.used = false;
    }
    for (const [number, kept] of this.#points) {
      if (!kept.used) {
        gl.deleteBuffer(kept.value);
        this.#points.delete(number);
      }
      kept.used = false;
    }
  }

  /** Counts a volume in the stencil; the near caps lie in the visible surface and must fail the depth test there. */
  draw({ volume, job, indices, nearIndices }: DrawnVolume): void {
    const { gl } = this,
      kept = this.#volumes.get(volume);
    if (!kept) return;
    gl.bindVertexArray(kept.value.array);
    gl.vertexAttribI4ui(4, job, 0, 0, 0);
    if (nearIndices > 0) {
      gl.enable(gl.POLYGON_OFFSET_FILL);
      gl.drawElements(gl.TRIANGLES, nearIndices, gl.UNSIGNED_INT, 0);
      gl.disable(gl.POLYGON_OFFSET_FILL);
    }
    if (indices.length > nearIndices)
      gl.drawElements(gl.TRIANGLES, indices.length - nearIndices, gl.UNSIGNED_INT, nearIndices * 4);
  }
}
