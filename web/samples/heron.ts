import { bodyBones, bodySurface, buildEyes, buildFeathers, buildHorn } from './heron/shape';
import { actions, flight } from './heron/motion';
import { charts, paintBody, paintEye, paintFeather, paintHorn } from './heron/paint';
import { buildSkeleton } from './heron/skeleton';
import { unroll } from './model/atlas';
import { writeMd5Anim, writeMd5Camera, writeMd5Mesh } from './model/md5';
import { Mesh } from './model/mesh';
import { paintWeights } from './model/weights';
import type { Sample } from './sample';

const commandline = 'vitrine samples';

export const heron: Sample = {
  name: 'heron',
  title: 'Heron',
  text: 'A wading bird: one mesh, four actions, a camera path with a cut.',
  action: 'walk',
  build() {
    const skeleton = buildSkeleton();
    const surface = bodySurface();
    const plumage = new Mesh('plumage', 'heron_body');
    const coat = unroll(plumage, surface, paintWeights(surface, bodyBones(skeleton), 5), charts, 512, 512, paintBody);
    const meshes = [plumage, buildFeathers(skeleton), buildHorn(skeleton), buildEyes(skeleton)];
    return [
      { path: 'heron/heron.md5mesh', bytes: writeMd5Mesh(skeleton, meshes, commandline) },
      ...Object.entries(actions(skeleton)).map(([name, clip]) => ({
        path: `heron/${name}.md5anim`,
        bytes: writeMd5Anim(skeleton, meshes, clip, commandline),
      })),
      { path: 'heron/flight.md5camera', bytes: writeMd5Camera(flight.rate, flight.views, flight.cuts, commandline) },
      { path: 'heron/heron_body.png', bytes: coat.png() },
      { path: 'heron/heron_feather.png', bytes: paintFeather().png() },
      { path: 'heron/heron_horn.png', bytes: paintHorn().png() },
      { path: 'heron/heron_eye.png', bytes: paintEye().png() },
    ];
  },
};
