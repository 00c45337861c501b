// The programs of worlds, compiled when first used.

import { VitrineError } from '../../base/errors';
import blurFrag from '../../../../shaders/world/blur.frag.glsl';
import camera from '../../../../shaders/world/camera.glsl';
import finishFrag from '../../../../shaders/world/finish.frag.glsl';
import job from '../../../../shaders/world/job.glsl';
import lettersVert from '../../../../shaders/world/letters.vert.glsl';
import linesFrag from '../../../../shaders/world/lines.frag.glsl';
import linesVert from '../../../../shaders/world/lines.vert.glsl';
import plainFrag from '../../../../shaders/world/plain.frag.glsl';
import screenVert from '../../../../shaders/world/screen.vert.glsl';
import spriteFrag from '../../../../shaders/world/sprite.frag.glsl';
import spriteVert from '../../../../shaders/world/sprite.vert.glsl';
import surfaceFrag from '../../../../shaders/world/surface.frag.glsl';
import surfaceVert from '../../../../shaders/world/surface.vert.glsl';

export const kSurfaces = [
  'LIGHTMAP',
  'PREBUMP',
  'LIGHT',
  'MUL',
  'ADD',
  'EXTRA',
  'FAKE_BASE',
  'FAKE_BLEND',
  'DEPTH',
] as const;
export type SurfaceKind = (typeof kSurfaces)[number];
type OtherKind = 'sprite' | 'letters' | 'lines' | 'plain' | 'blur' | 'finish';
export type ProgramKind = SurfaceKind | OtherKind;

const others: Record<OtherKind, { vertex: string[]; fragment: string[] }> = {
  sprite: { vertex: [camera, spriteVert], fragment: [spriteFrag] },
  letters: { vertex: [camera, lettersVert], fragment: [plainFrag] },
  lines: { vertex: [camera, linesVert], fragment: [linesFrag] },
  plain: { vertex: [screenVert], fragment: [plainFrag] },
  blur: { vertex: [screenVert], fragment: [blurFrag] },
  finish: { vertex: [screenVert], fragment: [finishFrag] },
};

export class Program {
  readonly #locations = new Map<string, WebGLUniformLocation | null>();
  /** The picture that its uniforms were set for. */
  picture = -1;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    readonly handle: WebGLProgram,
  ) {}

  at(name: string): WebGLUniformLocation | null {
    let location = this.#locations.get(name);
    if (location === undefined) {
      location = this.gl.getUniformLocation(this.handle, name);
      this.#locations.set(name, location);
    }
    return location;
  }
}

export class WorldPrograms {
  readonly #programs = new Map<ProgramKind, Program>();
  #current: Program | undefined;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** Throws VitrineError GL_PROGRAM. */
  use(kind: ProgramKind): Program {
    let program = this.#programs.get(kind);
    if (!program) {
      program = new Program(this.gl, this.#link(kind));
      this.#programs.set(kind, program);
    }
    if (program !== this.#current) this.gl.useProgram(program.handle);
    this.#current = program;
    return program;
  }

  #link(kind: ProgramKind): WebGLProgram {
    const { gl } = this,
      isSurface = (kSurfaces as readonly string[]).includes(kind),
      source = isSurface
        ? { vertex: [camera, job, surfaceVert], fragment: [camera, job, surfaceFrag] }
        : others[kind as OtherKind],
      program = gl.createProgram();
    const head = `#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n${isSurface ? `#define ${kind}\n` : ''}`;
    for (const [type, chunks] of [
      [gl.VERTEX_SHADER, source.vertex],
      [gl.FRAGMENT_SHADER, source.fragment],
    ] as const) {
      const shader = gl.createShader(type);
      if (!shader) break;
      gl.shaderSource(shader, head + chunks.join('\n'));
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      gl.deleteShader(shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      const log = (gl.getAttachedShaders(program) ?? []).map((shader) => gl.getShaderInfoLog(shader)).join('');
      throw new VitrineError(
        'GL_PROGRAM',
        `The shader program ${kind} did not link: ${log || gl.getProgramInfoLog(program)}`,
      );
    }
    return program;
  }
}
