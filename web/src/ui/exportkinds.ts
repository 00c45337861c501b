// What can be exported, and what there is to choose about it: the members of the core's options object.

export interface Choice {
  /** Member of the options object. */
  name: string;
  label: string;
  values: readonly [value: string, label: string][];
}
export interface Switch {
  name: string;
  label: string;
  /** What it does, in a sentence. */
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

const dialects = ['LE', 'BE'].flatMap((order) =>
  ['total', 'roots'].flatMap((objects) =>
    ['index', 'triangle'].map((counts): [string, string] => {
      const counted = objects === 'total' ? 'all objects' : 'root objects';
      return [`${order}/${objects}/${counts}`, `${order}, ${counted}, ${counts === 'index' ? 'indices' : 'triangles'}`];
    }),
  ),
);

export const exportKinds: readonly ExportKind[] = [
  {
    id: 'glb',
    title: 'glTF 2.0 binary (.glb)',
    choices: [],
    switches: [
      {
        name: 'hidden',
        label: 'Hidden meshes too',
        title: 'Writes the meshes of hidden objects and of materials that are not drawn',
        on: false,
      },
    ],
    measures: [],
  },
  {
    id: 'scene',
    title: 'KRI scene (.scene)',
    choices: [
      {
        name: 'generation',
        label: 'Layout',
        values: [
          ['last', 'November 2011, the last'],
          ['seed', 'March 2010, fixed strings'],
        ],
      },
    ],
    switches: [
      {
        name: 'processQuaternions',
        label: 'Process quaternions',
        title: 'Clones vertices and divides triangles until no triangle mixes quaternions of both signs',
        on: true,
      },
      {
        name: 'closeTJunctions',
        label: 'Close T-junctions',
        title: 'Divides the neighbours of divided edges too, so that no crack shows',
        on: true,
      },
    ],
    measures: [],
  },
  {
    id: 'qmsh',
    title: 'QMSH binary (.qmsh)',
    choices: [
      {
        name: 'version',
        label: 'Version',
        values: [22, 10, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12].map((v): [string, string] => [String(v), String(v)]),
      },
    ],
    switches: [
      {
        name: 'everyFrame',
        label: 'Key every frame',
        title: 'A key for every frame of curves that bend or repeat, not their points alone',
        on: false,
      },
      {
        name: 'legacy',
        label: 'Faults of the original converter',
        title: 'Objects on an armature turned once more, its scale left out',
        on: false,
      },
    ],
    measures: [],
  },
  {
    id: 'qmsh.tmp',
    title: 'QMSH text (.qmsh.tmp)',
    choices: [],
    switches: [],
    measures: [
      {
        name: 'autoSmooth',
        label: 'Auto-smooth',
        title: 'Angle of smooth edges in degrees; empty: the one that gives back most normals',
        least: 0,
        most: 180,
      },
    ],
  },
  {
    id: 'pivot',
    title: 'Pivot scene (.pivot)',
    choices: [{ name: 'dialect', label: 'Dialect', values: dialects }],
    switches: [],
    measures: [],
  },
];
