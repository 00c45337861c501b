// What declarations beside the models say of the materials that meshes name, from the report of the document.

import type { Report } from '../core/report';

export interface DeclaredMaterial {
  /** Its declaration. */
  file: string;
  /** Paths of images, as they are written there. */
  images: readonly string[];
}

/** By the names of materials in `materialKey`'s form. */
export type DeclaredMaterials = ReadonlyMap<string, DeclaredMaterial>;

/** As engines compare names of materials: without case, slashes and ending. */
export const materialKey = (name: string): string =>
  name
    .replaceAll('\\', '/')
    .toLowerCase()
    .replace(/\.[^./]*$/, '');

export function declaredMaterials({ info }: Pick<Report, 'info'>): DeclaredMaterials {
  const found = new Map<string, DeclaredMaterial>();
  for (const { name, declaration, slots } of info.materials) {
    if (!declaration) continue;
    const images = slots.flatMap(({ texture }) => (texture === null ? [] : (info.textures[texture]?.name ?? [])));
    found.set(materialKey(name), { file: declaration.file, images: [...new Set(images)] });
  }
  return found;
}
