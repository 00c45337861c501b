// Written by `npm run formats` from the rows of native/formats: change those.

import type { ExportKindRow, ReadingOption } from './rows';

export interface PivotSwitches {
  /** pivot scenes: texture coordinates from the other edge */
  flipV?: boolean;
  /** pivot scenes: conjugate the quaternions */
  conjugate?: boolean;
  /** pivot scenes: z points up */
  zUp?: boolean;
  /** pivot scenes: z mirrored */
  mirrorZ?: boolean;
  /** pivot scenes: open although bytes follow the last record */
  force?: boolean;
}

/** How files are read where they leave it open, for all files of a document. */
export interface ReadOptions {
  /** QMSH texts: curves as the original converter read them (all linear, ends held) */
  legacyCurves?: boolean;
  pivot?: PivotSwitches;
  /** name of a skin in the .skin files, which the models wear */
  skin?: string;
  /** names of files that give actions only: their meshes are not shown */
  animations?: readonly string[];
}

/** The same as properties of the element. */
export interface ReadingProperties {
  legacyCurves: boolean;
  /** Words of the switches that are on. */
  get pivot(): string;
  set pivot(value: string | boolean | null | undefined);
}

/** Attributes of the element: of one switch its name, of a group the words with their names. */
export const readingAttributes = {
  'legacy-curves': 'legacyCurves',
  pivot: {
    'flip-v': 'flipV',
    conjugate: 'conjugate',
    'z-up': 'zUp',
    'mirror-z': 'mirrorZ',
    force: 'force',
  },
} as const;

export const readingOptions: readonly ReadingOption[] = [
  {
    path: ['legacyCurves'],
    word: 'legacy',
    flag: 'legacy-curves',
    help: 'QMSH texts: curves as the original converter read them (all linear, ends held)',
    formats: ['qmsh'],
  },
  {
    path: ['pivot', 'flipV'],
    word: 'flipV',
    flag: 'pivot-flip-v',
    help: 'pivot scenes: texture coordinates from the other edge',
    label: 'Flip v',
    effect: 'Texture coordinates count from the other edge',
    formats: ['pivot'],
  },
  {
    path: ['pivot', 'conjugate'],
    word: 'conjugate',
    flag: 'pivot-conjugate',
    help: 'pivot scenes: conjugate the quaternions',
    label: 'Conjugate quaternions',
    effect: 'The file stores inverse rotations',
    formats: ['pivot'],
  },
  {
    path: ['pivot', 'zUp'],
    word: 'zUp',
    flag: 'pivot-z-up',
    help: 'pivot scenes: z points up',
    label: 'Z is up',
    effect: 'Otherwise Y is up',
    formats: ['pivot'],
  },
  {
    path: ['pivot', 'mirrorZ'],
    word: 'mirrorZ',
    flag: 'pivot-mirror-z',
    help: 'pivot scenes: z mirrored',
    label: 'Mirror z',
    effect: 'The scene is left-handed',
    formats: ['pivot'],
  },
  {
    path: ['pivot', 'force'],
    word: 'force',
    flag: 'pivot-force',
    help: 'pivot scenes: open although bytes follow the last record',
    accepts: 'PIVOT_TRAILING',
    formats: ['pivot'],
  },
];

export type ViewedFormat = 'gltf' | 'iqm' | 'kri' | 'md5' | 'pivot' | 'qmsh';

/** Names of files, and the format whose core shows them. */
export const coresByName: readonly [RegExp, ViewedFormat][] = [
  [/\.(iqm|exm|vvm|iqe)$/i, 'iqm'],
  [/\.(scene)$/i, 'kri'],
  [/\.(md5mesh|md5anim)$/i, 'md5'],
  [/\.(pivot|bin)$/i, 'pivot'],
  [/\.(qmsh\.tmp|tmp|qmsh|phy)$/i, 'qmsh'],
  [/\.(glb|gltf|bin|glbin)$/i, 'gltf'],
];

/** Written out, so that bundlers see which files have to lie beside the script. */
export const coreUrls = (): Record<ViewedFormat | 'images', string> => ({
  gltf: new URL('./vitrine-view-gltf.wasm', import.meta.url).href,
  iqm: new URL('./vitrine-view-iqm.wasm', import.meta.url).href,
  kri: new URL('./vitrine-view-kri.wasm', import.meta.url).href,
  md5: new URL('./vitrine-view-md5.wasm', import.meta.url).href,
  pivot: new URL('./vitrine-view-pivot.wasm', import.meta.url).href,
  qmsh: new URL('./vitrine-view-qmsh.wasm', import.meta.url).href,
  images: new URL('./vitrine-view-images.wasm', import.meta.url).href,
});

export const soundKinds = { effects: ['vfx'], songs: ['v2m'] } as const;
export type EffectsKind = (typeof soundKinds.effects)[number];
export type SongKind = (typeof soundKinds.songs)[number];

/** Files of these names have their ending, whatever theirs is. */
export const lumpNames: readonly string[] = ['modeldef'];

/** Texts of models as people paste them: what one begins with, and has. */
export const pastedTexts: readonly { begins: string; has: string; extension: string }[] = [
  { begins: 'MD5Version\\s+\\d', has: '\\bnumCuts\\b', extension: 'md5camera' },
  { begins: 'MD5Version\\s+\\d', has: '\\bnumFrames\\b', extension: 'md5anim' },
  { begins: '# Inter-Quake Export', has: '', extension: 'iqe' },
  { begins: 'QMSH\\s+TMP\\s+\\d', has: '', extension: 'qmsh.tmp' },
  { begins: 'MD5Version\\s+\\d', has: '', extension: 'md5mesh' },
];

export type ExportKind = 'glb' | 'qmsh.tmp' | 'qmsh' | 'scene' | 'pivot' | 'md5mesh' | 'json';

export interface ExportOptions {
  /** GLB: include the meshes of hidden objects and materials (--hidden) */
  hidden?: boolean;
  /** GLB: lead actions of stored frames from their last frame back to the first (--close-loops) */
  closeLoops?: boolean;
  /** QMSH texts: the angle of smooth edges (--auto-smooth) */
  autoSmooth?: number;
  /** QMSH binaries: 10, or 12 to 22 (default) (--qmsh-version) */
  version?: number;
  /** QMSH binaries: a key for every frame of curved or cyclic curves, not only their points (--every-frame) */
  everyFrame?: boolean;
  /** QMSH: with the bugs of the original converter (--legacy) */
  legacy?: boolean;
  /** KRI scenes: the layout of March 2010 or the latest one (default) (--generation) */
  generation?: 'last' | 'seed';
  /** KRI scenes: leave triangles that mix quaternion hemispheres as they are (--keep-quaternions) */
  processQuaternions?: boolean;
  /** KRI scenes: leave the T-junctions of divided edges open (--keep-t-junctions) */
  closeTJunctions?: boolean;
  /** pivot scenes: byte order, LE or BE / total or roots / index or triangle (--dialect) */
  dialect?: string;
  /** MD5: keep root motion, move it to the root, or remove it (lock: from all actions; loops: from loops only) (--root-motion) */
  rootMotion?: '' | 'keep' | 'extract' | 'lock' | 'loops';
  /** MD5: where the model faces in its own file (--front) */
  front?: '' | '+x' | '-x' | '+y' | '-y' | '+z' | '-z';
  /** MD5: a factor on top of the engine’s units per metre (--scale) */
  scale?: number;
  /** MD5: how far a vertex may be off between frames, in units written (1/1000 of the size) (--tolerance) */
  tolerance?: number;
  /** MD5: merge joints above the engine’s limit into their parents instead of refusing the model (--reduce) */
  reduceJoints?: boolean;
  /** MD5: give vertices moved by shape keys or scale their own joints instead of reporting a loss (--bake) */
  bake?: boolean;
}

export const exportKinds: readonly ExportKindRow[] = [
  {
    id: 'glb',
    title: 'glTF 2.0 binary (.glb)',
    images: true,
    options: [
      {
        name: 'hidden',
        type: 'switch',
        label: 'Include hidden meshes',
        flag: { name: 'hidden', value: '', help: 'GLB: include the meshes of hidden objects and materials' },
        default: false,
        effect: 'Export the meshes of hidden objects and of materials that are not drawn',
      },
      {
        name: 'closeLoops',
        type: 'switch',
        label: 'Close loops',
        flag: {
          name: 'close-loops',
          value: '',
          help: 'GLB: lead actions of stored frames from their last frame back to the first',
        },
        default: false,
        effect: 'Lead actions of stored frames from their last frame back to the first, as games loop them',
      },
    ],
  },
  {
    id: 'qmsh.tmp',
    title: 'QMSH text (.qmsh.tmp)',
    images: false,
    options: [
      {
        name: 'autoSmooth',
        type: 'number',
        label: 'Auto-smooth',
        flag: { name: 'auto-smooth', value: 'DEGREES', help: 'QMSH texts: the angle of smooth edges' },
        least: 0,
        most: 180,
        effect: 'Angle of smooth edges in degrees; leave empty for the angle that keeps most normals',
      },
    ],
  },
  {
    id: 'qmsh',
    title: 'QMSH binary (.qmsh)',
    images: false,
    options: [
      {
        name: 'version',
        type: 'choice',
        label: 'Version',
        flag: { name: 'qmsh-version', value: 'N', help: 'QMSH binaries: 10, or 12 to 22 (default)' },
        numeric: true,
        choices: [
          { value: '22', label: '22' },
          { value: '10', label: '10' },
          { value: '21', label: '21' },
          { value: '20', label: '20' },
          { value: '19', label: '19' },
          { value: '18', label: '18' },
          { value: '17', label: '17' },
          { value: '16', label: '16' },
          { value: '15', label: '15' },
          { value: '14', label: '14' },
          { value: '13', label: '13' },
          { value: '12', label: '12' },
        ],
      },
      {
        name: 'everyFrame',
        type: 'switch',
        label: 'Key every frame',
        flag: {
          name: 'every-frame',
          value: '',
          help: 'QMSH binaries: a key for every frame of curved or cyclic curves, not only their points',
        },
        default: false,
        effect: 'Write a key for every frame of curved or cyclic curves instead of only their points',
      },
      {
        name: 'legacy',
        type: 'switch',
        label: 'Bugs of the original converter',
        flag: { name: 'legacy', value: '', help: 'QMSH: with the bugs of the original converter' },
        default: false,
        effect: 'Rotate objects on an armature twice and ignore its scale',
      },
    ],
  },
  {
    id: 'scene',
    title: 'KRI scene (.scene)',
    images: false,
    options: [
      {
        name: 'generation',
        type: 'choice',
        label: 'Layout',
        flag: {
          name: 'generation',
          value: 'seed|last',
          help: 'KRI scenes: the layout of March 2010 or the latest one (default)',
        },
        numeric: false,
        choices: [
          { value: 'last', label: 'November 2011 (latest)' },
          { value: 'seed', label: 'March 2010, fixed strings' },
        ],
      },
      {
        name: 'processQuaternions',
        type: 'switch',
        label: 'Process quaternions',
        flag: {
          name: 'keep-quaternions',
          value: '',
          help: 'KRI scenes: leave triangles that mix quaternion hemispheres as they are',
        },
        default: true,
        effect: 'Clone vertices and divide triangles until no triangle mixes quaternions of both signs',
      },
      {
        name: 'closeTJunctions',
        type: 'switch',
        label: 'Close T-junctions',
        flag: { name: 'keep-t-junctions', value: '', help: 'KRI scenes: leave the T-junctions of divided edges open' },
        default: true,
        effect: 'Also divide the neighbours of divided edges, to avoid cracks',
      },
    ],
  },
  {
    id: 'pivot',
    title: 'Pivot scene (.pivot)',
    images: false,
    options: [
      {
        name: 'dialect',
        type: 'choice',
        label: 'Dialect',
        flag: {
          name: 'dialect',
          value: 'LE/total/index',
          help: 'pivot scenes: byte order, LE or BE / total or roots / index or triangle',
        },
        numeric: false,
        choices: [
          { value: 'LE/total/index', label: 'LE | all objects | indices' },
          { value: 'LE/total/triangle', label: 'LE | all objects | triangles' },
          { value: 'LE/roots/index', label: 'LE | root objects | indices' },
          { value: 'LE/roots/triangle', label: 'LE | root objects | triangles' },
          { value: 'BE/total/index', label: 'BE | all objects | indices' },
          { value: 'BE/total/triangle', label: 'BE | all objects | triangles' },
          { value: 'BE/roots/index', label: 'BE | root objects | indices' },
          { value: 'BE/roots/triangle', label: 'BE | root objects | triangles' },
        ],
      },
    ],
  },
  {
    id: 'md5mesh',
    title: 'MD5 for an engine (.zip)',
    images: true,
    options: [
      {
        name: 'rootMotion',
        type: 'choice',
        label: 'Root motion',
        flag: {
          name: 'root-motion',
          value: 'keep|extract|lock|loops',
          help: 'MD5: keep root motion, move it to the root, or remove it (lock: from all actions; loops: from loops only)',
        },
        numeric: false,
        choices: [
          { value: '', label: 'as the engine requires' },
          { value: 'keep', label: 'stays' },
          { value: 'extract', label: 'moves to the root' },
          { value: 'lock', label: 'is taken away' },
          { value: 'loops', label: 'is taken out of loops' },
        ],
        effect: 'How root motion is written',
      },
      {
        name: 'front',
        type: 'choice',
        label: 'Front',
        flag: { name: 'front', value: '+x|-x|+y|-y|+z|-z', help: 'MD5: where the model faces in its own file' },
        numeric: false,
        choices: [
          { value: '', label: 'as the file says' },
          { value: '+x', label: '' },
          { value: '-x', label: '' },
          { value: '+y', label: '' },
          { value: '-y', label: '' },
          { value: '+z', label: '' },
          { value: '-z', label: '' },
        ],
        effect: 'Where the model faces in its own file',
      },
      {
        name: 'scale',
        type: 'number',
        label: 'Scale',
        flag: { name: 'scale', value: 'FACTOR', help: 'MD5: a factor on top of the engine’s units per metre' },
        least: 0.000001,
        most: 1000000,
        effect: 'A factor on top of the engine’s units per metre',
      },
      {
        name: 'tolerance',
        type: 'number',
        label: 'Tolerance',
        flag: {
          name: 'tolerance',
          value: 'DISTANCE',
          help: 'MD5: how far a vertex may be off between frames, in units written (1/1000 of the size)',
        },
        least: 0,
        most: 1000000,
        effect: 'How far a vertex may be off between frames, in exported units; leave empty for 1/1000 of the size',
      },
      {
        name: 'reduceJoints',
        type: 'switch',
        label: 'Merge surplus joints',
        flag: {
          name: 'reduce',
          value: '',
          help: 'MD5: merge joints above the engine’s limit into their parents instead of refusing the model',
        },
        default: false,
        effect: 'Merge joints above the engine’s limit into their parents instead of refusing the model',
      },
      {
        name: 'bake',
        type: 'switch',
        label: 'Bake shape keys and scale',
        flag: {
          name: 'bake',
          value: '',
          help: 'MD5: give vertices moved by shape keys or scale their own joints instead of reporting a loss',
        },
        default: false,
        effect: 'Give vertices that no joint can follow their own joints, up to the engine’s limit',
      },
    ],
  },
  { id: 'json', title: 'Scene as text (.json)', images: false, options: [] },
];
