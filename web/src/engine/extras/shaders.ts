// The programs of what is drawn over a model.

import color from '../../../../shaders/color.glsl';
import boneFrag from '../../../../shaders/bone.frag.glsl';
import boneVert from '../../../../shaders/bone.vert.glsl';
import flatFrag from '../../../../shaders/flat.frag.glsl';
import lineFrag from '../../../../shaders/line.frag.glsl';
import lineVert from '../../../../shaders/line.vert.glsl';
import overlayVert from '../../../../shaders/overlay.vert.glsl';
import particleFrag from '../../../../shaders/particle.frag.glsl';
import particleVert from '../../../../shaders/particle.vert.glsl';
import pointFrag from '../../../../shaders/point.frag.glsl';
import pointVert from '../../../../shaders/point.vert.glsl';
import pose from '../../../../shaders/pose.glsl';
import type { ProgramSource } from '../gl/program';

export const kShaders: Readonly<Record<string, ProgramSource>> = {
  overlay: { vertex: [pose, overlayVert], fragment: [flatFrag] },
  line: { vertex: [lineVert], fragment: [lineFrag] },
  bone: { vertex: [boneVert], fragment: [boneFrag] },
  point: { vertex: [pointVert], fragment: [pointFrag] },
  particle: { vertex: [particleVert], fragment: [color, particleFrag] },
};
