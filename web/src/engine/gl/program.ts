// Programs by name, compiled when first used or before. A key like `mesh+GPU_SKIN` adds the define to both shaders.

import { VitrineError } from '../../base/errors';
import blurFrag from '../../../../shaders/blur.frag.glsl';
import color from '../../../../shaders/color.glsl';
import groundFrag from '../../../../shaders/ground.frag.glsl';
import groundVert from '../../../../shaders/ground.vert.glsl';
import light from '../../../../shaders/light.glsl';
import meshFrag from '../../../../shaders/mesh.frag.glsl';
import meshVert from '../../../../shaders/mesh.vert.glsl';
import occlusionFrag from '../../../../shaders/occlusion.frag.glsl';
import occlusionVert from '../../../../shaders/occlusion.vert.glsl';
import poseChunk from '../../../../shaders/pose.glsl';
import backdropFrag from '../../../../shaders/backdrop.frag.glsl';
import backdropVert from '../../../../shaders/backdrop.vert.glsl';

const sources = {
  mesh: { vertex: [poseChunk, meshVert], fragment: [color, light, meshFrag] },
  occlusion: { vertex: [poseChunk, occlusionVert], fragment: [occlusionFrag] },
  backdrop: { vertex: [backdropVert], fragment: [color, backdropFrag] },
  blur: { vertex: [backdropVert], fragment: [blurFrag] },
  ground: { vertex: [groundVert], fragment: [groundFrag] },
} as const;
type ProgramName = keyof typeof sources;
export interface ProgramSource {
  vertex: readonly string[];
  fragment: readonly string[];
}
export type Define =
  | 'GPU_SKIN'
  | 'GPU_FRAMES'
  | 'CLAY'
  | 'SHOW'
  | 'MORE'
  | 'NORMALS'
  | 'TANGENTS'
  | 'LAMPS'
  | 'NORMAL_MAP'
  | 'CUTOUT'
  | 'SECTION'
  | 'HEAT'
  | 'POINTS'
  | 'LIGHT';

interface Uniform {
  /** Null where the driver found no use for it. */
  location: WebGLUniformLocation | null;
  /** What it holds, once it has been set. */
  held?: number | number[];
}

/** True where a uniform held these numbers; it does from here on. */
function holds(uniform: Uniform, value: ArrayLike<number>): boolean {
  if (typeof uniform.held !== 'object') {
    uniform.held = Array.from(value);
    return false;
  }
  const { held } = uniform;
  let same = true;
  for (let i = 0; i < held.length; ++i) {
    same &&= held[i] === value[i];
    held[i] = value[i]!;
  }
  return same;
}

export class Program {
  /** A program keeps what its uniforms hold: to look here costs less than to tell the driver again. */
  readonly #uniforms = new Map<string, Uniform>();

  constructor(
    private readonly gl: WebGL2RenderingContext,
    readonly handle: WebGLProgram,
  ) {}

  use(): this {
    this.gl.useProgram(this.handle);
    return this;
  }

  /** Sets a uniform by the length of what is given: 1 to 4 numbers, a 3x3 (9) or 4x4 (16) matrix. */
  set(name: string, value: number | ArrayLike<number>): this {
    const { gl } = this,
      uniform = this.#uniform(name),
      { location } = uniform;
    if (!location) return this;
    if (typeof value === 'number') {
      if (uniform.held !== value) gl.uniform1f(location, value);
      uniform.held = value;
      return this;
    }
    if (holds(uniform, value)) return this;
    const v = value as Float32List;
    switch (value.length) {
      case 2:
        gl.uniform2fv(location, v);
        break;
      case 3:
        gl.uniform3fv(location, v);
        break;
      case 4:
        gl.uniform4fv(location, v);
        break;
      case 9:
        gl.uniformMatrix3fv(location, false, v);
        break;
      case 16:
        gl.uniformMatrix4fv(location, false, v);
        break;
    }
    return this;
  }

  /** An array of vec4s. */
  setVec4s(name: string, values: Float32Array): this {
    this.gl.uniform4fv(this.#uniform(name).location, values);
    return this;
  }

  setInt(name: string, value: number): this {
    const uniform = this.#uniform(name);
    if (uniform.held !== value) this.gl.uniform1i(uniform.location, value);
    uniform.held = value;
    return this;
  }

  bindTexture(name: string, unit: number, texture: WebGLTexture | null): this {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    return this.setInt(name, unit);
  }

  #uniform(name: string): Uniform {
    let uniform = this.#uniforms.get(name);
    if (!uniform) {
      uniform = { location: this.gl.getUniformLocation(this.handle, name) };
      this.#uniforms.set(name, uniform);
    }
    return uniform;
  }
}

/** Programs that are compiled and linked, or on their way. */
export class Programs {
  readonly #ready = new Map<string, Program>();
  /** Sent, but not asked about: that would wait for the driver. */
  readonly #linking = new Map<string, WebGLProgram>();
  readonly #more = new Map<string, ProgramSource>();
  /** Code that a define adds to shaders. */
  readonly #chunks = new Map<Define, Partial<Record<keyof ProgramSource, string>>>();

  constructor(private readonly gl: WebGL2RenderingContext) {
    // Where a driver compiles on other threads, this is what lets it.
    gl.getExtension('KHR_parallel_shader_compile');
  }

  /** A program of a script that came later. */
  add(name: string, source: ProgramSource): void {
    this.#more.set(name, source);
  }

  /** Before the last part of each shader of the kind that is made with the define. */
  addChunk(define: Define, kind: keyof ProgramSource, text: string): void {
    this.#chunks.set(define, { [kind]: text });
  }

  /** Has a program made that will soon be used, without waiting for it. */
  prepare(name: string, ...defines: Define[]): void {
    const key = [name, ...defines].join('+');
    if (!this.#ready.has(key) && !this.#linking.has(key)) this.#linking.set(key, this.#link(name, defines));
  }

  use(name: string, ...defines: Define[]): Program {
    const key = [name, ...defines].join('+');
    const program = this.#ready.get(key) ?? this.#finish(key, this.#linking.get(key) ?? this.#link(name, defines));
    return program.use();
  }

  #finish(key: string, linked: WebGLProgram): Program {
    this.#linking.delete(key);
    this.#check(key, linked);
    const program = new Program(this.gl, linked);
    this.#ready.set(key, program);
    return program;
  }

  #link(name: string, defines: Define[]): WebGLProgram {
    const { gl } = this,
      source = this.#more.get(name) ?? sources[name as ProgramName],
      program = gl.createProgram();
    const head = `#version 300 es\nprecision highp float;\nprecision highp int;\n${defines.map((d) => `#define ${d}\n`).join('')}`;
    for (const [type, kind] of [
      [gl.VERTEX_SHADER, 'vertex'],
      [gl.FRAGMENT_SHADER, 'fragment'],
    ] as const) {
      const parts = source[kind],
        more = defines.flatMap((define) => this.#chunks.get(define)?.[kind] ?? []);
      const chunks = [...parts.slice(0, -1), ...more, ...parts.slice(-1)];
      const shader = gl.createShader(type);
      if (!shader) break;
      gl.shaderSource(shader, head + chunks.join('\n'));
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      gl.deleteShader(shader);
    }
    gl.linkProgram(program);
    return program;
  }

  #check(name: string, program: WebGLProgram): void {
    const { gl } = this;
    if (gl.getProgramParameter(program, gl.LINK_STATUS) || gl.isContextLost()) return;
    const log = (gl.getAttachedShaders(program) ?? []).map((shader) => gl.getShaderInfoLog(shader)).join('');
    throw new VitrineError('GL_PROGRAM', `The shader ${name} did not link: ${log || gl.getProgramInfoLog(program)}`);
  }
}
