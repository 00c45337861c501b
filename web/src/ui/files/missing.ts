// Files that the shown document names and lacks, and the names that were tried.

import type { Report } from '../../core/report';
import { foldPath } from '../../base/mount';
import { t } from '../language';
import { declaredActions } from '../../core/declared';

export interface Missing {
  kind: 'image' | 'skeleton' | 'action';
  name: string;
  /** Names and paths that were tried. */
  searched: string[];
}

/** Images that materials ask for, skeletons of meshes without bones, and files of declared actions. */
export function missingOf(report: Report): Missing[] {
  const { info, issues, files } = report;
  // Names that are only guesses (a normal map that may lie beside the colours) are no loss.
  const asked = new Set(
    info.materials.flatMap(({ slots }) =>
      slots.flatMap(({ role, texture }) =>
        texture !== null && (role === 'diffuse' || /\.\w{3,4}$/.test(info.textures[texture]?.name ?? ''))
          ? [texture]
          : [],
      ),
    ),
  );
  const images = info.textures.flatMap(({ name, status, searched }, index): Missing[] =>
    status !== 'found' && asked.has(index) && name !== '' ? [{ kind: 'image', name, searched }] : [],
  );
  const skeletons = issues.messages.flatMap(({ code, source }): Missing[] =>
    code === 'QMSH_SKELETON_MISSING'
      ? [
          {
            kind: 'skeleton',
            name: source,
            searched: files.filter(({ role }) => role === 'mesh').map(({ name }) => name),
          },
        ]
      : [],
  );
  const there = files.map(({ name }) => foldPath(name));
  const actions = declaredActions(report).flatMap(({ name, file, source }): Missing[] => {
    const wanted = foldPath(file),
      base = wanted.slice(wanted.lastIndexOf('/') + 1);
    const found = there.some((path) => path === base || path.endsWith(`/${base}`));
    return found ? [] : [{ kind: 'action', name, searched: [file, `(${source})`] }];
  });
  return [...skeletons, ...actions, ...images];
}

/** Description of the kind of file. */
export function kindText({ kind }: Missing): string {
  return kind === 'image' ? t('image') : t('animation');
}
