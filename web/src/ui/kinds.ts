// Translated names for kinds in the report. An unknown kind keeps its own name.

import { t } from './language';

const names: Record<string, () => string> = {
  // of nodes
  empty: () => t('empty'),
  joint: () => t('joint'),
  mesh: () => t('mesh'),
  camera: () => t('camera'),
  light: () => t('light'),
  emitter: () => t('emitter'),
  // of cameras
  perspective: () => t('perspective'),
  orthographic: () => t('orthographic'),
  // of lamps
  point: () => t('point light'),
  sun: () => t('sun'),
  spot: () => t('spotlight'),
  hemi: () => t('sky light'),
  area: () => t('area light'),
  // of normals
  computed: () => t('computed'),
  stored: () => t('stored'),
  // of alpha
  opaque: () => t('opaque'),
  mask: () => t('mask'),
  blend: () => t('blend'),
  add: () => t('add'),
  filter: () => t('filter'),
  // of images in a material
  diffuse: () => t('diffuse'),
  normal: () => t('normal map'),
  specular: () => t('specular'),
  emissive: () => t('emissive'),
  alpha: () => t('alpha'),
  height: () => t('height map'),
  reflection: () => t('reflection'),
  other: () => t('other'),
  // of actions
  frames: () => t('frames'),
  poses: () => t('poses'),
  curves: () => t('curves'),
  vertices: () => t('vertices'),
  // of curves
  step: () => t('step'),
  linear: () => t('linear'),
  bezier: () => t('bezier'),
  // of what a page shows
  none: () => t('none'),
  basic: () => t('basic'),
  full: () => t('full'),
};

export const kindName = (kind: string): string => names[kind]?.() ?? kind;
