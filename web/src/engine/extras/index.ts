// The engine's extras, a script of its own: overlays, particles, lamps, the order of glass, what lies under a pointer, images
// of blocks, and files out of archives.

import frameShader from '../../../../shaders/frames.glsl';
import lampShader from '../../../../shaders/lamps.glsl';
import type { RenderModel, FrameInputs } from '../renderModel';
import { Particles } from '../gl/particles';
import type { Programs } from '../gl/program';
import { lampsOf } from '../lamps';
import { Overlays } from '../overlays';
import type { ToolHost } from '../tools/toolHost';
import { orderTranslucent } from '../translucent';
import type { Extras } from './extras';
import { kShaders } from './shaders';

export { blockUpload } from '../gl/blocks';
export { beforePose } from './beforePose';
export { inColour } from './inColour';
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
    programs.addChunk('GPU_FRAMES', 'vertex', frameShader);
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
