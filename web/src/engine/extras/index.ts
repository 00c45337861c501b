// The engine's extras, a script of its own: overlays, particles, lamps, the order of glass, what lies under a pointer, images
// of blocks, and files out of archives.

import boneFrag from '../../../../shaders/bone.frag.glsl';
import boneVert from '../../../../shaders/bone.vert.glsl';
import color from '../../../../shaders/color.glsl';
import flatFrag from '../../../../shaders/flat.frag.glsl';
import lampShader from '../../../../shaders/lamps.glsl';
import lineFrag from '../../../../shaders/line.frag.glsl';
import lineVert from '../../../../shaders/line.vert.glsl';
import overlayVert from '../../../../shaders/overlay.vert.glsl';
import particleFrag from '../../../../shaders/particle.frag.glsl';
import particleVert from '../../../../shaders/particle.vert.glsl';
import pointFrag from '../../../../shaders/point.frag.glsl';
import pointVert from '../../../../shaders/point.vert.glsl';
import pose from '../../../../shaders/pose.glsl';
import { Particles } from '../gl/particles';
import type { Programs, ProgramSource } from '../gl/program';
import { lampsOf } from '../lamps';
import { Overlays } from '../overlays';
import type { FrameInputs, RenderModel } from '../renderModel';
import type { ToolHost } from '../tools/toolHost';
import { orderTranslucent } from '../translucent';
import type { Extras } from './extras';

const kShaders: Readonly<Record<string, ProgramSource>> = {
  overlay: { vertex: [pose, overlayVert], fragment: [flatFrag] },
  line: { vertex: [lineVert], fragment: [lineFrag] },
  bone: { vertex: [boneVert], fragment: [boneFrag] },
  point: { vertex: [pointVert], fragment: [pointFrag] },
  particle: { vertex: [particleVert], fragment: [color, particleFrag] },
};

export { blockUpload } from '../gl/blocks';
export { notePlaces } from '../points';
export { pickAt } from './pick';
export { plainFile } from '../../archives/unpack';

class Over implements Extras {
  readonly lampsOf = lampsOf;
  readonly orderTranslucent = orderTranslucent;
  private readonly particles: Particles;
  private readonly overlays: Overlays;

  constructor(gl: WebGL2RenderingContext, programs: Programs) {
    for (const [name, source] of Object.entries(kShaders)) programs.add(name, source);
    programs.addChunk('LAMPS', 'fragment', lampShader);
    this.particles = new Particles(gl, programs);
    this.overlays = new Overlays(gl, programs);
  }

  draw(picture: FrameInputs, renderModel: RenderModel, toolHost?: ToolHost): void {
    this.particles.draw(renderModel, picture.view);
    this.overlays.draw(picture, renderModel, toolHost);
  }
}

export const makeExtras = (gl: WebGL2RenderingContext, programs: Programs): Extras => new Over(gl, programs);

declare module '../lazyScripts' {
  interface Extras {
    makeExtras: typeof makeExtras;
  }
}
