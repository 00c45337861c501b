// Whether files can be read as they are now, and which companions they ask for.

import { basename, dirname } from 'node:path';

import type { InputFile } from '../../core/document';
import type { ReadOptions } from '../../core/formats';
import type { SourcedReport } from '../commands/convert';
import type { Output } from '../outputs';
import { FileKinds } from '../../core/fileKinds';
import { isImageName } from '../../core/names';
import { paletteNameOf } from '../../images/paletted';
import type { FormatInfo, Issue } from '../../core/report';
import { ending } from '../files';
import { type Vitrine, type VitrineDocument, VitrineError } from '../index';
import { isWorldName } from '../worldFiles';
import { besideIn, type Disk, type DiskFile } from './disk';

/** Result of a document: files that wait to be written, or why there are none. */
export interface Made {
  /** The document's path. */
  key: string;
  output: string;
  files: Output[];
  report?: SourcedReport;
  fault?: string;
}

/** Result of opening files together. */
export interface Finding {
  /** What was made of the document while it was open. */
  made?: Made | undefined;
  shown: boolean;
  errors: number;
  first?: Pick<Issue, 'source' | 'message' | 'line' | 'column'>;
  /** Paths of what they ask for and have beside them. */
  companions: readonly string[];
  /** Names of what they ask for and do not have. */
  missing: readonly string[];
}

/** More names than these are not waited for. */
const kMostMissing = 64;
/** More groups than these are handed out unread. */
const kMostGroups = 24;

export interface Group {
  /** The path of its model, if it has one. */
  key: string;
  files: readonly DiskFile[];
}

/** Files that form a document each: a model with all that lies in its folder, or everything where there is one model. */
export function groupsOf(files: readonly DiskFile[], formats: readonly FormatInfo[]): Group[] {
  const known = new Set(formats.flatMap(({ extensions }) => extensions.map((one) => one.split('.').at(-1)!)));
  const worlds = files.filter(({ path }) => isWorldName(path)),
    own = files.filter(({ path }) => !isWorldName(path) && (known.has(ending(path)) || isImageName(path)));
  const kinds = new FileKinds(formats),
    paths = own.map(({ path }) => path),
    named = kinds.modelsAmong(paths),
    companyOf = kinds.companyAmong(paths);
  const isModel = ({ path }: DiskFile): boolean => named(path);
  const models = own.filter(isModel);
  const others = new Set(models.flatMap(({ path }) => companyOf(path)));
  const besideModels = (path: string): DiskFile[] => {
    const company = companyOf(path);
    return own.filter(
      (file) =>
        company.includes(file.path) ||
        (!isModel(file) && !others.has(file.path) && dirname(file.path) === dirname(path)),
    );
  };
  const all: Group[] =
    models.length > 1
      ? models.map((model) => ({ key: model.path, files: [model, ...besideModels(model.path)] }))
      : own.some(({ path }) => !isImageName(path))
        ? [{ key: models[0]?.path ?? '', files: own }]
        : [];
  return [...worlds.map((world) => ({ key: world.path, files: [world] })), ...all].slice(0, kMostGroups);
}

/** Made of a document that was read without or with errors. */
export type Make = (document: VitrineDocument, group: Group, errors: number) => Made | undefined;

/** Reads one group. Names of files are their paths. */
export function verify(vitrine: Vitrine, group: Group, disk: Disk, read: ReadOptions, make?: Make): Finding {
  const { files } = group;
  const companions = new Set<string>(),
    missing = new Set<string>();
  const folders = new Set(files.map(({ path }) => dirname(path)));
  const beside = (name: string): Uint8Array | undefined => {
    const path = besideIn(folders, name),
      file = path === undefined ? undefined : disk.read(path);
    if (file) companions.add(file.path);
    else missing.add(name);
    return file?.bytes;
  };
  const found = (shown: boolean, errors: number, first?: Finding['first']): Finding => ({
    shown,
    errors,
    ...(first && { first }),
    companions: [...companions],
    missing: [...missing].slice(0, kMostMissing),
  });
  try {
    const [first] = files;
    if (first && isWorldName(first.path)) {
      const world = vitrine.world(first.bytes, beside);
      world.dispose();
      return found(true, 0);
    }
    const { animations = [], ...others } = read;
    const isNamed = ({ path }: DiskFile): boolean => animations.includes(path);
    const named = (list: readonly DiskFile[]): InputFile[] => list.map(({ path, bytes }) => ({ name: path, bytes }));
    const document = vitrine.load(named(files.filter((file) => !isNamed(file))), {
      resolve: beside,
      animations: named(files.filter(isNamed)),
      ...others,
    });
    try {
      const { messages, numErrors } = document.report.issues,
        palettes = document.report.info.textures.map(({ file }) => file && paletteNameOf(file));
      for (const name of new Set(palettes)) if (name) beside(name);
      const made = make?.(document, group, numErrors);
      return {
        ...found(
          document.shown,
          numErrors,
          messages.find(({ severity }) => severity === 0),
        ),
        made,
      };
    } finally {
      document.dispose();
    }
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error;
    const issue = error.issues.find(({ severity }) => severity === 0);
    return found(false, Math.max(1, error.issues.length), issue ?? { source: '', message: error.message });
  }
}

/** `hero.md5mesh:12:3: expected …`, without the folders. */
export const placed = ({ source, line, column, message }: NonNullable<Finding['first']>): string =>
  `${source === '' ? '' : `${basename(source)}${line === undefined ? '' : `:${line}:${column}`}: `}${message}`;

/** False for an image whose end is missing, as far as its first bytes state where that would be. */
export function isWhole(path: string, bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    last = bytes.length;
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return last >= 12 && view.getUint32(last - 8) === 0x49454e44;
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return bytes.subarray(-64).includes(0xd9);
  if (ending(path) === 'tga' && last >= 18 && (bytes[2] === 2 || bytes[2] === 3)) {
    const pixels = view.getUint16(12, true) * view.getUint16(14, true);
    return last >= 18 + bytes[0]! + (pixels * bytes[16]!) / 8;
  }
  return true;
}
