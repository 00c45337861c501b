// Programs that only the tools draw with.

import capFrag from '../../../../shaders/cap.frag.glsl';
import capVert from '../../../../shaders/cap.vert.glsl';
import labelFrag from '../../../../shaders/label.frag.glsl';
import labelVert from '../../../../shaders/label.vert.glsl';
import type { ProgramSource } from '../gl/program';

export const kShaders: Record<string, ProgramSource> = {
  cap: { vertex: [capVert], fragment: [capFrag] },
  label: { vertex: [labelVert], fragment: [labelFrag] },
};
