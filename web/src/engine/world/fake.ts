// Fake lighting: a mask of three shadows, then one pass for the light and one for the texture.

import { Count, JobNumber, kNoIndex, Scalar, type WorldTables } from '../../core/worldTables';
import type { Finisher } from './finish';
import { Blend, Phase, type Plan } from './plan';
import type { Program } from './program';
import { DeepTarget, FlatTarget } from './target';

/** Steps of the picture, in order. */
export const FakeStep = { base: 0, texture: 1, blended: 2, extra: 3 } as const;
export const kFakeStepNames = ['base', 'texture', 'base', 'extra'] as const;

/** Is light on the job: has it a phase besides extra? */
const isLit = (state: number): boolean => (state & 0x3f) !== 0;

/** The casting jobs, as one group of rows. */
export function maskSteps(tables: WorldTables, plan: Plan): Uint32Array {
  const numbers = tables.get('jobNumbers'),
    jobs = tables.rows('jobs'),
    rows = plan.steps(jobs);
  let count = 0;
  for (let job = 0; job < jobs; ++job)
    if (isLit(numbers[job * 20 + JobNumber.state]!)) rows.set([0, job, kNoIndex, Phase.mul], count++ * 4);
  return rows.subarray(0, count * 4);
}

/** Draw list in rows like those of the painter: by pass, step and material, else in the order of the jobs. */
export function fakeSteps(tables: WorldTables, plan: Plan, extraOff: boolean): Uint32Array {
  const numbers = tables.get('jobNumbers'),
    jobs = tables.rows('jobs'),
    effects = tables.rows('effects'),
    steps: { key: number; index: number; what: number }[] = [];
  const put = (pass: number, step: number, material: number, index: number, what: number): void => {
    steps.push({ key: pass * 2 ** 24 + step * 2 ** 20 + material, index, what });
  };
  if (!extraOff) for (let effect = 0; effect < effects; ++effect) put(0, FakeStep.extra, 0, effect, Phase.extra | 16);
  for (let job = 0; job < jobs; ++job) {
    const at = job * 20,
      state = numbers[at + JobNumber.state]!,
      material = numbers[at + JobNumber.materialId]!,
      pass = state >>> 16,
      isOpaque = ((state >> 8) & 3) === Blend.opaque;
    if (isLit(state) && isOpaque) {
      put(pass, FakeStep.base, material, job, Phase.lightmap);
      put(pass, FakeStep.texture, material, job, Phase.mul);
    } else if (isLit(state)) put(pass, FakeStep.blended, material, job, Phase.extra);
    if (((state >> 6) & 1) !== 0 && !extraOff) put(pass, FakeStep.extra, material, job, Phase.extra);
  }
  steps.sort((a, b) => a.key - b.key);
  const rows = plan.steps(steps.length);
  steps.forEach(({ key, index, what }, i) => rows.set([key, index, kNoIndex, what], i * 4));
  return rows;
}

interface MaskParts {
  clear(): void;
  depth(): void;
  volumes(rank: number): void;
  darken(channel: number): void;
}

export class FakeLighting {
  /** A channel per chosen light: 0 where its shadow falls. */
  readonly mask: FlatTarget;
  readonly #target: DeepTarget;
  readonly #other: FlatTarget;
  #width = 1;
  #height = 1;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly finisher: Finisher,
    format: number,
  ) {
    this.#target = new DeepTarget(gl, format);
    this.mask = new FlatTarget(gl, format, gl.LINEAR);
    this.#other = new FlatTarget(gl, format);
  }

  drawMask(tables: WorldTables, width: number, height: number, parts: MaskParts): void {
    const { gl } = this,
      numbers = tables.get('numbers'),
      scale = tables.get('scalars')[Scalar.maskScale]!;
    [this.#width, this.#height] = [width, height];
    this.mask.resize(Math.max(1, Math.ceil(width * scale)), Math.max(1, Math.ceil(height * scale)));
    this.#target.bind(this.mask.width, this.mask.height, 1);
    parts.clear();
    gl.clearColor(1, 1, 1, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    parts.depth();
    if (numbers[Count.shadows] !== 0) {
      for (let i = 0; i < numbers[Count.chosenCount]!; ++i) {
        gl.stencilMask(0xff);
        gl.clear(gl.STENCIL_BUFFER_BIT);
        parts.volumes(numbers[Count.chosen + i]!);
        parts.darken(i);
      }
    }
    this.#target.resolve(this.mask);
    for (let round = 0; round < numbers[Count.blur]!; ++round) {
      this.finisher.blur(this.mask, this.#other, [1, 0], -1);
      this.finisher.blur(this.#other, this.mask, [0, 1], -1);
    }
  }

  setUniforms(program: Program, tables: WorldTables): void {
    const { gl } = this,
      numbers = tables.get('numbers');
    const chosen = [0, 1, 2].map((i) => {
      const rank = numbers[Count.chosen + i]!;
      return rank === kNoIndex ? -1 : rank;
    });
    gl.uniform3iv(program.at('u_chosen'), chosen);
    gl.uniform1f(program.at('u_colored'), numbers[Count.colored]!);
    gl.uniform2f(program.at('u_pixel'), 1 / this.#width, 1 / this.#height);
  }
}
