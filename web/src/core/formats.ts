// Written by `npm run formats` from the rows of native/formats: change those.

import type { ExportFlag, ExportKindRow, ReadingOption } from './rows';

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
  /** level of detail that models are shown in where there are files of it: 1 for NAME_1.md3 */
  level?: number;
  /** name of an action that the torso of a player has beside the actions of its legs */
  torso?: string;
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

export type ViewedFormat = 'gltf' | 'iqm' | 'kri' | 'md5' | 'pivot' | 'qmsh' | 'quake';

/** Names of files, and the format whose core shows them. */
export const coresByName: readonly [RegExp, ViewedFormat][] = [
  [/\.(iqm|exm|vvm|iqe)$/i, 'iqm'],
  [/\.(scene)$/i, 'kri'],
  [/\.(md5mesh|md5anim)$/i, 'md5'],
  [/\.(pivot|bin)$/i, 'pivot'],
  [/\.(qmsh\.tmp|tmp|qmsh|phy)$/i, 'qmsh'],
  [/\.(mdl|md2|md3)$/i, 'quake'],
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
  quake: new URL('./vitrine-view-quake.wasm', import.meta.url).href,
  images: new URL('./vitrine-view-images.wasm', import.meta.url).href,
});

export const soundKinds = { effects: ['vfx'], songs: ['v2m'] } as const;
export type EffectsKind = (typeof soundKinds.effects)[number];
export type SongKind = (typeof soundKinds.songs)[number];

/** Labels of the code pages of formats whose 8-bit text is not Windows-1252. */
export const codePages: Readonly<Record<string, string>> = { qmsh: 'windows-1250', pivot: 'windows-1251' };

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

export type ExportKind = 'glb' | 'qmsh.tmp' | 'qmsh' | 'scene' | 'pivot' | 'md5mesh' | 'iqm' | 'iqe' | 'md3' | 'json';

export interface ExportOptions {
  /** GLB: how many weights of a vertex are kept, the heaviest, made to sum to 1 (default: 8) (--influences) */
  influences?: '8' | '4' | 'all';
  /** GLB: "straight" puts more keys where curves bend and turns are wide, for readers that mix numbers of keys (default: exact) (--keys) */
  keys?: 'exact' | 'straight';
  /** GLB: "all" gives every action a key for all that any action moves, for programs that leave the rest as the action before it had it (default: moved) (--channels) */
  channels?: 'moved' | 'all';
  /** GLB, MD5, IQM, IQE, MD3: include the meshes of hidden objects (--hidden) */
  hidden?: boolean;
  /** GLB: lead actions of stored frames from their last frame back to the first (--close-loops) */
  closeLoops?: boolean;
  /** GLB, MD5, IQM, IQE: move the vertices by at most N joints with smooth weights, in place of stored frames or shape keys; fewer where --tolerance allows (--joints) */
  joints?: number;
  /** QMSH texts: the angle of smooth edges (--auto-smooth) */
  autoSmooth?: number;
  /** QMSH texts: frames per second, keys on whole frames; MD3: instead of the engine’s or those chosen by --tolerance (--fps) */
  fps?: number;
  /** QMSH: the skeleton to write, if the model has several (--armature) */
  armature?: string;
  /** QMSH: the set of texture coordinates to write, counted from 0 (--uv-set) */
  uvSet?: number;
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
  /** pivot scenes: give each bone without a mesh one that shows it (--bone-meshes) */
  boneMeshes?: boolean;
  /** MD5: keep root motion, move it to the root, or remove it (lock: from all actions; loops: from loops only) (--root-motion) */
  rootMotion?: '' | 'keep' | 'extract' | 'lock' | 'loops';
  /** MD5, IQM, IQE, MD3: where the model faces in its own file (--front) */
  front?: '' | '+x' | '-x' | '+y' | '-y' | '+z' | '-z';
  /** IQM, IQE, MD3: a factor for all lengths; MD5: on top of the engine’s units per metre (--scale) */
  scale?: number;
  /** MD5, IQM, IQE, MD3: how far a vertex may be off between frames, in units written (1/1000 of the size) (--tolerance) */
  tolerance?: number;
  /** MD5: merge joints above the engine’s limit into their parents instead of refusing the model (--reduce) */
  reduceJoints?: boolean;
  /** MD5: give vertices moved by shape keys, stored frames or scale their own joints instead of reporting a loss (--bake) */
  bake?: boolean;
  /** MD5, IQM, IQE, MD3: the engine that the file is for; default: no limits (--for) */
  engine?: string;
  /** IQM, IQE, MD3: what the model is called in its companions; default: as the output (--name) */
  name?: string;
  /** IQM, IQE, MD3: where the model lies in the game's data, which materials name; default: as the output, else models/NAME (progs for ports of Quake) (--folder) */
  folder?: string;
  /** IQM, IQE: each action as a file of its own, with the joints of the model, for engines that take such files (--actions-apart) */
  actionsApart?: boolean;
  /** MD3: lower levels of detail beside the model, as shares of its triangles: 0.5,0.25; for engines that read them (--lod) */
  lod?: string;
  /** MD3 for ioquake3: a player, cut into lower.md3, upper.md3 and head.md3 (--player) */
  player?: boolean;
  /** MD3, with --player: the joints or objects that torso and head move with; default: tag_torso, tag_head (--cut) */
  cut?: string;
}

export const exportKinds: readonly ExportKindRow[] = [
  {
    id: 'glb',
    title: 'glTF 2.0 binary (.glb)',
    images: true,
    options: [
      {
        name: 'influences',
        type: 'choice',
        label: '',
        numeric: false,
        choices: [
          { value: '8', label: '' },
          { value: '4', label: '' },
          { value: 'all', label: '' },
        ],
      },
      {
        name: 'keys',
        type: 'choice',
        label: '',
        numeric: false,
        choices: [
          { value: 'exact', label: '' },
          { value: 'straight', label: '' },
        ],
      },
      {
        name: 'channels',
        type: 'choice',
        label: '',
        numeric: false,
        choices: [
          { value: 'moved', label: '' },
          { value: 'all', label: '' },
        ],
      },
      {
        name: 'hidden',
        type: 'switch',
        label: 'Include hidden meshes',
        default: false,
        effect: 'Export the meshes of hidden objects and of materials that are not drawn',
      },
      {
        name: 'closeLoops',
        type: 'switch',
        label: 'Close loops',
        default: false,
        effect: 'Lead actions of stored frames from their last frame back to the first, as games loop them',
      },
      { name: 'joints', type: 'number', label: '', least: 1, most: 512 },
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
        least: 0,
        most: 180,
        effect: 'Angle of smooth edges in degrees; leave empty for the angle that keeps most normals',
      },
      {
        name: 'fps',
        type: 'number',
        label: 'Frames per second',
        least: 1,
        most: 1000,
        effect: 'Keys lie on whole frames; leave empty for the rate of the actions',
      },
      {
        name: 'armature',
        type: 'text',
        label: 'Armature',
        effect: 'Name of the skeleton to write; needed if the model has several',
      },
      {
        name: 'uvSet',
        type: 'number',
        label: 'UV set',
        least: 0,
        most: 255,
        effect: 'Number of the set of texture coordinates to write, from 0; meshes without it write their first',
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
        default: false,
        effect: 'Write a key for every frame of curved or cyclic curves instead of only their points',
      },
      {
        name: 'legacy',
        type: 'switch',
        label: 'Bugs of the original converter',
        default: false,
        effect: 'Rotate objects on an armature twice and ignore its scale',
      },
      {
        name: 'armature',
        type: 'text',
        label: 'Armature',
        effect: 'Name of the skeleton to write; needed if the model has several',
      },
      {
        name: 'uvSet',
        type: 'number',
        label: 'UV set',
        least: 0,
        most: 255,
        effect: 'Number of the set of texture coordinates to write, from 0; meshes without it write their first',
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
        default: true,
        effect: 'Clone vertices and divide triangles until no triangle mixes quaternions of both signs',
      },
      {
        name: 'closeTJunctions',
        type: 'switch',
        label: 'Close T-junctions',
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
      {
        name: 'boneMeshes',
        type: 'switch',
        label: 'Bones as meshes',
        default: false,
        effect: 'Give each bone without a mesh one that shows it',
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
        least: 0.000001,
        most: 1000000,
        effect: 'A factor on top of the engine’s units per metre',
      },
      {
        name: 'tolerance',
        type: 'number',
        label: 'Tolerance',
        least: 0,
        most: 1000000,
        effect: 'How far a vertex may be off between frames, in exported units; leave empty for 1/1000 of the size',
      },
      { name: 'joints', type: 'number', label: '', least: 1, most: 512 },
      {
        name: 'reduceJoints',
        type: 'switch',
        label: 'Merge surplus joints',
        default: false,
        effect: 'Merge joints above the engine’s limit into their parents instead of refusing the model',
      },
      {
        name: 'bake',
        type: 'switch',
        label: 'Bake shape keys and scale',
        default: false,
        effect: 'Give vertices that no joint can follow their own joints, up to the engine’s limit',
      },
    ],
  },
  {
    id: 'iqm',
    title: 'IQM model (.iqm)',
    images: true,
    options: [
      {
        name: 'engine',
        type: 'choice',
        label: 'Engine',
        numeric: false,
        choices: [
          { value: '', label: 'Any (no limits)' },
          { value: 'raylib', label: '' },
          { value: 'fteqw', label: '' },
          { value: 'darkplaces', label: '' },
          { value: 'ioquake3', label: '' },
          { value: 'quake3e', label: '' },
          { value: 'spearmint', label: '' },
          { value: 'q2rtx', label: '' },
          { value: 'daemon', label: '' },
          { value: 'gzdoom', label: '' },
          { value: 'redeclipse', label: '' },
          { value: 'cube2', label: '' },
          { value: 'tesseract', label: '' },
          { value: 'warfork', label: '' },
          { value: 'alienarena', label: '' },
          { value: 'love', label: '' },
          { value: 'portable', label: '' },
        ],
        effect: 'Respect the limits and conventions of this engine',
      },
      {
        name: 'front',
        type: 'choice',
        label: 'Front',
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
        least: 0.000001,
        most: 1000000,
        effect: 'A factor for all lengths',
      },
      {
        name: 'tolerance',
        type: 'number',
        label: 'Tolerance',
        least: 0,
        most: 1000000,
        effect: 'How far a vertex may be off between frames, in exported units; leave empty for 1/1000 of the size',
      },
      { name: 'joints', type: 'number', label: '', least: 1, most: 512 },
      { name: 'name', type: 'text', label: '' },
      {
        name: 'folder',
        type: 'text',
        label: 'Folder in the game',
        effect:
          'Where the model lies in the game’s data, as materials name it; leave empty for models/NAME, or progs for ports of Quake',
      },
      {
        name: 'actionsApart',
        type: 'switch',
        label: 'Each action in a file of its own',
        default: false,
        effect: 'With the joints of the model, for engines that take such files',
      },
      {
        name: 'hidden',
        type: 'switch',
        label: 'Include hidden meshes',
        default: false,
        effect: 'Export the meshes of hidden objects',
      },
    ],
  },
  {
    id: 'iqe',
    title: 'IQE text (.iqe)',
    images: true,
    options: [
      {
        name: 'engine',
        type: 'choice',
        label: 'Engine',
        numeric: false,
        choices: [
          { value: '', label: 'Any (no limits)' },
          { value: 'raylib', label: '' },
          { value: 'fteqw', label: '' },
          { value: 'darkplaces', label: '' },
          { value: 'ioquake3', label: '' },
          { value: 'quake3e', label: '' },
          { value: 'spearmint', label: '' },
          { value: 'q2rtx', label: '' },
          { value: 'daemon', label: '' },
          { value: 'gzdoom', label: '' },
          { value: 'redeclipse', label: '' },
          { value: 'cube2', label: '' },
          { value: 'tesseract', label: '' },
          { value: 'warfork', label: '' },
          { value: 'alienarena', label: '' },
          { value: 'love', label: '' },
          { value: 'portable', label: '' },
        ],
        effect: 'Respect the limits and conventions of this engine',
      },
      {
        name: 'front',
        type: 'choice',
        label: 'Front',
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
        least: 0.000001,
        most: 1000000,
        effect: 'A factor for all lengths',
      },
      {
        name: 'tolerance',
        type: 'number',
        label: 'Tolerance',
        least: 0,
        most: 1000000,
        effect: 'How far a vertex may be off between frames, in exported units; leave empty for 1/1000 of the size',
      },
      { name: 'joints', type: 'number', label: '', least: 1, most: 512 },
      { name: 'name', type: 'text', label: '' },
      {
        name: 'folder',
        type: 'text',
        label: 'Folder in the game',
        effect:
          'Where the model lies in the game’s data, as materials name it; leave empty for models/NAME, or progs for ports of Quake',
      },
      {
        name: 'actionsApart',
        type: 'switch',
        label: 'Each action in a file of its own',
        default: false,
        effect: 'With the joints of the model, for engines that take such files',
      },
      {
        name: 'hidden',
        type: 'switch',
        label: 'Include hidden meshes',
        default: false,
        effect: 'Export the meshes of hidden objects',
      },
    ],
  },
  {
    id: 'md3',
    title: 'MD3 for an engine (.md3)',
    images: true,
    options: [
      {
        name: 'engine',
        type: 'choice',
        label: 'Engine',
        numeric: false,
        choices: [
          { value: '', label: 'Any (no limits)' },
          { value: 'ironwail', label: '' },
          { value: 'vkquake', label: '' },
          { value: 'qss', label: '' },
          { value: 'darkplaces', label: '' },
          { value: 'fteqw', label: '' },
          { value: 'ioquake3', label: '' },
          { value: 'gzdoom', label: '' },
          { value: 'daemon', label: '' },
        ],
        effect: 'Respect the limits and conventions of this engine',
      },
      {
        name: 'front',
        type: 'choice',
        label: 'Front',
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
        least: 0.000001,
        most: 1000000,
        effect: 'A factor for all lengths',
      },
      {
        name: 'fps',
        type: 'number',
        label: 'Frames per second',
        least: 0.1,
        most: 1000,
        effect: 'Of all actions, instead of the engine’s or their own',
      },
      {
        name: 'tolerance',
        type: 'number',
        label: 'Tolerance',
        least: 0,
        most: 1000000,
        effect: 'How far a vertex may be off between frames, in exported units; leave empty for 1/1000 of the size',
      },
      {
        name: 'lod',
        type: 'text',
        label: 'Levels of detail',
        effect: 'Shares of the triangles that NAME_1.md3 and on keep, for engines that read such files: 0.5,0.25',
      },
      {
        name: 'player',
        type: 'switch',
        label: 'Cut into a player',
        default: false,
        effect: 'Writes lower.md3, upper.md3 and head.md3, their skins and animation.cfg, for ioquake3',
      },
      {
        name: 'cut',
        type: 'text',
        label: 'Cut at',
        effect:
          'Joints or objects that torso and head of a player move with; leave empty for tag_torso and tag_head: torso=Spine,head=Neck',
      },
      { name: 'name', type: 'text', label: '' },
      {
        name: 'folder',
        type: 'text',
        label: 'Folder in the game',
        effect:
          'Where the model lies in the game’s data, as materials name it; leave empty for models/NAME, or progs for ports of Quake',
      },
      {
        name: 'hidden',
        type: 'switch',
        label: 'Include hidden meshes',
        default: false,
        effect: 'Export the meshes of hidden objects',
      },
    ],
  },
  { id: 'json', title: 'Scene as text (.json)', images: false, options: [] },
];

/** Of their own, as pages have no use for them. */
export const exportFlags: readonly ExportFlag[] = [
  {
    kind: 'glb',
    option: 'influences',
    name: 'influences',
    value: '4|8|all',
    help: 'GLB: how many weights of a vertex are kept, the heaviest, made to sum to 1 (default: 8)',
  },
  {
    kind: 'glb',
    option: 'keys',
    name: 'keys',
    value: 'exact|straight',
    help: 'GLB: "straight" puts more keys where curves bend and turns are wide, for readers that mix numbers of keys (default: exact)',
  },
  {
    kind: 'glb',
    option: 'channels',
    name: 'channels',
    value: 'moved|all',
    help: 'GLB: "all" gives every action a key for all that any action moves, for programs that leave the rest as the action before it had it (default: moved)',
  },
  {
    kind: 'glb',
    option: 'hidden',
    name: 'hidden',
    value: '',
    help: 'GLB: include the meshes of hidden objects and materials',
  },
  {
    kind: 'glb',
    option: 'closeLoops',
    name: 'close-loops',
    value: '',
    help: 'GLB: lead actions of stored frames from their last frame back to the first',
  },
  {
    kind: 'glb',
    option: 'joints',
    name: 'joints',
    value: 'N',
    help: 'GLB, MD5, IQM, IQE: move the vertices by at most N joints with smooth weights, in place of stored frames or shape keys; fewer where --tolerance allows',
  },
  {
    kind: 'qmsh.tmp',
    option: 'autoSmooth',
    name: 'auto-smooth',
    value: 'DEGREES',
    help: 'QMSH texts: the angle of smooth edges',
  },
  {
    kind: 'qmsh.tmp',
    option: 'fps',
    name: 'fps',
    value: 'N',
    help: 'QMSH texts: frames per second, keys on whole frames',
  },
  {
    kind: 'qmsh.tmp',
    option: 'armature',
    name: 'armature',
    value: 'NAME',
    help: 'QMSH: the skeleton to write, if the model has several',
  },
  {
    kind: 'qmsh.tmp',
    option: 'uvSet',
    name: 'uv-set',
    value: 'N',
    help: 'QMSH: the set of texture coordinates to write, counted from 0',
  },
  {
    kind: 'qmsh',
    option: 'version',
    name: 'qmsh-version',
    value: 'N',
    help: 'QMSH binaries: 10, or 12 to 22 (default)',
  },
  {
    kind: 'qmsh',
    option: 'everyFrame',
    name: 'every-frame',
    value: '',
    help: 'QMSH binaries: a key for every frame of curved or cyclic curves, not only their points',
  },
  { kind: 'qmsh', option: 'legacy', name: 'legacy', value: '', help: 'QMSH: with the bugs of the original converter' },
  {
    kind: 'qmsh',
    option: 'armature',
    name: 'armature',
    value: 'NAME',
    help: 'QMSH: the skeleton to write, if the model has several',
  },
  {
    kind: 'qmsh',
    option: 'uvSet',
    name: 'uv-set',
    value: 'N',
    help: 'QMSH: the set of texture coordinates to write, counted from 0',
  },
  {
    kind: 'scene',
    option: 'generation',
    name: 'generation',
    value: 'seed|last',
    help: 'KRI scenes: the layout of March 2010 or the latest one (default)',
  },
  {
    kind: 'scene',
    option: 'processQuaternions',
    name: 'keep-quaternions',
    value: '',
    help: 'KRI scenes: leave triangles that mix quaternion hemispheres as they are',
  },
  {
    kind: 'scene',
    option: 'closeTJunctions',
    name: 'keep-t-junctions',
    value: '',
    help: 'KRI scenes: leave the T-junctions of divided edges open',
  },
  {
    kind: 'pivot',
    option: 'dialect',
    name: 'dialect',
    value: 'LE/total/index',
    help: 'pivot scenes: byte order, LE or BE / total or roots / index or triangle',
  },
  {
    kind: 'pivot',
    option: 'boneMeshes',
    name: 'bone-meshes',
    value: '',
    help: 'pivot scenes: give each bone without a mesh one that shows it',
  },
  {
    kind: 'md5mesh',
    option: 'rootMotion',
    name: 'root-motion',
    value: 'keep|extract|lock|loops',
    help: 'MD5: keep root motion, move it to the root, or remove it (lock: from all actions; loops: from loops only)',
  },
  {
    kind: 'md5mesh',
    option: 'front',
    name: 'front',
    value: '+x|-x|+y|-y|+z|-z',
    help: 'MD5, IQM, IQE, MD3: where the model faces in its own file',
  },
  {
    kind: 'md5mesh',
    option: 'scale',
    name: 'scale',
    value: 'FACTOR',
    help: 'MD5: a factor on top of the engine’s units per metre',
  },
  {
    kind: 'md5mesh',
    option: 'tolerance',
    name: 'tolerance',
    value: 'DISTANCE',
    help: 'MD5, IQM, IQE, MD3: how far a vertex may be off between frames, in units written (1/1000 of the size)',
  },
  {
    kind: 'md5mesh',
    option: 'joints',
    name: 'joints',
    value: 'N',
    help: 'GLB, MD5, IQM, IQE: move the vertices by at most N joints with smooth weights, in place of stored frames or shape keys; fewer where --tolerance allows',
  },
  {
    kind: 'md5mesh',
    option: 'reduceJoints',
    name: 'reduce',
    value: '',
    help: 'MD5: merge joints above the engine’s limit into their parents instead of refusing the model',
  },
  {
    kind: 'md5mesh',
    option: 'bake',
    name: 'bake',
    value: '',
    help: 'MD5: give vertices moved by shape keys, stored frames or scale their own joints instead of reporting a loss',
  },
  {
    kind: 'iqm',
    option: 'engine',
    name: 'for',
    value: 'ENGINE',
    help: 'MD5, IQM, IQE, MD3: the engine that the file is for; default: no limits',
  },
  {
    kind: 'iqm',
    option: 'front',
    name: 'front',
    value: '+x|-x|+y|-y|+z|-z',
    help: 'MD5, IQM, IQE, MD3: where the model faces in its own file',
  },
  {
    kind: 'iqm',
    option: 'scale',
    name: 'scale',
    value: 'FACTOR',
    help: 'IQM, IQE, MD3: a factor for all lengths; MD5: on top of the engine’s units per metre',
  },
  {
    kind: 'iqm',
    option: 'tolerance',
    name: 'tolerance',
    value: 'DISTANCE',
    help: 'MD5, IQM, IQE, MD3: how far a vertex may be off between frames, in units written (1/1000 of the size)',
  },
  {
    kind: 'iqm',
    option: 'joints',
    name: 'joints',
    value: 'N',
    help: 'GLB, MD5, IQM, IQE: move the vertices by at most N joints with smooth weights, in place of stored frames or shape keys; fewer where --tolerance allows',
  },
  {
    kind: 'iqm',
    option: 'name',
    name: 'name',
    value: 'NAME',
    help: 'IQM, IQE, MD3: what the model is called in its companions; default: as the output',
  },
  {
    kind: 'iqm',
    option: 'folder',
    name: 'folder',
    value: 'PATH',
    help: "IQM, IQE, MD3: where the model lies in the game's data, which materials name; default: as the output, else models/NAME (progs for ports of Quake)",
  },
  {
    kind: 'iqm',
    option: 'actionsApart',
    name: 'actions-apart',
    value: '',
    help: 'IQM, IQE: each action as a file of its own, with the joints of the model, for engines that take such files',
  },
  {
    kind: 'iqm',
    option: 'hidden',
    name: 'hidden',
    value: '',
    help: 'GLB, MD5, IQM, IQE, MD3: include the meshes of hidden objects',
  },
  {
    kind: 'iqe',
    option: 'engine',
    name: 'for',
    value: 'ENGINE',
    help: 'MD5, IQM, IQE, MD3: the engine that the file is for; default: no limits',
  },
  {
    kind: 'iqe',
    option: 'front',
    name: 'front',
    value: '+x|-x|+y|-y|+z|-z',
    help: 'MD5, IQM, IQE, MD3: where the model faces in its own file',
  },
  {
    kind: 'iqe',
    option: 'scale',
    name: 'scale',
    value: 'FACTOR',
    help: 'IQM, IQE, MD3: a factor for all lengths; MD5: on top of the engine’s units per metre',
  },
  {
    kind: 'iqe',
    option: 'tolerance',
    name: 'tolerance',
    value: 'DISTANCE',
    help: 'MD5, IQM, IQE, MD3: how far a vertex may be off between frames, in units written (1/1000 of the size)',
  },
  {
    kind: 'iqe',
    option: 'joints',
    name: 'joints',
    value: 'N',
    help: 'GLB, MD5, IQM, IQE: move the vertices by at most N joints with smooth weights, in place of stored frames or shape keys; fewer where --tolerance allows',
  },
  {
    kind: 'iqe',
    option: 'name',
    name: 'name',
    value: 'NAME',
    help: 'IQM, IQE, MD3: what the model is called in its companions; default: as the output',
  },
  {
    kind: 'iqe',
    option: 'folder',
    name: 'folder',
    value: 'PATH',
    help: "IQM, IQE, MD3: where the model lies in the game's data, which materials name; default: as the output, else models/NAME (progs for ports of Quake)",
  },
  {
    kind: 'iqe',
    option: 'actionsApart',
    name: 'actions-apart',
    value: '',
    help: 'IQM, IQE: each action as a file of its own, with the joints of the model, for engines that take such files',
  },
  {
    kind: 'iqe',
    option: 'hidden',
    name: 'hidden',
    value: '',
    help: 'GLB, MD5, IQM, IQE, MD3: include the meshes of hidden objects',
  },
  {
    kind: 'md3',
    option: 'engine',
    name: 'for',
    value: 'ENGINE',
    help: 'MD5, IQM, IQE, MD3: the engine that the file is for; default: no limits',
  },
  {
    kind: 'md3',
    option: 'front',
    name: 'front',
    value: '+x|-x|+y|-y|+z|-z',
    help: 'MD5, IQM, IQE, MD3: where the model faces in its own file',
  },
  {
    kind: 'md3',
    option: 'scale',
    name: 'scale',
    value: 'FACTOR',
    help: 'IQM, IQE, MD3: a factor for all lengths; MD5: on top of the engine’s units per metre',
  },
  {
    kind: 'md3',
    option: 'fps',
    name: 'fps',
    value: 'N',
    help: 'QMSH texts: frames per second, keys on whole frames; MD3: instead of the engine’s or those chosen by --tolerance',
  },
  {
    kind: 'md3',
    option: 'tolerance',
    name: 'tolerance',
    value: 'DISTANCE',
    help: 'MD5, IQM, IQE, MD3: how far a vertex may be off between frames, in units written (1/1000 of the size)',
  },
  {
    kind: 'md3',
    option: 'lod',
    name: 'lod',
    value: 'SHARES',
    help: 'MD3: lower levels of detail beside the model, as shares of its triangles: 0.5,0.25; for engines that read them',
  },
  {
    kind: 'md3',
    option: 'player',
    name: 'player',
    value: '',
    help: 'MD3 for ioquake3: a player, cut into lower.md3, upper.md3 and head.md3',
  },
  {
    kind: 'md3',
    option: 'cut',
    name: 'cut',
    value: 'torso=NAME,head=NAME',
    help: 'MD3, with --player: the joints or objects that torso and head move with; default: tag_torso, tag_head',
  },
  {
    kind: 'md3',
    option: 'name',
    name: 'name',
    value: 'NAME',
    help: 'IQM, IQE, MD3: what the model is called in its companions; default: as the output',
  },
  {
    kind: 'md3',
    option: 'folder',
    name: 'folder',
    value: 'PATH',
    help: "IQM, IQE, MD3: where the model lies in the game's data, which materials name; default: as the output, else models/NAME (progs for ports of Quake)",
  },
  {
    kind: 'md3',
    option: 'hidden',
    name: 'hidden',
    value: '',
    help: 'GLB, MD5, IQM, IQE, MD3: include the meshes of hidden objects',
  },
];
