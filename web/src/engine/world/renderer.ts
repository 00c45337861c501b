// Draws a frame of a world: the painter's list entry by entry, nothing clamped between jobs.

import {
  Count,
  Effect,
  EffectNumber,
  JobNumber,
  kFilled,
  type WorldOutline,
  type WorldTables,
} from '../../core/worldTables';
import type { WorldShadows } from '../../core/world';
import { fakeSteps, FakeLighting, kFakeStepNames, maskSteps, FakeStep } from './fake';
import { Finisher } from './finish';
import { cameraOf, kJobsUnit, kNumbersUnit, lampRectangle, type CameraFrame } from './frame';
import { makeSamplers, type WorldScene } from './scene';
import { Lines, physicsLines, wireframe } from './lines';
import {
  Blend,
  everything,
  finishes,
  Group,
  isShadowless,
  kPhases,
  modeOf,
  Phase,
  Plan,
  type WorldSwitch,
} from './plan';
import { type Program, type ProgramKind, type SurfaceKind, WorldPrograms } from './program';
import { DeepTarget, FlatTarget, hasFloatTargets } from './target';

const kSlotUniforms = ['u_texture', 'u_detail', 'u_bump', 'u_env', 'u_lightmap'] as const;
/** Slots that a phase reads, as bits. */
const kSlotsOf: Record<SurfaceKind, number> = {
  LIGHTMAP: 16,
  PREBUMP: 4,
  LIGHT: 4,
  MUL: 3,
  ADD: 12,
  EXTRA: 3,
  FAKE_BASE: 20,
  FAKE_BLEND: 23,
  DEPTH: 0,
};
const kMaskUnit = 7;
const kPhaseProgram: readonly (SurfaceKind | undefined)[] = [
  'LIGHTMAP',
  'PREBUMP',
  'LIGHT',
  'MUL',
  undefined,
  'ADD',
  'EXTRA',
];

export interface DrawOptions {
  width: number;
  height: number;
  /** 1: no multisampling. */
  samples: number;
  which?: WorldSwitch;
  outline: WorldOutline;
  shadows: readonly WorldShadows[];
  /** From left to right, 0 to 1: the part of the canvas that the picture is shown in. Default: all. */
  part?: readonly [number, number];
  /** Lines over the finished picture. */
  marks?: (lines: Lines, camera: CameraFrame) => void;
}

/** Executed jobs. */
export interface DrawCounts {
  /** Jobs per phase, shadows among those of light; of fake lighting by its own steps. */
  jobs: Record<string, number>;
  drawCalls: number;
  stateChanges: number;
  volumes: number;
}

/** A rectangle of the screen, -1 to 1, as the pixels that it touches: x, y, width, height. */
function pixels([x0, y0, x1, y1]: readonly number[], width: number, height: number): [number, number, number, number] {
  const place = (value: number, size: number): number => Math.max(0, Math.min(size, (value + 1) * 0.5 * size));
  const left = Math.floor(place(x0!, width)),
    bottom = Math.floor(place(y0!, height));
  return [left, bottom, Math.ceil(place(x1!, width)) - left, Math.ceil(place(y1!, height)) - bottom];
}

export class WorldRenderer {
  /** Colours are floats; else bytes, an approximation. */
  readonly isFloat: boolean;
  readonly programs: WorldPrograms;
  readonly #format: number;
  readonly #target: DeepTarget;
  readonly #resolved: FlatTarget;
  readonly #finisher: Finisher;
  readonly #plan = new Plan();
  readonly #lines = new Lines();
  readonly #lineArray: WebGLVertexArrayObject;
  readonly #lineBuffer: WebGLBuffer;
  readonly #samplers: ReturnType<typeof makeSamplers>;
  #fake: FakeLighting | undefined;
  #scene!: WorldScene;
  #camera!: CameraFrame;
  #tables!: WorldTables;
  #which: WorldSwitch = everything;
  #counts: DrawCounts = { jobs: {}, drawCalls: 0, stateChanges: 0, volumes: 0 };
  #picture = 0;
  #state = '';

  constructor(readonly gl: WebGL2RenderingContext) {
    this.isFloat = hasFloatTargets(gl);
    this.#format = this.isFloat ? gl.RGBA16F : gl.RGBA8;
    this.programs = new WorldPrograms(gl);
    this.#target = new DeepTarget(gl, this.#format);
    this.#resolved = new FlatTarget(gl, this.#format);
    this.#finisher = new Finisher(gl, this.programs, this.#format);
    this.#samplers = makeSamplers(gl);
    this.#lineArray = gl.createVertexArray();
    this.#lineBuffer = gl.createBuffer();
    gl.bindVertexArray(this.#lineArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#lineBuffer);
    for (const [index, offset] of [0, 12].entries()) {
      gl.enableVertexAttribArray(index);
      gl.vertexAttribPointer(index, 3, gl.FLOAT, false, 24, offset);
    }
    gl.bindVertexArray(null);
  }

  /** Draws the tables' frame onto the canvas, which must be as large. */
  draw(scene: WorldScene, tables: WorldTables, options: DrawOptions): DrawCounts {
    const { gl } = this,
      { width, height, samples, which = everything, outline, part, marks } = options;
    this.#scene = scene;
    this.#tables = tables;
    this.#which = which;
    this.#camera = cameraOf(tables);
    this.#counts = { jobs: {}, drawCalls: 0, stateChanges: 0, volumes: 0 };
    ++this.#picture;
    this.#state = '';
    const mode = modeOf(tables);
    if (mode < 2) {
      scene.data.upload(tables);
      scene.shadows.update(options.shadows);
      this.#counts.volumes = scene.shadows.volumes;
    }
    if (mode === 1) this.#prepareFake(tables, options);
    this.#resolved.resize(width, height);
    this.#target.bind(width, height, samples);
    this.#clear();
    if (mode === 0) this.#runList(width, height);
    else if (mode === 1) this.#runFake(tables);
    else this.#runWireframe(tables);
    let picture = this.#resolved;
    const withFinish = mode < 2 && finishes(which) && tables.rows('finish') > 0;
    if (outline.debug && !withFinish) this.#drawPhysics(tables, outline);
    this.#target.resolve(this.#resolved);
    if (withFinish) picture = this.#finisher.run(tables, this.#resolved);
    if (part) {
      const left = Math.round(part[0] * width);
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(left, 0, Math.max(0, Math.round(part[1] * width) - left), height);
    }
    this.#finisher.present(picture);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    if (outline.debug && withFinish) this.#drawPhysics(tables, outline);
    if (marks) {
      this.#lines.clear();
      marks(this.#lines, this.#camera);
      this.#drawLines();
    }
    gl.disable(gl.SCISSOR_TEST);
    gl.bindVertexArray(null);
    return this.#counts;
  }

  #clear(): void {
    const { gl } = this;
    gl.disable(gl.SCISSOR_TEST);
    gl.colorMask(true, true, true, true);
    gl.depthMask(true);
    gl.stencilMask(0xff);
    gl.clearColor(0, 0, 0, 0);
    gl.clearDepth(1);
    gl.clearStencil(0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
  }

  #count(what: string, jobs = 1): void {
    this.#counts.jobs[what] = (this.#counts.jobs[what] ?? 0) + jobs;
  }

  // -- the seven phases

  #runList(width: number, height: number): void {
    const { gl } = this,
      plan = this.#plan;
    plan.build(this.#tables, this.#which);
    this.#scene.data.uploadInstances(plan);
    let pass = -1,
      rank = -1;
    for (let group = 0; group < plan.count; ++group) {
      const at = group * 8,
        phase = plan.groups[at]!,
        kind = plan.groups[at + Group.kind]!;
      if (phase === Phase.light) {
        const nextPass = plan.groups[at + Group.pass]!,
          nextRank = plan.groups[at + Group.rank]!;
        if (nextPass !== pass || nextRank !== rank) {
          // Outside of it the light is exactly 0.
          const rectangle = lampRectangle(
            this.#camera,
            this.#scene.data.lampAt.subarray(nextRank * 4, nextRank * 4 + 4),
          );
          gl.enable(gl.SCISSOR_TEST);
          const [x, y, w, h] = pixels(rectangle, width, height);
          gl.scissor(x, y, w, h);
          gl.stencilMask(0xff);
          gl.clear(gl.STENCIL_BUFFER_BIT);
        }
        [pass, rank] = [nextPass, nextRank];
      } else if (rank >= 0) {
        gl.disable(gl.SCISSOR_TEST);
        pass = rank = -1;
      }
      if (kind === 2) {
        this.#count('extra');
        this.drawEffect(plan.groups[at + Group.first]!);
      } else if (kind === 1) {
        this.#count('light', this.drawShadows(pass, rank, plan.groups[at + Group.count]!));
      } else if (phase === Phase.specular) {
        this.#count('specular');
        this.#setState('specular', () => this.#blend(gl.DST_ALPHA, gl.ONE, true, false, false));
        this.#fillScreen([1, 1, 1, 1]);
      } else {
        this.#runGroup(phase, at);
      }
    }
    gl.disable(gl.SCISSOR_TEST);
  }

  #runGroup(phase: number, at: number): void {
    const { gl } = this,
      { groups } = this.#plan,
      job = groups[at + Group.job]!,
      count = groups[at + Group.count]!,
      isOpen = isShadowless(this.#tables.get('jobNumbers')[job * 20 + JobNumber.state]!);
    this.#count(kPhases[phase]!, count);
    if (phase === Phase.extra) {
      this.drawExtra('EXTRA', job, groups[at + Group.first]!, count);
      return;
    }
    switch (phase) {
      case Phase.lightmap:
        this.#setState('lightmap', () => {
          this.#blend(undefined, undefined, true, true, true);
          gl.depthFunc(gl.LESS);
          gl.depthMask(true);
        });
        break;
      case Phase.light:
        this.#setState(isOpen ? 'light without shadows' : 'light', () => {
          const gleamsOnly = this.#which.solo === Phase.specular;
          this.#blend(gl.ONE, gl.ONE, !gleamsOnly, true, true);
          if (isOpen) return;
          gl.enable(gl.STENCIL_TEST);
          gl.stencilFunc(gl.EQUAL, 0, 0xff);
          gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
        });
        break;
      case Phase.add:
        this.#setState('add', () => this.#blend(gl.ONE, gl.ONE, true, false, true));
        break;
      default:
        this.#setState('multiply', () => this.#blend(gl.DST_COLOR, gl.ZERO, true, false, true));
    }
    const program = this.surface(kPhaseProgram[phase]!, job);
    if (phase === Phase.light) gl.uniform1i(program.at('u_rank'), groups[at + Group.rank]!);
    this.drawJobs(job, groups[at + Group.first]!, count);
  }

  /** States other than those of the entry before are sent to the driver. */
  #setState(name: string, set: () => void): void {
    if (name === this.#state) return;
    this.#state = name;
    ++this.#counts.stateChanges;
    set();
  }

  /** LEQUAL without writing, unless the caller says otherwise; no stencil, no culling. */
  #blend(source: number | undefined, target: number | undefined, rgb: boolean, alpha: boolean, depth: boolean): void {
    const { gl } = this;
    if (source === undefined || target === undefined) gl.disable(gl.BLEND);
    else {
      gl.enable(gl.BLEND);
      gl.blendFunc(source, target);
    }
    gl.colorMask(rgb, rgb, rgb, alpha);
    if (depth) gl.enable(gl.DEPTH_TEST);
    else gl.disable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.depthMask(false);
    gl.disable(gl.STENCIL_TEST);
    gl.disable(gl.CULL_FACE);
  }

  /** The program of a kind of surface, with what it needs for a job's group. */
  surface(kind: SurfaceKind, job: number): Program {
    const { gl } = this,
      program = this.program(kind),
      numbers = this.#tables.get('jobNumbers');
    let given = 0,
      imaged = 0;
    for (let slot = 0; slot < 5; ++slot) {
      if (((kSlotsOf[kind] >> slot) & 1) === 0) continue;
      const image = numbers[job * 20 + JobNumber.image + slot]!,
        texture = image < kFilled ? this.#scene.images.of(image) : undefined;
      if (image === kFilled || texture) given |= 1 << slot;
      if (!texture) continue;
      imaged |= 1 << slot;
      gl.activeTexture(gl.TEXTURE0 + slot);
      gl.bindTexture(gl.TEXTURE_2D, texture);
    }
    gl.uniform1i(program.at('u_given'), given);
    gl.uniform1i(program.at('u_imaged'), imaged);
    return program;
  }

  /** A program in use, with the uniforms of the picture, which are set once. */
  program(kind: ProgramKind): Program {
    const { gl } = this,
      program = this.programs.use(kind);
    if (program.picture === this.#picture) return program;
    program.picture = this.#picture;
    const { eye, right, up, dir, slope, near } = this.#camera;
    gl.uniform3fv(program.at('u_eye'), eye);
    gl.uniform3fv(program.at('u_right'), right);
    gl.uniform3fv(program.at('u_up'), up);
    gl.uniform3fv(program.at('u_dir'), dir);
    gl.uniform2fv(program.at('u_slope'), slope);
    gl.uniform1f(program.at('u_near'), near);
    if (!program.at('u_jobs')) return program;
    kSlotUniforms.forEach((name, unit) => {
      gl.uniform1i(program.at(name), unit);
      gl.bindSampler(unit, unit < 3 ? this.#samplers.repeat : this.#samplers.clamp);
    });
    for (const [unit, name, texture] of [
      [kJobsUnit, 'u_jobs', this.#scene.data.jobs.texture],
      [kNumbersUnit, 'u_jobNumbers', this.#scene.data.jobNumbers.texture],
      [kMaskUnit, 'u_mask', this.#fake?.mask.texture],
    ] as const) {
      if (!program.at(name)) continue;
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, texture ?? null);
      gl.uniform1i(program.at(name), unit);
    }
    gl.uniform4fv(program.at('u_lampAt'), this.#scene.data.lampAt);
    gl.uniform4fv(program.at('u_lampColor'), this.#scene.data.lampColor);
    gl.uniform1i(program.at('u_lamps'), this.#scene.data.lamps);
    const { solo, off } = this.#which;
    const alone = solo >= 0 && solo !== Phase.lightmap,
      neutral = alone && (solo === Phase.prebump || solo === Phase.mul) ? 1 : 0;
    gl.uniform4f(program.at('u_neutral'), neutral, neutral, neutral, alone || (off & 1) !== 0 ? 1 : 0);
    gl.uniform1f(program.at('u_gleamsOnly'), solo === Phase.specular ? 1 : 0);
    this.#fake?.setUniforms(program, this.#tables);
    return program;
  }

  drawJobs(job: number, first: number, count: number): void {
    ++this.#counts.drawCalls;
    this.#scene.data.draw(this.#tables, job, first, count);
  }

  /** Meshes whose colour is laid over the picture. */
  drawExtra(kind: 'EXTRA' | 'FAKE_BLEND', job: number, first: number, count: number): void {
    const { gl } = this,
      state = this.#tables.get('jobNumbers')[job * 20 + JobNumber.state]!,
      blend = (state >> 8) & 3,
      isMirrored = ((state >> 12) & 1) !== 0;
    switch (blend) {
      case Blend.opaque:
        this.#setState('opaque', () => {
          this.#blend(undefined, undefined, true, false, true);
          gl.depthMask(true);
        });
        break;
      case Blend.add:
        this.#setState('add', () => this.#blend(gl.ONE, gl.ONE, true, false, true));
        break;
      case Blend.alpha:
        this.#setState('alpha', () => this.#blend(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, true, false, true));
        break;
      default:
        this.#setState('multiply', () => this.#blend(gl.DST_COLOR, gl.ZERO, true, false, true));
    }
    this.surface(kind, job);
    if (blend !== Blend.alpha) {
      this.drawJobs(job, first, count);
      return;
    }
    // Back faces come first.
    gl.enable(gl.CULL_FACE);
    for (const front of [false, true]) {
      gl.cullFace(front !== isMirrored ? gl.BACK : gl.FRONT);
      this.drawJobs(job, first, count);
    }
    gl.disable(gl.CULL_FACE);
  }

  /** The shadows of a light in a pass: its first so many volumes. How many of them there were. */
  drawShadows(pass: number, rank: number, volumes: number): number {
    const { gl } = this;
    this.#setState('shadow', () => {
      gl.disable(gl.BLEND);
      gl.disable(gl.CULL_FACE);
      gl.colorMask(false, false, false, false);
      gl.enable(gl.DEPTH_TEST);
      gl.depthFunc(gl.LESS);
      gl.depthMask(false);
      gl.enable(gl.STENCIL_TEST);
      gl.stencilFunc(gl.ALWAYS, 0, 0xff);
      gl.stencilOpSeparate(gl.FRONT, gl.KEEP, gl.DECR_WRAP, gl.KEEP);
      gl.stencilOpSeparate(gl.BACK, gl.KEEP, gl.INCR_WRAP, gl.KEEP);
    });
    const program = this.program('DEPTH'),
      at = rank * 4;
    gl.uniform3fv(program.at('u_light'), this.#scene.data.lampAt.subarray(at, at + 3));
    const { shadows } = this.#scene;
    if (shadows.draw(pass, rank, volumes)) ++this.#counts.drawCalls;
    return Math.min(volumes, shadows.count(pass, rank));
  }

  // -- effects

  drawEffect(effect: number): void {
    const { gl } = this,
      row = this.#tables.get('effects').subarray(effect * 24, effect * 24 + 24),
      numbers = this.#tables.get('effectNumbers').subarray(effect * 8, effect * 8 + 8);
    const kind = numbers[EffectNumber.kind]!,
      first = numbers[EffectNumber.first]!,
      count = numbers[EffectNumber.count]!,
      color = row.subarray(Effect.color, Effect.color + 4);
    if (kind > 1) {
      this.#drawScreenEffect(kind, color, row[Effect.amount]!);
      return;
    }
    if (count === 0) return;
    const program = this.program(kind === 0 ? 'sprite' : 'letters');
    if (kind === 0) this.#setState('add', () => this.#blend(gl.ONE, gl.ONE, true, false, true));
    else this.#setState('alpha', () => this.#blend(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, true, false, true));
    gl.uniformMatrix4fv(program.at('u_matrix'), false, row.subarray(0, 16));
    gl.uniform1f(program.at('u_size'), row[Effect.size]!);
    gl.uniform4fv(program.at('u_color'), color);
    ++this.#counts.drawCalls;
    if (kind === 0) {
      this.#scene.data.drawParticles(first, count);
      return;
    }
    gl.bindVertexArray(this.#scene.data.still.array);
    gl.disableVertexAttribArray(4);
    gl.vertexAttribI4ui(4, 0, 0, 0, 0);
    gl.drawArrays(gl.TRIANGLES, first, count);
    gl.enableVertexAttribArray(4);
  }

  /** tint, add, fade; other kinds draw nothing. */
  #drawScreenEffect(kind: number, [r, g, b, w]: Float32Array, amount: number): void {
    const { gl } = this,
      s = amount * w!;
    if (kind === 2) {
      this.#setState('screen-multiply', () => this.#blend(gl.DST_COLOR, gl.ZERO, true, false, false));
      this.#fillScreen([1 + s * (r! - 1), 1 + s * (g! - 1), 1 + s * (b! - 1), 1]);
    } else if (kind === 3) {
      this.#setState('screen-add', () => this.#blend(gl.ONE, gl.ONE, true, false, false));
      this.#fillScreen([s * r!, s * g!, s * b!, 0]);
    } else if (kind === 4) {
      this.#setState('screen-alpha', () => this.#blend(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, true, false, false));
      this.#fillScreen([r!, g!, b!, s]);
    }
  }

  #fillScreen(color: readonly [number, number, number, number]): void {
    const { gl } = this;
    gl.uniform4fv(this.programs.use('plain').at('u_color'), color);
    gl.bindVertexArray(null);
    ++this.#counts.drawCalls;
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  // -- fake lighting

  #prepareFake(tables: WorldTables, { width, height }: DrawOptions): void {
    const { gl } = this,
      plan = this.#plan;
    this.#fake ??= new FakeLighting(gl, this.#finisher, this.isFloat ? gl.RGBA16F : gl.RGBA8);
    // It is bound since the last picture, and must not be while it is drawn into.
    gl.activeTexture(gl.TEXTURE0 + kMaskUnit);
    gl.bindTexture(gl.TEXTURE_2D, null);
    plan.buildSteps(tables, maskSteps(tables, plan), everything);
    this.#scene.data.uploadInstances(plan);
    this.#fake.drawMask(tables, width, height, {
      clear: () => this.#clear(),
      depth: () => {
        this.#setState('mask', () => {
          this.#blend(undefined, undefined, false, false, true);
          gl.depthFunc(gl.LESS);
          gl.depthMask(true);
        });
        this.program('DEPTH');
        for (let at = 0; at < plan.count * 8; at += 8) {
          const count = plan.groups[at + Group.count]!;
          this.#count('depth', count);
          this.drawJobs(plan.groups[at + Group.job]!, plan.groups[at + Group.first]!, count);
        }
      },
      volumes: (rank) => {
        const count = this.#scene.shadows.count(0, rank);
        if (count > 0) this.#count('shadow', this.drawShadows(0, rank, count));
      },
      darken: (channel) => {
        this.#state = '';
        this.#blend(undefined, undefined, false, false, false);
        gl.colorMask(channel === 0, channel === 1, channel === 2, false);
        gl.enable(gl.STENCIL_TEST);
        gl.stencilFunc(gl.NOTEQUAL, 0, 0xff);
        gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
        this.#fillScreen([0, 0, 0, 0]);
      },
    });
    // Programs that were used for the mask have not seen it.
    ++this.#picture;
    this.#state = '';
  }

  #runFake(tables: WorldTables): void {
    const { gl } = this,
      plan = this.#plan,
      extraOff = ((this.#which.off >> Phase.extra) & 1) !== 0;
    plan.buildSteps(tables, fakeSteps(tables, plan, extraOff), everything);
    this.#scene.data.uploadInstances(plan);
    for (let at = 0; at < plan.count * 8; at += 8) {
      const job = plan.groups[at + Group.job]!,
        first = plan.groups[at + Group.first]!,
        isEffect = plan.groups[at + Group.kind] === 2,
        count = isEffect ? 1 : plan.groups[at + Group.count]!,
        step = plan.groups[at + Group.step]!;
      this.#count(kFakeStepNames[step]!, count);
      if (isEffect) this.drawEffect(first);
      else if (step === FakeStep.extra) this.drawExtra('EXTRA', job, first, count);
      else if (step === FakeStep.blended) this.drawExtra('FAKE_BLEND', job, first, count);
      else {
        if (step === FakeStep.base)
          this.#setState('lightmap', () => {
            this.#blend(undefined, undefined, true, true, true);
            gl.depthFunc(gl.LESS);
            gl.depthMask(true);
          });
        else this.#setState('multiply', () => this.#blend(gl.DST_COLOR, gl.ZERO, true, false, true));
        this.surface(step === FakeStep.base ? 'FAKE_BASE' : 'MUL', job);
        this.drawJobs(job, first, count);
      }
    }
  }

  // -- lines

  #runWireframe(tables: WorldTables): void {
    this.#lines.clear();
    wireframe(tables, this.#lines);
    this.#count('wire', tables.get('numbers')[Count.wireJobs]!);
    this.#drawLines();
  }

  #drawPhysics(tables: WorldTables, outline: WorldOutline): void {
    this.#lines.clear();
    physicsLines(tables, outline, this.#lines);
    this.#drawLines();
  }

  #drawLines(): void {
    const { gl } = this,
      { data, ends } = this.#lines;
    if (ends === 0) return;
    this.#state = '';
    this.#blend(undefined, undefined, true, true, false);
    this.program('lines');
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#lineBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STREAM_DRAW, 0, ends * 6);
    gl.bindVertexArray(this.#lineArray);
    ++this.#counts.drawCalls;
    gl.drawArrays(gl.LINES, 0, ends);
  }
}
