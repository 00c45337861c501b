// Checks models for engines: every mesh among the files, with its animations, and every model with vertex frames, against
// each profile.

import fileNames from './files.json';
import { asksOf, type Asked, type Beside, type Config, type Find, partsOf, shadersWithoutImage, skinsOf } from './asks';
import { configOf, matchesAnimation } from './config';
import { choiceOf, judgeFrames, readFrames } from './frameCheck';
import { frameKindOf } from './frameModel';
import { isSkeletal, judgeSkeletal, readSkeletalFile } from './skeletalCheck';
import {
  type BrokenRule,
  type EngineVerdict,
  type Found,
  judgePair,
  type ModelFile,
  noReader,
  readAnim,
  type ReadAnim,
  readMesh,
  type ReadMesh,
  worst,
} from './judge';
import type { OlderReleases, Profile, Verdict } from './profile';
import { readReplaced, type Replaced } from './replaced';

export type { BrokenRule, EngineVerdict, ModelFile } from './judge';
export type { Asked } from './asks';

const kNothing: Beside = { find: () => undefined, read: () => undefined, config: () => ({}) };

/** Rules about images that are not there: one or the other belongs to an engine. */
const kImageRules = ['shader.image_grey', 'shader.image_missing', 'shader.image_none'] as const;

/** No more of the same rule are listed for one model. */
const kMostRules = 500;

const endsWith = (name: string, ending: string): boolean => name.toLowerCase().endsWith(`.${ending}`);

export const isMesh = ({ name, bytes }: ModelFile): boolean =>
  endsWith(name, fileNames.mesh) || (!/\.\w+$/.test(name) && sniffed(bytes, 'numMeshes'));
export const isAnim = ({ name, bytes }: ModelFile): boolean =>
  endsWith(name, fileNames.animation) || (!/\.\w+$/.test(name) && sniffed(bytes, 'numFrames'));

/** Is a file a model that engines are asked about? Those with vertex frames are known by their content. */
export const isChecked = (file: ModelFile): boolean =>
  isMesh(file) || frameKindOf(file.bytes) !== undefined || isSkeletal(file);

function sniffed(bytes: Uint8Array, word: string): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  return /MD5Version/i.test(head) && new RegExp(`\\b${word}\\b`, 'i').test(head);
}

/**
 * A row for each mesh and each profile, in their order. Without `beside` nothing is known of other files, and images that
 * are not among `files` break no rule.
 */
export function checkFor(
  files: readonly ModelFile[],
  profiles: readonly Profile[],
  surroundings?: Beside,
): EngineVerdict[] {
  const beside = surroundings ?? kNothing;
  const given = new Map(files.map((file) => [key(file.name), file]));
  const find: Find = (path) => given.get(key(path))?.name ?? beside.find(path);
  const read = (name: string): Uint8Array | undefined => given.get(key(name))?.bytes ?? beside.read(name);
  const around: Beside = { ...beside, find, read };
  const meshes = files.filter(isMesh),
    anims = files.filter(isAnim).map(readAnim);
  const knowsFiles = surroundings !== undefined;
  return [
    ...meshes.map(readMesh).flatMap((mesh) => {
      const own = animsOf(mesh, anims, meshes, around);
      return profiles.map((profile) => judged(profile, mesh, own, around, knowsFiles));
    }),
    ...files
      .flatMap(readFrames)
      .flatMap((model) => profiles.map((profile) => judgeFrames(profile, model, around, knowsFiles))),
    ...files
      .filter(isSkeletal)
      .map(readSkeletalFile)
      .flatMap((model) => profiles.map((profile) => judgeSkeletal(profile, model, around))),
  ];
}

const key = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .toLowerCase();

/** Those of one model: all, or of several meshes' those that are called like it; and the one beside it on disk. */
function animsOf(mesh: ReadMesh, anims: readonly ReadAnim[], meshes: readonly ModelFile[], beside: Beside): ReadAnim[] {
  const { dir, name } = partsOf(mesh.file.name);
  const called = anims.filter(({ file }) => key(partsOf(file.name).name) === key(name));
  const own = meshes.length === 1 ? anims : called.length > 0 ? called : fitting(mesh, anims);
  if (own.length > 0) return [...own];
  const there = beside.find(`${dir}/${name}.${fileNames.animation}`),
    bytes = there === undefined ? undefined : beside.read(there);
  return there !== undefined && bytes ? [readAnim({ name: there, bytes })] : [];
}

/** Animations of so many joints as the mesh has. */
const fitting = ({ facts }: ReadMesh, anims: readonly ReadAnim[]): ReadAnim[] =>
  anims.filter(({ text }) => text.joints.length === facts.text.joints.length);

function judged(
  profile: Profile,
  mesh: ReadMesh,
  anims: readonly ReadAnim[],
  beside: Beside,
  knowsImages: boolean,
): EngineVerdict {
  const model = mesh.file.name;
  if (!profile.reads) return noReader(profile, model, 'MD5');
  const shaders = mesh.facts.text.meshes.flatMap(({ shader }) => (shader ? [shader.text] : []));
  const replaced = replacedBy(profile, model, beside),
    config = configOf(profile, model, beside);
  const asks = asksOf(profile, { mesh: model, shaders, replaced, config }, beside);
  const taken = config ? listed(config, anims, beside) : takenOf(profile, model, anims);
  const images = knowsImages ? withoutImages(profile, mesh, beside) : [];
  const judgements =
    taken.length === 0
      ? [judgePair(profile, mesh, undefined, [...images, ...withoutAnim(profile)])]
      : taken.map((anim) =>
          judgePair(atRate(profile, config, anim), mesh, anim, [
            ...images,
            ...namedWrong(profile, config, anim),
            ...besides(profile, anim, replaced, asks, anims.length),
          ]),
        );
  const rules = [...choiceOf(profile, model, beside), ...unique(judgements.flatMap(({ rules: broken }) => broken))];
  const verdict = worst(judgements.map(({ verdict: one }) => one));
  const versions = profile.older.flatMap((older) => olderVerdict(older, verdict));
  return {
    engine: profile.key,
    name: profile.name,
    model,
    verdict,
    rules: rules.slice(0, kMostRules),
    asks,
    ...(versions.length > 0 && { versions }),
    ...(verdict !== 'ok' && profile.onError && { onError: profile.onError }),
  };
}

const olderVerdict = (
  { until, verdicts, source }: OlderReleases,
  verdict: Verdict,
): NonNullable<EngineVerdict['versions']>[number][] => {
  const worse = verdicts[verdict];
  return worse ? [{ until, verdict: worse, ...(source && { source }) }] : [];
};

/** How an engine takes it that meshes have no image. */
function withoutImages(profile: Profile, { file, facts }: ReadMesh, beside: Beside): Found[] {
  if (!kImageRules.some((rule) => rule in profile.rules)) return [];
  const named = facts.text.meshes.flatMap(({ shader }) => (shader ? [shader] : []));
  const missing = shadersWithoutImage(profile, { mesh: file.name, shaders: named.map(({ text }) => text) }, beside);
  const bare = named.filter(({ text }) => missing.has(text));
  if (bare.length === 0) return [];
  const all = bare.length === named.length && 'shader.image_none' in profile.rules;
  return kImageRules
    .filter((rule) => rule in profile.rules && (rule === 'shader.image_none') === all)
    .map((rule) => ({
      rule,
      part: 'mesh' as const,
      offset: bare[0]!.offset,
      found: bare.length,
      ...(!all && { limit: named.length }),
    }));
}

/** An engine that reads one animation takes the one that is called like the mesh; any other stands in for it. */
function takenOf({ asks }: Profile, model: string, anims: readonly ReadAnim[]): readonly ReadAnim[] {
  if (!asks.animation) return anims;
  const { name } = partsOf(model);
  const own = anims.filter(({ file }) => key(partsOf(file.name).name) === key(name));
  return own.length > 0 ? own.slice(0, 1) : anims;
}

/** As texts of the files are read, a byte a character. */
const bytewise = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

/** A name of the configuration that no animation of the engine has; a file needs one that it has. */
function namedWrong({ animationNames, rules }: Profile, config: Config | undefined, { file }: ReadAnim): Found[] {
  const names = [...(config?.names ?? [])].find(([path]) => key(path) === key(file.name))?.[1];
  if (!animationNames || !names || !rules['anim.config_name']) return [];
  if (names.some((pattern) => animationNames.names.some((name) => matchesAnimation(name, pattern)))) return [];
  return [{ rule: 'anim.config_name', part: 'anim', found: bytewise(names[0]!) }];
}

/** Those that are given, and those of the configuration that are there. */
function listed({ rates }: Config, anims: readonly ReadAnim[], { find, read }: Beside): readonly ReadAnim[] {
  const given = new Set(anims.map(({ file }) => key(file.name)));
  const others = [...rates.keys()].flatMap((path) => {
    const name = given.has(key(path)) ? undefined : find(path),
      bytes = name === undefined ? undefined : read(name);
    return name !== undefined && bytes ? [readAnim({ name, bytes })] : [];
  });
  return [...anims, ...others];
}

/** The rate that the configuration gives takes the place of the engine's own. */
function atRate(profile: Profile, config: Config | undefined, { file }: ReadAnim): Profile {
  const rate = [...(config?.rates ?? [])].find(([path]) => key(path) === key(file.name))?.[1],
    rule = profile.rules['anim.rate'];
  return rate !== undefined && rule
    ? { ...profile, rules: { ...profile.rules, 'anim.rate': { ...rule, limit: rate } } }
    : profile;
}

const withoutAnim = ({ rules }: Profile): Found[] =>
  rules['anim.required'] ? [{ rule: 'anim.required', part: 'mesh' }] : [];

/** Rules that the files around the pair break. */
function besides(
  { rules, asks: { animation } }: Profile,
  { text }: ReadAnim,
  replaced: Replaced | undefined,
  asks: readonly Asked[],
  given: number,
): Found[] {
  const frames = text.numFrames?.value ?? text.frames.length,
    skins = skinsOf(asks),
    expected = asks.find(({ role }) => role === 'animation');
  return [
    ...(animation && given > 1 && rules['anim.single_file']
      ? [{ rule: 'anim.single_file', part: 'anim' as const, found: given, limit: expected?.file ?? '' }]
      : []),
    ...(replaced && rules['anim.frame_count'] && frames !== replaced.frames
      ? [
          {
            rule: 'anim.frame_count',
            part: 'anim' as const,
            offset: text.numFrames?.offset,
            found: frames,
            limit: replaced.frames,
          },
        ]
      : []),
    ...(replaced?.kind === 'mdl' && rules['skins.count'] && skins < replaced.skins
      ? [{ rule: 'skins.count', part: 'anim' as const, found: skins, limit: replaced.skins }]
      : []),
  ];
}

function replacedBy({ asks }: Profile, model: string, { find, read }: Beside): Replaced | undefined {
  if (!asks.replaced) return undefined;
  const { dir, up, name } = partsOf(model);
  const path = asks.replaced.replace('{dir}', dir).replace('{up}', up).replace('{name}', name);
  // A drop without folders has it beside the mesh.
  const there = find(path) ?? find(`${dir}/${name}${/\.[^.]*$/.exec(path)?.[0] ?? ''}`);
  const bytes = there === undefined ? undefined : read(there);
  return bytes && readReplaced(bytes);
}

/** Broken rules without repetition: those of the mesh are the same for several animations. */
function unique(rules: readonly BrokenRule[]): BrokenRule[] {
  const seen = new Set<string>();
  return rules.filter(({ rule, file, offset }) => seen.size !== seen.add(`${rule} ${file} ${offset}`).size);
}
