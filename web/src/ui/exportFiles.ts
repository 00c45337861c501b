// What the page writes now and then: MD5 with the folders of a game and all that is known of its engine, zip archives, SARIF.
// Fetched when it is needed.

import { type Zippable, zipSync } from 'fflate';

import { partsOf } from '../verdicts/asks';
import { readReplaced, sequencesOf } from '../verdicts/replaced';
import {
  animationNamesOf,
  coreOptions,
  gamePath,
  type Md5Options,
  modelFolder,
  targetFor,
  targets,
} from '../verdicts/writing';
export { sarifLog } from '../core/sarif';
import { exportedParts } from '../core/exportParts';
import { foldPath } from '../base/mount';
import type { ExportedFile } from '../core/fullCore';
import type { SourceFile } from '../protocol/files';

type Values = Record<string, string | number | boolean>;

/** Keys and titles of the engines that MD5 is written for. */
export const engines = (): [string, string][] =>
  [...targets().values()].map(({ key, title }): [string, string] => [key, title]);

const engineOf = ({ engine }: Values) => (typeof engine === 'string' ? targetFor({ engine }) : undefined);

/** Lower case, as case matters to some engines where players have other systems. */
export const md5Name = (stem: string): string => stem.toLowerCase().replace(/[^a-z0-9_.-]/g, '_') || 'model';

type Replaces = Pick<Md5Options, 'sequences' | 'image' | 'replacedSize'>;

/** The model that an engine's game counts the frames of, where it lies with the one that is shown: NAME.mdl, or tris.md2. */
export async function replacedBy(
  values: Values,
  stem: string,
  files: readonly SourceFile[],
  read: (file: SourceFile) => Promise<Uint8Array>,
): Promise<Replaces> {
  const ending = engineOf(values)?.facts.replaces;
  const fitting = files.filter(({ name }) => ending && foldPath(name).endsWith(`.${ending}`));
  const file =
    fitting.length === 1 ? fitting[0] : fitting.find(({ name }) => foldPath(partsOf(name).name) === foldPath(stem));
  const model = file && readReplaced(await read(file));
  if (!model) return {};
  const [skin] = model.skinNames;
  return {
    sequences: sequencesOf(model.frameNames),
    replacedSize: model.size,
    ...(skin && { image: partsOf(skin).name }),
  };
}

/** Options of the core from the form. */
export function md5Request(values: Values, stem: string, replaced: Replaces): object {
  return coreOptions({ ...(values as Md5Options), ...replaced, name: md5Name(stem) }, engineOf(values));
}

/** Options of the core for another kind with companions, from the form. */
export const namedRequest = (values: Values, stem: string): object => ({
  ...values,
  name: md5Name(stem),
  animationNames: animationNamesOf(String(values.engine ?? '')),
  // Images are written for an engine, which looks for them by some name.
  ...(!values.engine && { imageTypes: [] }),
});

/** Fixed, so that the same model gives the same bytes; a zip cannot store an earlier day. */
const kDay = new Date(1980, 0, 1);

export const zipped = (files: Zippable): Uint8Array => zipSync(files, { mtime: kDay });

/** Of the parts of an export; those of an md5mesh lie in the folders of the game. */
export function archive(values: Values, stem: string, file: ExportedFile): Uint8Array {
  const target = file.report.kind === 'md5mesh' ? engineOf(values) : undefined,
    name = md5Name(stem);
  const folder = target ? modelFolder(target, name, `models/${name}`) : '';
  const parts = exportedParts(file.bytes, file.report) ?? [];
  return zipped(
    Object.fromEntries(parts.map((part) => [target ? gamePath(folder, part.name) : part.name, part.bytes])),
  );
}
