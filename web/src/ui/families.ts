// The formats that open, a line for each family: on the start page, and where a file is of none of them.

import { h } from './dom';
import formats from './families.json';
import { t } from './language';

/** A test compares them with the table of formats. */
const families = (): [string, string][] => [
  [t('Quake and Doom'), formats.games],
  [t('Cube and DarkPlaces'), formats.cubes],
  ['carpg', formats.carpg],
  [t('Scenes'), formats.scenes],
  [t('Worlds and songs'), formats.worlds],
  [t('Archives'), formats.archives],
];

export const familyList = (): HTMLElement =>
  h(
    'dl',
    { class: 'families', attributes: { 'aria-label': t('Formats') } },
    ...families().map(([family, list]) =>
      h('div', {}, h('dt', { text: family }), h('dd', { text: list, attributes: { translate: 'no' } })),
    ),
  );
