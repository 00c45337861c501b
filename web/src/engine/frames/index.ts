// What models of stored frames need, a script of its own: their frames on the GPU, images in the colours of a palette,
// and images that take turns.

import frameShader from '../../../../shaders/frames.glsl';

export { makeFrames } from './frames';
export { inColour } from './inColour';
export { takeTurns } from './turns';
export { frameShader };

declare module '../lazyScripts' {
  interface StoredFrames {
    frameShader: string;
  }
}
