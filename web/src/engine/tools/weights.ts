// Weights in the picture: how much of each vertex the selected joint moves (the sum of all its weights there, as a vertex
// attribute), and vertices with more influences than fixed hardware paths carry, marked and counted.

import { BufferKind } from '../../core/buffers';
import type { Programs } from '../gl/program';
import { forInstances, type FrameInputs, isShown, type RenderModel, type ToolEffects } from '../renderModel';

const kInfluenceFloats = 8;
const kLocation = 5;

/** Viridis at nine even steps: equal steps look equal, in grey and to colour-blind eyes as well. */
const kHeatColors = new Float32Array(
  [0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779, 0x6ece58, 0xfde725].flatMap((hex) => [
    (hex >> 16) / 255,
    ((hex >> 8) & 255) / 255,
    (hex & 255) / 255,
    1,
  ]),
);

interface Weights {
  node: number;
  buffers: (WebGLBuffer | undefined)[];
  /** Instances that the joint moves. */
  used: boolean[];
  moved: number;
}

export class Heat {
  private readonly known = new WeakMap<RenderModel, Weights>();

  constructor(private readonly gl: WebGL2RenderingContext) {}

  of(renderModel: RenderModel, node: number): ToolEffects['heat'] {
    if (!renderModel.skeleton.joints.has(node)) {
      this.known.delete(renderModel);
      return undefined;
    }
    const weights = this.weights(renderModel, node);
    if (weights.moved === 0) return undefined;
    const { gl } = this;
    return {
      colors: kHeatColors,
      bind(instance: number): void {
        const buffer = weights.buffers[instance];
        if (weights.used[instance] && buffer) {
          gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
          gl.enableVertexAttribArray(kLocation);
          gl.vertexAttribPointer(kLocation, 1, gl.FLOAT, false, 0, 0);
        } else {
          gl.disableVertexAttribArray(kLocation);
          gl.vertexAttrib1f(kLocation, 0);
        }
      },
    };
  }

  /** Vertices that the joint moves; undefined without one. */
  moved(renderModel: RenderModel): number | undefined {
    return this.known.get(renderModel)?.moved;
  }

  private weights(renderModel: RenderModel, node: number): Weights {
    const known = this.known.get(renderModel);
    if (known?.node === node) return known;
    const { gl } = this,
      { model } = renderModel;
    const made: Weights = { node, buffers: known?.buffers ?? [], used: [], moved: 0 };
    model.instances.forEach((_, i) => {
      const { values, moved } = weightsOf(renderModel, i, node);
      made.used[i] = moved > 0;
      made.moved += moved;
      if (moved === 0) return;
      made.buffers[i] ??= model.keepBuffer(gl.createBuffer());
      gl.bindBuffer(gl.ARRAY_BUFFER, made.buffers[i]!);
      gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
    });
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
    this.known.set(renderModel, made);
    return made;
  }
}

/** One number a vertex of an instance, and how many of them are not 0. */
function weightsOf(
  { document, model, skeleton, report }: RenderModel,
  instance: number,
  node: number,
): { values: Float32Array<ArrayBuffer>; moved: number } {
  const { vertexCount, node: owner } = model.instances[instance]!;
  const values = new Float32Array(vertexCount),
    joints = report.info.skins[skeleton.nodes[owner]?.skin ?? -1]?.joints ?? [];
  let moved = 0;
  if (!joints.includes(node)) return { values, moved };
  const runs = document.indices(BufferKind.InfluenceRuns, instance),
    influences = document.floats(BufferKind.Influences, instance);
  for (let vertex = 0; vertex < vertexCount && 2 * vertex + 1 < runs.length; ++vertex) {
    const first = runs[2 * vertex]!,
      end = first + runs[2 * vertex + 1]!;
    let sum = 0;
    for (let i = first; i < end; ++i) {
      const at = i * kInfluenceFloats;
      if (joints[influences[at + 4]!] === node) sum += influences[at + 3]!;
    }
    values[vertex] = sum;
    if (sum !== 0) ++moved;
  }
  return { values, moved };
}

const kManyInfluences = 4;

interface Marked {
  buffer?: WebGLBuffer;
  over: number;
  of: number;
}

export class Crowd {
  private readonly known = new WeakMap<RenderModel, Marked[]>();

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly programs: Programs,
  ) {}

  /** Counts the instances in sight. */
  draw(picture: FrameInputs, renderModel: RenderModel): { over: number; of: number } {
    const { gl } = this,
      marked = this.marked(renderModel);
    forInstances(gl, this.programs, picture, renderModel, 'overlay', ['POINTS'], (program, instance, index) => {
      const { buffer, over } = marked[index]!;
      if (!buffer) return;
      program
        .set('u_clipFromWorld', picture.view.clipFromWorld)
        .set('u_length', 6 * picture.pixelRatio)
        .set('u_color', [1, 0.33, 0.36, 1]);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
      gl.drawElements(gl.POINTS, over, gl.UNSIGNED_INT, 0);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, instance.indices);
    });
    const sum = { over: 0, of: 0 };
    renderModel.model.instances.forEach((instance, i) => {
      if (!isShown(instance, picture.settings, picture.toolEffects)) return;
      sum.over += marked[i]!.over;
      sum.of += marked[i]!.of;
    });
    return sum;
  }

  private marked(renderModel: RenderModel): Marked[] {
    const known = this.known.get(renderModel);
    if (known) return known;
    const { gl } = this;
    const made = renderModel.model.instances.map((_, instance): Marked => {
      const runs = renderModel.document.indices(BufferKind.InfluenceRuns, instance),
        over: number[] = [];
      let of = 0;
      for (let vertex = 0; 2 * vertex < runs.length; ++vertex) {
        if (runs[2 * vertex + 1]! > 0) ++of;
        if (runs[2 * vertex + 1]! > kManyInfluences) over.push(vertex);
      }
      if (over.length === 0) return { over: 0, of };
      const buffer = renderModel.model.keepBuffer(gl.createBuffer());
      gl.bindVertexArray(null);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(over), gl.STATIC_DRAW);
      return { buffer, over: over.length, of };
    });
    this.known.set(renderModel, made);
    return made;
  }
}
