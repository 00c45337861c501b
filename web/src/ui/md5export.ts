// MD5 for an engine: what the exporter is asked, and its files as a zip laid out as the game's folder wants them.

import { zipSync } from 'fflate';

import { coreOptions, gamePath, modelFolder, targetFor, targets } from '../core/engines/writing';
import { exportedParts } from '../core/exportparts';
import type { ExportedFile } from '../core/whole';
import { h } from './dom';
import { t } from './language';

type Values = Record<string, string | number | boolean>;

/** Without an engine nothing is limited, and the files lie side by side. */
const kRaw = 'raw';

const engineChoices = (): [string, string][] => [
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

/** Options of the core for what the form says. */
export function md5Request(values: Values, stem: string): object {
  const { tolerance, reduceJoints } = values;
  return coreOptions(
    {
      name: md5Name(stem),
      reduceJoints: reduceJoints === true,
      ...(typeof tolerance === 'number' && { tolerance }),
    },
    engineOf(values),
  );
}

/** Fixed, so that the same model gives the same bytes; a zip knows no earlier day. */
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
