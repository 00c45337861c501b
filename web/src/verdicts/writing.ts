// Requirements of an engine for MD5 files, as options of the exporter, and where the files lie in
// the game's folder.

import type { ImageType } from '../core/exportImages';
import { type AnimationNames, type Profile, type WriterFacts, profileOf, readProfiles } from './profiles';

/** Options of the user for an md5mesh and its animations; all are optional. */
export interface Md5Options {
  /** Key or name of an engine, or `all`; without it nothing is limited and the file's own numbers are kept. */
  engine?: string;
  /** Profiles of engines besides ours, as parsed JSON. */
  profiles?: readonly unknown[];
  /** Name of the files, without folder and extension. */
  name?: string;
  /** The model's folder in the game's data, which declarations and materials name. */
  folder?: string;
  /** The largest distance between frames, in units written, that the frame rate is chosen for; default 1/1000 of the size. */
  tolerance?: number;
  /** Besides the engine's units per metre. */
  scale?: number;
  /** Where the model faces in its own file: `+x`, `-x`, `+y`, `-y`, `+z` or `-z`. */
  front?: string;
  /** Frames per second in place of the engine's or of those chosen. */
  frameRate?: number;
  /** Treatment of root motion; `loops` takes it out of walk cycles only. */
  rootMotion?: 'keep' | 'extract' | 'lock' | 'loops';
  /** Frames of the model that is replaced, by the names of its actions and in its order. */
  sequences?: readonly { name: string; frames: number }[];
  /** Names that the game asks for animations by, of actions; for engines with names of animations. */
  animNames?: Readonly<Record<string, string>>;
  /** The largest extent of the model that is replaced, in the engine's units: a model of another size is told. */
  replacedSize?: number;
  /** Name of the image that all meshes share, as the skin of the MD2 that is replaced; without folder and ending. */
  image?: string;
  /** Merge joints above the engine's limit into their parents, where the model is refused otherwise. */
  reduceJoints?: boolean;
  /** Vertices that shape keys or scale move get joints of their own, in place of a loss. */
  bake?: boolean;
  /** The vertices move with at most so many joints that have smooth weights, in place of stored frames or shape keys. */
  joints?: number;
  /** Kinds of companions in place of those that the engine has: def, mtr, skin, md5.cfg, md5scale, images. */
  companions?: readonly string[];
  /** A model without actions stands in its bind pose. */
  bindPose?: boolean;
  hidden?: boolean;
  /** Animations are called NAME_ACTION. */
  prefixActions?: boolean;
}

/** Names the wrong option; the message is for users. */
export class Md5OptionError extends Error {}

/** Influences below this share are left out where an engine counts them. */
const kLeastWeight = 1 / 512;

const noLimits: WriterFacts = {
  unitsPerMetre: null,
  axes: { forward: '+x', left: '+y', up: '+z' },
  joints: null,
  nameBytes: 63,
  namePattern: '[A-Za-z0-9_.-]',
  influences: null,
  biasSteps: null,
  oneBindPosition: false,
  compress: false,
  animations: 'per-action',
  frameRate: 'source',
  loop: 'closing-frame',
  bounds: 'used',
  rootMotion: 'keep',
  verticesPerMesh: null,
  verticesPerModel: null,
  trianglesPerMesh: null,
  trianglesPerModel: null,
  weightsPerMesh: null,
  meshes: null,
  meshesAtMostJoints: false,
  parentIndexMax: null,
  layout: { mesh: '{name}.md5mesh', animation: '{action}.md5anim', pathBytes: null },
  shader: { kind: 'image-path', bytes: null, slash: true },
  companions: [],
  images: { types: ['png', 'jpg'], suffix: '', glow: null },
  replaces: null,
};

/** An engine to write for. */
export interface Target {
  key: string;
  title: string;
  facts: WriterFacts;
  /** The engine asks for an animation beside the model. */
  needsAnimation: boolean;
  /** The engine takes the root's place in the base frame from the whole model. */
  rootStartsAtZero: boolean;
  frames: number | null;
  animationNames?: AnimationNames;
}

/** Engines that files can be written for, by key. */
export function targets(profiles: readonly unknown[] = []): ReadonlyMap<string, Target> {
  const found = [...readProfiles(...profiles).values()].filter(({ reads, writer }) => reads && writer);
  return new Map(found.map((profile) => [profile.key, targetOf(profile)]));
}

const targetOf = (profile: Profile): Target => ({
  key: profile.key,
  title: profile.name,
  facts: profile.writer!,
  needsAnimation: profile.asks.animation !== undefined && profile.writer!.animations === 'one-file',
  rootStartsAtZero: profile.rules['anim.root_motion'] !== undefined,
  frames: profile.rules['anim.frames_max']?.limit ?? null,
  ...(profile.animationNames && { animationNames: profile.animationNames }),
});

/** The names that an engine plays animations by; undefined where it plays any, or is unknown. */
export const animationNamesOf = (key: string): AnimationNames | undefined => readProfiles().get(key)?.animationNames;

const least = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce((a, b) => (a === null ? b : b === null ? a : Math.min(a, b)), null);

/** The smallest of all limits. Loops and rates cannot suit all: they are Quake's. */
function everyEngine(all: readonly Target[]): Target {
  const facts = all.map((target) => target.facts),
    limit = (key: keyof WriterFacts) => least(facts.map((one) => one[key] as number | null));
  return {
    key: 'all',
    title: 'all engines',
    needsAnimation: true,
    rootStartsAtZero: true,
    frames: least(all.map(({ frames }) => frames)),
    facts: {
      ...noLimits,
      unitsPerMetre: 32,
      joints: limit('joints'),
      nameBytes: limit('nameBytes') ?? noLimits.nameBytes,
      influences: limit('influences'),
      biasSteps: limit('biasSteps'),
      oneBindPosition: true,
      animations: 'one-file',
      frameRate: 10,
      loop: 'open',
      bounds: 'used-whole',
      rootMotion: 'lock',
      verticesPerMesh: limit('verticesPerMesh'),
      verticesPerModel: limit('verticesPerModel'),
      trianglesPerMesh: limit('trianglesPerMesh'),
      trianglesPerModel: limit('trianglesPerModel'),
      weightsPerMesh: limit('weightsPerMesh'),
      meshes: limit('meshes'),
      meshesAtMostJoints: true,
      parentIndexMax: limit('parentIndexMax'),
      layout: { mesh: '{name}.md5mesh', animation: '{name}.md5anim', pathBytes: 63 },
      shader: { kind: 'base-name', bytes: 46, slash: false },
      images: null,
    },
  };
}

/** Throws Md5OptionError for an engine that there is not or that reads no MD5. */
export function targetFor({ engine, profiles = [] }: Md5Options): Target | undefined {
  if (engine === undefined || engine === 'raw') return undefined;
  const known = targets(profiles);
  if (engine === 'all') return everyEngine([...known.values()]);
  const profile = profileOf(readProfiles(...profiles), engine);
  if (!profile)
    throw new Md5OptionError(`there is no engine '${engine}'; the engines are ${[...known.keys(), 'all'].join(', ')}`);
  const target = known.get(profile.key);
  if (target) return target;
  throw new Md5OptionError(
    profile.reads
      ? `${profile.name} is a tool: nothing is written for it in particular`
      : `${profile.name} reads no MD5${profile.instead === undefined ? '' : `. ${profile.instead}`}`,
  );
}

const dirOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const filled = (template: string, name: string, folder: string, action = ''): string =>
  template.replaceAll('{name}', name).replaceAll('{action}', action).replaceAll('{folder}', folder).replace(/^\/+/, '');

/** The folder of the model in the game's data; `folder` is that of the model which is replaced. */
export const modelFolder = ({ facts }: Target, name: string, folder = ''): string =>
  dirOf(filled(facts.layout.mesh, name, folder));

/** Where declarations and materials lie in the game's folder; everything else lies beside the model. */
const kFolders: Readonly<Record<string, string>> = { def: 'def', mtr: 'materials', skin: 'skins' };
const folderOfKind = (file: string): string | undefined => kFolders[file.slice(file.lastIndexOf('.') + 1)];

/** Paths of written files in the game's folder. */
export const gamePath = (folder: string, file: string): string => {
  const own = folderOfKind(file) ?? folder;
  return own === '' ? file : `${own}/${file}`;
};

/** The options as the core takes them. */
export function coreOptions(
  options: Md5Options,
  target: Target | undefined,
): object & { imageTypes: readonly ImageType[] } {
  const facts = target?.facts ?? noLimits,
    name = options.name ?? 'model';
  const folder =
    options.folder ??
    (target && (facts.companions.length > 0 || facts.shader.kind === 'material') ? modelFolder(target, name) : '');
  const companions = options.companions ?? [...facts.companions, ...(target && facts.images ? ['images'] : [])];
  const rate = options.frameRate ?? (facts.frameRate === 'source' ? 0 : facts.frameRate);
  const images = { imageTypes: companions.includes('images') ? (facts.images?.types ?? []) : [] };
  return Object.assign(images, {
    name,
    engine: target?.title ?? '',
    unitsPerMetre: facts.unitsPerMetre ?? 0,
    scale: options.scale,
    front: options.front,
    byteWeights: facts.biasSteps !== null,
    oneBindPosition: facts.oneBindPosition,
    leastWeight: facts.influences !== null || facts.biasSteps !== null ? kLeastWeight : 0,
    reduceJoints: options.reduceJoints ?? false,
    bake: options.bake ?? false,
    joints: options.joints,
    tolerance: options.tolerance,
    frameRate: rate,
    oneFile: facts.animations === 'one-file',
    prefixActions: options.prefixActions ?? false,
    openLoops: facts.loop === 'open',
    // Empty where a form leaves it to the engine.
    rootMotion: options.rootMotion || (facts.rootMotion === 'lock' ? 'loops' : 'keep'),
    sequences: options.sequences,
    shaderNames: shaderNames[facts.shader.kind],
    shaderFolder: folder === '' ? undefined : folder,
    shaderBytes: facts.shader.bytes ?? 0,
    folder,
    rootStartsAtZero: target?.rootStartsAtZero ?? false,
    wholeBounds: facts.bounds === 'used-whole',
    needsAnimation: target?.needsAnimation ?? false,
    bindPose: options.bindPose ?? false,
    hidden: options.hidden ?? false,
    companions,
    imageSuffix: facts.images?.suffix,
    glowSuffix: facts.images?.glow,
    plainImages: facts.images?.plain ?? false,
    imageName: options.image,
    animNames: options.animNames,
    animationNames: target?.animationNames,
    drawsBackFaces: facts.drawsBackFaces ?? false,
    playerHeight: facts.playerHeight,
    replacedSize: options.replacedSize,
    limits: {
      joints: facts.joints ?? 0,
      nameBytes: facts.nameBytes,
      influences: facts.influences ?? 0,
      meshes: facts.meshes ?? 0,
      meshesByJoints: facts.meshesAtMostJoints,
      meshVertices: facts.verticesPerMesh ?? undefined,
      meshTriangles: facts.trianglesPerMesh ?? undefined,
      meshWeights: facts.weightsPerMesh ?? 0,
      allVertices: facts.verticesPerModel ?? 0,
      allTriangles: facts.trianglesPerModel ?? 0,
      frames: target?.frames ?? 0,
      parent: facts.parentIndexMax ?? 0,
    },
  });
}

const shaderNames = { material: 'folder', 'base-name': 'base', 'md2-skin': 'keep', 'image-path': 'keep' } as const;
