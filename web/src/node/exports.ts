// Exports of several files: an md5mesh with its animations and companions.

import type { Document } from '../core/document';
import { animationNamesOf, coreOptions, Md5OptionError, type Md5Options, targetFor } from '../verdicts/writing';
import { type ExportKind, exportKinds, type ExportOptions as KindOptions } from '../core/formats';
import type { ExportKindRow } from '../core/rows';
import { VitrineError } from '../base/errors';
import {
  type Check,
  type Checks,
  checkOptions,
  isFiniteNumber,
  isFlag,
  isListOf,
  isObject,
  isText,
  kindOf,
} from '../base/given';
import { type ExportImages, type ImageType, imageTypesOf } from '../core/exportImages';
import { type ExportedPart, exportedParts } from '../core/exportParts';
import * as whole from '../core/fullCore';

/** A file of another format, made of a document. */
export interface ExportedFile extends whole.ExportedFile {
  /** For formats with several files: all of them, the one in `bytes` first. */
  files?: ExportedPart[];
}

export type { Md5Options };

export interface ExportOptions extends KindOptions {
  /** MD5: the engine that the files are for, their name, and what else is asked of them. */
  md5?: Md5Options;
  /** IQM, IQE: names that the game asks for animations by, of actions; for engines that have an iqm.cfg. */
  animNames?: Readonly<Record<string, string>>;
}

/** Names and kinds: the core knows the words and the ranges. */
const exportChecks = {
  ...Object.fromEntries(
    exportKinds.flatMap(({ options }) =>
      options.map(({ name, type, numeric }): [string, Check] => [
        name,
        type === 'switch' ? isFlag : type === 'number' || numeric === true ? isFiniteNumber : isText,
      ]),
    ),
  ),
  md5: isObject,
  animNames: isObject,
} as unknown as Checks<ExportOptions>;

const md5Checks: Checks<Md5Options> = {
  engine: isText,
  profiles: isListOf(isObject),
  name: isText,
  folder: isText,
  tolerance: isFiniteNumber,
  scale: isFiniteNumber,
  front: isText,
  frameRate: isFiniteNumber,
  rootMotion: isText,
  sequences: isListOf(isObject),
  animNames: isObject,
  replacedSize: isFiniteNumber,
  image: isText,
  reduceJoints: isFlag,
  bake: isFlag,
  joints: isFiniteNumber,
  companions: isListOf(isText),
  bindPose: isFlag,
  hidden: isFlag,
  prefixActions: isFlag,
};
const sequenceChecks = { name: isText, frames: isFiniteNumber };

function checkExport(options: ExportOptions): void {
  const refuse = (message: string) => new VitrineError('EXPORT_OPTION', message);
  checkOptions(options, exportChecks, { refuse });
  const { md5 } = options;
  if (!md5) return;
  checkOptions(md5, md5Checks, { refuse, named: (name) => `option "md5.${name}"` });
  for (const sequence of md5.sequences ?? [])
    checkOptions(sequence, sequenceChecks, { refuse, named: (name) => `option "md5.sequences.${name}"` });
}

/** Throws VitrineError when the format cannot hold the document. */
export function converted(
  document: Document,
  kind: ExportKind,
  options: ExportOptions,
  images: (types: readonly ImageType[]) => ExportImages,
): ExportedFile {
  checkExport(options);
  if (kind === 'md5mesh') return convertToMd5(document, options as Md5Request, images);
  const row = exportKinds.find(({ id }) => id === kind),
    types = row?.images === true ? imageTypesOf(true, imagesWanted(row, options)) : [];
  const id = typeof kind === 'object' ? kindOf(kind) : String(kind);
  return parted(whole.exportFile(document, id, withAnimationNames(options), images(types)));
}

/** Where images lie beside a model, they are written for an engine, which looks for them by some name. */
const imagesWanted = (row: ExportKindRow, { engine }: ExportOptions): { imageTypes?: readonly ImageType[] } =>
  row.options.some(({ name }) => name === 'engine') && !engine ? { imageTypes: [] } : {};

/** With the names that the engine plays animations by, where it has a list of them. */
const withAnimationNames = (options: ExportOptions): object =>
  options.engine === undefined ? options : { ...options, animationNames: animationNamesOf(options.engine) };

/** With the files of a format that has several. */
function parted(written: whole.ExportedFile): ExportedFile {
  const files = exportedParts(written.bytes, written.report);
  return files ? { ...written, bytes: files[0]?.bytes ?? written.bytes, files } : written;
}

type Md5Request = {
  md5?: Md5Options;
  hidden?: boolean;
  tolerance?: number;
  reduceJoints?: boolean;
  bake?: boolean;
  joints?: number;
};

function convertToMd5(
  document: Document,
  { md5 = {}, ...given }: Md5Request,
  images: (types: readonly ImageType[]) => ExportImages,
): ExportedFile {
  const options = coreOptions({ ...given, ...md5 }, targetOf(md5));
  return parted(whole.exportFile(document, 'md5mesh', options, images(imageTypesOf(true, options))));
}

function targetOf(md5: Md5Options) {
  try {
    return targetFor(md5);
  } catch (error) {
    if (error instanceof Md5OptionError) throw new VitrineError('EXPORT_OPTION', error.message);
    throw error;
  }
}
