// The formats that have views of their own, by the id of their rows.

import { kri } from './kri';
import { md5 } from './md5';
import { pivot } from './pivot';
import { qmsh } from './qmsh';
import { sections } from './sections';
import { v2m } from './v2m';
import { vfx } from './vfx';
import type { FormatView } from './view';

export const formatViews: Readonly<Record<string, FormatView | undefined>> = {
  gltf: sections,
  iqm: sections,
  kri,
  md5,
  pivot,
  qmsh,
  v2m,
  vfx,
};

/** Files that dress models of any format. */
export const isLook = (name: string): boolean => Object.values(formatViews).some((view) => view?.isLook?.(name));
