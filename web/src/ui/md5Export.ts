// MD5 for an engine: options of the exporter, and its files as a zip with the folders of the game.

import { zipSync } from 'fflate';

import { partsOf } from '../verdicts/asks';
import { readReplaced } from '../verdicts/replaced';
import { sequencesOf } from '../verdicts/sequences';
import { coreOptions, gamePath, type Md5Options, modelFolder, targetFor, targets } from '../verdicts/writing';
import { exportedParts } from '../core/exportParts';
import { foldPath } from '../base/mount';
import type { ExportedFile } from '../core/fullCore';
import type { SourceFile } from '../protocol/files';
import { bytesOf } from './check/bytes';
import { h } from './dom';
import { t } from './language';

type Values = Record<string, string | number | boolean>;

/** Without an engine nothing is limited, and the files lie side by side. */
export const kRaw = 'raw';

export const engineChoices = (): [string, string][] => [
  [kRaw, t('Any (no limits)')],
  ...[...targets().values()].map(({ key, title }): [string, string] => [key, title]),
  ['all', t('All of them')],
];

export const engineField = (): HTMLElement =>
  h(
    'label',
    { class: 'export-row' },
    h('span', { text: t('Engine') }),
    h(
      'select',
      { class: 'select', attributes: { name: 'engine' } },
      ...engineChoices().map(([value, text]) => h('option', { text, attributes: { value } })),
    ),
  );

const engineOf = ({ engine }: Values) => (typeof engine === 'string' ? targetFor({ engine }) : undefined);

/** Lower case, as case matters to some engines where players have other systems. */
export const md5Name = (stem: string): string => stem.toLowerCase().replace(/[^a-z0-9_.-]/g, '_') || 'model';

type Replaces = Pick<Md5Options, 'sequences' | 'image' | 'replacedSize'>;

/** The model that an engine's game counts the frames of, where it lies with the one that is shown: NAME.mdl, or tris.md2. */
export async function replacedBy(values: Values, stem: string, files: readonly SourceFile[]): Promise<Replaces> {
  const ending = engineOf(values)?.facts.replaces;
  const fitting = files.filter(({ name }) => ending && foldPath(name).endsWith(`.${ending}`));
  const file =
    fitting.length === 1 ? fitting[0] : fitting.find(({ name }) => foldPath(partsOf(name).name) === foldPath(stem));
  const model = file && readReplaced(await bytesOf(file));
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

/** Fixed, so that the same model gives the same bytes; a zip cannot store an earlier day. */
const kDay = new Date(1980, 0, 1);

export function md5Archive(file: ExportedFile, values: Values, stem: string): Uint8Array {
  const target = engineOf(values),
    name = md5Name(stem);
  const folder = target ? modelFolder(target, name, `models/${name}`) : '';
  const parts = exportedParts(file.bytes, file.report) ?? [];
  return zipSync(
    Object.fromEntries(parts.map((part) => [target ? gamePath(folder, part.name) : part.name, part.bytes])),
    { mtime: kDay },
  );
}
