// Animations and links that declarations and configurations beside the models name, from the report of the document.

import { foldPath } from '../base/mount';
import type { Report, Vec3, Vec4 } from './report';

export interface NamedAction {
  name: string;
  file: string;
  /** The declaration. */
  source: string;
}

/** A model that hangs on a joint of another. */
export interface NamedLink {
  /** Files of the models. */
  parent: string;
  child: string;
  joint: string;
  /** From the joint, in its space. */
  offset: Vec3;
  /** Quaternion x, y, z, w. */
  rotation: Vec4;
}

/** One of the files in info.format. */
interface DeclaredFile {
  name: string;
  models?: { mesh: string | null; animations: { name: string; file: string }[] }[];
  /** Of formats that are no declarations (QMSH) the file's own actions, which name no file. */
  animations?: { name: string; file?: string }[];
  links?: NamedLink[];
}

const declaredFiles = ({ info }: Report): DeclaredFile[] => (info.format?.files ?? []) as DeclaredFile[];

/** Those of the open models; those that a declaration (.def) lists for other models of the game are ignored. */
export function declaredActions(report: Report): NamedAction[] {
  const here = report.files.map(({ name }) => foldPath(name));
  const isHere = (mesh: string): boolean => here.some((path) => path.endsWith(foldPath(mesh).split('/').at(-1)!));
  return declaredFiles(report).flatMap(({ name: source, models = [], animations = [] }) =>
    [
      ...animations,
      ...models
        .filter(({ mesh }) => mesh !== null && mesh !== '' && isHere(mesh))
        .flatMap(({ animations: ofModel }) => ofModel),
    ].flatMap(({ name, file }) => (file === undefined ? [] : [{ name, file, source }])),
  );
}

export const declaredLinks = (report: Report): NamedLink[] => declaredFiles(report).flatMap(({ links = [] }) => links);
