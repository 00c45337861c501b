// What models of stored frames need, a script of its own: their frames on the GPU, and images in the colours of a palette.

import frameShader from '../../../../shaders/frames.glsl';

export { makeFrames } from './frames';
export { inColour } from './inColour';
export { frameShader };

declare module '../lazyScripts' {
  interface StoredFrames {
    frameShader: string;
  }
}
