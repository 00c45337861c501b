// The formats that open, a line for each family: on the start page, and where a file is of none of them.

import { h } from './dom';
import { t } from './language';

/** A test compares them with the table of formats. */
const families = (): [string, string][] => [
  [t('Quake and Doom'), 'MD5 · MD3 · MD2 · MDL'],
  [t('Cube and DarkPlaces'), 'IQM · IQE'],
  ['carpg', 'QMSH'],
  [t('Scenes'), 'glTF · GLB · KRI · pivot'],
  [t('Worlds and songs'), 'world.json · V2M · VFX'],
  [t('Archives'), 'zip · pk3 · pk4 · PAK'],
];

export const familyList = (): HTMLElement =>
  h(
    'dl',
    { class: 'families', attributes: { 'aria-label': t('Formats') } },
    ...families().map(([family, formats]) =>
      h('div', {}, h('dt', { text: family }), h('dd', { text: formats, attributes: { translate: 'no' } })),
    ),
  );
