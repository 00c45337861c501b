// Export formats and their options: the members of the core's options object.

import { joined, t } from './language';

export interface Choice {
  /** Member of the options object. */
  name: string;
  label: string;
  values: readonly [value: string, label: string][];
}
export interface Switch {
  name: string;
  label: string;
  /** Effect of the option, as a sentence. */
  title: string;
  on: boolean;
}
/** A number that may be left to the exporter. */
export interface Measure {
  name: string;
  label: string;
  title: string;
  least: number;
  most: number;
}
export interface ExportKind {
  id: string;
  title: string;
  choices: readonly Choice[];
  switches: readonly Switch[];
  measures: readonly Measure[];
}

const dialects = (): [string, string][] =>
  ['LE', 'BE'].flatMap((order) =>
    ['total', 'roots'].flatMap((objects) =>
      ['index', 'triangle'].map((counts): [string, string] => {
        const counted = objects === 'total' ? t('all objects') : t('root objects');
        const text = joined([order, counted, counts === 'index' ? t('indices') : t('triangles')], ', ');
        return [`${order}/${objects}/${counts}`, text];
      }),
    ),
  );

export const exportKinds = (): readonly ExportKind[] => [
  {
    id: 'glb',
    title: t('glTF 2.0 binary (.glb)'),
    choices: [],
    switches: [
      {
        name: 'hidden',
        label: t('Include hidden meshes'),
        title: t('Export the meshes of hidden objects and of materials that are not drawn'),
        on: false,
      },
    ],
    measures: [],
  },
  {
    id: 'scene',
    title: t('KRI scene (.scene)'),
    choices: [
      {
        name: 'generation',
        label: t('Layout'),
        values: [
          ['last', t('November 2011 (latest)')],
          ['seed', t('March 2010, fixed strings')],
        ],
      },
    ],
    switches: [
      {
        name: 'processQuaternions',
        label: t('Process quaternions'),
        title: t('Clone vertices and divide triangles until no triangle mixes quaternions of both signs'),
        on: true,
      },
      {
        name: 'closeTJunctions',
        label: t('Close T-junctions'),
        title: t('Also divide the neighbours of divided edges, to avoid cracks'),
        on: true,
      },
    ],
    measures: [],
  },
  {
    id: 'qmsh',
    title: t('QMSH binary (.qmsh)'),
    choices: [
      {
        name: 'version',
        label: t('Version'),
        values: [22, 10, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12].map((v): [string, string] => [String(v), String(v)]),
      },
    ],
    switches: [
      {
        name: 'everyFrame',
        label: t('Key every frame'),
        title: t('Write a key for every frame of curved or cyclic curves instead of only their points'),
        on: false,
      },
      {
        name: 'legacy',
        label: t('Bugs of the original converter'),
        title: t('Rotate objects on an armature twice and ignore its scale'),
        on: false,
      },
    ],
    measures: [],
  },
  {
    id: 'qmsh.tmp',
    title: t('QMSH text (.qmsh.tmp)'),
    choices: [],
    switches: [],
    measures: [
      {
        name: 'autoSmooth',
        label: t('Auto-smooth'),
        title: t('Angle of smooth edges in degrees; leave empty for the angle that keeps most normals'),
        least: 0,
        most: 180,
      },
    ],
  },
  {
    id: 'pivot',
    title: t('Pivot scene (.pivot)'),
    choices: [{ name: 'dialect', label: t('Dialect'), values: dialects() }],
    switches: [],
    measures: [],
  },
  { id: 'json', title: t('Scene as text (.json)'), choices: [], switches: [], measures: [] },
];
