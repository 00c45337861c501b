// Rules about models with vertex frames that need numbers: each finds where a profile's limit is broken.

import type { Counted, CountName, FrameModel, Surface } from './frameModel';
import type { Hit } from './meshRules';
import type { ProfileRule } from './profile';

type FrameRule = (model: FrameModel, rule: ProfileRule) => readonly Hit[];

const over = ({ value, offset }: Counted, limit: number | undefined): Hit[] =>
  limit !== undefined && value > limit ? [{ offset, found: value, limit }] : [];
const under = ({ value, offset }: Counted, limit: number | undefined): Hit[] =>
  limit !== undefined && value < limit ? [{ offset, found: value, limit }] : [];

const ofModel =
  (name: CountName, broken: typeof over): FrameRule =>
  ({ counts }, { limit }) => {
    const counted = counts[name];
    return counted ? broken(counted, limit) : [];
  };

/** The first surface that breaks it, with the number of those. */
const ofSurfaces =
  (count: (surface: Surface) => Counted, broken: typeof over): FrameRule =>
  ({ surfaces }, { limit }) => {
    const hits = surfaces.flatMap((surface) => broken(count(surface), limit));
    return hits[0] ? [{ ...hits[0], count: hits.length }] : [];
  };

const vertices = ({ vertices: counted }: Surface): Counted => counted,
  triangles = ({ triangles: counted }: Surface): Counted => counted;

/** What an engine does with every model that has a surface. */
const always: FrameRule = ({ surfaces: [first] }) => (first ? [{ offset: first.offset }] : []);

export const frameRules: Readonly<Record<string, FrameRule>> = {
  'file.version': ({ version: { value, offset } }, { values }) =>
    values && !values.includes(value) ? [{ offset, found: value, limit: values.join(', ') }] : [],
  'verts.min': ofModel('vertices', under),
  'verts.max': ofModel('vertices', over),
  'verts.many': ofModel('vertices', over),
  'uvs.min': ofModel('uvs', under),
  'tris.min': ofModel('triangles', under),
  'tris.max': ofModel('triangles', over),
  'tris.many': ofModel('triangles', over),
  'frames.min': ofModel('frames', under),
  'frames.max': ofModel('frames', over),
  // Those of an MDL with the members of groups.
  'frames.first': ({ counts: { poses, frames } }, { limit }) =>
    (poses ?? frames) ? over((poses ?? frames)!, limit) : [],
  'poses.max': ofModel('poses', over),
  'skins.min': ofModel('skins', under),
  'skins.max': ofModel('skins', over),
  'skins.first': ofModel('skins', over),
  'skin.height': ofModel('height', over),
  'skin.group_max': ofModel('group', over),
  'surfaces.min': ofModel('surfaces', under),
  'surfaces.max': ofModel('surfaces', over),
  'tags.max': ofModel('tags', over),
  'surface.verts_min': ofSurfaces(vertices, under),
  'surface.verts_max': ofSurfaces(vertices, over),
  'surface.tris_min': ofSurfaces(triangles, under),
  'surface.tris_max': ofSurfaces(triangles, over),
  'uv.precision': always,
  'uv.whole_texels': always,
};
